/* What the sources list: groups of things that stand side by side, as headings below one heading or as the terms of a
 * list. */
#ifndef COPYDESK_WRITE_LISTS_CANDIDATES_H
#define COPYDESK_WRITE_LISTS_CANDIDATES_H

#include "write/writing/writing.h"

struct list_candidate {
    struct str name;      /* lives as long as the sources */
    struct vector vector; /* of the name */
    size_t section;       /* of the sources, whose text is about it alone; NO_SECTION: none */
};

/*
 * Things of one kind that fit the keyword, best group first, at most `most`: names with names, instructions with
 * instructions, each once. *list is in the arena of the writing. The corpus is there. E_MEMORY; count 0 when the
 * sources list nothing. *are_names: they are names, not instructions or statements.
 */
enum status list_candidates(struct writing *writing, size_t most, struct list_candidate **list, size_t *count,
                            bool *are_names);

/* Does the heading name a side of a thing or a part of its page, and no thing: "Privacy", "How to choose"? E_MEMORY. */
enum status list_is_facet(struct writing *writing, struct str heading, bool *is);

/* Do the two names stand for the same thing, or one for a part of the other ("Thyme", "Common thyme")? */
bool list_is_same(const struct vector *a, const struct vector *b);

#endif
