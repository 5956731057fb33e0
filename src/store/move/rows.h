/*
 * rows: a row of the old database as the bytes that PostgreSQL takes and gives for it (store/db/pg_bulk.h). The same
 * values have the same bytes on both sides.
 */
#ifndef COPYDESK_STORE_MOVE_ROWS_H
#define COPYDESK_STORE_MOVE_ROWS_H

#include "store/move/plan.h"

/*
 * Appends the row, which is read in the order of the table's columns. E_INVALID: a text that PostgreSQL does not take;
 * E_CORRUPT: a value of another type than its column; both name the table, the key and the column. E_MEMORY.
 */
enum status rows_encode(const struct plan_table *table, struct db_row *row, struct buf *out, struct error *err);

/* The key of a row for people: "id 0190a5b0-...", cut where the room ends. "?" when the bytes are no row of the table.
 */
enum { ROW_KEY_SIZE = 200 };
void rows_key(const struct plan_table *table, struct str row, char text[ROW_KEY_SIZE]);

/* Have both rows the same key? */
bool rows_same_key(const struct plan_table *table, struct str a, struct str b);

#endif
