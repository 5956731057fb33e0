#include "store/db/pg_values.h"

#include <stdlib.h>

/* Identifiers of types never change: src/include/catalog/pg_type.dat of PostgreSQL. */
enum {
    TYPE_BOOL = 16,
    TYPE_BYTEA = 17,
    TYPE_NAME = 19,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_FLOAT4 = 700,
    TYPE_FLOAT8 = 701,
    TYPE_UNKNOWN = 705,
    TYPE_VARCHAR = 1043,
    TYPE_NUMERIC = 1700,
};

enum { BINARY = 1, LARGEST = 1000 << 20 };

/* --- numbers, most significant byte first --- */

static void write_number(unsigned char bytes[8], uint64_t number)
{
    for (int i = 7; i >= 0; i--, number >>= 8)
        bytes[i] = (unsigned char)number;
}

static uint64_t read_unsigned(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static int64_t read_signed(const unsigned char *bytes, int count)
{
    uint64_t number = read_unsigned(bytes, count);
    int spare = 64 - 8 * count;
    return (int64_t)(number << spare) >> spare;
}

static double read_double(const unsigned char *bytes)
{
    uint64_t bits = read_unsigned(bytes, 8);
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static double read_float(const unsigned char *bytes)
{
    uint32_t bits = (uint32_t)read_unsigned(bytes, 4);
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

/*
 * A sum of whole numbers is a NUMERIC: count, weight, sign and scale of two bytes each, then the digits to the base
 * 10000, the most significant first (src/backend/utils/adt/numeric.c, numeric_send). Digits behind the point are left
 * out, as no statement makes any. What has no place in 64 bits is the end of them.
 */
static int64_t read_numeric(const unsigned char *bytes, int length)
{
    enum { HEAD = 8, BASE = 10000, NEGATIVE = 0x4000 };
    int count = length >= HEAD ? (int)read_unsigned(bytes, 2) : 0;
    int weight = length >= HEAD ? (int)read_signed(bytes + 2, 2) : 0;
    bool is_negative = length >= HEAD && read_unsigned(bytes + 4, 2) == NEGATIVE, is_large = false;
    int64_t number = 0;
    for (int i = 0; i <= weight && !is_large; i++) {
        bool is_sent = i < count && HEAD + 2 * i + 2 <= length;
        int64_t digit = is_sent ? (int64_t)read_unsigned(bytes + HEAD + 2 * i, 2) : 0;
        is_large = __builtin_mul_overflow(number, BASE, &number) ||
                   __builtin_add_overflow(number, is_negative ? -digit : digit, &number);
    }
    if (is_large)
        return is_negative ? INT64_MIN : INT64_MAX;
    return number;
}

/* --- values of a statement --- */

static void pg_values_set_number(struct pg_values *values, int i, Oid type, uint64_t bits)
{
    write_number(values->numbers[i], bits);
    values->types[i] = type;
    values->items[i] = (const char *)values->numbers[i];
    values->lengths[i] = 8;
}

static void set_bytes(struct pg_values *values, int i, Oid type, struct str bytes)
{
    values->types[i] = type;
    values->items[i] = bytes.data ? bytes.data : "";
    values->lengths[i] = (int)bytes.len;
}

static void set_one(struct pg_values *values, int i, const struct db_value *value)
{
    uint64_t bits;
    values->formats[i] = BINARY;
    switch (value->type) {
    case DB_NULL:
        values->types[i] = 0;
        values->items[i] = NULL;
        values->lengths[i] = 0;
        return;
    case DB_INT:
        pg_values_set_number(values, i, TYPE_INT8, (uint64_t)value->integer);
        return;
    case DB_REAL:
        memcpy(&bits, &value->real, sizeof bits);
        pg_values_set_number(values, i, TYPE_FLOAT8, bits);
        return;
    case DB_TEXT:
        set_bytes(values, i, TYPE_TEXT, value->bytes);
        return;
    case DB_BLOB:
        set_bytes(values, i, TYPE_BYTEA, value->bytes);
        return;
    }
}

enum status pg_values_set(struct pg_values *values, struct db_values from, struct error *err)
{
    if (from.count > DB_VALUES_MAX)
        return error_set(err, E_INTERNAL, NULL, "a statement has more than %d placeholders", DB_VALUES_MAX);
    values->count = (int)from.count;
    for (size_t i = 0; i < from.count; i++) {
        if (from.items[i].bytes.len > LARGEST)
            return error_set(err, E_LIMIT, NULL, "a value is too large for the database");
        set_one(values, (int)i, &from.items[i]);
    }
    return OK;
}

bool pg_values_same_types(const struct pg_values *values, const Oid *types)
{
    return memcmp(values->types, types, (size_t)values->count * sizeof *types) == 0;
}

/* --- columns of a row --- */

static struct db_value whole(int64_t number)
{
    return (struct db_value){.type = DB_INT, .integer = number, .real = (double)number};
}

static struct db_value real(double number)
{
    return (struct db_value){.type = DB_REAL, .integer = (int64_t)number, .real = number};
}

bool pg_column(const PGresult *result, int row, int column, struct db_value *value)
{
    *value = (struct db_value){.type = DB_NULL};
    if (PQgetisnull(result, row, column))
        return true;
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(result, row, column);
    int length = PQgetlength(result, row, column);
    switch (PQftype(result, column)) {
    case TYPE_BOOL:
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
        *value = whole(read_signed(bytes, length));
        return true;
    case TYPE_NUMERIC:
        *value = whole(read_numeric(bytes, length));
        return true;
    case TYPE_FLOAT4:
        *value = real(read_float(bytes));
        return true;
    case TYPE_FLOAT8:
        *value = real(read_double(bytes));
        return true;
    case TYPE_TEXT:
    case TYPE_VARCHAR:
    case TYPE_NAME:
    case TYPE_UNKNOWN:
    case TYPE_BYTEA:
        value->type = PQftype(result, column) == TYPE_BYTEA ? DB_BLOB : DB_TEXT;
        value->bytes = (struct str){(const char *)bytes, (size_t)length};
        return true;
    default:
        return false;
    }
}
