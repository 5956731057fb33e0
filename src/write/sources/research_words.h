/* What people ask of a subject, and the words of subjects that change by the day or are studied, by language. */
#ifndef COPYDESK_WRITE_SOURCES_RESEARCH_WORDS_H
#define COPYDESK_WRITE_SOURCES_RESEARCH_WORDS_H

#include "write/writing/writing.h"

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

/* Which places are asked: by realTimeDataSource, by what is configured, and with "auto" by the subject. */

struct kinds {
    bool is_custom;         /* nothing is searched: the request's own addresses are all */
    enum search_kind first; /* is asked every query */
    bool is_open;           /* the subject may ask for a second one ("auto") */
    bool has_second;
    enum search_kind second; /* is asked the first query of each round too */
};

/* E_NOT_FOUND: no place is configured at all; a note says so, and err->message what to configure. Notes tell of a kind
 * that is not configured and what is asked instead. E_MEMORY. */
enum status kinds_choose(struct writing *writing, struct kinds *kinds);

/* --- what a subject asks for: SEARCH_WEB: nothing beside it --- */

/* By its words: names of events, "latest", a year of now or later; "study", "effects of", words of medicine. year: of
 * today. E_MEMORY. */
enum status kinds_of_keyword(struct arena *arena, struct str keyword, const struct language *language, int year,
                             enum search_kind *kind, struct error *err);

/* By what was found: half of the results are younger than two weeks; a third stand where studies are published. */
enum search_kind kinds_of_results(const struct search_result *const *results, size_t count, int64_t now_ms);

/* Takes the kind as second where it is open, configured and not the first. */
void kinds_add(const struct writing *writing, struct kinds *kinds, enum search_kind kind);

#endif
