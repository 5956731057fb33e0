/*
 * What is read of an answer while it arrives: its text without reasoning, how it ended, what it cost.
 *
 * Reasoning is what stands between <think> and </think> before the first words of the answer; some servers leave the
 * opening tag out. The text of an answer that goes on where another was cut off is joined to it: words that it repeats
 * are dropped.
 */
#ifndef COPYDESK_MODEL_REPLY_H
#define COPYDESK_MODEL_REPLY_H

#include "base/base.h"

#include <jansson.h>

/* Most tokens that one answer is taken to have used, whatever it says: sums of them do not overflow. */
enum { REPLY_TOKENS_MAX = 100000000 };

enum reply_end {
    REPLY_OPEN, /* nothing said that it is over */
    REPLY_STOP,
    REPLY_CUT,     /* at the token limit */
    REPLY_REFUSED, /* by the model or a filter before it */
    REPLY_TOOL     /* it wants to call a tool that nobody offered */
};

struct reply {
    struct buf text;    /* of the answer; while it reasons, the end of that */
    struct buf refusal; /* what it says where it refuses */
    long input, output; /* tokens; -1: not said */
    enum reply_end end;
    bool is_too_long;  /* over the limit: then text.failed is no lack of memory */
    bool is_over;      /* nothing follows: the end of the stream need not be waited for */
    bool is_tool;      /* the answer is the input of the tool that was asked for; texts beside it are dropped */
    struct str before; /* the answer that this one goes on from; empty: it stands alone */
    void (*on_text)(void *context, struct str piece); /* NULL: nobody watches */
    void *context;
    /* private */
    enum { REPLY_BEGINS, REPLY_THINKS, REPLY_SPEAKS } state;
    bool is_joined;
    size_t shown, thought;
};

/* limit: most bytes of text, not 0. before, on_text and context stay. */
void reply_begin(struct reply *reply, size_t limit);

/* Reads a count of tokens as the server has it; one above REPLY_TOKENS_MAX is taken for that. What is no count (absent,
 * no number, negative) leaves *tokens as it was; a fraction is cut. */
void reply_tokens(long *tokens, const json_t *count);

/* The next piece of the text. */
void reply_text(struct reply *reply, struct str piece);

/* A tool's input begins: what was said so far is dropped. */
void reply_tool(struct reply *reply);

/* The model refuses: a piece of what it says, may be empty. What is too long is cut. */
void reply_refuse(struct reply *reply, struct str piece);

/* The text is whole. Check reply->text.failed. */
void reply_finish(struct reply *reply);

void reply_free(struct reply *reply);

#endif
