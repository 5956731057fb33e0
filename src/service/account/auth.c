#include "service/account/auth.h"

#include "base/log_event.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <stdlib.h>

enum { CACHE_SIZE = 1024, CACHE_MS = 5000, USE_MS = 60000, ID_MAX = 80 };

struct remembered {
    unsigned char hash[KEY_HASH_SIZE];
    int64_t until; /* 0: free */
    enum plan plan;
    char account_id[ID_MAX], key_id[ID_MAX];
};

struct auth {
    struct store *store;
    pthread_mutex_t lock;
    unsigned deletions; /* grows with each, so that a lookup that began before one is not remembered after it */
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

void key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE])
{
    SHA256((const unsigned char *)key, strlen(key), hash);
}

static struct remembered *cache_slot(struct auth *auth, const unsigned char hash[KEY_HASH_SIZE])
{
    return &auth->cache[(hash[0] << 8 | hash[1]) % CACHE_SIZE];
}

static bool recall(struct auth *auth, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE],
                   struct caller *caller, unsigned *deletions)
{
    bool found = false;
    pthread_mutex_lock(&auth->lock);
    *deletions = auth->deletions;
    const struct remembered *slot = cache_slot(auth, hash);
    if (slot->until > clock_mono_ms() && CRYPTO_memcmp(slot->hash, hash, KEY_HASH_SIZE) == 0) {
        *caller = (struct caller){arena_copy(arena, slot->account_id), arena_copy(arena, slot->key_id), slot->plan};
        found = caller->account_id && caller->key_id;
    }
    pthread_mutex_unlock(&auth->lock);
    return found;
}

static void remember(struct auth *auth, const unsigned char hash[KEY_HASH_SIZE], const struct caller *caller,
                     unsigned deletions)
{
    if (strlen(caller->account_id) >= ID_MAX || strlen(caller->key_id) >= ID_MAX)
        return;
    pthread_mutex_lock(&auth->lock);
    struct remembered *slot = cache_slot(auth, hash);
    if (auth->deletions != deletions) {
        pthread_mutex_unlock(&auth->lock);
        return;
    }
    memcpy(slot->hash, hash, KEY_HASH_SIZE);
    slot->until = clock_mono_ms() + CACHE_MS;
    slot->plan = caller->plan;
    strcpy(slot->account_id, caller->account_id);
    strcpy(slot->key_id, caller->key_id);
    pthread_mutex_unlock(&auth->lock);
}

void auth_forget(struct auth *auth, const char *key_id)
{
    pthread_mutex_lock(&auth->lock);
    auth->deletions++;
    for (int i = 0; i < CACHE_SIZE; i++)
        if (strcmp(auth->cache[i].key_id, key_id) == 0)
            auth->cache[i].until = 0;
    pthread_mutex_unlock(&auth->lock);
}

struct key_lookup {
    struct arena *arena;
    const unsigned char *hash;
    struct caller *caller;
    int64_t last_used_at;
};

static enum status look_up(struct db *db, void *argument, struct error *err)
{
    struct key_lookup *lookup = argument;
    struct api_key key;
    struct account account;
    enum status status = key_find(db, lookup->arena, lookup->hash, &key, err);
    if (status == OK)
        status = account_get(db, lookup->arena, key.account_id, &account, err);
    if (status != OK)
        return status;
    *lookup->caller = (struct caller){.account_id = key.account_id, .key_id = key.id};
    lookup->last_used_at = key.last_used_at;
    if (!plan_parse(account.plan, &lookup->caller->plan))
        return error_set(err, E_INTERNAL, NULL, "account %s has the plan \"%s\", which there is none of",
                         key.account_id, account.plan);
    return OK;
}

static enum status touch(struct db *db, void *argument, struct error *err)
{
    return key_touch(db, argument, clock_now_ms(), err);
}

static void touched(void *argument, enum status status, const struct error *err)
{
    (void)status, (void)err; /* the next use of the key tries again */
    free(argument);
}

/* The day and minute of the last use is for people who clean up their keys; nobody waits for it to be stored. */
static void note_use(struct auth *auth, const struct key_lookup *lookup)
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
    unsigned deletions;
    if (recall(auth, arena, hash, caller, &deletions))
        return OK;
    struct key_lookup lookup = {arena, hash, caller, 0};
    enum status status = store_read(auth->store, look_up, &lookup, err);
    if (status != OK)
        return status;
    remember(auth, hash, caller, deletions);
    note_use(auth, &lookup);
    return OK;
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
