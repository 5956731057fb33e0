/*
 * tenants: the accounts that work with the service, and their keys.
 *
 *   account.h    the account of the key that asks
 *   keys.h       its keys
 *   accounts.h   all accounts, for whoever runs the service
 */
#ifndef COPYDESK_SERVICE_API_TENANTS_H
#define COPYDESK_SERVICE_API_TENANTS_H

#include "service/api/tenants/account.h"
#include "service/api/tenants/accounts.h"
#include "service/api/tenants/keys.h"

#endif
