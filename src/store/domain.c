#include "store/store.h"

static const char *const STATES[] = {
    [DOMAIN_EMPTY] = "empty",
    [DOMAIN_CRAWLING] = "crawling",
    [DOMAIN_READY] = "ready",
    [DOMAIN_FAILED] = "failed",
};

const char *domain_state_name(enum domain_state state)
{
    return STATES[state];
}

static const struct db_column DOMAIN_COLUMNS[] = {
    COLUMN(struct domain, id, COLUMN_KEY),
    COLUMN(struct domain, account_id, COLUMN_KEY),
    COLUMN(struct domain, name, COLUMN_CHANGED),
    COLUMN(struct domain, start_url, COLUMN_CHANGED),
    COLUMN(struct domain, sitemap_url, COLUMN_CHANGED),
    COLUMN_ENUM(struct domain, state, STATES, COLUMN_CHANGED),
    COLUMN(struct domain, problem, COLUMN_CHANGED),
    COLUMN(struct domain, page_count, COLUMN_READ),
    COLUMN(struct domain, pages_version, COLUMN_READ),
    COLUMN(struct domain, created_at, COLUMN_FIXED),
    COLUMN(struct domain, updated_at, COLUMN_CHANGED),
};
static const struct db_table DOMAINS = {.name = "domain", .thing = "domain", TABLE_OF(struct domain, DOMAIN_COLUMNS)};

enum status domain_insert(struct db *db, const struct domain *domain, struct error *err)
{
    struct domain made = *domain;
    made.updated_at = domain->created_at;
    return table_insert(db, &DOMAINS, &made, err);
}

enum status domain_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                       struct domain *domain, struct error *err)
{
    enum status status =
        table_one(db, &DOMAINS, "SELECT $* FROM domain WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
                  DB_BIND(db_text(id), db_text(account_id)), arena, domain, err);
    return no_row(status, "domain", id, err);
}

enum status domain_find(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct domain *domain, struct error *err)
{
    enum status status =
        table_one(db, &DOMAINS, "SELECT $* FROM domain WHERE account_id = $1 AND name = $2 ORDER BY id LIMIT 1",
                  DB_BIND(db_text(account_id), db_text(name)), arena, domain, err);
    return no_row(status, "domain", "of that name", err);
}

enum status domain_list(struct db *db, struct arena *arena, const char *account_id, struct domain **domains,
                        size_t *count, struct error *err)
{
    return table_all(db, &DOMAINS, "SELECT $* FROM domain WHERE account_id = $1 ORDER BY id",
                     DB_BIND(db_text(account_id)), arena, domains, count, err);
}

enum status domain_crawling(struct db *db, struct arena *arena, struct domain **domains, size_t *count,
                            struct error *err)
{
    return table_all(db, &DOMAINS, "SELECT $* FROM domain WHERE state = 'crawling' AND crawl_until <= $1 ORDER BY id",
                     DB_BIND(db_int(db_now(db))), arena, domains, count, err);
}

enum status domain_update(struct db *db, const struct domain *domain, int64_t now, struct error *err)
{
    struct domain changed = *domain;
    changed.updated_at = now;
    return table_update(db, &DOMAINS, &changed, err);
}

enum status domain_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    return table_delete(db, &DOMAINS, account_id, id, err);
}

/* --- crawls --- */

#define HELD               "id = $1 AND crawler = $2 AND crawl = $3 AND crawl_until > 0 AND state = 'crawling'"
#define HELD_VALUES(lease) db_text((lease)->domain_id), db_text((lease)->node), db_int((lease)->number)

enum status crawl_claim(struct db *db, struct crawl_lease *lease, int64_t until, struct error *err)
{
    enum status status =
        db_number(db,
                  "UPDATE domain SET crawler = $2, crawl = crawl + 1, crawl_until = $3 "
                  "WHERE id = $1 AND state = 'crawling' AND crawl_until <= $4 AND NOT EXISTS "
                  "(SELECT 1 FROM domain AS other WHERE other.account_id = domain.account_id "
                  "AND other.state = 'crawling' AND other.crawl_until > $4) RETURNING crawl",
                  DB_BIND(db_text(lease->domain_id), db_text(lease->node), db_int(until), db_int(db_now(db))),
                  &lease->number, err);
    return status == E_NOT_FOUND ? error_set(err, E_CONFLICT, NULL, "the domain is not to be crawled now") : status;
}

enum status crawl_check(struct db *db, const struct crawl_lease *lease, struct error *err)
{
    bool is_held = false;
    enum status status = db_exists(db, "SELECT 1 FROM domain WHERE " HELD, DB_BIND(HELD_VALUES(lease)), &is_held, err);
    if (status || is_held)
        return status;
    return error_set(err, E_CONFLICT, "lease_lost", "the domain is no longer this node's to crawl");
}

struct held_crawl {
    const char *domain_id;
    int64_t number;
};

static const struct db_table HELD_CRAWLS = {QUERY_OF(struct held_crawl, READ_AS(struct held_crawl, domain_id, "id"),
                                                     READ_AS(struct held_crawl, number, "crawl"))};

static bool is_among(const struct held_crawl *crawls, size_t count, const struct crawl_lease *lease)
{
    for (size_t i = 0; i < count; i++)
        if (crawls[i].number == lease->number && strcmp(crawls[i].domain_id, lease->domain_id) == 0)
            return true;
    return false;
}

enum status crawls_renew(struct db *db, struct arena *arena, const char *node, const struct crawl_lease *leases,
                         size_t count, int64_t until, bool *held, struct error *err)
{
    struct held_crawl *renewed;
    size_t renewed_count = 0;
    enum status status = table_all(db, &HELD_CRAWLS,
                                   "UPDATE domain SET crawl_until = $2 WHERE state = 'crawling' AND crawler = $1 "
                                   "AND crawl_until > 0 RETURNING $*",
                                   DB_BIND(db_text(node), db_int(until)), arena, &renewed, &renewed_count, err);
    for (size_t i = 0; !status && i < count; i++)
        held[i] = is_among(renewed, renewed_count, &leases[i]);
    return status;
}

enum status crawl_release(struct db *db, const struct crawl_lease *lease, struct error *err)
{
    return db_run(db, "UPDATE domain SET crawler = '', crawl_until = 0 WHERE id = $1 AND crawler = $2 AND crawl = $3",
                  DB_BIND(HELD_VALUES(lease)), NULL, err);
}

/* --- pages, as they were crawled or pushed --- */

#define PAGE_VALUES(domain_id, page, now)                                                                              \
    db_text(domain_id), db_text((page)->url), db_text((page)->title ? (page)->title : ""),                             \
        db_text((page)->language ? (page)->language : ""), db_blob((page)->html), db_int(now), db_int((page)->pushed)

/* A page that was pushed stays a pushed one when a crawl puts it. */
#define STILL_PUSHED "pushed = CASE WHEN $7 = 1 THEN 1 ELSE pushed END"

/* What a put has done, for the domain's counters. */
struct page_tally {
    int64_t added, changed, bytes; /* bytes: more of HTML, or less */
};

/* Puts one page. Of a page that has not changed only touched_at is written, so that pages_version need not grow. */
static enum status put_page(struct db *db, const char *domain_id, const struct domain_page *page, int64_t now,
                            struct page_tally *tally, struct error *err)
{
    struct db_values values = DB_BIND(PAGE_VALUES(domain_id, page, now));
    int64_t same = 0, before = 0;
    enum status status =
        db_run(db,
               "UPDATE domain_page SET touched_at = $6, " STILL_PUSHED " WHERE domain_id = $1 AND url = $2 "
               "AND title = $3 AND language = $4 AND html = $5",
               values, &same, err);
    if (status || same)
        return status;
    tally->changed++;
    tally->bytes += (int64_t)page->html.len;
    status = db_number(db, "SELECT LENGTH(html) FROM domain_page WHERE domain_id = $1 AND url = $2",
                       DB_BIND(db_text(domain_id), db_text(page->url)), &before, err);
    if (!status) {
        tally->bytes -= before;
        return db_run(db,
                      "UPDATE domain_page SET title = $3, language = $4, html = $5, touched_at = $6, " STILL_PUSHED " "
                      "WHERE domain_id = $1 AND url = $2",
                      values, NULL, err);
    }
    if (status != E_NOT_FOUND)
        return status;
    tally->added++;
    return db_run(db,
                  "INSERT INTO domain_page (domain_id, url, title, language, html, touched_at, pushed) "
                  "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                  values, NULL, err);
}

static enum status count_pages(struct db *db, const char *domain_id, int64_t added, int64_t bytes, int64_t now,
                               struct error *err)
{
    return db_change(db,
                     "UPDATE domain SET page_count = page_count + $2, pages_version = pages_version + 1, "
                     "page_bytes = page_bytes + $4, updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE "
                     "updated_at END WHERE id = $1",
                     DB_BIND(db_text(domain_id), db_int(added), db_int(now), db_int(bytes)), "domain", domain_id, err);
}

enum status domain_put_pages(struct db *db, const char *domain_id, const struct domain_page *pages, size_t count,
                             int64_t now, struct error *err)
{
    struct page_tally tally = {0};
    for (size_t i = 0; i < count; i++) {
        enum status status = put_page(db, domain_id, &pages[i], now, &tally, err);
        if (status)
            return status;
    }
    return tally.changed ? count_pages(db, domain_id, tally.added, tally.bytes, now, err) : OK;
}

#define OLDER "domain_id = $1 AND touched_at < $2 AND pushed = 0"

enum status domain_drop_older(struct db *db, const char *domain_id, int64_t since, struct error *err)
{
    const struct db_values values = DB_BIND(db_text(domain_id), db_int(since));
    int64_t dropped = 0, bytes = 0, forgotten = 0;
    enum status status =
        db_run(db, "DELETE FROM domain_visit WHERE domain_id = $1 AND visited_at < $2", values, &forgotten, err);
    if (!status)
        status =
            db_number(db, "SELECT COALESCE(SUM(LENGTH(html)), 0) FROM domain_page WHERE " OLDER, values, &bytes, err);
    if (!status)
        status = db_run(db, "DELETE FROM domain_page WHERE " OLDER, values, &dropped, err);
    return status || !(dropped || forgotten) ? status : count_pages(db, domain_id, -dropped, -bytes, since, err);
}

static const struct db_table PAGES = {QUERY_OF(struct domain_page, READ(struct domain_page, url),
                                               READ(struct domain_page, title), READ(struct domain_page, language),
                                               READ(struct domain_page, html))};

static const struct db_table LISTED_PAGES = {
    QUERY_OF(struct domain_page, READ(struct domain_page, url), READ(struct domain_page, title),
             READ(struct domain_page, language), READ(struct domain_page, pushed),
             READ_AS(struct domain_page, bytes, "length(html)"), READ(struct domain_page, touched_at))};

#define BY_URL(table) "SELECT $* FROM " table " WHERE domain_id = $1 AND url > $2 ORDER BY url LIMIT $3"
#define BY_URL_VALUES(domain_id, after, limit)                                                                         \
    DB_BIND(db_text(domain_id), db_text((after) ? (after) : ""), db_int((int64_t)(limit)))

enum status domain_pages(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                         struct domain_page **pages, size_t *count, struct error *err)
{
    return table_all(db, &PAGES, BY_URL("domain_page"), BY_URL_VALUES(domain_id, after, limit), arena, pages, count,
                     err);
}

enum status domain_page_list(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                             struct domain_page **pages, size_t *count, struct error *err)
{
    return table_all(db, &LISTED_PAGES, BY_URL("domain_page"), BY_URL_VALUES(domain_id, after, limit), arena, pages,
                     count, err);
}

/* --- what a crawl met besides --- */

#define CRAWLED "domain_id = $1 AND url = $2 AND pushed = 0"

static enum status put_visit(struct db *db, const char *domain_id, const struct domain_visit *visit, int64_t now,
                             struct page_tally *gone, struct error *err)
{
    int64_t same = 0, dropped = 0, bytes = 0;
    const struct db_values values =
        DB_BIND(db_text(domain_id), db_text(visit->url), db_int(visit->status), db_text(visit->leads_to), db_int(now));
    enum status status = db_run(db,
                                "UPDATE domain_visit SET visited_at = $5 WHERE domain_id = $1 AND url = $2 "
                                "AND status = $3 AND COALESCE(leads_to, '') = COALESCE($4, '')",
                                values, &same, err);
    gone->changed += !same;
    if (!status && !same)
        status = db_run(
            db,
            "INSERT INTO domain_visit (domain_id, url, status, leads_to, visited_at) VALUES ($1, $2, $3, $4, $5) "
            "ON CONFLICT (domain_id, url) DO UPDATE SET status = $3, leads_to = $4, visited_at = $5",
            values, NULL, err);
    if (status || (visit->status != 404 && visit->status != 410))
        return status;
    const struct db_values page = DB_BIND(db_text(domain_id), db_text(visit->url));
    status = db_number(db, "SELECT COALESCE(SUM(LENGTH(html)), 0) FROM domain_page WHERE " CRAWLED, page, &bytes, err);
    if (!status)
        status = db_run(db, "DELETE FROM domain_page WHERE " CRAWLED, page, &dropped, err);
    gone->added -= dropped;
    gone->bytes -= bytes;
    return status;
}

enum status domain_put_visits(struct db *db, const char *domain_id, const struct domain_visit *visits, size_t count,
                              int64_t now, struct error *err)
{
    struct page_tally gone = {0};
    for (size_t i = 0; i < count; i++) {
        enum status status = put_visit(db, domain_id, &visits[i], now, &gone, err);
        if (status)
            return status;
    }
    return gone.added || gone.changed ? count_pages(db, domain_id, gone.added, gone.bytes, now, err) : OK;
}

static const struct db_table VISITS = {QUERY_OF(struct domain_visit, READ(struct domain_visit, url),
                                                READ(struct domain_visit, status),
                                                READ(struct domain_visit, leads_to))};

enum status domain_visits(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                          struct domain_visit **visits, size_t *count, struct error *err)
{
    return table_all(db, &VISITS, BY_URL("domain_visit"), BY_URL_VALUES(domain_id, after, limit), arena, visits, count,
                     err);
}
