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
    return list_domains(db, arena, "SELECT " COLUMNS " FROM domain WHERE state = 'crawling' ORDER BY id", DB_NOTHING,
                        domains, count, err);
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
