/* Queries: plain words as a person types them, in the language of the article, no two for the same thing. */
#ifndef COPYDESK_WRITE_SOURCES_QUERIES_H
#define COPYDESK_WRITE_SOURCES_QUERIES_H

#include "write/sources/research_words.h"
#include "write/sources/sources.h"

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

/* How much is searched and read for an article: one row for each level that a request can ask for. */

enum research_level { RESEARCH_STANDARD, RESEARCH_DEEP, RESEARCH_EXTENDED, RESEARCH_LEVELS };

struct levels_level {
    size_t agents;  /* lines of questions that are followed side by side */
    size_t rounds;  /* of searching and reading; each but the first asks what the ones before left open */
    size_t queries; /* of an agent in a round */
    size_t results; /* that a query asks for */
    size_t reads;   /* pages that an agent reads in a round */
    size_t most_searches, most_reads; /* of all agents and rounds together */
    size_t most_bytes;                /* of the text of all pages that are used */
    int seconds;                      /* of searching and reading, after which nothing new is begun */
};

/* The row of a level. Static. */
const struct levels_level *level_row(enum research_level level);

/* What the config asks for: realTimeData alone, with enableDeepResearch, with extendedResearch too. */
enum research_level level_asked(const json_t *config);

/* One research on its way: what was asked, what was found, how much may still be done. */

/* A result of a search, as it is kept. It lives in the arena of the study. */
struct hit {
    struct search_result result;
    const char *address; /* normalised */
    double value;        /* for the order in which pages are read */
    size_t agent;        /* whose query found it first */
    struct str query;    /* for which it stood highest */
    size_t rank;         /* there, from 1 */
    double share;        /* of the words of the subject, or of its query, that title and text have; negative: not looked
                          * at yet */
    bool is_used;        /* read, or tried */
};

/* A page that was read, and the hit that led to it. */
struct read_page {
    const struct hit *hit;
    const struct page *page;
};

/* A query that is asked in a round. */
struct ask {
    struct str query;
    enum search_kind kind;
    size_t agent;
    const char *step;
    /* --- what came of it --- */
    struct search_results results;
    const char *problem; /* why it failed; NULL: it did not */
    double seconds;
    bool is_asked; /* false: there was no time left */
};

/* Told as it begins, one after the other, so that the count never falls. */
struct searching {
    pthread_mutex_t lock;
    size_t begun, planned;
};

struct study {
    struct writing *writing;
    struct arena *arena; /* until the sources are stored */
    const struct levels_level *level;
    struct kinds kinds;
    struct found *found;
    int64_t left_ms;     /* of searching and reading; what a model takes, and the wait for it, does not count */
    int64_t deadline;    /* of what is under way, in clock_mono_ms */
    const char *country; /* ISO 3166 alpha-2; NULL: none */
    enum search_age age;

    struct queries asked;
    struct searching searching;
    size_t searches, reads;      /* done */
    size_t failed;               /* of the searches */
    const char *problem;         /* of the first that failed */
    bool is_noted[SEARCH_KINDS]; /* that searches of this kind fail */

    struct hit *hits;
    size_t hit_count, hit_cap;

    struct read_page *pages; /* that were read, until some of them are chosen: room for most_reads of the level */
    size_t page_count;

    size_t rounds; /* done */

    struct arena **arenas; /* of its searches and readings */
    size_t arena_count, arena_cap;
};

/* found: where its pages go. E_MEMORY; study_close must follow in any case. */
enum status study_open(struct writing *writing, struct found *found, struct study *study);
void study_close(struct study *study);

/* Searching or reading begins, and ends. */
void study_start_clock(struct study *study);
void study_stop_clock(struct study *study);

enum { EVERYBODY = -1 };

/*
 * The pages that an agent knows, or all: the request's own, the library's, and those that were read for it. An array in
 * the arena. E_MEMORY.
 */
enum status study_pages(const struct study *study, int agent, struct arena *arena, struct page **pages, size_t *count,
                        struct error *err);

/* One more arena that lives as long as the study, for a thread of its own. E_MEMORY. */
enum status study_arena(struct study *study, struct arena **arena);

/* Queries asked of a language model: before anything was found, and for what the pages leave open. */

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

/* What pages leave open, told by rule: usual questions that nothing answers, headings with hardly anything below. */

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
 * heading says beside it. The same thing may be there twice. E_MEMORY.
 */
enum status gaps_by_rule(struct arena *arena, const struct gap_view *view, struct str **queries, size_t *count,
                         struct error *err);

#endif
