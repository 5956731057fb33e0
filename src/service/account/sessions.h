/* sessions: browsers that are signed in with a key. What the cookie holds is stored as a hash only. */
#ifndef COPYDESK_SERVICE_ACCOUNT_SESSIONS_H
#define COPYDESK_SERVICE_ACCOUNT_SESSIONS_H

#include "store/session.h"
#include "store/store.h"

/* Of what the cookie holds: 256 random bits in hexadecimal. */
enum { SESSION_TOKEN_LENGTH = 64, SESSION_DAYS = 14 };

/* A new session of a key; token gets what the cookie is to hold. At most 50 of a key: the oldest gives way. The
 * statuses of store_write. */
enum status session_begin(struct store *store, const char *key_id, char token[SESSION_TOKEN_LENGTH + 1],
                          struct error *err);

/* The session does not work any more. One that is not there has ended already. */
enum status session_end(struct store *store, const char *token, struct error *err);

/* By which it is found (auth.h). */
void session_hash(const char *token, unsigned char hash[SESSION_HASH_SIZE]);

/* What the forms of its pages send back, in hexadecimal: who does not know the token cannot tell it. */
void session_form_token(const char *token, char form_token[SESSION_TOKEN_LENGTH + 1]);

#endif
