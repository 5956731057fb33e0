/* ask: what a page asks of the interface, in the name of its visitor. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_ASK_H
#define COPYDESK_SERVICE_WEB_FRAME_ASK_H

#include "service/web/frame/page.h"

/* Lives as long as the request. */
struct api_reply {
    int status;
    json_t *json;    /* NULL: the answer is no JSON */
    struct str text; /* of the answer */
};

/*
 * Asks for "/api/articles/%s" and the like; the format's values are not escaped. body: taken over; NULL: none. False:
 * it was not answered with 2xx; what was answered then is the page's problem (page_problem), also in *reply. A page
 * that has failed asks for nothing any more: what it would send is not whole.
 */
bool ask(struct web_page *page, struct api_reply *reply, const char *method, json_t *body, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same of something that must not be done twice; key: of the form, "" for none. */
bool ask_once(struct web_page *page, struct api_reply *reply, const char *key, json_t *body, const char *target);

/* --- making bodies: all take the value over, and when memory runs out the page has failed --- */

/* A body, or a part of one, that was just made. */
json_t *made(struct web_page *page, json_t *value);
void put(struct web_page *page, json_t *object, const char *name, json_t *value);
void append(struct web_page *page, json_t *list, json_t *value);

/* --- reading answers --- */

/* "" and 0 where there is none. */
const char *text_of(const json_t *object, const char *name);
long long integer_of(const json_t *object, const char *name);
double number_of(const json_t *object, const char *name);

#endif
