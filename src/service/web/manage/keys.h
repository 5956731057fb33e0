/* keys: the account's keys. */
#ifndef COPYDESK_SERVICE_WEB_MANAGE_KEYS_H
#define COPYDESK_SERVICE_WEB_MANAGE_KEYS_H

#include "service/http/request.h"

/* GET and POST /keys: the list, and a new key, which its own answer shows once. */
void key_pages_list(struct request *request);
void key_pages_create(struct request *request);

/* POST /keys/{id}: its `name`, changed */
void key_pages_rename(struct request *request);

/* POST /keys/{id}/rotate, which shows the new key once, and /keys/{id}/delete */
void key_pages_rotate(struct request *request);
void key_pages_delete(struct request *request);

#endif
