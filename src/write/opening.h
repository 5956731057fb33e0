/* A writing is opened for a job, whether an article is written or polished. */
#ifndef COPYDESK_WRITE_OPENING_H
#define COPYDESK_WRITE_OPENING_H

#include "write/writing/writing.h"

/* Sets up the writing, with notes and a run of its own. opening_end must follow, also after a failure. E_MEMORY;
 * E_INVALID: there is no such article type. */
enum status opening_begin(struct writing *writing, struct writing_shared *shared, const struct write_services *services,
                          const struct write_job *job, struct arena *arena, struct error *err);
void opening_end(struct writing *writing);

#endif
