/* integration_list: where articles go, and somewhere new. */
#ifndef COPYDESK_SERVICE_WEB_INTEGRATIONS_INTEGRATION_LIST_H
#define COPYDESK_SERVICE_WEB_INTEGRATIONS_INTEGRATION_LIST_H

#include "service/http/request.h"

/* GET /integrations */
void integration_list_show(struct request *request);

/* GET /integrations/new, whose `kind` says what is connected, and POST /integrations/new. The secret of a new webhook
 * is shown by the answer, this once. */
void integration_new_show(struct request *request);
void integration_new_send(struct request *request);

#endif
