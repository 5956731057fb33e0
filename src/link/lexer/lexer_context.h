/*
 * Used only inside this folder. What the signs of a text say about the words between them: where sentences begin, what
 * stands in quotation marks and in brackets. By simple rules: an abbreviation may end a sentence too early, and a mark
 * that is never closed reaches to the end of its block.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_CONTEXT_H
#define COPYDESK_LINK_LEXER_LEXER_CONTEXT_H

#include "link/lexer/lexer.h"

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

#endif
