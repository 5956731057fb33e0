/*
 * manage: the pages of what an account has besides articles and sites.
 *
 *   brands.h   whom articles are written for
 *   keys.h     the account's keys
 *   nodes.h    which processes serve the database, for whoever runs the service
 *   usage.h    what was used, day by day, what is left, and the ledger
 */
#ifndef COPYDESK_SERVICE_WEB_MANAGE_H
#define COPYDESK_SERVICE_WEB_MANAGE_H

#include "service/web/manage/brands.h"
#include "service/web/manage/keys.h"
#include "service/web/manage/nodes.h"
#include "service/web/manage/usage.h"

#endif
