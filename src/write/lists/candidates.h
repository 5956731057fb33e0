/* What the sources list: groups of things that stand side by side, as headings below one heading or as the terms of a
 * list. */
#ifndef COPYDESK_WRITE_LISTS_CANDIDATES_H
#define COPYDESK_WRITE_LISTS_CANDIDATES_H

#include "write/writing/writing.h"

struct list_candidate {
    struct str name;      /* lives as long as the sources */
    struct vector vector; /* of the name */
};

/*
 * Things of one kind that fit the keyword, best group first, at most `most`: names with names, instructions with
 * instructions, each once. *list is in the arena of the writing. The corpus is there. E_MEMORY; count 0 when the
 * sources list nothing.
 */
enum status list_candidates(struct writing *writing, size_t most, struct list_candidate **list, size_t *count);

/* Adds to a list of names, until there are `most`, the words that sentences of the sources enumerate beside them
 * ("basil, parsley and chives") and that sentences begin with. `list` has room. E_MEMORY. */
enum status list_enumerated(struct writing *writing, size_t most, struct list_candidate *list, size_t *count);

/* Do the two names stand for the same thing, or one for a part of the other ("Thyme", "Common thyme")? */
bool list_is_same(const struct vector *a, const struct vector *b);

#endif
