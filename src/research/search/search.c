#include "research/search/search.h"

#include "net/upstream/entry.h"
#include "research/search/search_arxiv.h"
#include "research/search/search_backend.h"
#include "research/search/search_brave.h"
#include "research/search/search_clean.h"
#include "research/search/search_crossref.h"
#include "research/search/search_folder.h"
#include "research/search/search_gdelt.h"
#include "research/search/search_openalex.h"
#include "research/search/search_rss.h"
#include "research/search/search_searxng.h"
#include "research/search/search_semanticscholar.h"
#include "research/search/search_serper.h"
#include "research/search/search_tavily.h"

#include <stdlib.h>

static const struct search_backend *const backends[] = {
    &search_searxng_backend, &search_brave_backend,           &search_serper_backend,   &search_tavily_backend,
    &search_rss_backend,     &search_gdelt_backend,           &search_openalex_backend, &search_crossref_backend,
    &search_arxiv_backend,   &search_semanticscholar_backend, &search_folder_backend,
};

struct search_place {
    const struct search_backend *backend;
    enum search_kind kind;
    char name[24]; /* "search.web" */
    void *state;
};

const char *search_kind_name(enum search_kind kind)
{
    static const char *const names[] = {[SEARCH_WEB] = "web", [SEARCH_NEWS] = "news", [SEARCH_SCHOLARLY] = "scholarly"};
    return names[kind];
}

static enum status open_backend(struct search_place *place, const json_t *entry, struct error *err)
{
    const struct search_backend *backend = place->backend;
    struct upstream *upstream;
    if (!backend->service)
        return backend->open(place->kind, place->name, entry, &place->state, err);
    enum status status = search_service_open(place->kind, place->name, entry, backend->service, &upstream, err);
    if (!status)
        place->state = upstream;
    return status;
}

enum status search_open(enum search_kind kind, const json_t *entry, struct search_place **out, struct error *err)
{
    const struct search_backend *fit[COUNT_OF(backends)];
    const char *names[COUNT_OF(backends)];
    size_t count = 0, number = 0;
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        if (backends[i]->kinds & 1U << kind) {
            fit[count] = backends[i];
            names[count++] = backends[i]->api;
        }
    struct search_place *place = calloc(1, sizeof *place);
    if (!place)
        return error_memory(err);
    snprintf(place->name, sizeof place->name, "search.%s", search_kind_name(kind));
    place->kind = kind;
    enum status status = entry_api(entry, place->name, names, count, &number, err);
    place->backend = fit[number];
    if (!status)
        status = open_backend(place, entry, err);
    if (status)
        free(place);
    else
        *out = place;
    return status;
}

void search_close(struct search_place *place)
{
    if (!place)
        return;
    if (place->backend->service)
        upstream_close(place->state);
    else
        place->backend->close(place->state);
    free(place);
}

const char *search_api(const struct search_place *place)
{
    return place->backend->api;
}

/* Bytes that are no UTF-8 would make no JSON. */
static enum status clean_query(struct search_query *query, const struct lookup *lookup)
{
    query->text = str_trim(query->text);
    if (utf8_is_valid(query->text))
        return lookup_check(lookup);
    query->text.data = utf8_repair(lookup->arena, query->text, &query->text.len);
    return query->text.data ? lookup_check(lookup) : error_memory(lookup->err);
}

enum status search_ask(const struct search_place *place, const struct search_query *query, const struct lookup *lookup,
                       struct search_results *results)
{
    struct search_query asked = *query;
    struct search_list list = {.arena = lookup->arena};
    *results = (struct search_results){0};
    enum status status = clean_query(&asked, lookup);
    if (status || !asked.text.len || !asked.most)
        return status;
    status = place->backend->ask(place->state, place->kind, &asked, lookup, &list);
    if (!status)
        status = search_give(&list, results, lookup->err);
    if (!status)
        status = search_clean(results, &asked, clock_now_ms(), lookup);
    if (status)
        *results = (struct search_results){0};
    return status;
}
