#include "link/url_key.h"

#include "text/url.h"

/* Names under .invalid belong to nobody (RFC 2606). */
#define UNNAMED_SITE "http://site.invalid/"

char *page_url_resolve(struct arena *arena, struct str url)
{
    url = str_trim(url);
    return url.len ? url_resolve(arena, UNNAMED_SITE, url) : NULL;
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
