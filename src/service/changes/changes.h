/*
 * changes: whoever has stored a change tells it to those whom it concerns, on this node and on the others.
 *
 *   changes.h  this file: one table of what can change, and of what is done about it
 *   lookout.h  looks now and then for what nobody has told
 *
 * On this node it is done at once, in the thread of whoever tells it. On the others it takes some milliseconds more,
 * in the thread of their notices (store/notices/notices.h), or longer while those do not come: then the lookout finds
 * it. Nothing depends on being told but how soon something happens; what remembers stored things in memory, and is
 * wrong until it is told, forgets them by itself after a time (account/auth.h) or asks the store (record_cache.h).
 *
 * What every node finds in the store when it needs it is not told: brands, integrations, pages and their index.
 */
#ifndef COPYDESK_SERVICE_CHANGES_H
#define COPYDESK_SERVICE_CHANGES_H

#include "base/base.h"

struct auth;
struct crawler;
struct index_cache;
struct notices;
struct sender;
struct waiters;
struct workers;

enum change_kind {
    CHANGE_SHOWN,    /* something that requests wait for: an article, a domain, the queue of an account; its id */
    CHANGE_WORK,     /* there is an article to claim */
    CHANGE_ENDED,    /* an article was cancelled or deleted; its id */
    CHANGE_DELIVERY, /* there is something to deliver */
    CHANGE_CRAWL,    /* there is a domain to crawl */
    CHANGE_REMOVED,  /* a domain was deleted; its id */
    CHANGE_KEY,      /* a key was changed or deleted; its id */
    CHANGE_ACCOUNT,  /* an account was; its id */
    CHANGE_SESSION,  /* somebody signed out */
    CHANGES
};

/* Whom it concerns. Made by the composition (service/service.c); what is not there yet is NULL, and not told. */
struct changes {
    struct waiters *waiters;
    struct workers *workers;
    struct sender *sender;
    struct crawler *crawler;
    struct index_cache *indexes;
    struct auth *auth;
    struct notices *notices; /* to the other nodes; NULL: there can be none */
};

/* Here and elsewhere, after it is stored. id: "" where the change has none. Any thread. */
void changes_tell(const struct changes *changes, enum change_kind change, const char *id);

/* Elsewhere alone. */
void changes_send(const struct changes *changes, enum change_kind change, const char *id);

/* What another node told: `receive` of the notices, with the changes as its context. A kind that a newer program knows
 * is passed over. */
void changes_receive(void *changes, const char *kind, const char *id);

#endif
