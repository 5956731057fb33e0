/* sign_in_codes: one-time codes with which a browser is signed in (service/account/codes.h). */
#ifndef COPYDESK_SERVICE_API_SIGN_IN_CODES_H
#define COPYDESK_SERVICE_API_SIGN_IN_CODES_H

#include "service/api/api.h"
#include "service/api/fields/members.h"

extern const struct members sign_in_code_members;

/* POST /api/sign-in-codes: for the caller's key; for who has none, at the data folder's socket, for a key of the
 * account that may do most. */
void sign_in_codes_create(struct request *request);

/* GET /api/sign-in-codes/{id}: 404 once it was used, or is older than a minute. */
void sign_in_codes_get(struct request *request);

#endif
