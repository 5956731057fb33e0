/* Steps of an article. step_put, step_get and step_list are declared in store.h. */
#ifndef COPYDESK_STORE_STEP_H
#define COPYDESK_STORE_STEP_H

#include "store/db/db.h"

/* Drops the outputs of an article that has ended: it is not resumed, and they are often larger than itself. */
enum status steps_forget(struct db *db, const char *article_id, struct error *err);

#endif
