/* What a search gave, as JSON: for its stored step, and for the run. */
#ifndef COPYDESK_WRITE_RESEARCH_SEARCHED_JSON_H
#define COPYDESK_WRITE_RESEARCH_SEARCHED_JSON_H

#include "write/research/study.h"

/* All of it, for the stored step: a new reference; NULL: memory ran out. */
json_t *searched_json(const struct ask *ask);

/* And back, into the arena; results that are none are left out. E_MEMORY. */
enum status searched_load(struct arena *arena, const json_t *value, struct ask *ask, struct error *err);

/* The entry of the run's `searches`: {query, source, results, seconds, status}. place: the name of its entry and its
 * api, "search.web (searxng)". NULL: memory ran out. */
json_t *searched_report(const struct ask *ask, const char *api);

#endif
