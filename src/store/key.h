/* API keys in the store: of each, what may be shown, and a hash of the rest. */
#ifndef COPYDESK_STORE_KEY_H
#define COPYDESK_STORE_KEY_H

#include "base/base.h"

struct db;

struct api_key {
    const char *id, *account_id, *name;
    const char *prefix; /* what may be shown of it */
    unsigned scopes;    /* what it may be used for: service/account/scopes.h; KEY_MANAGES among them */
    int64_t created_at, last_used_at;
    int64_t expires_at; /* from then on it does not work; 0: never */
};

enum {
    KEY_MANAGES = 4,   /* the scope of keys that can make others */
    KEY_HASH_SIZE = 32 /* SHA-256 of the whole key */
};

/* E_CONFLICT: the key exists; E_NOT_FOUND: its account does not. */
enum status key_insert(struct db *db, const struct api_key *key, const unsigned char hash[KEY_HASH_SIZE],
                       struct error *err);

/* Notes that the configuration of a node gave the account's key, which is stored: for good, also when the key is
 * deleted. Noting it again does nothing. */
enum status key_note_configured(struct db *db, const char *account_id, const unsigned char hash[KEY_HASH_SIZE],
                                struct error *err);
enum status key_was_configured(struct db *db, const unsigned char hash[KEY_HASH_SIZE], bool *was, struct error *err);

/* E_NOT_FOUND. Also finds one that has expired. */
enum status key_find(struct db *db, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE], struct api_key *key,
                     struct error *err);

/* E_NOT_FOUND, also for the key of another account. */
enum status key_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct api_key *key,
                    struct error *err);

/* All keys of an account, the oldest first. */
enum status key_list(struct db *db, struct arena *arena, const char *account_id, struct api_key **keys, size_t *count,
                     struct error *err);

/* Makes room for one more key: where an account has `most`, those that have expired are removed. E_LIMIT: it has as
 * many that have not. */
enum status key_make_room(struct db *db, const char *account_id, int64_t most, int64_t now, struct error *err);

/* Writes name, scopes and expires_at. E_NOT_FOUND; E_CONFLICT when the last key of the account that works for good and
 * has KEY_MANAGES would no longer be such a key. */
enum status key_update(struct db *db, const struct api_key *key, struct error *err);

/* Writes down that the key was used. Once a minute is enough; it need not be called for each request. */
enum status key_touch(struct db *db, const char *id, int64_t now, struct error *err);

/* E_NOT_FOUND; E_CONFLICT when it is the last one of the account that works for good and has KEY_MANAGES. */
enum status key_delete(struct db *db, const char *account_id, const char *id, struct error *err);

#endif
