#include "deliver/site/hiding.h"

#include "base/base.h"

#define HIDDEN "[hidden]"

enum { SHORTEST = 8 };

/* Headers that carry a credential: the scheme before it, if any, is left to read. */
static const char *const credential_headers[] = {"Authorization:", "X-Shopify-Access-Token:"};

static const char *replace_all(struct arena *arena, const char *text, struct str secret)
{
    struct buf out = {0};
    struct str all = str_from(text);
    size_t from = 0;
    for (size_t at; (at = str_find(all, secret, from)) < all.len; from = at + secret.len) {
        buf_add(&out, text + from, at - from);
        buf_str(&out, HIDDEN);
    }
    buf_add(&out, text + from, all.len - from);
    const char *result = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    buf_free(&out);
    return result;
}

static bool is_secret(struct str value, const char *url)
{
    return value.len >= SHORTEST && !(url && str_find(str_from(url), value, 0) < strlen(url));
}

static const char *hide(struct arena *arena, const char *url, struct str value, const char *text)
{
    bool is_there = text && is_secret(value, url) && str_find(str_from(text), value, 0) < strlen(text);
    return is_there ? replace_all(arena, text, value) : text;
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

const char *hiding_apply(struct arena *arena, const json_t *settings, const char *url, const char *const *headers,
                         const char *text)
{
    for (; headers && *headers; headers++)
        text = hide(arena, url, credential_of(*headers), text);
    for (void *at = json_object_iter((json_t *)settings); at; at = json_object_iter_next((json_t *)settings, at))
        text = hide(arena, url, str_from(json_string_value(json_object_iter_value(at))), text);
    return text;
}
