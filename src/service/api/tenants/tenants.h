/*
 * tenants: the accounts that work with the service, and their keys.
 *
 *   account.h    the account of the key that asks
 *   usage.h      what it used, day by day
 *   ledger.h     what it was given and charged
 *   keys.h       its keys
 *   sign_in_codes.h   one-time codes with which a browser is signed in
 *   accounts.h   all accounts, for whoever runs the service
 */
#ifndef COPYDESK_SERVICE_API_TENANTS_H
#define COPYDESK_SERVICE_API_TENANTS_H

#include "service/api/tenants/account.h"
#include "service/api/tenants/accounts.h"
#include "service/api/tenants/keys.h"
#include "service/api/tenants/ledger.h"
#include "service/api/tenants/sign_in_codes.h"
#include "service/api/tenants/usage.h"

#endif
