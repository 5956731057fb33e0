/*
 * Content cut into lexemes with byte spans: what the index counts and what links are made of. A lexeme is a word (letters,
 * digits, marks, "_"), one ideograph or kana, or one other visible character. Character references count as what they stand for.
 */
#ifndef COPYDESK_LINK_LEXER_H
#define COPYDESK_LINK_LEXER_H

#include "text/text.h"

enum lexeme_kind { LEXEME_WORD, LEXEME_IDEOGRAPH, LEXEME_KATAKANA, LEXEME_SIGN };

/* Why no link may be here. */
enum lexeme_block {
    BLOCK_ANCHOR = 1,  /* inside a link */
    BLOCK_HEADING = 2, /* inside h1-h6 */
    BLOCK_OTHER = 4,   /* inside code, pre, nav, ... */
};

struct lexeme {
    size_t start, end; /* bytes of the content, end exclusive */
    struct str text;   /* caseless form, in the arena or the content */
    enum lexeme_kind kind;
    unsigned blocked;     /* enum lexeme_block, 0: a link may be here */
    bool starts_block;    /* an edge of a block element stands before it */
    bool starts_phrase;   /* no link may reach across the place before it: a block's edge, a tag of a blocked element */
    bool continues_word;  /* no word boundary before it: "<b>W</b>ord", or inside a run of katakana */
    bool follows_closely; /* no white space before it */
    bool is_capital;      /* begins with an upper-case letter */
};

/* Inline markup between lexemes: what a link's text must hold whole or not at all. */
struct lexer_tag {
    size_t start, end;
    struct str name;
    bool closes;
};

/* A link that the content already has. */
struct lexer_anchor {
    size_t first, last; /* lexemes, last exclusive */
    struct str href;    /* decoded */
};

struct lexed {
    struct lexeme *lexemes;
    size_t count;
    struct lexer_tag *tags;
    size_t tag_count;
    struct lexer_anchor *anchors;
    size_t anchor_count;
    size_t words; /* words read, as the limit counts them: ideographs and kana are half a word */
};

/* Reads at most max_words words (0: all). The result lives in the arena and points into content. */
enum status lex_html(struct arena *arena, struct str content, size_t max_words, struct lexed *lexed, struct error *err);
enum status lex_markdown(struct arena *arena, struct str content, size_t max_words, struct lexed *lexed,
                         struct error *err);

/* Text without markup or character references. */
enum status lex_plain(struct arena *arena, struct str text, struct lexed *lexed, struct error *err);

#endif
