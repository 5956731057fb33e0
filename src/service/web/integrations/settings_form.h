/* settings_form: a form made of the settings that a kind of integration has (deliver/deliver.h), and what it sent as
 * the interface takes it. */
#ifndef COPYDESK_SERVICE_WEB_INTEGRATIONS_SETTINGS_FORM_H
#define COPYDESK_SERVICE_WEB_INTEGRATIONS_SETTINGS_FORM_H

#include "deliver/deliver.h"
#include "service/web/frame/page.h"

struct settings_form {
    const struct delivery_target *target;
    const json_t *values;    /* the integration as the interface shows it; NULL: it is a new one */
    const struct form *sent; /* what was sent, where it is shown again; NULL: it is new */
    const json_t *problem;   /* why it is shown again, as the interface answered; NULL: it is new */
};

/* Appends an input for its name and for each setting, with its help, what stands in it and what is wrong with that. A
 * secret is never shown: left empty, the one that there is stays. */
void settings_form_write(struct web_page *page, const struct settings_form *form);

/* What page->form holds, as the body of a request. Of a new integration its kind is sent too. NULL, or a part of it:
 * no memory, and the page has failed. */
json_t *settings_form_read(struct web_page *page, const struct settings_form *form);

/* The kind of that name; the first one where there is none. */
const struct delivery_target *settings_form_kind(const char *name);

#endif
