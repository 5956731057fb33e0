/* article_forms: what can be done with a finished article, as parts of its page. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_FORMS_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_FORMS_H

#include "service/web/frame/page.h"

/* The form that asks for polishing; sent: what was sent, where it is shown again, NULL: it is new. */
void polish_form_write(struct web_page *page, const struct form *sent);

/* What it sent, as the interface takes it. NULL, or a part of it: no memory, and the page has failed. */
json_t *polish_form_read(struct web_page *page);

/* The form that sends the article to one of the account's integrations, as the interface lists them. */
void deliver_form_write(struct web_page *page, const json_t *integrations);

#endif
