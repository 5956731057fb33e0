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

/* --- what the wire formats have in common: JSON in, errors, texts of others made fit for a message --- */

/* Parses JSON that came over the wire: a new reference, NULL when it is broken, nested too deeply or no object. *status
 * is OK, E_UPSTREAM or E_MEMORY. secret: which the message may not show (wire_quote). */
json_t *wire_parse(struct str text, const char *secret, enum status *status, struct error *err);

/* A member of an object as text; empty when it is none. */
struct str wire_text(const json_t *object, const char *member);

/* A text, or the texts of a list of {"type":"text","text":"..."}, given to the reply. */
void wire_content(struct reply *reply, const json_t *content);

/* Text of others as part of a message: one line, cut, without control characters, and without the secret (may be
 * NULL). */
struct wire_quote {
    char text[260];
};
struct wire_quote wire_quote(struct str text, const char *secret);

/* What the body of an error says. */
struct wire_error {
    struct str message; /* the body itself where it is no JSON; never NULL data */
    struct str type, code;
    json_t *json; /* that they are borrowed from; NULL: from the body */
};
void wire_error_read(struct str body, struct wire_error *error);
void wire_error_free(struct wire_error *error);

/* The status of HTTP that an error in the middle of a stream would have had, by its type or code; 500 for others. */
int wire_error_status(const struct wire_error *error);

/* Does it say that the question is longer than the model's context? */
bool wire_error_is_length(const struct wire_error *error);

#endif
