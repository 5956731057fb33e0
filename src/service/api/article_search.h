/* article_search: the articles of an account by what their keyword or title contains. */
#ifndef COPYDESK_SERVICE_API_ARTICLE_SEARCH_H
#define COPYDESK_SERVICE_API_ARTICLE_SEARCH_H

#include "store/store.h"

struct article_search {
    const char *account_id;
    int state;          /* -1: all */
    const char *before; /* as of article_list */
    const char *text;   /* NULL or empty: all articles */
    size_t limit;
    int64_t deadline; /* clock_mono_ms: after the step under way then it ends with what it has found */
};

struct article_found {
    struct article *articles;
    size_t count;
    const char *next; /* `before` of a search that goes on where this one ran out of time; NULL: it did not */
};

/*
 * As article_list, of the articles that contain the text in any case. Compared here, by Unicode's case folding, and so
 * alike in every database. A text of three characters and more is looked up (store/article_grams.h); for a shorter one,
 * and while articles of an older program are not in that index yet, the account's articles are read, newest first.
 */
enum status article_search(struct db *db, struct arena *arena, const struct article_search *search,
                           struct article_found *found, struct error *err);

#endif
