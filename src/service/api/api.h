/* The handlers of the route table. A file for each resource. */
#ifndef COPYDESK_SERVICE_API_H
#define COPYDESK_SERVICE_API_H

#include "service/http/request.h"

/* create.c */
void articles_create_v1(struct request *request);
void articles_create_v2(struct request *request);

/* articles.c */
void articles_status(struct request *request);
void articles_list(struct request *request);
void articles_cancel(struct request *request);
void articles_delete(struct request *request);

/* links.c */
void links_create(struct request *request);

/* domains.c */
void domains_list(struct request *request);
void domains_create(struct request *request);
void domains_get(struct request *request);
void domains_update(struct request *request);
void domains_delete(struct request *request);
void domains_put(struct request *request);
void domains_refresh(struct request *request);

/* account.c */
void account_show(struct request *request);
void keys_list(struct request *request);
void keys_create(struct request *request);
void keys_delete(struct request *request);

/* languages.c */
void languages_list(struct request *request);

/* health.c */
void health_live(struct request *request);
void health_ready(struct request *request);
void health_metrics(struct request *request);

#endif
