/* usage: what the account used, day by day, what is left, and the ledger. */
#ifndef COPYDESK_SERVICE_WEB_MANAGE_USAGE_H
#define COPYDESK_SERVICE_WEB_MANAGE_USAGE_H

#include "service/http/request.h"

/* GET /usage?from=&to=&cursor=: the days of the chart (YYYY-MM-DD), and the page of the ledger. */
void usage_page_show(struct request *request);

#endif
