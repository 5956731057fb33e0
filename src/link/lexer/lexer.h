/*
 * lexer: content cut into lexemes with byte spans: what the index counts and what links are made of. A lexeme is a
 * word (letters, digits, marks, "_"), one ideograph or kana, or one other visible character. A
 * character reference counts as the character that it stands for.
 *
 *   lexer.h            this file: the three lexers and what they return
 *   lexer_html.c       HTML, on the tokenizer of text/html/html.h
 *   lexer_markdown.c   Markdown: lines, blocks and their containers
 *   markdown.h         Markdown: the text of a paragraph (markdown_inline.c), raw HTML (markdown_html.c)
 *   lexer_elements.h   the table of the elements in and around which no link may stand
 *   lexer_text.h       runs of text become lexemes; plain text
 *   lexer_settled.h    how much can be read of content that is still arriving
 *
 * Everything returned lives in the caller's arena or points into the content. No state is kept between calls: any
 * thread may call, each with an arena of its own.
 */
#ifndef COPYDESK_LINK_LEXER_H
#define COPYDESK_LINK_LEXER_H

#include "text/text.h"

enum lexeme_kind { LEXEME_WORD, LEXEME_IDEOGRAPH, LEXEME_KATAKANA, LEXEME_SIGN };

/* Why no link may be here: bits. */
enum lexeme_block {
    BLOCK_ANCHOR = 1,  /* inside a link */
    BLOCK_HEADING = 2, /* inside a heading */
    BLOCK_OTHER = 4,   /* inside another element of lexer_elements.c, or a construct of Markdown that no link may cut */
};

struct lexeme {
    size_t start, end; /* bytes of the content, end exclusive */
    struct str text;   /* caseless form, in the arena or the content */
    enum lexeme_kind kind;
    unsigned blocked;     /* enum lexeme_block, 0: a link may be here */
    bool starts_block;    /* the edge of a block element stands before it */
    bool starts_phrase;   /* no link may reach across the place before it: a block's edge, a tag of a blocked element */
    bool continues_word;  /* no word boundary before it: "<b>W</b>ord", or inside a run of katakana */
    bool follows_closely; /* no white space before it */
    bool is_capital;      /* begins with an upper-case letter */
};

/* A tag of an inline element between lexemes. A link must hold the element whole or none of it. */
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
    bool is_full; /* the limit of words was reached before the end */
};

/* Read at most max_words words (0: all). E_MEMORY. */
enum status lex_html(struct arena *arena, struct str content, size_t max_words, struct lexed *lexed, struct error *err);
enum status lex_markdown(struct arena *arena, struct str content, size_t max_words, struct lexed *lexed,
                         struct error *err);

/* Text without markup or character references. E_MEMORY. */
enum status lex_plain(struct arena *arena, struct str text, struct lexed *lexed, struct error *err);

#endif
