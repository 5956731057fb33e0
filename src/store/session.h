/* Signed-in browsers in the store: of each a hash of its cookie, and the key that it signed in with; and the one-time
 * codes with which some are. They go with the key. */
#ifndef COPYDESK_STORE_SESSION_H
#define COPYDESK_STORE_SESSION_H

#include "store/key.h"

enum { SESSION_HASH_SIZE = 32 /* SHA-256 of the whole cookie */ };

struct session {
    unsigned char hash[SESSION_HASH_SIZE];
    const char *key_id;
    int64_t created_at, ends_at; /* from ends_at on it does not work */
};

/* Also removes the sessions that have ended, and the oldest of a key that has `most` of them already. E_NOT_FOUND:
 * there is no such key. */
enum status session_insert(struct db *db, const struct session *session, int64_t most, struct error *err);

/* The key of a session that has not ended. E_NOT_FOUND. */
enum status session_find_key(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                             int64_t now, struct api_key *key, struct error *err);

/* A one-time code that signs a browser in with a key. */
struct sign_in_code {
    unsigned char hash[SESSION_HASH_SIZE]; /* SHA-256 of the code */
    const char *id, *key_id;
    int64_t ends_at; /* from then on it does not work */
};

/* Also removes the codes that have ended, and of the key all but the newest, so that `most` are left. E_NOT_FOUND:
 * there is no such key. */
enum status sign_in_code_insert(struct db *db, const struct sign_in_code *code, int64_t most, struct error *err);

/* Does this code of an account still wait to be used? */
enum status sign_in_code_waits(struct db *db, const char *account_id, const char *id, bool *waits, struct error *err);

/* The key that a code is for, which still waits. E_NOT_FOUND. */
enum status sign_in_code_find(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              const char **key_id, struct error *err);

/* Uses it up. E_NOT_FOUND: it was, a moment ago, or has ended. */
enum status sign_in_code_take(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err);

/* One that is not there is removed already. */
enum status session_delete(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err);

#endif
