/* One article: where it stands, its text, and what can be done with it. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_H
#define COPYDESK_SERVICE_WEB_ARTICLES_ARTICLE_H

#include "service/web/frame/frame.h"

/* GET /articles/{id} */
void article_page_show(struct request *request);

/* POST /articles/{id}/polish, deliver (`integrationId`) and resend (`deliveryId`) */
void article_page_polish(struct request *request);
void article_page_deliver(struct request *request);
void article_page_resend(struct request *request);

/*
 * GET /articles/{id}/preview?version=polished: the article as a page of its own, for a frame of its page. What the
 * article's HTML holds is shown, and nothing of it runs: the policy sandboxes the page, and allows pictures and players
 * of films alone.
 */
void article_preview_show(struct request *request);

/* --- where an article stands, in the same words on all pages --- */

/* "Writing" of the status "processing". */
const char *article_state_label(const char *status);

/* Is it not ended yet? record: as the interface shows it. */
bool article_state_is_open(const json_t *record);

/* Appends the state, with how far an open article is and what is said of it besides; detail: what is said of one that
 * has ended, "" for nothing. pages.js changes it as it goes on. */
void article_state_write(struct web_page *page, const json_t *record, const char *detail);

#endif
