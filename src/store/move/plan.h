/* What there is to move, as the old database says itself, so that a new table or column is never forgotten. */
#ifndef COPYDESK_STORE_MOVE_PLAN_H
#define COPYDESK_STORE_MOVE_PLAN_H

#include "store/db/db.h"

enum { PLAN_KEYS_MAX = 4, PLAN_SQL_SIZE = 256 /* of a statement about one table, by its name */ };

struct plan_column {
    const char *name;
    enum db_type type;
    int64_t key; /* its place in the primary key, from 1; 0: it is not in it */
};

struct plan_table {
    const char *name;
    const struct plan_column *columns;
    size_t count;
    size_t keys[PLAN_KEYS_MAX]; /* columns, in the order of the primary key */
    size_t key_count;
    const char *list;      /* of all columns, as SQL: "a", "b" */
    const char *ascending; /* the key, as SQL */
    const char *descending;
    const char *after_key; /* a condition: behind the key that is $1, $2, ... */
    int64_t rows;
};

struct move_plan {
    const struct plan_table *tables; /* one that refers to another stands behind it */
    size_t count;
};

/* The tables that stay behind, and why. */
struct plan_exception {
    const char *table, *why;
};
extern const struct plan_exception PLAN_EXCEPTIONS[];
extern const size_t PLAN_EXCEPTION_COUNT;

/* E_INTERNAL: a table has no key, or refers to itself, also through others. Errors of db.h. */
enum status plan_read(struct db *source, struct arena *arena, struct move_plan *plan, struct error *err);

#endif
