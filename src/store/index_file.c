#include "store/store.h"

/* The lease is still held: its row is this build's, even when its time has passed and nobody else has taken it. */
#define HELD "domain_id = $1 AND format = $2 AND builder = $3 AND build = $4"
#define HELD_VALUES(lease)                                                                                             \
    db_text((lease)->domain_id), db_text((lease)->format), db_text((lease)->node), db_int((lease)->number)

static enum status lost(struct error *err)
{
    return error_set(err, E_CONFLICT, "lease_lost", "the index is no longer this node's to build");
}

/* For a statement that changes one row if the lease is held. */
static enum status run_held(struct db *db, const char *sql, struct db_values values, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db, sql, values, &changed, err);
    return status || changed ? status : lost(err);
}

/* --- fetching --- */

static const struct db_column FILE_COLUMNS[] = {
    COLUMN_AS(struct index_file, version, "pages_version", COLUMN_READ),
    COLUMN(struct index_file, size, COLUMN_READ),
    COLUMN(struct index_file, built_at, COLUMN_READ),
};

static void read_file_hash(struct db_row *row, void *out)
{
    struct index_file *file = out;
    struct db_value hash = row_value(row);
    memset(file->hash, 0, sizeof file->hash);
    if (hash.type == DB_BLOB && hash.bytes.len == sizeof file->hash)
        memcpy(file->hash, hash.bytes.data, sizeof file->hash);
}

static const struct db_table FILES = {TABLE_OF(struct index_file, FILE_COLUMNS), .read_more = read_file_hash};

enum status index_file_get(struct db *db, const char *domain_id, const char *format, struct index_file *file,
                           struct error *err)
{
    enum status status = table_one(db, &FILES,
                                   "SELECT $*, hash FROM domain_index "
                                   "WHERE domain_id = $1 AND format = $2 AND pages_version >= 0",
                                   DB_BIND(db_text(domain_id), db_text(format)), NULL, file, err);
    return status == E_NOT_FOUND ? error_set(err, status, NULL, "no index of domain %s is stored", domain_id) : status;
}

enum status index_file_part(struct db *db, struct arena *arena, const char *domain_id, const char *format,
                            int64_t version, int64_t number, struct str *bytes, struct error *err)
{
    return db_bytes(db,
                    "SELECT bytes FROM domain_index_part WHERE domain_id = $1 AND format = $2 AND pages_version = $3 "
                    "AND number = $4",
                    DB_BIND(db_text(domain_id), db_text(format), db_int(version), db_int(number)), arena, bytes, err);
}

enum status index_file_discard(struct db *db, const char *domain_id, const char *format, const struct index_file *file,
                               struct error *err)
{
    return db_run(db,
                  "UPDATE domain_index SET pages_version = -1 WHERE domain_id = $1 AND format = $2 "
                  "AND pages_version = $3 AND built_at = $4",
                  DB_BIND(db_text(domain_id), db_text(format), db_int(file->version), db_int(file->built_at)), NULL,
                  err);
}

/* --- building --- */

static enum status make_row(struct db *db, const struct index_lease *lease, struct error *err)
{
    bool is_there = false;
    enum status status = db_run(db,
                                "INSERT INTO domain_index (domain_id, format) SELECT id, $2 FROM domain WHERE id = $1 "
                                "ON CONFLICT (domain_id, format) DO NOTHING",
                                DB_BIND(db_text(lease->domain_id), db_text(lease->format)), NULL, err);
    if (!status)
        status = db_exists(db, "SELECT 1 FROM domain_index WHERE domain_id = $1 AND format = $2",
                           DB_BIND(db_text(lease->domain_id), db_text(lease->format)), &is_there, err);
    return status || is_there ? status : error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.");
}

enum status index_build_claim(struct db *db, struct index_lease *lease, int64_t have, int64_t until, struct error *err)
{
    enum status status = make_row(db, lease, err);
    if (status)
        return status;
    status = db_number(db,
                       "UPDATE domain_index SET builder = $3, build = build + 1, build_until = $4 "
                       "WHERE domain_id = $1 AND format = $2 AND build_until <= $5 AND pages_version <= $6 "
                       "RETURNING build",
                       DB_BIND(db_text(lease->domain_id), db_text(lease->format), db_text(lease->node), db_int(until),
                               db_int(db_now(db)), db_int(have)),
                       &lease->number, err);
    return status == E_NOT_FOUND ? error_set(err, E_CONFLICT, NULL, "the index is not to be built now") : status;
}

enum status index_build_renew(struct db *db, const struct index_lease *lease, int64_t until, struct error *err)
{
    return run_held(db, "UPDATE domain_index SET build_until = $5 WHERE " HELD,
                    DB_BIND(HELD_VALUES(lease), db_int(until)), err);
}

enum status index_build_release(struct db *db, const struct index_lease *lease, struct error *err)
{
    return db_run(db, "UPDATE domain_index SET builder = '', build_until = 0 WHERE " HELD, DB_BIND(HELD_VALUES(lease)),
                  NULL, err);
}

enum status index_file_store(struct db *db, const struct index_lease *lease, int64_t version, int64_t number,
                             struct str bytes, struct error *err)
{
    return run_held(db,
                    "INSERT INTO domain_index_part (domain_id, format, pages_version, number, bytes) "
                    "SELECT domain_id, format, $5, $6, $7 FROM domain_index WHERE " HELD
                    " ON CONFLICT (domain_id, format, pages_version, number) DO UPDATE SET bytes = excluded.bytes",
                    DB_BIND(HELD_VALUES(lease), db_int(version), db_int(number), db_blob(bytes)), err);
}

enum status index_file_publish(struct db *db, const struct index_lease *lease, const struct index_file *file,
                               struct error *err)
{
    enum status status =
        run_held(db,
                 "UPDATE domain_index SET pages_version = $5, size = $6, hash = $7, built_at = $8, builder = '', "
                 "build_until = 0 WHERE " HELD,
                 DB_BIND(HELD_VALUES(lease), db_int(file->version), db_int(file->size),
                         db_blob((struct str){(const char *)file->hash, sizeof file->hash}), db_int(db_now(db))),
                 err);
    int64_t parts = (file->size + INDEX_PART_BYTES - 1) / INDEX_PART_BYTES;
    return status ? status
                  : db_run(db,
                           "DELETE FROM domain_index_part WHERE domain_id = $1 AND format = $2 "
                           "AND (pages_version <> $3 OR number >= $4)",
                           DB_BIND(db_text(lease->domain_id), db_text(lease->format), db_int(file->version),
                                   db_int(parts)),
                           NULL, err);
}
