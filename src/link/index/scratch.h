/* Used only inside this folder. The arena that calls on one index hand on to each other. */
#ifndef COPYDESK_LINK_INDEX_SCRATCH_H
#define COPYDESK_LINK_INDEX_SCRATCH_H

struct scratch;

struct scratch *scratch_new(void); /* NULL when memory ran out */
void scratch_free(struct scratch *scratch);

#endif
