/* article_state: where an article stands, in the same words on all pages. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_STATE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_STATE_H

#include "service/web/frame/page.h"

/* "Writing" of the status "processing". */
const char *article_state_label(const char *status);

/* Is it not ended yet? record: as the interface shows it. */
bool article_state_is_open(const json_t *record);

/* Appends the state, with how far an open article is and what is said of it besides; detail: what is said of one that
 * has ended, "" for nothing. pages.js changes it as it goes on. */
void article_state_write(struct web_page *page, const json_t *record, const char *detail);

#endif
