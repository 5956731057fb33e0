/* Arrays that grow, each an allocation of its own: what a build needs no more is given back at once. */
#ifndef COPYDESK_LINK_SITE_ROWS_H
#define COPYDESK_LINK_SITE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes room for `more` rows of `size` bytes behind the `count` that are there, by doubling. *rows moves; it is freed
 * with free(). New rows are not cleared. False: memory ran out, and nothing has changed.
 */
bool rows_room(void *rows, size_t count, size_t more, size_t *cap, size_t size);

#endif
