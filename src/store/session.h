/* Signed-in browsers in the store: of each a hash of its cookie, and the key that it signed in with. They go with the
 * key. */
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

/* One that is not there is removed already. */
enum status session_delete(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err);

#endif
