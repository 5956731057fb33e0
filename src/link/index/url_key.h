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

/* A URL, or a key, as people know it: of the site without a name the path alone. A slice of it. */
struct str page_url_shown(struct str url);

#endif
