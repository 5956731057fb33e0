#include "link/index/url_key.h"

#include "link/lexer/lexer.h"

/* The site of pages that are named by a path alone. Names under .invalid belong to nobody (RFC 2606). */
#define UNNAMED_HOST "site.invalid"
#define UNNAMED_SITE "http://" UNNAMED_HOST "/"

static bool has_controls(struct str url)
{
    for (size_t i = 0; i < url.len; i++)
        if ((unsigned char)url.data[i] < ' ' || url.data[i] == 0x7F)
            return true;
    return false;
}

char *page_url_resolve(struct arena *arena, struct str url)
{
    url = str_trim(url);
    return url.len && !has_controls(url) ? url_resolve(arena, UNNAMED_SITE, url) : NULL;
}

bool page_url_is_good(struct str url)
{
    struct url parts;
    url = str_trim(url);
    if (!url.len || has_controls(url))
        return false;
    if (url_parse(url, &parts, NULL) == OK)
        return true;
    return !str_starts(url, STR("//")) && str_find(url, STR(":"), 0) >= str_find(url, STR("/"), 0);
}

struct str url_key(const char *url)
{
    struct str key = str_from(url);
    size_t scheme = str_find(key, STR("://"), 0);
    if (scheme < key.len)
        key = (struct str){key.data + scheme + 3, key.len - scheme - 3};
    if (str_ends(key, STR("/")))
        key.len--;
    return key;
}

struct url_place url_key_place(struct str key)
{
    struct url_place place = {0};
    size_t level = 0;
    for (size_t i = 0; i < key.len; i++) {
        if (key.data[i] != '/')
            continue;
        place.folder = (uint16_t)word_hash((struct str){key.data, i + 1});
        if (level < URL_LEVELS)
            place.levels[level++] = place.folder ? place.folder : 1;
    }
    return place;
}

int url_place_common(const struct url_place *one, const struct url_place *other)
{
    int common = 0;
    while (common < URL_LEVELS && one->levels[common] && one->levels[common] == other->levels[common])
        common++;
    return common;
}

struct str url_next_part(struct str *path)
{
    struct str part = {path->data, str_find(*path, STR("/"), 0)};
    size_t used = part.len + (part.len < path->len);
    *path = (struct str){path->data + used, path->len - used};
    return part;
}

/* --- lists of pages --- */

/*
 * Parts of addresses behind which sites put the lists of their pages: what a part like that begins is one. Behind
 * "archive" some have their posts.
 */
static bool is_list_part(struct str part)
{
    static const char *const parts[] = {"tag",      "tags",       "tagged", "label",  "labels",
                                        "category", "categories", "author", "authors"};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (str_ieq(part, str_from(parts[i])))
            return true;
    return false;
}

static bool url_key_is_number(struct str part)
{
    for (size_t i = 0; i < part.len; i++)
        if (!ascii_is_digit(part.data[i]))
            return false;
    return part.len;
}

static bool is_year(struct str part)
{
    return part.len == 4 && (str_starts(part, STR("19")) || str_starts(part, STR("20")));
}

/* "page2" */
static bool is_page_number(struct str part)
{
    struct str page = STR("page");
    return part.len > page.len && str_ieq((struct str){part.data, page.len}, page) &&
           url_key_is_number((struct str){part.data + page.len, part.len - page.len});
}

bool url_key_is_list(struct str key)
{
    enum { MOST_NUMBERS = 2 };
    int numbers = 0;
    bool is_page = false;
    url_next_part(&key);
    while (key.len) {
        struct str part = url_next_part(&key);
        if (is_list_part(part) || (!key.len && is_page_number(part)))
            return true;
        numbers = url_key_is_number(part) && (numbers || is_page || is_year(part)) ? numbers + 1 : 0;
        is_page = str_ieq(part, STR("page"));
    }
    return numbers && numbers <= MOST_NUMBERS;
}

struct str page_url_shown(struct str url)
{
    struct str scheme = STR("http://"), host = STR(UNNAMED_HOST);
    size_t before = str_starts(url, scheme) ? scheme.len : 0;
    struct str rest = {url.data + before, url.len - before};
    if (!str_starts(rest, host) || (rest.len > host.len && rest.data[host.len] != '/'))
        return url;
    return (struct str){rest.data + host.len, rest.len - host.len};
}
