/*
 * The keys of an account.
 *
 *   keys.c         what requests say and answers show of keys; they are listed and deleted
 *   keys_change.c  they are made, changed, and made anew
 */
#ifndef COPYDESK_SERVICE_API_KEYS_H
#define COPYDESK_SERVICE_API_KEYS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

enum {
    GRACE_MAX = 30 * 86400, /* seconds */
    GRACE_DEFAULT = 86400
};

/* What a request says of a key. */
struct given_key {
    const char *name;
    struct field_list scopes;         /* of const char * */
    long expires_at, expires_in_days; /* 0: not given */
};

struct given_rotation {
    long grace_seconds;
};

extern const struct fields key_fields, key_change_fields, key_rotation_fields;
extern const struct members key_members;

void keys_list(struct request *request);
void keys_create(struct request *request);
void keys_update(struct request *request);
void keys_rotate(struct request *request);
void keys_delete(struct request *request);

/* Appends a key as it is shown. text: the key itself; NULL: it is not shown. */
void keys_write(struct buf *out, const struct api_key *key, const char *text);

/* A key that is being made, with its text. */
struct new_key {
    struct api_key key;
    char id[UUID_LENGTH + 1], text[KEY_LENGTH + 1], prefix[KEY_PREFIX_LENGTH + 1];
};

/* Fills in what is random of it; the rest of fresh->key is the caller's. */
void keys_new(struct new_key *fresh, const char *account_id, const char *name, unsigned scopes, int64_t expires_at);

/* Stores it. E_LIMIT: the account has as many keys that have not expired as it may (BOUND_KEYS). */
enum status keys_insert(struct db *db, const struct bounds *bounds, const struct new_key *fresh, struct error *err);

#endif
