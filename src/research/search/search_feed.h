/*
 * Feeds: RSS 2.0 and its forerunners (https://www.rssboard.org/rss-specification), RSS 1.0
 * (https://web.resource.org/rss/1.0/spec), Atom (RFC 4287). Read as they are written, which is often not well: by their
 * tags, whatever their order and their faults.
 */
#ifndef COPYDESK_RESEARCH_SEARCH_SEARCH_FEED_H
#define COPYDESK_RESEARCH_SEARCH_SEARCH_FEED_H

#include "base/base.h"

enum { FEED_ENTRIES = 500, FEED_TEXT = 32 * 1024 }; /* entries of a feed, bytes of a text; what follows is left out */

struct feed_entry {
    const char *url;      /* http or https, resolved; NULL: it has none */
    const char *id;       /* as it stands; NULL: it has none */
    const char *title;    /* markup, as of HTML; may be "" */
    const char *text;     /* likewise: its summary or its content, whichever says more */
    int64_t published_ms; /* Unix ms; 0: not said */
};

struct feed {
    struct feed_entry *list; /* in the order of the feed */
    size_t count;
};

/*
 * Reads a feed into the arena. type: the media type that it came with, for its charset; url: where it was found.
 * E_CORRUPT: it is no feed; E_MEMORY.
 */
enum status feed_read(struct arena *arena, struct str body, struct str type, const char *url, struct feed *feed,
                      struct error *err);

#endif
