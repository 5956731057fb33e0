/* Articles: their status, their text, lists of them, searched too; cancelling and deleting. */
#ifndef COPYDESK_SERVICE_API_ARTICLES_H
#define COPYDESK_SERVICE_API_ARTICLES_H

#include "service/api/api.h"

/* --- the articles of an account by what their keyword or title contains --- */

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
 * alike in every database. A text of three characters and more is looked up (article_grams, store.h); for a shorter
 * one, and while articles of an older program are not in that index yet, the account's articles are read, newest first.
 */
enum status article_search(struct db *db, struct arena *arena, const struct article_search *search,
                           struct article_found *found, struct error *err);

/* --- the routes --- */

extern const struct fields article_list_fields;

void articles_status(struct request *request);
void articles_list(struct request *request);
void articles_cancel(struct request *request);
void articles_delete(struct request *request);

/* GET /api/articles/{id}/content: the text by itself, in the form that Accept names; the polished text where there is
 * one. 404 until the article is finished. */
void articles_content(struct request *request);

#endif
