/*
 * account: who may call the service, and what for.
 *
 *   plans.h      the plans as one table: what an account may do, and what it is given
 *   scopes.h     what a key may be used for
 *   auth.h       API keys: made, found again
 *   sessions.h   browsers that are signed in with a key
 *   codes.h      one-time codes with which they are
 *   limits.h     rate limits by class of request; the classes as one table
 *   portions.h   the buckets of keys and accounts that several nodes share
 *   bounds.h     how much an account may hold at a time, as one table
 *   renewal.h    what an account has left, with the amounts of the month that has begun
 *   bootstrap.h  the configured accounts and their first keys
 *
 * Everything here is for any thread. The locks of auth.h, limits.h and portions.h are taken alone.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_H
#define COPYDESK_SERVICE_ACCOUNT_H

#include "service/account/auth.h"
#include "service/account/bootstrap.h"
#include "service/account/bounds.h"
#include "service/account/codes.h"
#include "service/account/limits.h"
#include "service/account/plans.h"
#include "service/account/renewal.h"
#include "service/account/scopes.h"
#include "service/account/sessions.h"

#endif
