/* Pictures of articles. picture_put and picture_get are declared in store.h. */
#ifndef COPYDESK_STORE_PICTURE_H
#define COPYDESK_STORE_PICTURE_H

#include "store/db/db.h"

/* Drops the pictures of an article that nobody will read. */
enum status pictures_forget(struct db *db, const char *article_id, struct error *err);

#endif
