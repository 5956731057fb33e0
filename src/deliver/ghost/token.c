#include "deliver/ghost/ghost.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

enum { ID_DIGITS = 24, SECRET_BYTES = 32, DIGEST_BYTES = 32, VALID_SECONDS = 5 * 60 };

static int digit_of(char character)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = character ? strchr(digits, ascii_lower(character)) : NULL;
    return found ? (int)(found - digits) : -1;
}

static bool are_digits(const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (digit_of(text[i]) < 0)
            return false;
    return true;
}

bool ghost_is_key(const char *text)
{
    return strlen(text) == ID_DIGITS + 1 + 2 * SECRET_BYTES && text[ID_DIGITS] == ':' && are_digits(text, ID_DIGITS) &&
           are_digits(text + ID_DIGITS + 1, (size_t)2 * SECRET_BYTES);
}

/* Base64 for addresses, without padding. */
static char *encode(struct arena *arena, const void *bytes, size_t length)
{
    char *text = arena_alloc(arena, (length + 2) / 3 * 4 + 1);
    if (!text)
        return NULL;
    EVP_EncodeBlock((unsigned char *)text, bytes, (int)length);
    text[strcspn(text, "=")] = '\0';
    for (char *character = text; *character; character++)
        *character = *character == '+' ? '-' : *character == '/' ? '_' : *character;
    return text;
}

static const char *encode_text(struct arena *arena, const char *text)
{
    return text ? encode(arena, text, strlen(text)) : NULL;
}

/* NULL also when libcrypto has no memory. */
static const char *sign(struct arena *arena, const char *secret, const char *text)
{
    unsigned char key[SECRET_BYTES], digest[DIGEST_BYTES];
    for (size_t i = 0; i < SECRET_BYTES; i++)
        key[i] = (unsigned char)(digit_of(secret[2 * i]) * 16 + digit_of(secret[2 * i + 1]));
    bool is_signed =
        HMAC(EVP_sha256(), key, SECRET_BYTES, (const unsigned char *)text, strlen(text), digest, NULL) != NULL;
    return is_signed ? encode(arena, digest, sizeof digest) : NULL;
}

const char *ghost_token(struct arena *arena, const char *key, int64_t now)
{
    const char *header =
        encode_text(arena, arena_printf(arena, "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"%.*s\"}", ID_DIGITS, key));
    const char *claims = encode_text(arena, arena_printf(arena, "{\"iat\":%lld,\"exp\":%lld,\"aud\":\"/admin/\"}",
                                                         (long long)now, (long long)now + VALID_SECONDS));
    const char *text = header && claims ? arena_printf(arena, "%s.%s", header, claims) : NULL;
    const char *signature = text ? sign(arena, key + ID_DIGITS + 1, text) : NULL;
    return signature ? arena_printf(arena, "%s.%s", text, signature) : NULL;
}
