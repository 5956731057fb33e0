#include "deliver/deliver.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#define SIGNATURE_PREFIX "v1,"
#define LENGTH(literal)  (sizeof(literal) - 1)

/* The bytes of base64, 4 characters for 3 bytes, the last group padded. */
#define ENCODED(bytes) (((bytes) + 2) / 3 * 4)

enum { DIGEST = 32 };
_Static_assert(SIGNATURE_SIZE == LENGTH(SIGNATURE_PREFIX) + ENCODED(DIGEST) + 1, "the size of a signature");

struct key {
    unsigned char bytes[ENCODED(SIGNATURE_KEY_MAX) / 4 * 3]; /* whole groups: the padding is written too, as zeros */
    int len;
};

static bool is_base64(struct str text)
{
    size_t digits = 0, padding = 0;
    while (digits < text.len &&
           (ascii_is_alnum(text.data[digits]) || text.data[digits] == '+' || text.data[digits] == '/'))
        digits++;
    while (digits + padding < text.len && text.data[digits + padding] == '=')
        padding++;
    return text.len % 4 == 0 && padding <= 2 && digits + padding == text.len;
}

/* EVP_DecodeBlock alone takes blanks around the text and padding within it. */
static bool read_secret(struct str secret, struct key *key)
{
    if (!str_starts(secret, STR(SIGNATURE_SECRET_PREFIX)))
        return false;
    struct str text = {secret.data + LENGTH(SIGNATURE_SECRET_PREFIX), secret.len - LENGTH(SIGNATURE_SECRET_PREFIX)};
    if (text.len > ENCODED(SIGNATURE_KEY_MAX) || !is_base64(text))
        return false;
    int decoded = EVP_DecodeBlock(key->bytes, (const unsigned char *)text.data, (int)text.len);
    if (decoded < 0)
        return false;
    int padding = 0;
    while ((size_t)padding < text.len && text.data[text.len - 1 - (size_t)padding] == '=')
        padding++;
    key->len = decoded - padding;
    return key->len >= SIGNATURE_KEY_MIN && key->len <= SIGNATURE_KEY_MAX;
}

static bool compute(const struct key *key, struct str content, char *signature)
{
    unsigned char digest[DIGEST];
    if (!HMAC(EVP_sha256(), key->bytes, key->len, (const unsigned char *)content.data, content.len, digest, NULL))
        return false;
    memcpy(signature, SIGNATURE_PREFIX, LENGTH(SIGNATURE_PREFIX));
    EVP_EncodeBlock((unsigned char *)signature + LENGTH(SIGNATURE_PREFIX), digest, DIGEST);
    return true;
}

enum status signature_make(struct str secret, struct str content, char *signature)
{
    struct key key;
    enum status status = OK;
    if (!read_secret(secret, &key))
        status = E_INVALID;
    else if (!compute(&key, content, signature))
        status = E_INTERNAL;
    OPENSSL_cleanse(&key, sizeof key);
    return status;
}
