/* Articles: their status, lists of them, cancelling and deleting. */
#ifndef COPYDESK_SERVICE_API_ARTICLES_H
#define COPYDESK_SERVICE_API_ARTICLES_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"

extern const struct fields article_list_fields;

void articles_status(struct request *request);
void articles_list(struct request *request);
void articles_cancel(struct request *request);
void articles_delete(struct request *request);

#endif
