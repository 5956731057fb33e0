/* What is done about the work of nodes that are gone. */
#include "store/article.h"

/* Instead of a worker's name: its node ended without giving the article back. No worker has this name. */
#define WORKER_GONE "gone"

/* There is no such node. A worker's name begins with the id of its node, a UUID. */
#define NO_NODE(id)     "NOT EXISTS (SELECT 1 FROM node n WHERE n.id = " id ")"
#define NO_NODE_OF_WORK NO_NODE("substr(article.worker, 1, 36)")

/* The first two conditions are the index's: nothing else is looked at. */
static enum status end_leases(struct db *db, struct error *err)
{
    return db_run(db,
                  "UPDATE article SET worker = '" WORKER_GONE "', lease_until = 0, "
                  "updated_at = CASE WHEN state = 'processing' THEN $1 ELSE updated_at END, "
                  "version = CASE WHEN state = 'processing' THEN version + 1 ELSE version END "
                  "WHERE lease_until > 0 AND worker <> '' AND " NO_NODE_OF_WORK,
                  DB_BIND(db_int(db_now(db))), NULL, err);
}

static enum status end_crawls(struct db *db, struct error *err)
{
    return db_run(db,
                  "UPDATE domain SET crawler = '', crawl_until = 0 WHERE state = 'crawling' AND crawl_until > 0 "
                  "AND " NO_NODE("domain.crawler"),
                  DB_NOTHING, NULL, err);
}

static enum status end_builds(struct db *db, struct error *err)
{
    return db_run(db,
                  "UPDATE domain_index SET builder = '', build_until = 0 WHERE builder <> '' AND " NO_NODE(
                      "domain_index.builder"),
                  DB_NOTHING, NULL, err);
}

/* unknown: of whom a key without a node is. With other nodes about nobody can say, and it ends with time. */
static enum status forget_keys(struct db *db, bool is_alone, struct error *err)
{
    return db_run(
        db, "DELETE FROM idempotency WHERE status = 0 AND (node <> '' OR $1 = 1) AND " NO_NODE("idempotency.node"),
        DB_BIND(db_int(is_alone)), NULL, err);
}

static enum status count_articles(struct db *db, struct error *err)
{
    return db_run(db,
                  "UPDATE account SET open_articles = (SELECT COUNT(*) FROM article a "
                  "WHERE a.account_id = account.id AND a.state IN ('queued', 'processing')), "
                  "writing_since = " WRITING_SINCE("account.id") ", polishing_since = " POLISHING_SINCE("account.id"),
                  DB_NOTHING, NULL, err);
}

enum status store_recover(struct db *db, const char *node, bool is_alone, struct error *err)
{
    enum status status = nodes_forget_dead(db, node, is_alone, NULL, err);
    if (!status)
        status = end_leases(db, err);
    if (!status)
        status = end_crawls(db, err);
    if (!status)
        status = end_builds(db, err);
    if (!status)
        status = forget_keys(db, is_alone, err);
    if (!status)
        status = deliveries_recover(db, db_now(db) - NODE_DEAD_MS, NULL, err);
    return status || !is_alone ? status : count_articles(db, err);
}

/* Deliveries have the longest leases: they are freed as soon as their node is taken for dead. */
enum status store_sweep(struct db *db, const char *node, int64_t *count, struct error *err)
{
    int64_t forgotten = 0;
    enum status status = deliveries_recover(db, db_now(db) - NODE_DEAD_MS, count, err);
    if (!status)
        status = nodes_forget_dead(db, node, false, &forgotten, err);
    if (!status && forgotten)
        status = end_leases(db, err);
    if (!status && forgotten)
        status = end_crawls(db, err);
    if (!status && forgotten)
        status = end_builds(db, err);
    return status || !forgotten ? status : forget_keys(db, false, err);
}
