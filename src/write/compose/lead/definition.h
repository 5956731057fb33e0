/* Does a sentence say what the subject is? */
#ifndef COPYDESK_WRITE_COMPOSE_LEAD_DEFINITION_H
#define COPYDESK_WRITE_COMPOSE_LEAD_DEFINITION_H

#include "research/topic/topic.h"
#include "text/pattern.h"

enum definition_kind {
    DEFINES_NOTHING,
    DEFINES_STRICTLY, /* "is a", "refers to" */
    DEFINES_WIDELY    /* "allows", "consists of" */
};

struct definition {
    enum definition_kind kind;
    bool is_whole;       /* what is defined has all of the subject's stems */
    size_t others;       /* stems of what is defined that are none of the subject's */
    bool ends_with_head; /* the noun that the others describe stands where the language has it */
    bool has_head;
    bool is_known;       /* what is defined has the article of things that were named before: "the mask is a ..." */
    bool is_named;       /* the subject is a name that the sentence gives: "a feature called autovacuum" */
    bool is_about;       /* it begins with the subject and goes on with a verb or another function word */
    bool is_apart;       /* the subject stands among function words: "how to partition a table is ..." */
    bool is_subordinate; /* the sentence begins with a clause before the main one */
    bool is_conditional; /* it holds in a case alone: "if ...", "is a waste of time if ..." */
    bool is_imperative;  /* it tells the reader to do something */
};

void definition_read(const struct topic *topic, const struct worded *sentence, struct definition *definition);

#endif
