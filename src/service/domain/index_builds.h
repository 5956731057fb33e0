/*
 * Building linking indexes: one at a time for an account and a few side by side, in threads of their own, so that the
 * sites of one account keep nobody else waiting.
 */
#ifndef COPYDESK_SERVICE_DOMAIN_INDEX_BUILDS_H
#define COPYDESK_SERVICE_DOMAIN_INDEX_BUILDS_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>

struct index_builds;

/* Builds the index of a domain and keeps it, unless *cancel is true by then. Any status; E_CANCELLED: it was. */
typedef enum status (*index_make)(void *context, const char *domain_id, const atomic_bool *cancel, struct error *err);

/* err: NULL when the status is OK. */
typedef void (*index_made)(void *argument, enum status status, const struct error *err);

/* E_MEMORY. */
enum status index_builds_new(index_make make, void *context, struct index_builds **builds, struct error *err);

/*
 * Has the index of a domain built, once for all that ask meanwhile. made is called once, in any thread, maybe in this
 * one: OK when it was built, or the domain was dropped meanwhile; E_CANCELLED when the builds are closed; otherwise
 * what `make` returned. account_id: of the domain.
 */
void index_builds_ask(struct index_builds *builds, const char *account_id, const char *domain_id, index_made made,
                      void *argument);

/* The same for a caller that waits for it. */
enum status index_builds_wait(struct index_builds *builds, const char *account_id, const char *domain_id,
                              struct error *err);

/* Would the index of a domain be built at once? False: others of the account, or too many of other accounts, come
 * first.
 */
bool index_builds_is_free(struct index_builds *builds, const char *account_id, const char *domain_id);

/* Calls off the building of a domain's index that is in line or under way. */
void index_builds_drop(struct index_builds *builds, const char *domain_id);

/* Calls off all; nothing is built any more. NULL is allowed. */
void index_builds_close(struct index_builds *builds);

/* Closes, and waits for the end of what is under way. NULL is allowed. */
void index_builds_free(struct index_builds *builds);

#endif
