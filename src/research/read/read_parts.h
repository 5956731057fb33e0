/* A reader and the pages on their way, as read.c and visit.c share them. */
#ifndef COPYDESK_RESEARCH_READ_READ_PARTS_H
#define COPYDESK_RESEARCH_READ_READ_PARTS_H

#include "net/upstream/upstream.h"
#include "research/read/hosts.h"
#include "research/read/read.h"

/*
 * Fills the reading's page, status and problem; all of it lives in the arena, nothing points into the response.
 * E_MEMORY, else OK: what is wrong with the page stands in the reading.
 */
enum status fetched_read(const struct net_response *response, struct arena *arena, struct reading *reading,
                         struct error *err);

/*
 * One page on its way: it waits for the turn of its host, its robots.txt is read before it where that is not known, it
 * is fetched, perhaps later once more, perhaps from another host to which it was redirected.
 *
 * Between two steps a visit waits again, so that nobody is held up by the pauses of a host.
 */

enum { VISIT_PATIENCE_MS = 3000 }; /* with a host before it counts as one that does not answer */

/* What all readings share. */
struct reader {
    struct net *net;
    long pause_ms, keep_seconds;
    struct answers kept; /* by address: where it was found, type and charset, a line each; the body. Has its own lock */
    pthread_mutex_t lock; /* of all that follows, and of the states of visits */
    pthread_cond_t changed;
    struct hosts hosts;
};

/* What the visits of one call share. */
struct tour {
    struct reader *reader;
    const atomic_bool *cancel;
    uint64_t failures; /* of hosts before it began */
    int64_t deadline;  /* clock_mono_ms; INT64_MAX: none */
    int timeout_ms;
    size_t max_bytes;
};

enum visit_state {
    VISIT_WAITS,
    VISIT_RUNS,  /* a thread is at it */
    VISIT_ENDED, /* with a response or an error */
    VISIT_READ   /* its reading is filled in */
};

struct visit {
    const struct tour *tour;
    const char *given;   /* the address as the caller wrote it */
    const char *address; /* the same, normalised */
    bool is_named;
    char *moved; /* where it was redirected to, normalised; NULL: nowhere yet. Owned */
    struct host *host;
    enum visit_state state;
    int redirects, tries;
    int64_t spent_ms;    /* with fetching the page */
    int64_t patience_ms; /* that the next step may take, as others wait too; set by the caller of visit_begin */
    struct arena *arena; /* of the response; NULL: there is none */
    struct net_response response;
    bool is_kept; /* the response is that of an earlier reading */
    enum status status;
    struct error err;
    /* --- of one step --- */
    bool is_robots;    /* the step reads robots.txt */
    struct str robots; /* that was read, in the arena */
    bool is_moving;    /* it ended at a redirect to another host */
    char *next;        /* the address there, normalised. Owned */
    bool is_forbidden; /* where it was redirected to, by robots.txt */
    bool is_cut_short; /* it had so little time that its end says nothing of the host */
    int pause_ms;      /* that its host wants behind it */
};

/* Under the lock: starts with the host of its address. E_MEMORY. */
enum status visit_open(struct visit *visit);
void visit_close(struct visit *visit); /* under the lock; it does not run */

/* Under the lock, while it waits: what comes next? VISIT_RUNS: visit_run, and then visit_done; VISIT_ENDED;
 * VISIT_WAITS: *until (clock_mono_ms) lowered to when to ask again, if that is known. */
enum visit_state visit_begin(struct visit *visit, int64_t now, int64_t *until);
/* Without the lock: one request. */
void visit_run(struct visit *visit);
/* Under the lock: what came of it. The state is VISIT_WAITS or VISIT_ENDED then. */
void visit_done(struct visit *visit);

#endif
