/* progress: what an attempt keeps for those that follow (delivery_call.progress): values by name, some of them in a
 * table of their own, as those by the id of a picture. */
#ifndef COPYDESK_DELIVER_SITE_PROGRESS_H
#define COPYDESK_DELIVER_SITE_PROGRESS_H

#include "deliver/deliver.h"

/* table NULL: of none. NULL when there is no such value; lives until the next change. */
const json_t *progress_get(const struct delivery_call *call, const char *table, const char *name);

/* Sets a value, to be stored by the next progress_keep or progress_drop. The reference is taken; NULL is out of
 * memory. E_MEMORY. */
enum status progress_note(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err);

/* The same, and stores all of it. Statuses of delivery_call.keep. */
enum status progress_keep(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err);

/* Removes a value, and stores the rest. Statuses as above. */
enum status progress_drop(const struct delivery_call *call, const char *table, const char *name, struct error *err);

#endif
