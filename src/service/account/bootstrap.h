/* The configured accounts and their first keys, made at the start. */
#ifndef COPYDESK_SERVICE_ACCOUNT_BOOTSTRAP_H
#define COPYDESK_SERVICE_ACCOUNT_BOOTSTRAP_H

#include "service/internal.h"

/*
 * Makes what is missing, applies the configured terms and sets service->key. The local account's key is kept in the file `key` of the
 * data folder, that of another account in `key.NAME`: each holds a key that works, but for a configured one that was deleted over the
 * interface. That stays deleted (and is warned of) until another one is configured.
 */
enum status accounts_prepare(struct service *service, struct error *err);

/* Keys of an account that is configured no more open nothing. */
bool accounts_has(const struct service *service, const char *account_id);

#endif
