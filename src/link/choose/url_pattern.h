/*
 * Patterns of addresses, by which options name pages: an address ("https://example.org/basil"), a path ("/basil"), or
 * the beginning of either with "*" behind it ("/blog/" and "*" for all below, the page "/blog" included). Compared as
 * the index compares URLs: http and https are one, and so are "/basil" and "/basil/".
 */
#ifndef COPYDESK_LINK_CHOOSE_URL_PATTERN_H
#define COPYDESK_LINK_CHOOSE_URL_PATTERN_H

#include "link/choose/options.h"

struct url_pattern {
    struct str text; /* of the key (index/url_key.h), or of its path alone */
    bool is_path, is_prefix;
};

struct url_patterns {
    struct url_pattern *list;
    size_t count;
};

/* Reads texts, in the arena. What can be the address of no page is left out. False: memory ran out. */
bool url_patterns_read(struct arena *arena, struct link_texts texts, struct url_patterns *patterns);

/* Is there a pattern that the page of this key matches? */
bool url_patterns_match(const struct url_patterns *patterns, struct str key);

#endif
