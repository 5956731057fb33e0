#include "store/holding.h"

#include "store/db/db.h"

static const char *const QUERIES[] = {
    [HOLDING_OPEN_ARTICLES] = "SELECT COALESCE(SUM(open_articles), 0) FROM account WHERE id = $1",
    [HOLDING_DOMAINS] = "SELECT COUNT(*) FROM domain WHERE account_id = $1",
    [HOLDING_DOMAIN_PAGES] = "SELECT COALESCE(SUM(page_count), 0) FROM domain WHERE id = $1",
    [HOLDING_DOMAIN_BYTES] = "SELECT COALESCE(SUM(page_bytes), 0) FROM domain WHERE id = $1",
    [HOLDING_PAGE_BYTES] = "SELECT COALESCE(SUM(page_bytes), 0) FROM domain WHERE account_id = $1",
    [HOLDING_BRANDS] = "SELECT COUNT(*) FROM brand WHERE account_id = $1",
    [HOLDING_KEYS] = "SELECT COUNT(*) FROM api_key WHERE account_id = $1",
    [HOLDING_INTEGRATIONS] = "SELECT COUNT(*) FROM integration WHERE account_id = $1",
};

static void holding_read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

enum status holding_count(struct db *db, enum holding holding, const char *id, int64_t *count, struct error *err)
{
    return db_one(db, QUERIES[holding], DB_BIND(db_text(id)), NULL, holding_read_count, count, err);
}
