/*
 * Queries: plain words as a person types them, in the language of the article, no two for the same thing; and what they
 * are made of: usual questions, what pages leave open, what a language model asks.
 *
 * Memory that runs out is noted in the arena that a call was given: what it returns is less then.
 */
#ifndef COPYDESK_WRITE_SOURCES_QUERIES_H
#define COPYDESK_WRITE_SOURCES_QUERIES_H

#include "write/writing/writing.h"

#include <jansson.h>

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
 * keyword has not, QUERY_WORDS at most. False: nothing is left of it, it speaks to a program that reads it, or one that
 * was taken has the same content words.
 */
bool queries_take(struct queries *queries, struct str text);

/* The words of a text; none when memory ran out. */
static inline struct worded query_words(struct arena *arena, struct str text, const struct language *language)
{
    struct worded worded = {0};
    if (worded_split(arena, text, language, &worded, NULL))
        arena_fail(arena);
    return worded;
}

/* --- what people ask of subjects, by language --- */

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
 * none. */
struct asked_aspect *queries_aspects(struct arena *arena, const struct keyword *keyword,
                                     const struct language *language, size_t *count);

/* --- what pages leave open, told by rule: usual questions that nothing answers, headings with hardly anything below
 * --- */

enum { GAP_THIN = 60 /* words below a heading that are too few for a section of an article */ };

/* A heading of the pages, or of the outline that they give. */
struct gap_heading {
    struct str title;
    size_t words;    /* below it */
    bool is_planned; /* the article would have it */
};

/* What is known by now. */
struct gap_view {
    const struct language *language; /* may be NULL */
    struct str subject;
    const struct asked_aspect *aspects;
    size_t aspect_count;
    const struct gap_heading *headings;
    size_t heading_count;
    const struct str *sentences; /* on the subject */
    size_t sentence_count;
};

/*
 * Queries for what is open, the most pressing first: planned headings that are thin; usual questions that neither a
 * heading nor two sentences speak of; other headings that are thin. A query of a heading is the subject and what the
 * heading says beside it. The same thing may be there twice.
 */
struct str *gaps_by_rule(struct arena *arena, const struct gap_view *view, size_t *count);

/* --- asked of a language model --- */

/* Texts that a model gave; they live as long as the article. */
struct given_queries {
    struct str *list;
    size_t count;
    enum search_kind also; /* SEARCH_WEB: no other kind */
};

/* Asks for `most` queries, and whether news or studies should be searched too. Statuses of question_ask; E_CORRUPT: the
 * model gave none. */
enum status prompted_queries(struct writing *writing, size_t most, struct given_queries *given);

/* What is asked of an agent's model. */
struct gaps_request {
    const struct page *pages; /* that it has read */
    size_t page_count;
    struct str outline;          /* of the article, a heading a line */
    const struct queries *asked; /* by all agents */
    const struct str *line;      /* the agent's last queries: what it looks for */
    size_t line_count;
    bool is_alone; /* no other agent looks for the rest */
    size_t most;
    const char *step;
};

/* Asks what the article still cannot state, on excerpts of the pages. E_CORRUPT: no usable answer; OK with count 0:
 * nothing is open. For pieces of work side by side too. */
enum status prompted_gaps(struct writing *writing, const struct gaps_request *request, struct given_queries *given);

#endif
