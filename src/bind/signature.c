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
#include "deliver/deliver.h"

#include <openssl/crypto.h>

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
    char signature[SIGNATURE_SIZE];
    enum status status = signature_make((struct str){secret, secret_len}, (struct str){content, len}, signature);
    if (!status) {
        lua_pushstring(L, signature);
        return 1;
    }
    if (status != E_INVALID)
        return luaL_error(L, "libcrypto computes no HMAC-SHA256");
    lua_pushnil(L);
    lua_pushfstring(L, "a secret is %s and the base64 of %d to %d bytes", SIGNATURE_SECRET_PREFIX, SIGNATURE_KEY_MIN,
                    SIGNATURE_KEY_MAX);
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
