/* sign_in: signing in with a key, and out. */
#ifndef COPYDESK_SERVICE_WEB_SIGN_IN_H
#define COPYDESK_SERVICE_WEB_SIGN_IN_H

#include "service/http/request.h"

/* GET / */
void home_show(struct request *request);

/* GET and POST /sign-in: `key`, and `next`, the address of the page that was asked for; or `code`, a one-time code
 * (service/account/codes.h), which a file on the visitor's machine may send too; then the visitor is asked first. */
void sign_in_show(struct request *request);
void sign_in_send(struct request *request);

/* POST /sign-out */
void sign_out_send(struct request *request);

#endif
