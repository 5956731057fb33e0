/*
 * The form in which the engine compares URLs: resolved and normalised, without scheme and last slash, so that http and
 * https, "/about" and "/about/" are one page. A page may be named by a path alone; all such paths belong to one site
 * without a name.
 */
#ifndef COPYDESK_LINK_INDEX_URL_KEY_H
#define COPYDESK_LINK_INDEX_URL_KEY_H

#include "base/base.h"

/*
 * The absolute URL of a page of the site. NULL when it is no http(s) URL, when memory ran out, or when it holds control
 * characters: browsers drop those, so that the URL they follow is another than the one that was checked.
 */
char *page_url_resolve(struct arena *arena, struct str url);

/* Is this a URL that page_url_resolve can take? After its NULL, true means that memory ran out. */
bool page_url_is_good(struct str url);

/* The key of an absolute, normalised URL: a slice of it. */
struct str url_key(const char *url);

/* Where a page stands in its site. */
enum { URL_LEVELS = 4 }; /* the host and three folders: "host/fr/docs/v2/"; what is told apart stands there */
struct url_place {
    uint16_t folder;             /* tells whether pages are in one folder: a hash of the key up to its last slash */
    uint16_t levels[URL_LEVELS]; /* the same up to each slash, from the host on; 0: it has no more */
};
struct url_place url_key_place(struct str key);

/* How many levels two pages have in common, from the host on. */
int url_place_common(const struct url_place *one, const struct url_place *other);

/* Cuts the first part off a key or a path: up to the next slash, which goes too. */
struct str url_next_part(struct str *path);

/*
 * Is it the key of a list of pages: below "tag" and its like, or one that ends as those of pages by year and month do,
 * "2019/05", or "page/2", "page2"? A whole date may be a post that is called by its day.
 */
bool url_key_is_list(struct str key);

/* A URL, or a key, as people know it: of the site without a name the path alone. A slice of it. */
struct str page_url_shown(struct str url);

#endif
