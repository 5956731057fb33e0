#include "store/store.h"

#define COLUMNS                                                                                                        \
    "id, account_id, name, url, description, voice, knowledge, audience, avoid, links, created_at, updated_at"

static void read_brand(struct db_row *row, void *out)
{
    struct brand *brand = out;
    brand->id = row_text(row);
    brand->account_id = row_text(row);
    brand->name = row_text(row);
    brand->url = row_text(row);
    brand->description = row_text(row);
    brand->voice = row_text(row);
    brand->knowledge = row_text(row);
    brand->audience = row_text(row);
    brand->avoid = row_text(row);
    brand->links = row_text(row);
    brand->created_at = row_int(row);
    brand->updated_at = row_int(row);
}

static enum status no_brand(const char *id, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "there is no brand %s", id);
}

enum status brand_insert(struct db *db, const struct brand *brand, struct error *err)
{
    return db_run(db, "INSERT INTO brand (" COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
                  DB_BIND(db_text(brand->id), db_text(brand->account_id), db_text(brand->name), db_text(brand->url),
                          db_text(brand->description), db_text(brand->voice), db_text(brand->knowledge),
                          db_text(brand->audience), db_text(brand->avoid), db_text(brand->links),
                          db_int(brand->created_at)),
                  NULL, err);
}

enum status brand_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct brand *brand,
                      struct error *err)
{
    enum status status = db_one(db, "SELECT " COLUMNS " FROM brand WHERE id = $1 AND account_id = $2",
                                DB_BIND(db_text(id), db_text(account_id)), arena, read_brand, brand, err);
    return status == E_NOT_FOUND ? no_brand(id, err) : status;
}

enum status brand_named(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct brand *brand, struct error *err)
{
    enum status status =
        db_one(db, "SELECT " COLUMNS " FROM brand WHERE account_id = $1 AND name = $2 ORDER BY id LIMIT 1",
               DB_BIND(db_text(account_id), db_text(name)), arena, read_brand, brand, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no brand of that name") : status;
}

enum status brand_list(struct db *db, struct arena *arena, const char *account_id, const char *after, size_t limit,
                       struct brand **brands, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_brand, .size = sizeof(struct brand)};
    enum status status =
        db_all(db, "SELECT " COLUMNS " FROM brand WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3",
               DB_BIND(db_text(account_id), db_text(after ? after : ""), db_int((int64_t)limit)), &list, err);
    *brands = list.items;
    *count = list.count;
    return status;
}

enum status brand_update(struct db *db, const struct brand *brand, int64_t now, struct error *err)
{
    int64_t changed = 0;
    enum status status =
        db_run(db,
               "UPDATE brand SET name = $3, url = $4, description = $5, voice = $6, knowledge = $7, audience = $8, "
               "avoid = $9, links = $10, updated_at = $11 WHERE id = $1 AND account_id = $2",
               DB_BIND(db_text(brand->id), db_text(brand->account_id), db_text(brand->name), db_text(brand->url),
                       db_text(brand->description), db_text(brand->voice), db_text(brand->knowledge),
                       db_text(brand->audience), db_text(brand->avoid), db_text(brand->links), db_int(now)),
               &changed, err);
    return status || changed ? status : no_brand(brand->id, err);
}

enum status brand_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    int64_t deleted = 0;
    enum status status = db_run(db, "DELETE FROM brand WHERE id = $1 AND account_id = $2",
                                DB_BIND(db_text(id), db_text(account_id)), &deleted, err);
    return status || deleted ? status : no_brand(id, err);
}
