#include "deliver/sealed.h"

#include "deliver/deliver.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdlib.h>

/* AES-256-GCM: NIST SP 800-38D. A nonce is random; with one key far fewer than 2^32 texts are sealed (section 8.3). */
enum { VERSION = 1, NONCE_BYTES = 12, TAG_BYTES = 16, HEAD_BYTES = 1 + SECRET_KEY_NAME, TEXT_MAX = 1 << 20 };

struct seal {
    struct arena *arena; /* of the texts */
    const char *path;
    const char *problem; /* why there are no keys, and why none are made; NULL: they are there, or made when needed */
    pthread_mutex_t change; /* held by whoever changes the key; taken before `lock` */
    pthread_mutex_t lock;
    struct secret_keys keys; /* under the lock; none: there is no file yet */
};

/* --- the keys --- */

static enum status sealed_read_file(struct seal *seal, bool may_make, struct error *err)
{
    struct error why;
    char text[sizeof why.message + 160];
    enum status status = key_file_read(seal->path, &seal->keys, &why);
    if (!status || (status == E_NOT_FOUND && may_make))
        return OK;
    snprintf(text, sizeof text,
             status == E_NOT_FOUND
                 ? "%s, though secrets are stored that were sealed with it: put it back and start the service again"
                 : "%s, and start the service again",
             why.message);
    seal->problem = arena_copy(seal->arena, text);
    return seal->problem ? OK : error_memory(err);
}

enum status seal_open_file(const char *path, bool may_make, struct seal **out, struct error *err)
{
    struct seal *seal = calloc(1, sizeof *seal);
    if (!seal)
        return error_memory(err);
    pthread_mutex_init(&seal->change, NULL);
    pthread_mutex_init(&seal->lock, NULL);
    seal->arena = arena_new();
    seal->path = seal->arena ? arena_copy(seal->arena, path) : NULL;
    enum status status = seal->path ? sealed_read_file(seal, may_make, err) : error_memory(err);
    if (!status)
        *out = seal;
    else
        seal_free(seal);
    return status;
}

void seal_free(struct seal *seal)
{
    if (!seal)
        return;
    pthread_mutex_destroy(&seal->change);
    pthread_mutex_destroy(&seal->lock);
    arena_free(seal->arena);
    OPENSSL_cleanse(&seal->keys, sizeof seal->keys);
    free(seal);
}

const char *seal_problem(const struct seal *seal)
{
    return seal->problem;
}

static enum status no_key(const struct seal *seal, struct error *err)
{
    return error_set(err, E_IO, "no_secret_key", "%s", seal->problem);
}

/* Makes the file. One that somebody else has put there meanwhile is read. Under the lock. */
static enum status make_file(struct seal *seal, struct error *err)
{
    struct secret_keys keys = {0};
    key_file_add(&keys);
    struct error why;
    enum status status = key_file_write(seal->path, &keys, false, err);
    if (!status)
        seal->keys = keys;
    else if (status == E_CONFLICT) /* a link that leads nowhere is there, and is not */
        status =
            key_file_read(seal->path, &seal->keys, &why) == OK ? OK : error_set(err, E_IO, NULL, "%s", why.message);
    OPENSSL_cleanse(&keys, sizeof keys);
    return status;
}

/*
 * Reads again what another process may have changed: services of several nodes share the file. One that cannot be read
 * now changes nothing. Under the lock.
 */
static void refresh(struct seal *seal)
{
    struct secret_keys keys = {0};
    if (!seal->problem && key_file_read(seal->path, &keys, NULL) == OK)
        seal->keys = keys;
    OPENSSL_cleanse(&keys, sizeof keys);
}

/* Writes the file with other keys than now. Under the lock. */
static enum status replace_keys(struct seal *seal, const struct secret_keys *keys, struct error *err)
{
    enum status status = key_file_write(seal->path, keys, true, err);
    if (!status)
        seal->keys = *keys;
    return status;
}

/* The key that seals. */
static enum status first_key(struct seal *seal, struct secret_key *key, struct error *err)
{
    if (seal->problem)
        return no_key(seal, err);
    pthread_mutex_lock(&seal->lock);
    refresh(seal);
    enum status status = seal->keys.count ? OK : make_file(seal, err);
    if (!status)
        *key = seal->keys.list[0];
    pthread_mutex_unlock(&seal->lock);
    if (status && err)
        err->code = "no_secret_key";
    return status;
}

static bool sealed_find_key(struct seal *seal, const unsigned char *name, struct secret_key *key)
{
    pthread_mutex_lock(&seal->lock);
    const struct secret_key *found = key_file_find(&seal->keys, name);
    if (!found) {
        refresh(seal);
        found = key_file_find(&seal->keys, name);
    }
    if (found)
        *key = *found;
    pthread_mutex_unlock(&seal->lock);
    return found != NULL;
}

void seal_begin_change(struct seal *seal)
{
    pthread_mutex_lock(&seal->change);
}

void seal_end_change(struct seal *seal)
{
    pthread_mutex_unlock(&seal->change);
}

enum status seal_rotate(struct seal *seal, struct error *err)
{
    if (seal->problem)
        return no_key(seal, err);
    enum status status;
    pthread_mutex_lock(&seal->lock);
    refresh(seal);
    struct secret_keys keys = seal->keys;
    if (keys.count == 0) {
        status = make_file(seal, err);
    } else if (keys.count == SECRET_KEYS_MAX) {
        status = error_set(err, E_IO, NULL, "the key file %s holds %d keys already", seal->path, SECRET_KEYS_MAX);
    } else {
        key_file_add(&keys);
        status = replace_keys(seal, &keys, err);
    }
    pthread_mutex_unlock(&seal->lock);
    OPENSSL_cleanse(&keys, sizeof keys);
    return status;
}

enum status seal_drop_old(struct seal *seal, struct error *err)
{
    if (seal->problem)
        return no_key(seal, err);
    enum status status = OK;
    pthread_mutex_lock(&seal->lock);
    refresh(seal);
    struct secret_keys keys = {.list = {seal->keys.list[0]}, .count = 1};
    if (seal->keys.count > 1)
        status = replace_keys(seal, &keys, err);
    pthread_mutex_unlock(&seal->lock);
    OPENSSL_cleanse(&keys, sizeof keys);
    return status;
}

/* --- sealing and opening --- */

/* What is not secret but must be the same when it is opened: the head, and whose it is. */
static bool authenticate(EVP_CIPHER_CTX *cipher, const unsigned char *head, const char *integration_id)
{
    int length;
    return EVP_CipherUpdate(cipher, NULL, &length, head, HEAD_BYTES) &&
           EVP_CipherUpdate(cipher, NULL, &length, (const unsigned char *)integration_id, (int)strlen(integration_id));
}

static bool encrypt(EVP_CIPHER_CTX *cipher, const struct secret_key *key, const char *integration_id, struct str text,
                    unsigned char *out)
{
    int length;
    unsigned char *nonce = out + HEAD_BYTES, *body = nonce + NONCE_BYTES;
    return EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key->bytes, nonce) &&
           authenticate(cipher, out, integration_id) &&
           (!text.len || EVP_EncryptUpdate(cipher, body, &length, (const unsigned char *)text.data, (int)text.len)) &&
           EVP_EncryptFinal_ex(cipher, body + text.len, &length) &&
           EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, body + text.len);
}

enum status seal_close(struct seal *seal, struct arena *arena, const char *integration_id, struct str text,
                       struct str *sealed, struct error *err)
{
    if (text.len > TEXT_MAX)
        return error_set(err, E_LIMIT, NULL, "a secret has at most %d bytes", TEXT_MAX);
    struct secret_key key;
    enum status status = first_key(seal, &key, err);
    if (status)
        return status;
    size_t size = HEAD_BYTES + NONCE_BYTES + text.len + TAG_BYTES;
    unsigned char *out = arena_alloc(arena, size);
    EVP_CIPHER_CTX *cipher = out ? EVP_CIPHER_CTX_new() : NULL;
    bool done = false;
    if (cipher) {
        out[0] = VERSION;
        memcpy(out + 1, key.name, SECRET_KEY_NAME);
        random_bytes(out + HEAD_BYTES, NONCE_BYTES);
        done = encrypt(cipher, &key, integration_id, text, out);
    }
    EVP_CIPHER_CTX_free(cipher);
    OPENSSL_cleanse(&key, sizeof key);
    if (!done)
        return error_memory(err); /* nothing else can fail there */
    *sealed = (struct str){(const char *)out, size};
    return OK;
}

/* *is_genuine: nothing of it was changed. False: memory ran out. */
static bool decrypt(EVP_CIPHER_CTX *cipher, const struct secret_key *key, const char *integration_id,
                    const unsigned char *sealed, unsigned char *out, size_t length, bool *is_genuine)
{
    int written;
    unsigned char tag[TAG_BYTES];
    const unsigned char *nonce = sealed + HEAD_BYTES, *body = nonce + NONCE_BYTES;
    memcpy(tag, body + length, TAG_BYTES);
    if (!EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key->bytes, nonce) ||
        !authenticate(cipher, sealed, integration_id) ||
        (length && !EVP_DecryptUpdate(cipher, out, &written, body, (int)length)) ||
        !EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, TAG_BYTES, tag))
        return false;
    *is_genuine = EVP_DecryptFinal_ex(cipher, out + length, &written) > 0;
    return true;
}

static enum status changed(struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "the stored secrets were changed, or are those of another integration");
}

enum status seal_open(struct seal *seal, struct arena *arena, const char *integration_id, struct str sealed,
                      struct str *text, struct error *err)
{
    if (seal->problem)
        return no_key(seal, err);
    const unsigned char *bytes = (const unsigned char *)sealed.data;
    const size_t least = HEAD_BYTES + NONCE_BYTES + TAG_BYTES;
    if (sealed.len < least || sealed.len > least + TEXT_MAX || bytes[0] != VERSION)
        return changed(err);
    struct secret_key key;
    if (!sealed_find_key(seal, bytes + 1, &key))
        return error_set(err, E_NOT_FOUND, NULL, "the key that the secrets were sealed with is not in the key file %s",
                         seal->path);
    size_t length = sealed.len - least;
    unsigned char *out = arena_alloc(arena, length + 1);
    EVP_CIPHER_CTX *cipher = out ? EVP_CIPHER_CTX_new() : NULL;
    bool is_genuine = false;
    bool done = cipher && decrypt(cipher, &key, integration_id, bytes, out, length, &is_genuine);
    EVP_CIPHER_CTX_free(cipher);
    OPENSSL_cleanse(&key, sizeof key);
    if (done && is_genuine) {
        *text = (struct str){(const char *)out, length};
        return OK;
    }
    if (out)
        OPENSSL_cleanse(out, length);
    return done ? changed(err) : error_memory(err);
}

bool seal_is_current(struct seal *seal, struct str sealed)
{
    pthread_mutex_lock(&seal->lock);
    bool is_current = seal->keys.count && sealed.len >= HEAD_BYTES && sealed.data[0] == VERSION &&
                      memcmp(sealed.data + 1, seal->keys.list[0].name, SECRET_KEY_NAME) == 0;
    pthread_mutex_unlock(&seal->lock);
    return is_current;
}

bool seal_knows(struct seal *seal, struct str sealed)
{
    struct secret_key key;
    bool is_known = sealed.len >= HEAD_BYTES && sealed.data[0] == VERSION &&
                    sealed_find_key(seal, (const unsigned char *)sealed.data + 1, &key);
    OPENSSL_cleanse(&key, sizeof key);
    return is_known;
}

bool seal_has_key(struct seal *seal)
{
    pthread_mutex_lock(&seal->lock);
    if (!seal->keys.count)
        refresh(seal);
    bool has_key = seal->keys.count > 0;
    pthread_mutex_unlock(&seal->lock);
    return has_key;
}

const char *seal_path(const struct seal *seal)
{
    return seal->path;
}
