/*
 * The lookout: one thread that looks for what nobody has told. On a database that other nodes use there always is
 * something of the kind: a lease that ran out, an article that was postponed, and whatever changed while notices did
 * not come.
 *
 *                                          notices come    they do not
 *   an article to claim                    5 s             2 s            one statement
 *   a delivery                             15 s            2 s            one statement, the sender's
 *   what requests wait for                 15 s            2 s            one for a thousand articles and domains,
 *                                                                         none where nobody waits
 *
 * It only reads. A request that waits for something else than an article or a domain is told to look each time. The
 * crawler looks for crawls by itself.
 */
#ifndef COPYDESK_SERVICE_LOOKOUT_H
#define COPYDESK_SERVICE_LOOKOUT_H

#include "service/changes/changes.h"

struct lookout;
struct store;

enum { LOOKOUT_UNTOLD_MS = 2000 };

/* All of it outlives the lookout. */
struct lookout_options {
    struct store *store;
    const struct changes *changes;
    bool has_workers;  /* false: nobody here claims articles */
    int64_t untold_ms; /* how often it looks while notices do not come */
};

/* E_MEMORY, also when no more threads can be made. */
enum status lookout_start(const struct lookout_options *options, struct lookout **lookout, struct error *err);

/* NULL is allowed. */
void lookout_stop(struct lookout *lookout);

#endif
