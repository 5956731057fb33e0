/* API keys: how they are made, stored and found again. */
#ifndef COPYDESK_SERVICE_ACCOUNT_AUTH_H
#define COPYDESK_SERVICE_ACCOUNT_AUTH_H

#include "base/base.h"
#include "service/account/plans.h"
#include "store/session.h"
#include "store/store.h"

/* "cd_" and 40 characters of 62: 238 random bits. */
enum { KEY_LENGTH = 43, KEY_PREFIX_LENGTH = 9, KEY_TEXT_MAX = 200 };

/* Who asks. The text lives in the arena that was passed. */
struct caller {
    const char *account_id, *key_id; /* key_id "": somebody at the data folder's socket, without a key */
    const char *key_prefix;          /* what may be shown of the key; NULL where key_id is "" */
    enum plan plan;
    unsigned scopes; /* of the key */
};

struct auth;

struct auth *auth_new(struct store *store);
void auth_free(struct auth *auth);

/* Finds the caller for a key. E_NOT_FOUND: there is no such key, it has expired or its account is not active; the
 * message is a sentence for the caller. Found ones are remembered for a few seconds. Thread-safe. */
enum status auth_find(struct auth *auth, struct arena *arena, const char *key, struct caller *caller,
                      struct error *err);

/* Is the key among those that are remembered, so that auth_find reads nothing? Thread-safe. */
bool auth_remembers(struct auth *auth, const char *key);

/* The caller for a signed-in browser: that of the key it signed in with. E_NOT_FOUND: the session has ended, or the key
 * does not work any more. Found ones are remembered as keys are. */
enum status auth_find_session(struct auth *auth, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              struct caller *caller, struct error *err);

/* For whoever ends a session before its time: it does not work from now on. */
void auth_forget_session(struct auth *auth, const unsigned char hash[SESSION_HASH_SIZE]);

/* The caller that an operator speaks for: an account that was not removed, with all scopes. E_NOT_FOUND. */
enum status auth_find_account(struct auth *auth, struct arena *arena, const char *account_id, struct caller *caller,
                              struct error *err);

/* Forget what is remembered of a key, or of all keys of an account, after a change or deletion. */
void auth_forget(struct auth *auth, const char *key_id);
void auth_forget_account(struct auth *auth, const char *account_id);

/* Forgets all sessions, or everything. */
void auth_forget_sessions(struct auth *auth);
void auth_forget_all(struct auth *auth);

/* What the log tells of keys. */
void key_log_made(const char *key_id, const char *account_id);
void key_log_deleted(const char *key_id, const char *account_id);

/* A new key; out holds KEY_LENGTH + 1 bytes. */
void key_generate(char *out);
void key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE]);

#endif
