/*
 * The form in which the engine compares URLs: resolved and normalised, without scheme and last slash, so that http and https,
 * "/about" and "/about/" are one page. Pages may be named by a path alone; then they are taken to be of one unnamed site.
 */
#ifndef COPYDESK_LINK_INDEX_URL_KEY_H
#define COPYDESK_LINK_INDEX_URL_KEY_H

#include "base/base.h"

/* The absolute URL of a page of the site; NULL when it is no http(s) URL, holds control characters (which browsers drop, so that
 * what they hide becomes visible), or memory ran out. */
char *page_url_resolve(struct arena *arena, struct str url);

/* Was it for want of memory that page_url_resolve gave NULL? */
bool page_url_is_good(struct str url);

/* The key of an absolute, normalised URL: a slice of it. */
struct str url_key(const char *url);

#endif
