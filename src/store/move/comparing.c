#include "store/move/comparing.h"

#include "store/db/pg_bulk.h"
#include "store/move/rows.h"

#include <openssl/evp.h>

enum { TOLD_EVERY = 64 << 20 /* bytes */, SHA256_SIZE = 32 };

struct comparing_pass {
    struct comparing *comparing;
    const struct plan_table *table;
    struct moved_table *moved;
    struct pg_bulk bulk;
    EVP_MD_CTX *digest;
    struct buf row;
    int64_t told_at;
};

static enum status comparing_tell(const struct comparing_pass *pass, struct error *err)
{
    const struct move_request *request = pass->comparing->request;
    struct move_progress progress = {.phase = MOVE_COMPARES,
                                     .table = pass->table->name,
                                     .rows = pass->moved->rows,
                                     .of_rows = pass->table->rows,
                                     .bytes = pass->comparing->bytes};
    if (!request->progress || request->progress(request->argument, &progress))
        return OK;
    return error_set(err, E_CANCELLED, NULL, "the move was stopped");
}

/* --- rows --- */

static enum status differs(const struct comparing_pass *pass, struct str here, struct str there, struct error *err)
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
    struct comparing_pass *pass = argument;
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
    return comparing_tell(pass, err);
}

static enum status compare_rest(struct comparing_pass *pass, struct error *err)
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

static enum status compare_all(struct comparing_pass *pass, struct arena *arena, struct error *err)
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
    struct comparing_pass pass = {.comparing = comparing, .table = table, .moved = moved, .told_at = comparing->bytes};
    *moved = (struct moved_table){.name = table->name};
    pass.digest = EVP_MD_CTX_new();
    enum status status = pass.digest ? compare_all(&pass, arena, err) : error_memory(err);
    if (!status)
        status = comparing_tell(&pass, err);
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

static void read_balance(struct db_row *row, void *out)
{
    struct balance *balance = out;
    balance->account = row_text(row);
    balance->words = row_int(row);
    balance->credits = row_int(row);
}

static enum status read_balances(struct db *db, struct arena *arena, struct db_list *list, struct error *err)
{
    *list = (struct db_list){.arena = arena, .read = read_balance, .size = sizeof(struct balance)};
    return db_all(db, "SELECT account_id, SUM(words), SUM(credits) FROM ledger GROUP BY account_id ORDER BY account_id",
                  DB_NOTHING, list, err);
}

enum status comparing_ledger(struct comparing *comparing, struct arena *arena, struct error *err)
{
    struct db_list here = {0}, there = {0};
    enum status status = read_balances(comparing->source, arena, &here, err);
    if (!status)
        status = read_balances(comparing->target, arena, &there, err);
    for (size_t i = 0; !status && i < here.count; i++) {
        const struct balance *a = (struct balance *)here.items + i, *b = (struct balance *)there.items + i;
        bool is_same =
            i < there.count && strcmp(a->account, b->account) == 0 && a->words == b->words && a->credits == b->credits;
        if (!is_same)
            status = error_set(err, E_CORRUPT, "differs",
                               "the ledger of account %s has another sum in the new database", a->account);
    }
    if (!status && here.count != there.count)
        status = error_set(err, E_CORRUPT, "differs", "the ledger has rows of more accounts in the new database");
    return status;
}
