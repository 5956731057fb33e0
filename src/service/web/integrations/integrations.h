/*
 * integrations: the pages of the sites and webhooks that articles go to.
 *
 *   integration_list.h   all of them, and a new one
 *   integration_view.h   one: its settings, a test, what went there
 *   settings_form.h      a form made of the settings that a kind has
 *   delivery_table.h     deliveries, with a way to send them again
 */
#ifndef COPYDESK_SERVICE_WEB_INTEGRATIONS_H
#define COPYDESK_SERVICE_WEB_INTEGRATIONS_H

#include "service/web/integrations/delivery_table.h"
#include "service/web/integrations/integration_list.h"
#include "service/web/integrations/integration_view.h"

#endif
