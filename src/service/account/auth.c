#include "service/account/account.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_SIZE = 1024, CACHE_MS = 5000, USE_MS = 60000, ID_MAX = 80 };

struct remembered {
    unsigned char hash[KEY_HASH_SIZE];
    bool is_session; /* the hash is that of a session's cookie, which is no key */
    int64_t until;   /* 0: free */
    int64_t expires_at;
    enum plan plan;
    unsigned scopes;
    char account_id[ID_MAX], key_id[ID_MAX], key_prefix[KEY_PREFIX_LENGTH + 1];
};

struct auth {
    struct store *store;
    pthread_mutex_t lock;
    unsigned changes; /* grows with each, so that a lookup that began before one is not remembered after it */
    struct remembered cache[CACHE_SIZE]; /* by the first bits of the hash */
};

struct auth *auth_new(struct store *store)
{
    struct auth *auth = calloc(1, sizeof *auth);
    if (!auth)
        return NULL;
    auth->store = store;
    pthread_mutex_init(&auth->lock, NULL);
    return auth;
}

void auth_free(struct auth *auth)
{
    if (!auth)
        return;
    pthread_mutex_destroy(&auth->lock);
    OPENSSL_cleanse(auth->cache, sizeof auth->cache);
    free(auth);
}

void key_generate(char *out)
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    memcpy(out, "cd_", 3);
    for (int i = 3; i < KEY_LENGTH; i++)
        out[i] = letters[random_below(sizeof letters - 1)];
    out[KEY_LENGTH] = '\0';
}

/* Looked up once: SHA256() does so each time, which takes longer than the hashing. */
static EVP_MD *sha256;

static void find_sha256(void)
{
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
}

void key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_sha256);
    if (!sha256 || !EVP_Digest(key, strlen(key), hash, NULL, sha256, NULL))
        SHA256((const unsigned char *)key, strlen(key), hash);
}

static struct remembered *cache_slot(struct auth *auth, const unsigned char hash[KEY_HASH_SIZE])
{
    return &auth->cache[(hash[0] << 8 | hash[1]) % CACHE_SIZE];
}

static bool has_expired(int64_t expires_at, int64_t now)
{
    return expires_at && now >= expires_at;
}

/* Under the lock. */
static bool is_remembered(const struct remembered *slot, const unsigned char hash[KEY_HASH_SIZE], bool is_session)
{
    return slot->until > clock_mono_ms() && slot->is_session == is_session &&
           !has_expired(slot->expires_at, clock_now_ms()) && CRYPTO_memcmp(slot->hash, hash, KEY_HASH_SIZE) == 0;
}

bool auth_remembers(struct auth *auth, const char *key)
{
    unsigned char hash[KEY_HASH_SIZE];
    key_hash(key, hash);
    pthread_mutex_lock(&auth->lock);
    bool remembers = is_remembered(cache_slot(auth, hash), hash, false);
    pthread_mutex_unlock(&auth->lock);
    return remembers;
}

static bool recall(struct auth *auth, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE], bool is_session,
                   struct caller *caller, unsigned *changes)
{
    bool found = false;
    pthread_mutex_lock(&auth->lock);
    *changes = auth->changes;
    const struct remembered *slot = cache_slot(auth, hash);
    if (is_remembered(slot, hash, is_session)) {
        *caller = (struct caller){
            .account_id = arena_copy(arena, slot->account_id),
            .key_id = arena_copy(arena, slot->key_id),
            .key_prefix = arena_copy(arena, slot->key_prefix),
            .plan = slot->plan,
            .scopes = slot->scopes,
        };
        found = caller->account_id && caller->key_id && caller->key_prefix;
    }
    pthread_mutex_unlock(&auth->lock);
    return found;
}

static void remember(struct auth *auth, const unsigned char hash[KEY_HASH_SIZE], bool is_session,
                     const struct caller *caller, int64_t expires_at, unsigned changes)
{
    if (strlen(caller->account_id) >= ID_MAX || strlen(caller->key_id) >= ID_MAX ||
        strlen(caller->key_prefix) > KEY_PREFIX_LENGTH)
        return;
    pthread_mutex_lock(&auth->lock);
    struct remembered *slot = cache_slot(auth, hash);
    if (auth->changes != changes) {
        pthread_mutex_unlock(&auth->lock);
        return;
    }
    memcpy(slot->hash, hash, KEY_HASH_SIZE);
    slot->is_session = is_session;
    slot->until = clock_mono_ms() + CACHE_MS;
    slot->expires_at = expires_at;
    slot->plan = caller->plan;
    slot->scopes = caller->scopes;
    strcpy(slot->account_id, caller->account_id);
    strcpy(slot->key_id, caller->key_id);
    strcpy(slot->key_prefix, caller->key_prefix);
    pthread_mutex_unlock(&auth->lock);
}

void auth_forget(struct auth *auth, const char *key_id)
{
    pthread_mutex_lock(&auth->lock);
    auth->changes++;
    for (int i = 0; i < CACHE_SIZE; i++)
        if (strcmp(auth->cache[i].key_id, key_id) == 0)
            auth->cache[i].until = 0;
    pthread_mutex_unlock(&auth->lock);
}

void auth_forget_account(struct auth *auth, const char *account_id)
{
    pthread_mutex_lock(&auth->lock);
    auth->changes++;
    for (int i = 0; i < CACHE_SIZE; i++)
        if (strcmp(auth->cache[i].account_id, account_id) == 0)
            auth->cache[i].until = 0;
    pthread_mutex_unlock(&auth->lock);
}

static void forget_auth(struct auth *auth, bool sessions_only)
{
    pthread_mutex_lock(&auth->lock);
    auth->changes++;
    for (int i = 0; i < CACHE_SIZE; i++)
        if (auth->cache[i].is_session || !sessions_only)
            auth->cache[i].until = 0;
    pthread_mutex_unlock(&auth->lock);
}

void auth_forget_sessions(struct auth *auth)
{
    forget_auth(auth, true);
}

void auth_forget_all(struct auth *auth)
{
    forget_auth(auth, false);
}

struct auth_key_lookup {
    struct arena *arena;
    const unsigned char *hash;
    struct caller *caller;
    int64_t last_used_at, expires_at;
};

/* Fills in what the caller is by its account. */
static enum status auth_read_account(struct db *db, struct arena *arena, const char *id, struct caller *caller,
                                     struct account *account, struct error *err)
{
    enum status status = account_get(db, arena, id, account, err);
    if (status)
        return status;
    caller->account_id = account->id;
    if (plan_parse(account->plan, &caller->plan))
        return OK;
    return error_set(err, E_INTERNAL, NULL, "account %s has the plan \"%s\", which there is none of", id,
                     account->plan);
}

/* Fills in what the caller is by a key that was found. */
static enum status read_caller(struct db *db, struct auth_key_lookup *lookup, const struct api_key *key,
                               struct error *err)
{
    struct account account;
    enum status status = auth_read_account(db, lookup->arena, key->account_id, lookup->caller, &account, err);
    if (status)
        return status;
    lookup->caller->key_id = key->id;
    lookup->caller->key_prefix = key->prefix;
    lookup->caller->scopes = key->scopes;
    lookup->last_used_at = key->last_used_at;
    lookup->expires_at = key->expires_at;
    if (has_expired(key->expires_at, db_now(db)))
        return error_set(err, E_NOT_FOUND, NULL, "This API key has expired.");
    return account.state == ACCOUNT_ACTIVE
               ? OK
               : error_set(err, E_NOT_FOUND, NULL, "The account of this API key is disabled.");
}

static enum status auth_look_up(struct db *db, void *argument, struct error *err)
{
    struct auth_key_lookup *lookup = argument;
    struct api_key key;
    enum status status = key_find(db, lookup->arena, lookup->hash, &key, err);
    if (status == E_NOT_FOUND)
        return error_set(err, status, NULL, "This API key does not exist.");
    return status ? status : read_caller(db, lookup, &key, err);
}

static enum status look_up_session(struct db *db, void *argument, struct error *err)
{
    struct auth_key_lookup *lookup = argument;
    struct api_key key;
    enum status status = session_find_key(db, lookup->arena, lookup->hash, db_now(db), &key, err);
    return status ? status : read_caller(db, lookup, &key, err);
}

static enum status touch(struct db *db, void *argument, struct error *err)
{
    return key_touch(db, argument, db_now(db), err);
}

static void touched(void *argument, enum status status, const struct error *err)
{
    (void)status, (void)err; /* the next use of the key tries again */
    free(argument);
}

/* The day and minute of the last use is for people who clean up their keys; nobody waits for it to be stored. */
static void note_use(struct auth *auth, const struct auth_key_lookup *lookup)
{
    if (clock_now_ms() - lookup->last_used_at < USE_MS)
        return;
    char *id = strdup(lookup->caller->key_id);
    if (id && store_submit(auth->store, touch, id, touched, NULL) != OK)
        free(id);
}

enum status auth_find(struct auth *auth, struct arena *arena, const char *key, struct caller *caller, struct error *err)
{
    unsigned char hash[KEY_HASH_SIZE];
    key_hash(key, hash);
    unsigned changes;
    if (recall(auth, arena, hash, false, caller, &changes))
        return OK;
    struct auth_key_lookup lookup = {.arena = arena, .hash = hash, .caller = caller};
    enum status status = store_read(auth->store, auth_look_up, &lookup, err);
    if (status)
        return status;
    remember(auth, hash, false, caller, lookup.expires_at, changes);
    note_use(auth, &lookup);
    return OK;
}

enum status auth_find_session(struct auth *auth, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              struct caller *caller, struct error *err)
{
    unsigned changes;
    if (recall(auth, arena, hash, true, caller, &changes))
        return OK;
    struct auth_key_lookup lookup = {.arena = arena, .hash = hash, .caller = caller};
    enum status status = store_read(auth->store, look_up_session, &lookup, err);
    if (status)
        return status;
    remember(auth, hash, true, caller, lookup.expires_at, changes);
    note_use(auth, &lookup);
    return OK;
}

void auth_forget_session(struct auth *auth, const unsigned char hash[SESSION_HASH_SIZE])
{
    pthread_mutex_lock(&auth->lock);
    auth->changes++;
    struct remembered *slot = cache_slot(auth, hash);
    if (slot->is_session && CRYPTO_memcmp(slot->hash, hash, SESSION_HASH_SIZE) == 0)
        slot->until = 0;
    pthread_mutex_unlock(&auth->lock);
}

struct auth_account_lookup {
    struct arena *arena;
    const char *id;
    struct caller *caller;
};

static enum status look_up_account(struct db *db, void *argument, struct error *err)
{
    struct auth_account_lookup *lookup = argument;
    struct account account;
    enum status status = auth_read_account(db, lookup->arena, lookup->id, lookup->caller, &account, err);
    if (!status && account.state == ACCOUNT_REMOVED)
        status = E_NOT_FOUND;
    return status == E_NOT_FOUND ? error_set(err, status, NULL, "There is no account of this name.") : status;
}

enum status auth_find_account(struct auth *auth, struct arena *arena, const char *account_id, struct caller *caller,
                              struct error *err)
{
    struct auth_account_lookup lookup = {arena, account_id, caller};
    *caller = (struct caller){.key_id = "", .scopes = SCOPE_ALL};
    return store_read(auth->store, look_up_account, &lookup, err);
}

/* --- the log --- */

static void log_key(const char *name, const char *key_id, const char *account_id)
{
    struct log_event event = log_event_begin(name);
    log_event_text(&event, "id", key_id);
    log_event_text(&event, "account", account_id);
    log_event_end(&event, LOG_INFO);
}

void key_log_made(const char *key_id, const char *account_id)
{
    log_key("key made", key_id, account_id);
}

void key_log_deleted(const char *key_id, const char *account_id)
{
    log_key("key deleted", key_id, account_id);
}

_Static_assert((int)SCOPE_MANAGE == (int)KEY_MANAGES, "the store must know which keys can make others");

#define SCOPE_ROW(constant, bit, name, summary) {SCOPE_##constant, name},
static const struct {
    enum scope scope;
    const char *name;
} scopes[] = {SCOPES(SCOPE_ROW)};
#undef SCOPE_ROW

const char *scope_word(size_t i)
{
    return i < COUNT_OF(scopes) ? scopes[i].name : NULL;
}

bool scope_parse(const char *word, enum scope *scope)
{
    for (size_t i = 0; i < COUNT_OF(scopes); i++) {
        if (strcmp(scopes[i].name, word) == 0) {
            *scope = scopes[i].scope;
            return true;
        }
    }
    return false;
}

const char *scopes_text(unsigned set, const char *between, char buffer[SCOPES_TEXT_MAX])
{
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < COUNT_OF(scopes) && length < SCOPES_TEXT_MAX; i++)
        if (set & (unsigned)scopes[i].scope)
            length += (size_t)snprintf(buffer + length, SCOPES_TEXT_MAX - length, "%s%s", length ? between : "",
                                       scopes[i].name);
    return buffer;
}

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

enum { CODES_MOST_OF_A_KEY = 64 };

static enum status codes_insert(struct db *db, void *argument, struct error *err)
{
    struct sign_in_code *code = argument;
    code->ends_at = db_now(db) + CODE_SECONDS * 1000;
    return sign_in_code_insert(db, code, CODES_MOST_OF_A_KEY, err);
}

enum status codes_add(struct store *store, const char *key_id, struct new_code *fresh, struct error *err)
{
    unsigned char random[CODE_LENGTH / 2];
    struct sign_in_code code = {.id = fresh->id, .key_id = key_id};
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, fresh->text);
    uuid_v7(fresh->id);
    session_hash(fresh->text, code.hash);
    enum status status = store_write(store, codes_insert, &code, err);
    fresh->ends_at = code.ends_at;
    return status;
}

struct code_lookup {
    struct arena *arena;
    const char *account_id, *id, *key_id;
    unsigned char hash[SESSION_HASH_SIZE];
    bool waits;
};

static enum status codes_look(struct db *db, void *argument, struct error *err)
{
    struct code_lookup *lookup = argument;
    return sign_in_code_waits(db, lookup->account_id, lookup->id, &lookup->waits, err);
}

enum status codes_wait(struct store *store, const char *account_id, const char *id, bool *waits, struct error *err)
{
    struct code_lookup lookup = {.account_id = account_id, .id = id};
    enum status status = store_read(store, codes_look, &lookup, err);
    *waits = lookup.waits;
    return status;
}

static enum status codes_find(struct db *db, void *argument, struct error *err)
{
    struct code_lookup *lookup = argument;
    return sign_in_code_find(db, lookup->arena, lookup->hash, &lookup->key_id, err);
}

static enum status take_codes(struct db *db, void *argument, struct error *err)
{
    const struct code_lookup *lookup = argument;
    return sign_in_code_take(db, lookup->hash, err);
}

enum status codes_take(struct store *store, struct arena *arena, const char *text, const char **key_id,
                       struct error *err)
{
    struct code_lookup lookup = {.arena = arena};
    session_hash(text, lookup.hash);
    enum status status = store_read(store, codes_find, &lookup, err);
    if (!status)
        status = store_write(store, take_codes, &lookup, err);
    *key_id = lookup.key_id;
    return status;
}
