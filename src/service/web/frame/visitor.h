/* visitor: who is signed in, by the cookie, and whether a form was sent by a page of ours. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_VISITOR_H
#define COPYDESK_SERVICE_WEB_FRAME_VISITOR_H

#include "service/account/account.h"
#include "service/web/frame/form.h"

struct visitor {
    const char *token; /* of the session */
    char form_token[SESSION_TOKEN_LENGTH + 1];
};

/* Finds the visitor by the cookie; sets request->user (a struct caller) and request->account_id. E_NOT_FOUND: nobody is
 * signed in; E_MEMORY, E_IO. */
enum status visitor_find(struct request *request, struct visitor *visitor, struct error *err);

/* Was the request sent by a page of this service, as far as the browser says? (Sec-Fetch-Site, else Origin.) */
bool visitor_is_same_site(const struct request *request);

/* The path and query of an address of this service, as its pages are reached in this request; "" of any other. */
const char *visitor_own_path(const struct request *request, const char *address);

/* The same, and does the form hold the session's token? */
bool visitor_sent_form(const struct request *request, const struct visitor *visitor, const struct form *form);

/* Answers with a cookie that holds the token; NULL: with one that has ended. It is `__Host-` and Secure where the page
 * is reached by https; elsewhere it would not be kept: not even at this machine itself by every browser (WebKit refuses
 * Secure cookies of http://localhost). */
void visitor_set_cookie(struct request *request, const char *token);

#endif
