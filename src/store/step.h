/* Outputs of finished steps. step_put and step_get are declared in store.h. */
#ifndef COPYDESK_STORE_STEP_H
#define COPYDESK_STORE_STEP_H

#include "store/db/db.h"

/* Removes the steps of an article that has ended: it is not resumed, and its steps are often larger than itself. */
enum status steps_forget(struct db *db, const char *article_id, struct error *err);

#endif
