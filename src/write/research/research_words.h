/* What people ask of a subject, and the words of subjects that change by the day or are studied, by language. */
#ifndef COPYDESK_WRITE_RESEARCH_RESEARCH_WORDS_H
#define COPYDESK_WRITE_RESEARCH_RESEARCH_WORDS_H

#include "text/language.h"

/* A question that is asked of many subjects. */
struct aspect {
    const char *query; /* as a person types it; "%" stands for the subject, "@" for what it is compared with */
    const char *words; /* a pattern (text/pattern.h): a text that has it speaks of it */
    const char *need;  /* a pattern of what pages say of subjects that it is asked of; NULL: it is asked of all */
};

struct research_words {
    const char *tag;             /* of the language */
    const struct aspect *noun;   /* of a thing, the most useful first; ends with a query NULL */
    const struct aspect *task;   /* of what is done: "back up a database" */
    const struct aspect *versus; /* of two things; NULL: none are known */
    const char *doers; /* a pattern: who does it in "wie installiert man", which is no subject to ask of; NULL: none */
    /* Patterns, NULL-terminated, for keywords and titles. */
    const char *const *news;      /* of what changes by the day */
    const char *const *scholarly; /* of what studies decide */
};

/* NULL: nothing is known of the language, which may be NULL. */
const struct research_words *research_words_of(const struct language *language);

#endif
