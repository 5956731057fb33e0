#include "store/picture.h"

#include "store/lease.h"

static void read_size(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* Is there room for so many bytes more? */
static enum status check_room(struct db *db, const struct lease *lease, size_t bytes, struct error *err)
{
    int64_t held = 0;
    if (bytes > PICTURE_BYTES)
        return error_set(err, E_LIMIT, NULL, "it is larger than %d MiB", PICTURE_BYTES >> 20);
    enum status status = db_one(db, "SELECT COALESCE(SUM(size), 0) FROM picture WHERE article_id = $1",
                                DB_BIND(db_text(lease->article_id)), NULL, read_size, &held, err);
    if (!status && held + (int64_t)bytes > PICTURES_BYTES)
        status =
            error_set(err, E_LIMIT, NULL, "the pictures of an article may have %d MiB together", PICTURES_BYTES >> 20);
    return status;
}

enum status picture_put(struct db *db, const struct lease *lease, const struct stored_picture *picture,
                        struct error *err)
{
    enum status status = check_room(db, lease, picture->bytes.len, err);
    if (status)
        return status;
    return lease_run(db,
                     "INSERT INTO picture (id, article_id, type, size, bytes) "
                     "SELECT $4, id, $5, $6, $7 FROM article WHERE " LEASE_HELD,
                     DB_BIND(LEASE_VALUES(lease), db_text(picture->id), db_text(picture->type),
                             db_int((int64_t)picture->bytes.len), db_blob(picture->bytes)),
                     err);
}

static void read_picture(struct db_row *row, void *out)
{
    struct stored_picture *picture = out;
    picture->id = row_text(row);
    picture->type = row_text(row);
    picture->bytes = row_blob(row);
}

enum status picture_get(struct db *db, struct arena *arena, const char *id, struct stored_picture *picture,
                        struct error *err)
{
    enum status status = db_one(db, "SELECT id, type, bytes FROM picture WHERE id = $1", DB_BIND(db_text(id)), arena,
                                read_picture, picture, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "there is no picture %s", id) : status;
}

enum status pictures_forget(struct db *db, const char *article_id, struct error *err)
{
    return db_queue(db, "DELETE FROM picture WHERE article_id = $1", DB_BIND(db_text(article_id)), err);
}
