/* Verbs whose "by" names who does it: "sorted by name" is none of them. */
#ifndef COPYDESK_WRITE_POLISH_VERBS_H
#define COPYDESK_WRITE_POLISH_VERBS_H

#include "base/str.h"

struct verb {
    struct str base, past; /* "write", "wrote" */
    struct str participle;
};

/* An English verb by its participle; room for what is made of regular ones. false: not known, or not a verb of doing.
 */
bool verb_by_participle(struct str participle, struct verb *verb, char room[32]);

/* "writes", "watches", "carries". */
struct str verb_third_person(struct str base, char room[32]);

/* A German verb by its participle: "geschrieben". The forms of the third person singular, and a separable prefix that
 * stands at the end of the sentence ("stellte ... her"). NULL: not known. */
struct german_verb {
    const char *participle, *past, *present, *prefix;
};
const struct german_verb *german_verb_by_participle(struct str participle);

#endif
