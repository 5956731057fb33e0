/*
 * pg_values: values of statements and of rows as PostgreSQL's protocol has them, in binary form, so that pages and
 * pictures are not written out in hexadecimal digits.
 */
#ifndef COPYDESK_STORE_PG_VALUES_H
#define COPYDESK_STORE_PG_VALUES_H

#include "store/db/db.h"

#include <libpq-fe.h>

/* The values of a statement as libpq takes them. Texts and blobs stay where they are. */
struct pg_values {
    int count;
    Oid types[DB_VALUES_MAX]; /* 0 of a NULL: the server finds the type */
    const char *items[DB_VALUES_MAX];
    int lengths[DB_VALUES_MAX], formats[DB_VALUES_MAX];
    unsigned char numbers[DB_VALUES_MAX][8];
};

/* E_LIMIT: more values than DB_VALUES_MAX, or one that is larger than PostgreSQL takes. */
enum status pg_values_set(struct pg_values *values, struct db_values from, struct error *err);

/* Were both bound with the same types? */
bool pg_values_same_types(const struct pg_values *values, const Oid *types);

/* A column of a row; its bytes live as long as the result. False: of a type that no statement of ours returns. */
bool pg_column(const PGresult *result, int row, int column, struct db_value *value);

#endif
