/* More things of the same kind: what sentences of the sources enumerate beside those that are known. */
#ifndef COPYDESK_WRITE_LISTS_ENUMERATED_H
#define COPYDESK_WRITE_LISTS_ENUMERATED_H

#include "write/lists/candidates.h"

/* Adds to a list of names, until there are `most`, the words that sentences of the sources enumerate beside them
 * ("basil, parsley and chives") and that sentences begin with. `list` has room. E_MEMORY. */
enum status list_enumerated(struct writing *writing, size_t most, struct list_candidate *list, size_t *count);

#endif
