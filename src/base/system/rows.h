/* Arrays that grow, each an allocation of its own: what is needed no more is given back at once. */
#ifndef COPYDESK_SYSTEM_ROWS_H
#define COPYDESK_SYSTEM_ROWS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes room for `more` rows of `size` bytes behind the `count` that are there, by doubling. *rows moves; it is freed
 * with free(). New rows are not cleared. False: memory ran out, and nothing has changed.
 */
bool rows_room(void *rows, size_t count, size_t more, size_t *cap, size_t size);

/*
 * Adds a row and gives its address, not cleared; NULL when memory runs out. `rows`, `count` and `cap` are lvalues.
 *
 *     struct site_page *page = ROWS_PUSH(site->pages, site->page_count, store->page_cap);
 */
#define ROWS_PUSH(rows, count, cap) (rows_room(&(rows), (count), 1, &(cap), sizeof *(rows)) ? &(rows)[(count)++] : NULL)

#endif
