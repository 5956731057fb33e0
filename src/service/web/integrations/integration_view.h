/* integration_view: where articles go: its settings, a test of it, and what went there. */
#ifndef COPYDESK_SERVICE_WEB_INTEGRATIONS_INTEGRATION_VIEW_H
#define COPYDESK_SERVICE_WEB_INTEGRATIONS_INTEGRATION_VIEW_H

#include "service/web/frame/page.h"

/* GET and POST /integrations/{id}: its settings, to be changed */
void integration_view_show(struct request *request);
void integration_view_change(struct request *request);

/* POST /integrations/{id}/state (`state`), test, rotate, delete, and resend (`deliveryId`) */
void integration_view_state(struct request *request);
void integration_view_test(struct request *request);
void integration_view_rotate(struct request *request);
void integration_view_delete(struct request *request);
void integration_view_resend(struct request *request);

/* Answers with the page of that integration, and a webhook's secret, which is shown this once. */
void integration_view_secret(struct web_page *page, const char *id, const char *secret);

#endif
