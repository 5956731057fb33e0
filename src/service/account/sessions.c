#include "service/account/sessions.h"

#include "store/db/db.h"

#include <openssl/sha.h>
#include <stdio.h>

enum { MOST_OF_A_KEY = 50, DAY_MS = 24 * 60 * 60 * 1000 };

void session_hash(const char *token, unsigned char hash[SESSION_HASH_SIZE])
{
    SHA256((const unsigned char *)token, strlen(token), hash);
}

void session_form_token(const char *token, char form_token[SESSION_TOKEN_LENGTH + 1])
{
    char text[SESSION_TOKEN_LENGTH + 16];
    unsigned char hash[SESSION_HASH_SIZE];
    snprintf(text, sizeof text, "form:%s", token);
    session_hash(text, hash);
    hex_encode(hash, sizeof hash, form_token);
}

static enum status sessions_insert(struct db *db, void *argument, struct error *err)
{
    struct session *session = argument;
    session->created_at = db_now(db);
    session->ends_at = session->created_at + (int64_t)SESSION_DAYS * DAY_MS;
    return session_insert(db, session, MOST_OF_A_KEY, err);
}

enum status session_begin(struct store *store, const char *key_id, char token[SESSION_TOKEN_LENGTH + 1],
                          struct error *err)
{
    unsigned char random[SESSION_TOKEN_LENGTH / 2];
    struct session session = {.key_id = key_id};
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, token);
    session_hash(token, session.hash);
    return store_write(store, sessions_insert, &session, err);
}

static enum status delete_session(struct db *db, void *argument, struct error *err)
{
    return session_delete(db, argument, err);
}

enum status session_end(struct store *store, const char *token, struct error *err)
{
    unsigned char hash[SESSION_HASH_SIZE];
    session_hash(token, hash);
    return store_write(store, delete_session, hash, err);
}
