/* The pages of a domain, as they were crawled or pushed. */
#include "store/db/db.h"
#include "store/store.h"

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
