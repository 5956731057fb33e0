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
};

/*
 * As article_list, of the articles that contain the text in any case. Compared here, by Unicode's case folding, and so
 * alike in every database. Costs a reading of the account's articles, newest first, until `limit` of them were found;
 * never more memory than a hundred of them take besides those found.
 */
enum status article_search(struct db *db, struct arena *arena, const struct article_search *search,
                           struct article **articles, size_t *count, struct error *err);

#endif
