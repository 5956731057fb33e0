/* An integration as answers show it. */
#ifndef COPYDESK_SERVICE_API_INTEGRATIONS_SHOWN_H
#define COPYDESK_SERVICE_API_INTEGRATIONS_SHOWN_H

#include "service/api/integrations/integrations.h"

/* Reads what is shown beside the row itself. In a transaction. */
struct shown_integration {
    struct integration integration;
    const char *secret; /* of a webhook, when it was made just now; NULL: not shown */
    struct delivery *last;
    size_t last_count; /* 0 or 1 */
};
enum status shown_read(struct db *db, struct arena *arena, struct shown_integration *shown, struct error *err);

/* Appends it. */
void shown_write(struct request *request, const struct shown_integration *shown);

#endif
