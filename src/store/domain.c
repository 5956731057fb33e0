#include "store/store.h"

#define COLUMNS                                                                                                        \
    "id, account_id, name, start_url, sitemap_url, state, problem, page_count, pages_version, created_at, updated_at"

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

static void read_domain(struct db_row *row, void *out)
{
    struct domain *domain = out;
    domain->id = row_text(row);
    domain->account_id = row_text(row);
    domain->name = row_text(row);
    domain->start_url = row_text(row);
    domain->sitemap_url = row_text(row);
    domain->state = (enum domain_state)row_name(row, STATES, COUNT_OF(STATES));
    domain->problem = row_text(row);
    domain->page_count = row_int(row);
    domain->pages_version = row_int(row);
    domain->created_at = row_int(row);
    domain->updated_at = row_int(row);
}

static enum status no_domain(const char *id, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "there is no domain %s", id);
}

enum status domain_insert(struct db *db, const struct domain *domain, struct error *err)
{
    return db_run(db,
                  "INSERT INTO domain (id, account_id, name, start_url, sitemap_url, state, problem, created_at, "
                  "updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
                  DB_BIND(db_text(domain->id), db_text(domain->account_id), db_text(domain->name),
                          db_text(domain->start_url), db_text(domain->sitemap_url),
                          db_text(domain_state_name(domain->state)), db_text(domain->problem),
                          db_int(domain->created_at)),
                  NULL, err);
}

enum status domain_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                       struct domain *domain, struct error *err)
{
    enum status status = db_one(db,
                                "SELECT " COLUMNS " FROM domain "
                                "WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
                                DB_BIND(db_text(id), db_text(account_id)), arena, read_domain, domain, err);
    return status == E_NOT_FOUND ? no_domain(id, err) : status;
}

enum status domain_find(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct domain *domain, struct error *err)
{
    enum status status =
        db_one(db, "SELECT " COLUMNS " FROM domain WHERE account_id = $1 AND name = $2 ORDER BY id LIMIT 1",
               DB_BIND(db_text(account_id), db_text(name)), arena, read_domain, domain, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no domain of that name") : status;
}

static enum status list_domains(struct db *db, struct arena *arena, const char *sql, struct db_values values,
                                struct domain **domains, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_domain, .size = sizeof(struct domain)};
    enum status status = db_all(db, sql, values, &list, err);
    *domains = list.items;
    *count = list.count;
    return status;
}

enum status domain_list(struct db *db, struct arena *arena, const char *account_id, struct domain **domains,
                        size_t *count, struct error *err)
{
    return list_domains(db, arena, "SELECT " COLUMNS " FROM domain WHERE account_id = $1 ORDER BY id",
                        DB_BIND(db_text(account_id)), domains, count, err);
}

enum status domain_crawling(struct db *db, struct arena *arena, struct domain **domains, size_t *count,
                            struct error *err)
{
    return list_domains(db, arena,
                        "SELECT " COLUMNS " FROM domain WHERE state = 'crawling' AND crawl_until <= $1 ORDER BY id",
                        DB_BIND(db_int(db_now(db))), domains, count, err);
}

enum status domain_update(struct db *db, const struct domain *domain, int64_t now, struct error *err)
{
    int64_t changed = 0;
    enum status status =
        db_run(db,
               "UPDATE domain SET name = $3, start_url = $4, sitemap_url = $5, state = $6, "
               "problem = $7, updated_at = $8 WHERE id = $1 AND account_id = $2",
               DB_BIND(db_text(domain->id), db_text(domain->account_id), db_text(domain->name),
                       db_text(domain->start_url), db_text(domain->sitemap_url),
                       db_text(domain_state_name(domain->state)), db_text(domain->problem), db_int(now)),
               &changed, err);
    return status || changed ? status : no_domain(domain->id, err);
}

enum status domain_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    int64_t deleted = 0;
    enum status status = db_run(db, "DELETE FROM domain WHERE id = $1 AND account_id = $2",
                                DB_BIND(db_text(id), db_text(account_id)), &deleted, err);
    return status || deleted ? status : no_domain(id, err);
}

/* --- crawls --- */

#define HELD               "id = $1 AND crawler = $2 AND crawl = $3 AND crawl_until > 0 AND state = 'crawling'"
#define HELD_VALUES(lease) db_text((lease)->domain_id), db_text((lease)->node), db_int((lease)->number)

static void domain_read_number(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

enum status crawl_claim(struct db *db, struct crawl_lease *lease, int64_t until, struct error *err)
{
    enum status status =
        db_one(db,
               "UPDATE domain SET crawler = $2, crawl = crawl + 1, crawl_until = $3 "
               "WHERE id = $1 AND state = 'crawling' AND crawl_until <= $4 AND NOT EXISTS "
               "(SELECT 1 FROM domain AS other WHERE other.account_id = domain.account_id "
               "AND other.state = 'crawling' AND other.crawl_until > $4) RETURNING crawl",
               DB_BIND(db_text(lease->domain_id), db_text(lease->node), db_int(until), db_int(db_now(db))), NULL,
               domain_read_number, &lease->number, err);
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

static void read_held(struct db_row *row, void *out)
{
    struct held_crawl *crawl = out;
    crawl->domain_id = row_text(row);
    crawl->number = row_int(row);
}

static bool is_among(const struct db_list *list, const struct crawl_lease *lease)
{
    const struct held_crawl *crawls = list->items;
    for (size_t i = 0; i < list->count; i++)
        if (crawls[i].number == lease->number && strcmp(crawls[i].domain_id, lease->domain_id) == 0)
            return true;
    return false;
}

enum status crawls_renew(struct db *db, struct arena *arena, const char *node, const struct crawl_lease *leases,
                         size_t count, int64_t until, bool *held, struct error *err)
{
    struct db_list renewed = {.arena = arena, .read = read_held, .size = sizeof(struct held_crawl)};
    enum status status = db_all(db,
                                "UPDATE domain SET crawl_until = $2 WHERE state = 'crawling' AND crawler = $1 "
                                "AND crawl_until > 0 RETURNING id, crawl",
                                DB_BIND(db_text(node), db_int(until)), &renewed, err);
    for (size_t i = 0; !status && i < count; i++)
        held[i] = is_among(&renewed, &leases[i]);
    return status;
}

enum status crawl_release(struct db *db, const struct crawl_lease *lease, struct error *err)
{
    return db_run(db, "UPDATE domain SET crawler = '', crawl_until = 0 WHERE id = $1 AND crawler = $2 AND crawl = $3",
                  DB_BIND(HELD_VALUES(lease)), NULL, err);
}

/* The pages of a domain, as they were crawled or pushed. */

#define PAGE_VALUES(domain_id, page, now)                                                                              \
    db_text(domain_id), db_text((page)->url), db_text((page)->title ? (page)->title : ""),                             \
        db_text((page)->language ? (page)->language : ""), db_blob((page)->html), db_int(now), db_int((page)->pushed)

/* A page that was pushed stays a pushed one when a crawl puts it. */
#define STILL_PUSHED "pushed = CASE WHEN $7 = 1 THEN 1 ELSE pushed END"

/* What a put has done, for the domain's counters. */
struct page_tally {
    int64_t added, changed, bytes; /* bytes: more of HTML, or less */
};

static void read_int(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

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
    status = db_one(db, "SELECT LENGTH(html) FROM domain_page WHERE domain_id = $1 AND url = $2",
                    DB_BIND(db_text(domain_id), db_text(page->url)), NULL, read_int, &before, err);
    if (status == OK) {
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

static enum status page_count_pages(struct db *db, const char *domain_id, int64_t added, int64_t bytes, int64_t now,
                                    struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db,
                                "UPDATE domain SET page_count = page_count + $2, pages_version = pages_version + 1, "
                                "page_bytes = page_bytes + $4, updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE "
                                "updated_at END WHERE id = $1",
                                DB_BIND(db_text(domain_id), db_int(added), db_int(now), db_int(bytes)), &changed, err);
    if (status || changed)
        return status;
    return error_set(err, E_NOT_FOUND, NULL, "there is no domain %s", domain_id);
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
    return tally.changed ? page_count_pages(db, domain_id, tally.added, tally.bytes, now, err) : OK;
}

#define OLDER "domain_id = $1 AND touched_at < $2 AND pushed = 0"

enum status domain_drop_older(struct db *db, const char *domain_id, int64_t since, struct error *err)
{
    const struct db_values values = DB_BIND(db_text(domain_id), db_int(since));
    int64_t dropped = 0, bytes = 0, forgotten = 0;
    enum status status =
        db_run(db, "DELETE FROM domain_visit WHERE domain_id = $1 AND visited_at < $2", values, &forgotten, err);
    if (!status)
        status = db_one(db, "SELECT COALESCE(SUM(LENGTH(html)), 0) FROM domain_page WHERE " OLDER, values, NULL,
                        read_int, &bytes, err);
    if (!status)
        status = db_run(db, "DELETE FROM domain_page WHERE " OLDER, values, &dropped, err);
    return status || !(dropped || forgotten) ? status : page_count_pages(db, domain_id, -dropped, -bytes, since, err);
}

static void read_page_page(struct db_row *row, void *out)
{
    struct domain_page *page = out;
    page->url = row_text(row);
    page->title = row_text(row);
    page->language = row_text(row);
    page->html = row_blob(row);
}

enum status domain_pages(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                         struct domain_page **pages, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_page_page, .size = sizeof(struct domain_page)};
    enum status status =
        db_all(db,
               "SELECT url, title, language, html FROM domain_page "
               "WHERE domain_id = $1 AND url > $2 ORDER BY url LIMIT $3",
               DB_BIND(db_text(domain_id), db_text(after ? after : ""), db_int((int64_t)limit)), &list, err);
    *pages = list.items;
    *count = list.count;
    return status;
}

static void read_listed(struct db_row *row, void *out)
{
    struct domain_page *page = out;
    page->url = row_text(row);
    page->title = row_text(row);
    page->language = row_text(row);
    page->pushed = row_int(row) != 0;
    page->bytes = row_int(row);
    page->touched_at = row_int(row);
}

enum status domain_page_list(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                             struct domain_page **pages, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_listed, .size = sizeof(struct domain_page)};
    enum status status =
        db_all(db,
               "SELECT url, title, language, pushed, length(html), touched_at FROM domain_page "
               "WHERE domain_id = $1 AND url > $2 ORDER BY url LIMIT $3",
               DB_BIND(db_text(domain_id), db_text(after ? after : ""), db_int((int64_t)limit)), &list, err);
    *pages = list.items;
    *count = list.count;
    return status;
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
    status = db_one(db, "SELECT COALESCE(SUM(LENGTH(html)), 0) FROM domain_page WHERE " CRAWLED, page, NULL, read_int,
                    &bytes, err);
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
    return gone.added || gone.changed ? page_count_pages(db, domain_id, gone.added, gone.bytes, now, err) : OK;
}

static void read_visit(struct db_row *row, void *out)
{
    struct domain_visit *visit = out;
    visit->url = row_text(row);
    visit->status = row_int(row);
    visit->leads_to = row_text(row);
}

enum status domain_visits(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                          struct domain_visit **visits, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_visit, .size = sizeof(struct domain_visit)};
    enum status status =
        db_all(db,
               "SELECT url, status, leads_to FROM domain_visit "
               "WHERE domain_id = $1 AND url > $2 ORDER BY url LIMIT $3",
               DB_BIND(db_text(domain_id), db_text(after ? after : ""), db_int((int64_t)limit)), &list, err);
    *visits = list.items;
    *count = list.count;
    return status;
}
