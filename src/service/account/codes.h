/* codes: one-time codes with which a browser is signed in for a key, without the key in any file or address. They are
 * in the store, as hashes, so that one of any node works at all of them, and for a minute by the database's clock. */
#ifndef COPYDESK_SERVICE_ACCOUNT_CODES_H
#define COPYDESK_SERVICE_ACCOUNT_CODES_H

#include "store/store.h"

enum { CODE_LENGTH = 64 /* 256 random bits in hexadecimal */, CODE_SECONDS = 60 };

struct new_code {
    char id[UUID_LENGTH + 1]; /* by which it is asked for; no secret */
    char text[CODE_LENGTH + 1];
    int64_t ends_at; /* milliseconds since 1970, by the database's clock */
};

/* Makes one. A fixed number of a key can wait at a time; the oldest gives way. E_NOT_FOUND: there is no such key;
 * statuses of store_write. */
enum status codes_add(struct store *store, const char *key_id, struct new_code *fresh, struct error *err);

/* Does this account's code still wait to be used? Statuses of store_read. */
enum status codes_wait(struct store *store, const char *account_id, const char *id, bool *waits, struct error *err);

/* Uses the code up: *key_id gets the key that it was made for. E_NOT_FOUND: there is no such code any more, which a
 * read tells: nobody makes the store write by trying codes. Statuses of store_read and store_write. */
enum status codes_take(struct store *store, struct arena *arena, const char *text, const char **key_id,
                       struct error *err);

#endif
