/*
 * copydesk.signature: the symmetric signatures of Standard Webhooks 1.0, by libcrypto.
 *
 *     signature.sign(secret, id, timestamp, body)   -- "v1,<base64>"; nil, message when the secret is malformed
 *     signature.equal(a, b)                         -- the same strings? Takes the same time wherever they differ
 *
 * A secret is `whsec_` and base64 of 24 to 64 bytes. What is signed is HMAC-SHA256 over `id.timestamp.body`.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Signature scheme"
 */
#include "bind/bind.h"
#include "bind/lua_compat.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdbool.h>
#include <string.h>

#define SECRET_PREFIX    "whsec_"
#define SIGNATURE_PREFIX "v1,"
#define LENGTH(literal)  (sizeof(literal) - 1)

/* The bytes of base64, 4 characters for 3 bytes, the last group padded. */
#define ENCODED(bytes) (((bytes) + 2) / 3 * 4)

enum { MIN_KEY = 24, MAX_KEY = 64, DIGEST = 32 };

struct key {
    unsigned char bytes[ENCODED(MAX_KEY) / 4 * 3]; /* whole groups: EVP_DecodeBlock writes the padding too, as zeros */
    int len;
};

static bool is_base64(const char *text, size_t len)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t digits = strspn(text, alphabet);
    size_t padding = strspn(text + digits, "=");
    return len % 4 == 0 && padding <= 2 && digits + padding == len;
}

/* EVP_DecodeBlock alone takes blanks around the text and padding within it. */
static bool read_secret(const char *secret, size_t len, struct key *key)
{
    if (strncmp(secret, SECRET_PREFIX, LENGTH(SECRET_PREFIX)) != 0)
        return false;
    const char *text = secret + LENGTH(SECRET_PREFIX);
    len -= LENGTH(SECRET_PREFIX);
    if (len > ENCODED(MAX_KEY) || !is_base64(text, len))
        return false;
    int decoded = EVP_DecodeBlock(key->bytes, (const unsigned char *)text, (int)len);
    if (decoded < 0)
        return false;
    int padding = (int)(len - strcspn(text, "="));
    key->len = decoded - padding;
    return key->len >= MIN_KEY && key->len <= MAX_KEY;
}

static bool compute(const struct key *key, const char *content, size_t len, char *signature)
{
    unsigned char digest[DIGEST];
    if (!HMAC(EVP_sha256(), key->bytes, key->len, (const unsigned char *)content, len, digest, NULL))
        return false;
    memcpy(signature, SIGNATURE_PREFIX, LENGTH(SIGNATURE_PREFIX));
    EVP_EncodeBlock((unsigned char *)signature + LENGTH(SIGNATURE_PREFIX), digest, DIGEST);
    return true;
}

/* The strings at 2, 3 and 4 with full stops between them. */
static const char *push_content(lua_State *L, size_t *len)
{
    lua_pushvalue(L, 2);
    lua_pushliteral(L, ".");
    lua_pushvalue(L, 3);
    lua_pushliteral(L, ".");
    lua_pushvalue(L, 4);
    lua_concat(L, 5);
    return lua_tolstring(L, -1, len);
}

static int sign(lua_State *L)
{
    size_t secret_len, len;
    const char *secret = luaL_checklstring(L, 1, &secret_len);
    for (int i = 2; i <= 4; i++)
        luaL_checkstring(L, i);
    const char *content = push_content(L, &len);
    char signature[LENGTH(SIGNATURE_PREFIX) + ENCODED(DIGEST) + 1];
    struct key key; /* nothing throws while it holds the secret */
    bool readable = read_secret(secret, secret_len, &key);
    bool computed = readable && compute(&key, content, len, signature);
    OPENSSL_cleanse(&key, sizeof key);
    if (readable && !computed)
        return luaL_error(L, "libcrypto computes no HMAC-SHA256");
    if (computed) {
        lua_pushstring(L, signature);
        return 1;
    }
    lua_pushnil(L);
    lua_pushfstring(L, "a secret is %s and the base64 of %d to %d bytes", SECRET_PREFIX, MIN_KEY, MAX_KEY);
    return 2;
}

static int equal(lua_State *L)
{
    size_t a_len, b_len;
    const char *a = luaL_checklstring(L, 1, &a_len);
    const char *b = luaL_checklstring(L, 2, &b_len);
    lua_pushboolean(L, a_len == b_len && CRYPTO_memcmp(a, b, a_len) == 0);
    return 1;
}

int luaopen_copydesk_signature(lua_State *L)
{
    static const luaL_Reg functions[] = {{"sign", sign}, {"equal", equal}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}
