#include "store/store.h"

static const struct db_column COLUMNS[] = {
    COLUMN(struct brand, id, COLUMN_KEY),
    COLUMN(struct brand, account_id, COLUMN_KEY),
    COLUMN(struct brand, name, COLUMN_CHANGED),
    COLUMN(struct brand, url, COLUMN_CHANGED),
    COLUMN(struct brand, description, COLUMN_CHANGED),
    COLUMN(struct brand, voice, COLUMN_CHANGED),
    COLUMN(struct brand, knowledge, COLUMN_CHANGED),
    COLUMN(struct brand, audience, COLUMN_CHANGED),
    COLUMN(struct brand, avoid, COLUMN_CHANGED),
    COLUMN(struct brand, links, COLUMN_CHANGED),
    COLUMN(struct brand, created_at, COLUMN_FIXED),
    COLUMN(struct brand, updated_at, COLUMN_CHANGED),
};
static const struct db_table BRANDS = {.name = "brand", .thing = "brand", TABLE_OF(struct brand, COLUMNS)};

enum status brand_insert(struct db *db, const struct brand *brand, struct error *err)
{
    struct brand made = *brand;
    made.updated_at = brand->created_at;
    return table_insert(db, &BRANDS, &made, err);
}

enum status brand_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct brand *brand,
                      struct error *err)
{
    enum status status = table_one(db, &BRANDS, "SELECT $* FROM brand WHERE id = $1 AND account_id = $2",
                                   DB_BIND(db_text(id), db_text(account_id)), arena, brand, err);
    return no_row(status, "brand", id, err);
}

enum status brand_named(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct brand *brand, struct error *err)
{
    enum status status =
        table_one(db, &BRANDS, "SELECT $* FROM brand WHERE account_id = $1 AND name = $2 ORDER BY id LIMIT 1",
                  DB_BIND(db_text(account_id), db_text(name)), arena, brand, err);
    return no_row(status, "brand", "of that name", err);
}

enum status brand_list(struct db *db, struct arena *arena, const char *account_id, const char *after, size_t limit,
                       struct brand **brands, size_t *count, struct error *err)
{
    return table_all(db, &BRANDS, "SELECT $* FROM brand WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3",
                     DB_BIND(db_text(account_id), db_text(after ? after : ""), db_int((int64_t)limit)), arena, brands,
                     count, err);
}

enum status brand_update(struct db *db, const struct brand *brand, int64_t now, struct error *err)
{
    struct brand changed = *brand;
    changed.updated_at = now;
    return table_update(db, &BRANDS, &changed, err);
}

enum status brand_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    return table_delete(db, &BRANDS, account_id, id, err);
}
