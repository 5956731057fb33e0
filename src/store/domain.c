#include "store/db/db.h"
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
