#include "store/move/rows.h"

#include <stdio.h>

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

enum status rows_encode(const struct plan_table *table, struct db_row *row, struct buf *out, struct error *err)
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

void rows_key(const struct plan_table *table, struct str row, char text[ROW_KEY_SIZE])
{
    struct str columns[COLUMNS_MAX];
    struct buf out = {0};
    bool is_row = rows_split(table, row, columns);
    for (size_t i = 0; is_row && i < table->key_count; i++)
        rows_show(&table->columns[table->keys[i]], columns[table->keys[i]], &out);
    snprintf(text, ROW_KEY_SIZE, "%s", is_row && !out.failed ? buf_text(&out) : "?");
    buf_free(&out);
}

bool rows_same_key(const struct plan_table *table, struct str a, struct str b)
{
    struct str left[COLUMNS_MAX], right[COLUMNS_MAX];
    bool is_same = rows_split(table, a, left) && rows_split(table, b, right);
    for (size_t i = 0; is_same && i < table->key_count; i++)
        is_same = str_eq(left[table->keys[i]], right[table->keys[i]]);
    return is_same;
}
