/* access: may the caller do what the route is for? Answers the problem otherwise: 401, 403, 429. */
#ifndef COPYDESK_SERVICE_API_ACCESS_H
#define COPYDESK_SERVICE_API_ACCESS_H

#include "service/http/http.h"

/* At the data folder's socket, without a key: the account that the request is for, instead of the local one. */
#define ACCOUNT_HEADER "Copydesk-Account"

struct caller;

/* For http_options.authorize: finds the caller by its key, takes a token of its rate limit, checks its plan and
 * scopes; pages find out themselves who asks. Sets request->user to a struct caller. A caller at the data folder's
 * socket needs no key: it is the local account, or the one that ACCOUNT_HEADER names, and has no rate limits. */
bool access_authorize(struct request *request);

/* For a page, of a visitor who is signed in (request->user): takes a token of the rate limit of the route, and checks
 * plan and scopes as of any other caller. May wait where nodes share a database. False: a problem was answered. */
bool access_check_visitor(struct request *request);

/* Do the plan and the key of the caller allow what the interface does at this address? The other answers the problem
 * when they do not. */
bool access_allows(const struct request *request, const char *method, const char *path);
bool access_check_as(struct request *request, const char *method, const char *path);

/* Takes a token of the rate limit of the caller's address, in the class of the route, for one that tries keys in
 * another way. False: there is none left, the problem was answered. */
bool access_take_address(struct request *request);

#endif
