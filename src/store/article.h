/* What the files about articles share: the row, and the lease as SQL. */
#ifndef COPYDESK_STORE_ARTICLE_H
#define COPYDESK_STORE_ARTICLE_H

#include "store/db/db.h"
#include "store/store.h"

/* In the order of article_read; the list leaves the large texts out. */
#define ARTICLE_HEAD                                                                                                   \
    "id, account_id, engine, config, state, detail, progress, error, error_code, title, slug, meta_description, "      \
    "sources, notes, words_charged, created_at, updated_at, version, attempt, cancel_requested, "
#define ARTICLE_COLUMNS      ARTICLE_HEAD "html, polished_html, library"
#define ARTICLE_LIST_COLUMNS ARTICLE_HEAD "NULL, NULL, NULL"

void article_read(struct db_row *row, void *article);

/* Instead of the worker's name: its process ended without giving the article back. No worker is called so. */
#define WORKER_GONE "gone"

/* The one place for what every write of a worker is fenced by: $1, $2, $3 are the values of LEASE_VALUES. */
#define LEASE_HELD          "id = $1 AND attempt = $2 AND worker = $3 AND state = 'processing'"
#define LEASE_VALUES(lease) db_text((lease)->article_id), db_int((lease)->attempt), db_text((lease)->worker)

/* Runs a write fenced by a lease: E_CONFLICT when it changed nothing. */
enum status lease_run(struct db *db, const char *sql, struct db_values values, struct error *err);

/* An ended article is not resumed: its steps, often larger than itself, go. */
enum status steps_forget(struct db *db, const char *article_id, struct error *err);

#endif
