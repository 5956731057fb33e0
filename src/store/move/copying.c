/*
 * Rows of the old database as the bytes that PostgreSQL takes and gives for them (store/db/postgresql.h): the same
 * values have the same bytes on both sides. So they are copied, and so they are compared.
 */
#include "store/db/postgresql.h"
#include "store/move/move_parts.h"

#include <openssl/evp.h>
#include <stdio.h>

/* The key of a row for people: "id 0190a5b0-...", cut where the room ends. "?" when the bytes are no row of the table.
 */
enum { ROW_KEY_SIZE = 200 };

enum { COLUMNS_MAX = 64, NULL_LENGTH = -1, NUMBER_LENGTH = 8, DIGEST_SHOWN = 8 };

static void rows_add_number(struct buf *out, uint64_t number, int bytes)
{
    unsigned char text[8];
    for (int i = bytes - 1; i >= 0; i--, number >>= 8)
        text[i] = (unsigned char)number;
    buf_add(out, text, (size_t)bytes);
}

static uint64_t rows_read_number(const char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return number;
}

/* --- encoding --- */

static void add_value(struct buf *out, const struct db_value *value)
{
    uint64_t bits;
    switch (value->type) {
    case DB_NULL:
        rows_add_number(out, (uint32_t)NULL_LENGTH, 4);
        return;
    case DB_INT:
        rows_add_number(out, NUMBER_LENGTH, 4);
        rows_add_number(out, (uint64_t)value->integer, NUMBER_LENGTH);
        return;
    case DB_REAL:
        memcpy(&bits, &value->real, sizeof bits);
        rows_add_number(out, NUMBER_LENGTH, 4);
        rows_add_number(out, bits, NUMBER_LENGTH);
        return;
    case DB_TEXT:
    case DB_BLOB:
        rows_add_number(out, value->bytes.len, 4);
        buf_add(out, value->bytes.data, value->bytes.len);
        return;
    }
}

static const char *fault_of(const struct plan_column *column, const struct db_value *value, enum status *status)
{
    *status = E_CORRUPT;
    if (value->type != DB_NULL && value->type != column->type)
        return "has a value of another type";
    *status = E_INVALID;
    if (value->type == DB_TEXT && memchr(value->bytes.data, '\0', value->bytes.len))
        return "holds a character U+0000, which PostgreSQL does not take";
    if (value->type == DB_TEXT && !utf8_is_valid(value->bytes))
        return "holds text that is not UTF-8, which PostgreSQL does not take";
    *status = OK;
    return NULL;
}

static void rows_key(const struct plan_table *table, struct str row, char text[ROW_KEY_SIZE]);

/*
 * Appends the row, which is read in the order of the table's columns. E_INVALID: a text that PostgreSQL does not take;
 * E_CORRUPT: a value of another type than its column; both name the table, the key and the column. E_MEMORY.
 */
static enum status rows_encode(const struct plan_table *table, struct db_row *row, struct buf *out, struct error *err)
{
    size_t start = out->len;
    enum status status = OK;
    const char *fault = NULL, *column = NULL;
    rows_add_number(out, table->count, 2);
    for (size_t i = 0; i < table->count; i++) {
        struct db_value value = row_value(row);
        if (row->status)
            return error_memory(err);
        if (!fault && (fault = fault_of(&table->columns[i], &value, &status)))
            column = table->columns[i].name;
        add_value(out, &value);
    }
    if (out->failed)
        return error_memory(err);
    if (!fault)
        return OK;
    char key[ROW_KEY_SIZE];
    rows_key(table, (struct str){out->data + start, out->len - start}, key);
    return error_set(err, status, NULL, "table %s, %s: %s %s", table->name, key, column, fault);
}

/* --- reading --- */

/* The columns of a row; false when it is none of the table. One that is NULL has no data. */
static bool rows_split(const struct plan_table *table, struct str row, struct str columns[COLUMNS_MAX])
{
    if (table->count > COLUMNS_MAX || row.len < 2 || rows_read_number(row.data, 2) != table->count)
        return false;
    size_t at = 2;
    for (size_t i = 0; i < table->count; i++) {
        if (row.len - at < 4)
            return false;
        uint32_t length = (uint32_t)rows_read_number(row.data + at, 4);
        at += 4;
        bool is_null = length == (uint32_t)NULL_LENGTH;
        if (!is_null && length > row.len - at)
            return false;
        columns[i] = is_null ? (struct str){NULL, 0} : (struct str){row.data + at, length};
        at += columns[i].len;
    }
    return at == row.len;
}

static void rows_show(const struct plan_column *column, struct str value, struct buf *out)
{
    char hex[2 * DIGEST_SHOWN + 1];
    buf_printf(out, "%s%s ", out->len ? ", " : "", column->name);
    if (column->type == DB_TEXT) {
        buf_add(out, value.data, value.len);
    } else if (column->type == DB_INT && value.len == NUMBER_LENGTH) {
        buf_printf(out, "%lld", (long long)rows_read_number(value.data, NUMBER_LENGTH));
    } else {
        hex_encode(value.data, value.len < DIGEST_SHOWN ? value.len : DIGEST_SHOWN, hex);
        buf_str(out, hex);
    }
}

static void rows_key(const struct plan_table *table, struct str row, char text[ROW_KEY_SIZE])
{
    struct str columns[COLUMNS_MAX];
    struct buf out = {0};
    bool is_row = rows_split(table, row, columns);
    for (size_t i = 0; is_row && i < table->key_count; i++)
        rows_show(&table->columns[table->keys[i]], columns[table->keys[i]], &out);
    snprintf(text, ROW_KEY_SIZE, "%s", is_row && !out.failed ? buf_text(&out) : "?");
    buf_free(&out);
}

/* Have both rows the same key? */
static bool rows_same_key(const struct plan_table *table, struct str a, struct str b)
{
    struct str left[COLUMNS_MAX], right[COLUMNS_MAX];
    bool is_same = rows_split(table, a, left) && rows_split(table, b, right);
    for (size_t i = 0; is_same && i < table->key_count; i++)
        is_same = str_eq(left[table->keys[i]], right[table->keys[i]]);
    return is_same;
}

/* --- copying --- */

/*
 * What a batch holds at most, beyond its last row: a commit is a flush of the disk, and the keys that refer to other
 * tables are checked at its end.
 */
enum { BATCH_BYTES = 16 << 20, BATCH_ROWS = 20000 };

/* How often a connection is tried again, in a row, and the pause before each: a minute or more. */
enum { TRIES = 30, PAUSE_MS = 2000 };

struct copy_run {
    struct copying *copying;
    const struct plan_table *table;
    struct arena *arena; /* of the last key */
    struct buf row;
    const char *copy_sql;
    struct pg_bulk bulk;
    bool is_in_batch;
    int64_t batch_rows, batch_bytes;
    int64_t rows; /* of the table in the target */
};

/* --- where to go on --- */

struct last_key {
    const struct plan_table *table;
    struct arena *arena;
    struct db_value values[PLAN_KEYS_MAX];
};

static void copying_read_key(struct db_row *row, void *out)
{
    struct last_key *key = out;
    for (size_t i = 0; i < key->table->key_count; i++) {
        key->values[i] = row_value(row);
        if (!key->values[i].bytes.data)
            continue;
        key->values[i].bytes.data = arena_copy_n(key->arena, key->values[i].bytes.data, key->values[i].bytes.len);
        if (!key->values[i].bytes.data)
            row->status = E_MEMORY;
    }
}

/* E_NOT_FOUND: there is no row yet. */
static enum status find_last(struct copy_run *run, struct last_key *key, struct error *err)
{
    struct db *target = run->copying->target;
    const char *name = run->table->name;
    const char *last = arena_printf(run->arena, "SELECT %s FROM \"%s\" ORDER BY %s LIMIT 1", run->table->ascending,
                                    name, run->table->descending);
    const char *count = arena_printf(run->arena, "SELECT COUNT(*) FROM \"%s\"", name);
    if (!last || !count)
        return error_memory(err);
    *key = (struct last_key){.table = run->table, .arena = run->arena};
    enum status status = db_begin(target, DB_READER, err);
    if (!status)
        status = pg_bulk_take_time(target, err);
    if (!status)
        status = db_number(target, count, DB_NOTHING, &run->rows, err);
    if (!status)
        status = db_one(target, last, DB_NOTHING, run->arena, copying_read_key, key, err);
    db_rollback(target);
    return status;
}

/* --- batches --- */

static enum status begin_batch(struct copy_run *run, struct error *err)
{
    struct db *target = run->copying->target;
    enum status status = db_begin(target, DB_WRITER, err);
    if (!status)
        status = pg_bulk_take_time(target, err);
    if (!status)
        status = pg_bulk_write(&run->bulk, target, run->copy_sql, err);
    run->is_in_batch = !status;
    return status;
}

static enum status tell(const struct move_request *request, struct move_progress progress, struct error *err)
{
    if (!request->progress || request->progress(request->argument, &progress))
        return OK;
    return error_set(err, E_CANCELLED, NULL, "the move was stopped");
}

static enum status tell_copied(const struct copy_run *run, struct error *err)
{
    return tell(run->copying->request,
                (struct move_progress){MOVE_COPIES, run->table->name, run->rows, run->table->rows, run->copying->bytes},
                err);
}

static enum status end_batch(struct copy_run *run, struct error *err)
{
    enum status status = pg_bulk_written(&run->bulk, err);
    if (!status)
        status = db_commit(run->copying->target, err);
    if (status)
        return status;
    run->is_in_batch = false;
    run->rows += run->batch_rows;
    run->copying->rows += run->batch_rows;
    run->copying->bytes += run->batch_bytes;
    run->batch_rows = run->batch_bytes = 0;
    return tell_copied(run, err);
}

static enum status take_row(struct db_row *row, void *argument, struct error *err)
{
    struct copy_run *run = argument;
    buf_clear(&run->row);
    enum status status = rows_encode(run->table, row, &run->row, err);
    if (!status && !run->is_in_batch)
        status = begin_batch(run, err);
    if (!status)
        status = pg_bulk_put(&run->bulk, (struct str){run->row.data, run->row.len}, err);
    if (status)
        return status;
    run->batch_rows++;
    run->batch_bytes += (int64_t)run->row.len;
    return run->batch_bytes >= BATCH_BYTES || run->batch_rows >= BATCH_ROWS ? end_batch(run, err) : OK;
}

static enum status copy_behind(struct copy_run *run, const struct last_key *key, bool has_key, struct error *err)
{
    const struct plan_table *table = run->table;
    const char *sql = arena_printf(run->arena, "SELECT %s FROM \"%s\"%s%s ORDER BY %s", table->list, table->name,
                                   has_key ? " WHERE " : "", has_key ? table->after_key : "", table->ascending);
    run->copy_sql = arena_printf(run->arena, "COPY \"%s\" (%s) FROM STDIN (FORMAT binary)", table->name, table->list);
    if (!sql || !run->copy_sql)
        return error_memory(err);
    struct db_values values = {key->values, has_key ? table->key_count : 0};
    enum status status = db_each(run->copying->source, sql, values, take_row, run, err);
    return !status && run->is_in_batch ? end_batch(run, err) : status;
}

/* --- a table --- */

static enum status copy_once(struct copy_run *run, struct error *err)
{
    struct last_key key;
    run->arena = arena_new();
    if (!run->arena)
        return error_memory(err);
    enum status status = find_last(run, &key, err);
    bool has_key = !status;
    if (!status || status == E_NOT_FOUND)
        status = copy_behind(run, &key, has_key, err);
    if (status) {
        pg_bulk_stop(&run->bulk);
        db_rollback(run->copying->target);
    }
    run->is_in_batch = false;
    run->batch_rows = run->batch_bytes = 0;
    arena_free(run->arena);
    return status;
}

static bool is_gone(enum status status, const struct error *err)
{
    return status == E_IO && err->code && strcmp(err->code, "database_gone") == 0;
}

enum status copying_run(struct copying *copying, const struct plan_table *table, struct error *err)
{
    struct copy_run run = {.copying = copying, .table = table};
    struct error why;
    enum status status = copy_once(&run, &why);
    for (int tries = 1; is_gone(status, &why) && tries < TRIES; tries++) {
        int64_t before = copying->rows;
        pg_pause(PAUSE_MS);
        status = copy_once(&run, &why);
        tries = copying->rows > before ? 0 : tries;
    }
    buf_free(&run.row);
    if (!status)
        return tell_copied(&run, err);
    bool is_named = strncmp(why.message, "table ", 6) == 0 || status == E_MEMORY;
    return error_set(err, status, why.code, is_named ? "%s%s" : "table %s: %s", is_named ? "" : table->name,
                     why.message);
}

/* --- comparing --- */

enum { TOLD_EVERY = 64 << 20 /* bytes */, SHA256_SIZE = 32 };

struct compare_pass {
    struct comparing *comparing;
    const struct plan_table *table;
    struct moved_table *moved;
    struct pg_bulk bulk;
    EVP_MD_CTX *digest;
    struct buf row;
    int64_t told_at;
};

static enum status tell_compared(const struct compare_pass *pass, struct error *err)
{
    return tell(pass->comparing->request,
                (struct move_progress){MOVE_COMPARES, pass->table->name, pass->moved->rows, pass->table->rows,
                                       pass->comparing->bytes},
                err);
}

/* --- rows --- */

static enum status differs(const struct compare_pass *pass, struct str here, struct str there, struct error *err)
{
    char key[ROW_KEY_SIZE], other[ROW_KEY_SIZE];
    const char *name = pass->table->name;
    rows_key(pass->table, here.data ? here : there, key);
    if (!there.data)
        return error_set(err, E_CORRUPT, "differs", "table %s: %s is not in the new database", name, key);
    if (!here.data)
        return error_set(err, E_CORRUPT, "differs", "table %s: %s is in the new database alone", name, key);
    if (rows_same_key(pass->table, here, there))
        return error_set(err, E_CORRUPT, "differs", "table %s: %s is not the same in the new database", name, key);
    rows_key(pass->table, there, other);
    return error_set(err, E_CORRUPT, "differs", "table %s: where the folder has %s, the new database has %s", name, key,
                     other);
}

static enum status compare_row(struct db_row *row, void *argument, struct error *err)
{
    struct compare_pass *pass = argument;
    struct str there;
    buf_clear(&pass->row);
    enum status status = rows_encode(pass->table, row, &pass->row, err);
    if (!status)
        status = pg_bulk_next(&pass->bulk, &there, err);
    if (status)
        return status;
    struct str here = {pass->row.data, pass->row.len};
    if (!there.data || !str_eq(here, there))
        return differs(pass, here, there, err);
    if (EVP_DigestUpdate(pass->digest, there.data, there.len) != 1)
        return error_memory(err);
    pass->moved->rows++;
    pass->moved->bytes += (int64_t)there.len;
    pass->comparing->bytes += (int64_t)there.len;
    if (pass->comparing->bytes - pass->told_at < TOLD_EVERY)
        return OK;
    pass->told_at = pass->comparing->bytes;
    return tell_compared(pass, err);
}

static enum status compare_rest(struct compare_pass *pass, struct error *err)
{
    struct str there;
    unsigned char sum[EVP_MAX_MD_SIZE];
    enum status status = pg_bulk_next(&pass->bulk, &there, err);
    if (!status && there.data)
        status = differs(pass, (struct str){NULL, 0}, there, err);
    if (!status && pass->moved->rows != pass->table->rows)
        status = error_set(err, E_CORRUPT, NULL, "table %s: the folder's database counts %lld rows, and gives %lld",
                           pass->table->name, (long long)pass->table->rows, (long long)pass->moved->rows);
    if (status)
        return status;
    if (EVP_DigestFinal_ex(pass->digest, sum, NULL) != 1)
        return error_memory(err);
    hex_encode(sum, SHA256_SIZE, pass->moved->sha256);
    return OK;
}

static enum status compare_all(struct compare_pass *pass, struct arena *arena, struct error *err)
{
    const struct plan_table *table = pass->table;
    const char *sql =
        arena_printf(arena, "SELECT %s FROM \"%s\" ORDER BY %s", table->list, table->name, table->ascending);
    const char *copy = sql ? arena_printf(arena, "COPY (%s) TO STDOUT (FORMAT binary)", sql) : NULL;
    if (!copy || EVP_DigestInit_ex(pass->digest, EVP_sha256(), NULL) != 1)
        return error_memory(err);
    enum status status = pg_bulk_read(&pass->bulk, pass->comparing->target, copy, err);
    if (!status)
        status = db_each(pass->comparing->source, sql, DB_NOTHING, compare_row, pass, err);
    return status ? status : compare_rest(pass, err);
}

enum status comparing_table(struct comparing *comparing, const struct plan_table *table, struct arena *arena,
                            struct moved_table *moved, struct error *err)
{
    struct compare_pass pass = {.comparing = comparing, .table = table, .moved = moved, .told_at = comparing->bytes};
    *moved = (struct moved_table){.name = table->name};
    pass.digest = EVP_MD_CTX_new();
    enum status status = pass.digest ? compare_all(&pass, arena, err) : error_memory(err);
    if (!status)
        status = tell_compared(&pass, err);
    if (status)
        pg_bulk_stop(&pass.bulk);
    buf_free(&pass.row);
    EVP_MD_CTX_free(pass.digest);
    return status;
}

/* --- the ledger --- */

struct balance {
    const char *account;
    int64_t words, credits;
};

static const struct db_table BALANCES = {QUERY_OF(struct balance, READ_AS(struct balance, account, "account_id"),
                                                  READ_AS(struct balance, words, "SUM(words)"),
                                                  READ_AS(struct balance, credits, "SUM(credits)"))};

static enum status read_balances(struct db *db, struct arena *arena, struct balance **list, size_t *count,
                                 struct error *err)
{
    return table_all(db, &BALANCES, "SELECT $* FROM ledger GROUP BY account_id ORDER BY account_id", DB_NOTHING, arena,
                     list, count, err);
}

static bool is_same_balance(const struct balance *a, const struct balance *b)
{
    return strcmp(a->account, b->account) == 0 && a->words == b->words && a->credits == b->credits;
}

enum status comparing_ledger(struct comparing *comparing, struct arena *arena, struct error *err)
{
    struct balance *here = NULL, *there = NULL;
    size_t count = 0, count_there = 0;
    enum status status = read_balances(comparing->source, arena, &here, &count, err);
    if (!status)
        status = read_balances(comparing->target, arena, &there, &count_there, err);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++)
        if (i >= count_there || !is_same_balance(&here[i], &there[i]))
            return error_set(err, E_CORRUPT, "differs", "the ledger of account %s has another sum in the new database",
                             here[i].account);
    if (count != count_there)
        return error_set(err, E_CORRUPT, "differs", "the ledger has rows of more accounts in the new database");
    return OK;
}
