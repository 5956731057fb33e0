#include "deliver/site/hiding.h"

#include "base/base.h"
#include "text/base64.h"
#include "text/url.h"

#define HIDDEN "[hidden]"

enum { SHORTEST = 8 };

/* Headers that carry a credential: the scheme before it, if any, is left to read. */
static const char *const credential_headers[] = {"Authorization:", "X-Shopify-Access-Token:"};

/* --- a secret in any of its forms --- */

/* The next octet at *at, as forms and addresses tell it: in small letters, without blanks, "%41" read. -1: the end. */
static int next_octet(struct str text, size_t *at)
{
    while (*at < text.len) {
        int escaped = url_decode_octet(text, *at), octet = escaped < 0 ? (unsigned char)text.data[*at] : escaped;
        *at += escaped < 0 ? 1 : 3;
        if (octet != '+' && !ascii_is_space((char)octet))
            return (unsigned char)ascii_lower((char)octet);
    }
    return -1;
}

static size_t count_octets(struct str text)
{
    size_t count = 0;
    for (size_t at = 0; next_octet(text, &at) >= 0;)
        count++;
    return count;
}

/* How many octets the text has in common with the secret from its `from`th byte on; *end: where that ends. */
static size_t common_octets(struct str text, size_t start, struct str secret, size_t from, size_t *end)
{
    size_t count = 0, at = *end = start;
    for (int octet; (octet = next_octet(secret, &from)) >= 0 && next_octet(text, &at) == octet; count++)
        *end = at;
    return count;
}

/* Blanks before it are not the secret's. */
static bool is_octet(struct str text, size_t start)
{
    size_t end = start;
    next_octet(text, &end);
    return end == start + (url_decode_octet(text, start) < 0 ? 1 : 3);
}

/* Where the secret ends that begins at `start`, or so much of it from its begin or its middle on; `start`: none begins
 * there. */
static size_t end_of_secret(struct str text, size_t start, struct str secret, size_t least)
{
    size_t end = start;
    for (size_t from = 0; is_octet(text, start) && from <= secret.len / 2; from += secret.len / 2)
        if (common_octets(text, start, secret, from, &end) >= least)
            return end;
    return start;
}

/* The text itself where the secret is not in it. NULL: no memory. */
static const char *hide(struct arena *arena, struct str secret, const char *text)
{
    struct buf out = {0};
    struct str all = str_from(text ? text : "");
    size_t from = 0, half = count_octets(secret) / 2, least = half > SHORTEST ? half : SHORTEST;
    for (size_t at = 0; at < all.len; at++) {
        size_t end = end_of_secret(all, at, secret, least);
        if (end == at)
            continue;
        buf_add(&out, all.data + from, at - from);
        buf_str(&out, HIDDEN);
        from = end;
        at = end - 1;
    }
    if (!from)
        return text;
    buf_add(&out, all.data + from, all.len - from);
    const char *result = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    buf_free(&out);
    return result;
}

/* As it is, and as it stands in base64. What stands in the address is no secret. */
static const char *hide_value(struct arena *arena, const char *url, struct str value, const char *text)
{
    if (value.len < SHORTEST || (url && str_find(str_from(url), value, 0) < strlen(url)))
        return text;
    const char *encoded = base64_encode(arena, value);
    if (!encoded)
        return NULL;
    text = hide(arena, value, text);
    return hide(arena, (struct str){encoded, strcspn(encoded, "=")}, text);
}

/* What stands behind the last blank of the header: the credential without its scheme. */
static struct str credential_of(const char *header)
{
    for (size_t i = 0; i < COUNT_OF(credential_headers); i++)
        if (str_istarts(str_from(header), str_from(credential_headers[i]))) {
            const char *blank = strrchr(header, ' ');
            return str_from(blank ? blank + 1 : header + strlen(credential_headers[i]));
        }
    return (struct str){"", 0};
}

const char *hiding_apply(const struct delivery_call *call, const char *url, const char *const *headers,
                         const char *text)
{
    const struct delivery_target *target = call->target;
    for (; headers && *headers; headers++)
        text = hide_value(call->arena, url, credential_of(*headers), text);
    for (size_t i = 0; target && i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        if (setting->is_secret)
            text = hide_value(call->arena, url,
                              str_from(json_string_value(json_object_get(call->settings, setting->name))), text);
    }
    return text;
}
