/* usage_chart: words by day, as bars. */
#ifndef COPYDESK_SERVICE_WEB_MANAGE_USAGE_CHART_H
#define COPYDESK_SERVICE_WEB_MANAGE_USAGE_CHART_H

#include "base/base.h"

#include <jansson.h>

/* Appends a drawing of the days from `first` to `last` (midnights, Unix ms) with a scale and both dates. days: as GET
 * /api/usage lists them; those without any use are not in the list, and get a place all the same. The table beside it
 * says the same in text. */
void usage_chart(struct buf *out, const json_t *days, int64_t first, int64_t last);

#endif
