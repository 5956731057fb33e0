/*
 * For this folder and link/markdown. Turns runs of text into lexemes; the lexers of HTML and Markdown say where the
 * runs are, and what kind of text they hold.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_TEXT_H
#define COPYDESK_LINK_LEXER_LEXER_TEXT_H

#include "link/lexer/lexer.h"
#include "text/html/html.h"

/*
 * --- what the signs of a text say about the words between them: lexer_text_context.c ---
 *
 * Where sentences begin, what stands in quotation marks and in brackets. By simple rules: an abbreviation may end a
 * sentence too early, and a mark that is never closed reaches to the end of its block.
 */

struct lexer_context {
    uint32_t sentence;  /* number of the present one; UINT32_MAX before the first */
    uint32_t brackets;  /* open ones */
    uint32_t end_quote; /* the sign that closes the open quotation, 0: none is open */
    bool after_end;     /* a sign that ends sentences was the last thing but closing signs */
    bool after_wide;    /* it was one behind which no blank is written: "。" */
    bool at_start;      /* no word of the sentence was read */
    uint16_t marks;     /* MARK_QUOTED and MARK_BRACKETED of the present place */
};

void context_init(struct lexer_context *context);

/* The edge of a block stands before what comes next: a sentence begins, and quotations and brackets end. */
void context_break(struct lexer_context *context);

/* Sets sentence and marks of a sign. codepoint: the sign. before: the lexeme before it in the block, or NULL. */
void context_sign(struct lexer_context *context, uint32_t codepoint, const struct lexeme *before, struct lexeme *sign);

/* The slow part of context_word. */
void context_start_word(struct lexer_context *context, struct lexeme *word);

/* Sets sentence and marks of a word or ideograph whose other fields are set. */
static inline void context_word(struct lexer_context *context, struct lexeme *word)
{
    if (context->after_end || context->at_start)
        context_start_word(context, word);
    word->marks |= context->marks;
    word->sentence = context->sentence;
}

/* --- runs of text --- */

struct lexer {
    struct arena *arena;
    struct str content;
    struct lexed *lexed;
    size_t lexeme_cap, tag_cap, anchor_cap, heading_cap, place_cap;
    struct buf scratch, room;
    size_t half_words, max_half_words; /* words read and allowed, in halves */
    size_t max_lexemes;
    size_t signs_in_row, tags_in_row, lexemes_before_tag;
    struct lexer_context context;
    const struct lexer_exclusion *exclusion; /* NULL: there is none */
    uint32_t paragraph;                      /* number of the present one; UINT32_MAX before the first */

    /* What holds for the text to come; the lexers set these. */
    unsigned blocked;  /* enum lexeme_block */
    unsigned block;    /* enum block_kind */
    uint32_t place;    /* as in lexed.places */
    unsigned emphasis; /* MARK_BOLD, MARK_ITALIC, MARK_QUOTED */

    bool in_word;                                      /* the character before was part of a counted word */
    bool at_block_start, at_phrase_start, after_blank; /* for the next lexeme */
    bool at_paragraph_start, at_anchor;
    bool in_anchor, in_heading;
    bool is_full;  /* the limit of words or lexemes is reached */
    bool is_large; /* the content is too large for the spans */
    bool failed;   /* memory ran out, but for what the arena remembers */
};

void lexer_init(struct lexer *lexer, struct arena *arena, struct str content, size_t max_words, struct lexed *lexed);

/* Frees what is not in the arena. OK, E_LIMIT, or E_MEMORY when any call before ran out of memory. */
enum status lexer_finish(struct lexer *lexer, struct error *err);

/* Adds bytes [from, to) of the content as text; references: character references are decoded. */
void lexer_add_text(struct lexer *lexer, size_t from, size_t to, bool references);

/* --- what stands between the words: lexer_text_marks.c --- */

/* Marks the edge of a block: neither a phrase nor a counted word continues across this place. */
void lexer_break(struct lexer *lexer);

/* The same inside a paragraph: a hard line break. */
void lexer_break_line(struct lexer *lexer);

/* Marks a place that no link may reach across, though the block, and even a word, may continue. */
void lexer_break_phrase(struct lexer *lexer);

/* Marks the edge of a link, which is told by MARK_AT_ANCHOR if nothing else stands there. */
void lexer_break_anchor(struct lexer *lexer);

void lexer_add_tag(struct lexer *lexer, struct lexer_tag tag);

/* The lexemes from here to lexer_close_anchor are the text of a link. Closing when none is open does nothing. */
void lexer_open_anchor(struct lexer *lexer, struct str href);
void lexer_close_anchor(struct lexer *lexer);

/* The same for a heading. Opening one closes the one before. */
void lexer_open_heading(struct lexer *lexer, unsigned level);
void lexer_close_heading(struct lexer *lexer);

/*
 * Called with the word that was read last, which stands right behind an apostrophe: marks both if they continue the
 * word before them. "Queen's" and "l'eau" are a word and what is joined to it, "O'Reilly" and "don't" are one word.
 */
void lexer_join_apostrophe(const struct lexed *lexed);

#endif
