#include "media/videos/videos.h"

/* Parts of a path behind which the id of a film stands. */
static const char *const id_parts[] = {"embed", "shorts", "live", "v", NULL};

/* Parameters that do not say which film it is. */
static const char *const noise[] = {"t",   "start", "time_continue", "list",     "index", "feature", "si",    "pp",
                                    "ref", "share", "ab_channel",    "autoplay", "app",   "fbclid",  "gclid", NULL};

static bool address_is_id(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_alnum(text.data[i]) && text.data[i] != '-' && text.data[i] != '_')
            return false;
    return text.len > 0;
}

static struct str address_name_of(struct str pair)
{
    return (struct str){pair.data, str_find(pair, STR("="), 0)};
}

static bool is_noise(struct str pair)
{
    struct str name = address_name_of(pair);
    return !pair.len || word_list_ihas(noise, name) || str_istarts(name, STR("utm_"));
}

/* The id of the film in addresses of the kinds above; data NULL: there is none. */
static struct str id_in(const struct url *url)
{
    struct str rest = url->path, part, before = {0};
    bool is_watch = str_ieq(url->path, STR("/watch")) || str_ieq(url->path, STR("/watch/"));
    for (struct str query = url->query, pair; is_watch && str_split(&query, '&', &pair);)
        if (str_eq(address_name_of(pair), STR("v")) && pair.len > 2 &&
            address_is_id((struct str){pair.data + 2, pair.len - 2}))
            return (struct str){pair.data + 2, pair.len - 2};
    bool is_short = str_ieq(url->host, STR("youtu.be")) || str_ieq(url->host, STR("www.youtu.be"));
    for (size_t number = 0; rest.data && str_split(&rest, '/', &part); number++, before = part)
        if (address_is_id(part) && ((is_short && number == 1) || (number == 2 && word_list_ihas(id_parts, before))))
            return part;
    return (struct str){0};
}

/* The address without noise. */
static const char *plain_address(struct arena *arena, const struct url *url)
{
    struct buf out = {0};
    struct str host = url->host, query = url->query, pair;
    if (str_istarts(host, STR("www.")))
        host = (struct str){host.data + 4, host.len - 4};
    buf_printf(&out, "https://%.*s", STR_ARG(host));
    if (url->port.len)
        buf_printf(&out, ":%.*s", STR_ARG(url->port));
    struct str path = url->path;
    while (path.len > 1 && path.data[path.len - 1] == '/')
        path.len--;
    buf_add(&out, path.data ? path.data : "/", path.data ? path.len : 1);
    char separator = '?';
    while (query.data && str_split(&query, '&', &pair)) {
        if (is_noise(pair))
            continue;
        buf_char(&out, separator);
        buf_add(&out, pair.data, pair.len);
        separator = '&';
    }
    const char *copy = out.failed ? NULL : arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

/* Does it look like an address that lacks its scheme: "youtu.be/ID"? */
static bool lacks_scheme(struct str text)
{
    size_t slash = str_find(text, STR("/"), 0);
    return slash < text.len && slash > 0 && str_find((struct str){text.data, slash}, STR("."), 0) < slash &&
           str_find(text, STR("://"), 0) == text.len;
}

const char *video_key(struct arena *arena, struct str text)
{
    struct url url;
    text = str_trim(text);
    if (lacks_scheme(text)) {
        const char *whole = arena_printf(arena, "https://%.*s", STR_ARG(text));
        if (!whole)
            return NULL;
        text = str_from(whole);
    }
    if (url_parse(text, &url, NULL) != OK)
        return arena_copy_n(arena, text.data ? text.data : "", text.len);
    const char *normal = url_normalise(arena, text);
    if (!normal || url_parse(str_from(normal), &url, NULL) != OK)
        return NULL;
    struct str id = id_in(&url);
    return id.len ? arena_copy_n(arena, id.data, id.len) : plain_address(arena, &url);
}
