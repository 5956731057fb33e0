/*
 * node: the processes that serve the database. Each has a row, which says with every beat that it is alive.
 *
 * A node that has not been seen for NODE_DEAD_MS is taken for dead: its webhooks are due again, and its requests may be
 * made at another one. Whoever notices removes its row after NODE_FORGET_MS, as long as the longest lease. Leases are
 * what keeps two nodes from the same work, and need no rows: that a node is known to be gone only makes its work free
 * sooner. Times are the database's (db_now).
 */
#ifndef COPYDESK_STORE_NODE_H
#define COPYDESK_STORE_NODE_H

#include "base/base.h"

struct db;

enum { NODE_BEAT_MS = 5 * 1000, NODE_DEAD_MS = 30 * 1000, NODE_FORGET_MS = 60 * 1000 };

struct node {
    const char *id;      /* of this run of the process: a UUID. Its workers' names begin with it */
    const char *name;    /* for people; of the machine */
    const char *address; /* where it answers requests; "": it does not yet */
    const char *version; /* of copydesk */
    int64_t schema;      /* the newest version that it knows */
    int64_t workers;     /* articles that it writes side by side */
    int64_t busy;        /* articles under way */
    int64_t started_at;
    int64_t seen_at;
    int64_t silent_ms; /* since it was seen, as the list is read */
};

/* Has it been silent for so long that it is taken for dead? */
static inline bool node_is_silent(const struct node *node)
{
    return node->silent_ms >= NODE_DEAD_MS;
}

/* Writes the row of a node that is alive now: reads all but schema, seen_at and silent_ms of it. */
enum status node_beat(struct db *db, const struct node *node, struct error *err);

/* At a clean stop. One that is not there is removed already. */
enum status node_remove(struct db *db, const char *id, struct error *err);

/* All nodes, in the order in which they were started. */
enum status node_list(struct db *db, struct arena *arena, struct node **nodes, size_t *count, struct error *err);

/* Those but `id` that are not silent, in the same order. */
enum status node_list_others(struct db *db, struct arena *arena, const char *id, struct node **nodes, size_t *count,
                             struct error *err);

/*
 * Removes the rows of other nodes that have been dead for long, or, when nobody else can be on the database
 * (is_alone), of all others. *count gets how many.
 */
enum status nodes_forget_dead(struct db *db, const char *id, bool is_alone, int64_t *count, struct error *err);

#endif
