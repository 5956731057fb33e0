#include "service/account/codes.h"

#include "service/account/sessions.h"

#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>

enum { PLACES = 256 };

struct code {
    unsigned char hash[SESSION_HASH_SIZE]; /* of the text, which is kept nowhere */
    char id[UUID_LENGTH + 1], account_id[CODE_KEY_MAX], key_id[CODE_KEY_MAX];
    int64_t until; /* by the monotonic clock; 0: free */
};

struct codes {
    pthread_mutex_t lock;
    size_t next; /* the place of the oldest */
    struct code places[PLACES];
};

struct codes *codes_new(void)
{
    struct codes *codes = calloc(1, sizeof *codes);
    if (codes)
        pthread_mutex_init(&codes->lock, NULL);
    return codes;
}

void codes_free(struct codes *codes)
{
    if (!codes)
        return;
    pthread_mutex_destroy(&codes->lock);
    free(codes);
}

bool codes_add(struct codes *codes, const char *account_id, const char *key_id, struct new_code *fresh)
{
    unsigned char random[CODE_LENGTH / 2];
    struct code code = {.until = clock_mono_ms() + CODE_SECONDS * 1000};
    if (strlen(account_id) >= CODE_KEY_MAX || strlen(key_id) >= CODE_KEY_MAX)
        return false;
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, fresh->text);
    uuid_v7(fresh->id);
    fresh->ends_at = clock_now_ms() + CODE_SECONDS * 1000;
    session_hash(fresh->text, code.hash);
    strcpy(code.id, fresh->id);
    strcpy(code.account_id, account_id);
    strcpy(code.key_id, key_id);
    pthread_mutex_lock(&codes->lock);
    codes->places[codes->next] = code;
    codes->next = (codes->next + 1) % PLACES;
    pthread_mutex_unlock(&codes->lock);
    return true;
}

bool codes_wait(struct codes *codes, const char *account_id, const char *id)
{
    bool waits = false;
    int64_t now = clock_mono_ms();
    pthread_mutex_lock(&codes->lock);
    for (size_t i = 0; i < PLACES && !waits; i++) {
        const struct code *code = &codes->places[i];
        waits = code->until > now && strcmp(code->id, id) == 0 && strcmp(code->account_id, account_id) == 0;
    }
    pthread_mutex_unlock(&codes->lock);
    return waits;
}

bool codes_take(struct codes *codes, const char *text, char key_id[CODE_KEY_MAX])
{
    bool found = false;
    unsigned char hash[SESSION_HASH_SIZE];
    int64_t now = clock_mono_ms();
    session_hash(text, hash);
    pthread_mutex_lock(&codes->lock);
    for (size_t i = 0; i < PLACES && !found; i++) {
        struct code *code = &codes->places[i];
        found = code->until > now && CRYPTO_memcmp(code->hash, hash, sizeof hash) == 0;
        if (!found)
            continue;
        strcpy(key_id, code->key_id);
        code->until = 0;
    }
    pthread_mutex_unlock(&codes->lock);
    return found;
}
