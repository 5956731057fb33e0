/* The row of an article, for the files that read one (article.c, article_claim.c, article_polish.c). */
#ifndef COPYDESK_STORE_ARTICLE_H
#define COPYDESK_STORE_ARTICLE_H

#include "store/db/db.h"
#include "store/store.h"

/* The columns in the order of article_read. A list leaves the large texts out. */
#define ARTICLE_HEAD                                                                                                   \
    "id, account_id, engine, config, state, detail, progress, error, error_code, title, slug, meta_description, "      \
    "sources, notes, words_charged, created_at, updated_at, version, attempt, cancel_requested, "
#define ARTICLE_COLUMNS      ARTICLE_HEAD "html, polished_html, library, run, polish, polish_attempts, seo"
#define ARTICLE_LIST_COLUMNS ARTICLE_HEAD "NULL, NULL, NULL, NULL, NULL, 0, NULL"

/* A db_reader; out is a struct article. */
void article_read(struct db_row *row, void *out);

/* Since when the oldest unfinished article of an account waits, and the oldest that is to be polished; NULL: there is
 * none. The row of the account keeps both, so that a claim need not look at every account that has something in line.
 */
#define OLDEST_OF(account, waiting, age)                                                                               \
    "(SELECT a." age " FROM article a WHERE a." waiting " AND a.account_id = " account " ORDER BY a." age              \
    ", a.id LIMIT 1)"
#define WRITING_SINCE(account)   OLDEST_OF(account, "state IN ('queued', 'processing')", "created_at")
#define POLISHING_SINCE(account) OLDEST_OF(account, "polish IS NOT NULL", "polish_asked_at")

/* So many more articles of the account are queued or processing: after the change of the article. */
enum status open_articles_add(struct db *db, const char *account_id, int change, struct error *err);

/* An article of the account is to be polished, or is no longer. */
enum status polishing_changed(struct db *db, const char *account_id, struct error *err);

#endif
