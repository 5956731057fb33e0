/*
 * domains: the pages of sites to whose pages content is linked.
 *
 *   domain_list.h   those there are, and a new one
 *   domain_view.h   one of them: its pages, its report with a drawing of the links, its identifier for programs
 *   domain_link.h   a box that links text
 */
#ifndef COPYDESK_SERVICE_WEB_DOMAINS_H
#define COPYDESK_SERVICE_WEB_DOMAINS_H

#include "service/web/domains/domain_link.h"
#include "service/web/domains/domain_list.h"
#include "service/web/domains/domain_view.h"

#endif
