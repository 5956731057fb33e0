/* The configured accounts and their first keys, made at the start. */
#ifndef COPYDESK_SERVICE_ACCOUNTS_H
#define COPYDESK_SERVICE_ACCOUNTS_H

#include "service/internal.h"

/* Makes what is missing and sets service->key. The local account's key is kept in the file `key` of the data folder, that of another
 * account in `key.NAME`: each always holds a key that works. */
enum status accounts_prepare(struct service *service, struct error *err);

#endif
