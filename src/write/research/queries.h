/* Queries: plain words as a person types them, in the language of the article, no two for the same thing. */
#ifndef COPYDESK_WRITE_RESEARCH_QUERIES_H
#define COPYDESK_WRITE_RESEARCH_QUERIES_H

#include "research/topic/keyword.h"
#include "write/research/research_words.h"

enum { QUERY_WORDS = 10, QUERY_BYTES = 160 };

struct query {
    struct str text;
    const struct str *stems; /* of its content words */
    size_t stem_count;
};

/* Those that were taken so far. */
struct queries {
    struct arena *arena;
    const struct language *language; /* may be NULL */
    struct str keyword;              /* whose years and figures may stand in a query */
    struct query *list;
    size_t count, cap;
};

/*
 * Takes a text as a query: without quotation marks, operators ("site:", "-word", "OR"), addresses and years that the
 * keyword has not, QUERY_WORDS at most. *is_taken false: nothing is left of it, it speaks to a program that reads it,
 * or one that was taken has the same content words. E_MEMORY.
 */
enum status queries_take(struct queries *queries, struct str text, bool *is_taken, struct error *err);

/* A question that is asked of this keyword. */
struct asked_aspect {
    struct str query;
    const char *words; /* as of struct aspect */
    const char *need;
};

/* What a query says of a keyword beside what it asks: its subject, or all of it where that begins with a verb and
 * whoever does it. */
struct str queries_subject(const struct keyword *keyword, const struct language *language);

/* What people ask of what the keyword is about, the most useful first: by the rows of its language, none where it has
 * none. E_MEMORY. */
enum status queries_aspects(struct arena *arena, const struct keyword *keyword, const struct language *language,
                            struct asked_aspect **list, size_t *count, struct error *err);

#endif
