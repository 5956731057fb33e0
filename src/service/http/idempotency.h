/* The Idempotency-Key of a request that must not run twice. */
#ifndef COPYDESK_SERVICE_HTTP_IDEMPOTENCY_H
#define COPYDESK_SERVICE_HTTP_IDEMPOTENCY_H

#include "service/http/request.h"
#include "store/store.h"

#include <jansson.h>

struct idempotency {
    struct idempotent_key key;         /* key.key NULL: the request carries none, and everything below does nothing */
    unsigned char hash[KEY_HASH_SIZE]; /* of the route and the body */
    struct idempotent found;           /* the earlier answer, when there is one */
};

/* Reads the header of a request with this body, for the caller's account; node: the id of this one. False: it is no
 * good, a problem was answered. */
bool idempotency_read(struct request *request, const char *account_id, const char *node, const json_t *body,
                      struct idempotency *idempotency);

/* Inside a transaction. OK: the key was new and is taken (or there is none). E_CONFLICT: see idempotency_answer. */
enum status idempotency_begin(struct db *db, struct idempotency *idempotency, struct arena *arena, struct error *err);

/* Inside a transaction: keeps the answer for later. E_CONFLICT "key_lost": see idempotency_is_lost. */
enum status idempotency_finish(struct db *db, const struct idempotency *idempotency, int status,
                               const char *content_type, const char *location, struct str body, struct error *err);
/* The same for a large answer, of which an account keeps only so many and so large ones. Of one that is not kept any
 * more the request may be answered again by whoever can make the answer without doing it twice. */
enum status idempotency_finish_bounded(struct db *db, const struct idempotency *idempotency, int status,
                                       const char *content_type, struct str body, struct error *err);
/* After E_CONFLICT of idempotency_begin: was this very request answered with 2xx, but the answer is not kept? */
bool idempotency_lacks_answer(const struct idempotency *idempotency);

/* The request took too long, or another node has taken this one for dead: it runs there, or may be sent again. */
bool idempotency_is_lost(const struct error *err);

enum status idempotency_abandon(struct db *db, const struct idempotency *idempotency, struct error *err);

/* After E_CONFLICT of idempotency_begin: the stored answer again, or 409, or 422. */
void idempotency_answer(struct request *request, const struct idempotency *idempotency);

/* 409 for a request that has lost its key, of which nothing was kept: asked again, it gets the answer of the other. */
void idempotency_answer_lost(struct request *request);

#endif
