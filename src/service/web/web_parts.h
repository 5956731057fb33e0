/* The handlers of the pages, for the table of routes. */
#ifndef COPYDESK_SERVICE_WEB_WEB_PARTS_H
#define COPYDESK_SERVICE_WEB_WEB_PARTS_H

#include "deliver/deliver.h"
#include "service/web/frame/frame.h"

#include <jansson.h>

/* --- a box that links text to the pages of a domain --- */

/* GET /domains/{id}/link: the form; POST: the form with the linked text below. Costs one credit. */
void domain_link_show(struct request *request);
void domain_link_send(struct request *request);

/* --- the account's domains, and a new one --- */

/* GET /domains, and POST /domains, which makes one */
void domain_list_show(struct request *request);
void domain_list_create(struct request *request);

/* GET /domains/{id}?cursor=: the page of the list of its pages */
void domain_view_show(struct request *request);

/* GET /domains/{id}/report: the interface's report as a page of its own, with a drawing of the links, for a frame */
void domain_view_report(struct request *request);

/* POST /domains/{id}: its settings, changed; POST /domains/{id}/refresh and delete */
void domain_view_change(struct request *request);
void domain_view_refresh(struct request *request);
void domain_view_delete(struct request *request);

/* --- keys, usage, nodes, brands --- */

/* GET and POST /keys: the list, and a new key, which its own answer shows once. */
void key_pages_list(struct request *request);
void key_pages_create(struct request *request);

/* POST /keys/{id}: its `name`, changed */
void key_pages_rename(struct request *request);

/* POST /keys/{id}/rotate, which shows the new key once, and /keys/{id}/delete */
void key_pages_rotate(struct request *request);
void key_pages_delete(struct request *request);

/* GET /usage?from=&to=&cursor=: the days of the chart (YYYY-MM-DD), and the page of the ledger. */
void usage_page_show(struct request *request);

/* GET /nodes */
void nodes_page_show(struct request *request);

/* GET /brands, and POST /brands, which makes one */
void brand_pages_list(struct request *request);
void brand_pages_create(struct request *request);

/* GET and POST /brands/{id}: one to change; POST /brands/{id}/delete */
void brand_pages_show(struct request *request);
void brand_pages_change(struct request *request);
void brand_pages_delete(struct request *request);

/* --- integrations --- */

/* GET and POST /integrations/{id}: its settings, to be changed */
void integration_view_show(struct request *request);
void integration_view_change(struct request *request);

/* POST /integrations/{id}/state (`state`), test, rotate, delete, and resend (`deliveryId`) */
void integration_view_state(struct request *request);
void integration_view_test(struct request *request);
void integration_view_rotate(struct request *request);
void integration_view_delete(struct request *request);
void integration_view_resend(struct request *request);

/* GET /integrations */
void integration_list_show(struct request *request);

/* GET /integrations/new, whose `kind` says what is connected, and POST /integrations/new. The secret of a new webhook
 * is shown by the answer, this once. */
void integration_new_show(struct request *request);
void integration_new_send(struct request *request);

/* A form made of the settings that a kind of integration has (deliver/deliver.h), and what it sent as the interface
 * takes it. */
struct settings_form {
    const struct delivery_target *target;
    const json_t *values;    /* the integration as the interface shows it; NULL: it is a new one */
    const struct form *sent; /* what was sent, where it is shown again; NULL: it is new */
    const json_t *problem;   /* why it is shown again, as the interface answered; NULL: it is new */
};

#endif
