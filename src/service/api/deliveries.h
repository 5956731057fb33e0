/* Articles on their way to integrations, and to the webhookUrl of requests. */
#ifndef COPYDESK_SERVICE_API_DELIVERIES_H
#define COPYDESK_SERVICE_API_DELIVERIES_H

#include "service/api/api.h"

extern const struct members delivery_members;
extern const struct fields delivery_list_fields;
extern const struct fields deliver_fields;

/* Appends a delivery as it is shown to the answer. */
void delivery_write(struct request *request, const struct delivery *delivery);

/* Of the article, or of the integration, that the path names. */
void deliveries_of_article(struct request *request);
void deliveries_of_integration(struct request *request);

void deliveries_get(struct request *request);
void deliveries_resend(struct request *request);

/* Sends a finished article to an integration. */
void articles_deliver(struct request *request);

#endif
