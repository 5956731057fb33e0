/* One research on its way: what was asked, what was found, how much may still be done. */
#ifndef COPYDESK_WRITE_RESEARCH_STUDY_H
#define COPYDESK_WRITE_RESEARCH_STUDY_H

#include "write/research/kinds.h"
#include "write/research/levels.h"
#include "write/research/queries.h"
#include "write/sources/found.h"

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

#endif
