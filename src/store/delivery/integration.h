/* Integrations in the store: the sites and webhooks of an account to which its finished articles go. */
#ifndef COPYDESK_STORE_INTEGRATION_H
#define COPYDESK_STORE_INTEGRATION_H

#include "base/base.h"

struct db;

enum integration_state { INTEGRATION_ACTIVE, INTEGRATION_DISABLED };

const char *integration_state_name(enum integration_state state); /* "active", "disabled" */
const char *integration_state_word(size_t i);                     /* in the order of the enum; NULL behind the last */

struct integration {
    const char *id, *account_id;
    const char *kind; /* "webhook", a row of deliver/targets.c */
    const char *name;
    enum integration_state state;
    const char *problem;   /* why the service disabled it; NULL: it did not */
    const char *settings;  /* JSON object, without what is secret */
    struct str secrets;    /* a JSON object, sealed (deliver/secrets/sealed.h); empty: there are none */
    int64_t failing_since; /* when the first attempt failed since one was accepted; 0: the last one was accepted */
    int64_t created_at, updated_at;
};

/* updated_at becomes created_at. E_CONFLICT: the id is taken; E_NOT_FOUND: no such account. */
enum status integration_insert(struct db *db, const struct integration *integration, struct error *err);

/* account_id NULL: of any account. E_NOT_FOUND, also for the integration of another account. */
enum status integration_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                            struct integration *integration, struct error *err);

/* The oldest first, at most limit. account_id NULL: of all accounts. after: id of the last one of the page before, NULL
 * for the first page. */
enum status integration_list(struct db *db, struct arena *arena, const char *account_id, const char *after,
                             size_t limit, struct integration **integrations, size_t *count, struct error *err);

/* Writes name, state, problem, settings, secrets and failing_since; updated_at becomes `now`. E_NOT_FOUND. */
enum status integration_update(struct db *db, const struct integration *integration, int64_t now, struct error *err);

/* Its deliveries stay; those that are pending fail. E_NOT_FOUND. */
enum status integration_delete(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err);

/* --- what its deliveries came to --- */

/* A delivery was accepted: it has not been failing. */
enum status integration_worked(struct db *db, const char *id, struct error *err);

/* An attempt failed: *since gets when the first one did since one was accepted. E_NOT_FOUND: it was deleted. */
enum status integration_failed(struct db *db, const char *id, int64_t now, int64_t *since, struct error *err);

/* Disables an active one, and says why: the deliveries that wait for it fail with that sentence; attempts that are
 * under way go on. */
enum status integration_disable(struct db *db, const char *id, const char *problem, int64_t now, struct error *err);

#endif
