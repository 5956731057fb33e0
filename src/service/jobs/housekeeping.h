/*
 * housekeeping: what a store needs beside the requests and the articles, done in small steps by one thread, so that
 * nobody waits for it.
 *
 *   the index of articles (store/article_grams.h) gets those that an older program has written
 *   articles that are older than they are kept for are removed
 *   pages of a data folder's file that nothing is in any more are given back to the system
 */
#ifndef COPYDESK_SERVICE_JOBS_HOUSEKEEPING_H
#define COPYDESK_SERVICE_JOBS_HOUSEKEEPING_H

#include "store/article_keep.h"

struct housekeeping;
struct store;

struct housekeeping_options {
    struct store *store; /* outlives it */
    /* Called in its thread for each article that was removed, when that is stored. */
    void (*on_removed)(void *context, const char *account_id, const char *article_id);
    void *context;
    long keep_days[ARTICLE_ENDS]; /* 0: for ever */
};

/* E_MEMORY, also when no more threads can be made. */
enum status housekeeping_start(const struct housekeeping_options *options, struct housekeeping **housekeeping,
                               struct error *err);

/* NULL is allowed. */
void housekeeping_stop(struct housekeeping *housekeeping);

#endif
