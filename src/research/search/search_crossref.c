/* GET /works: https://api.crossref.org/swagger-ui/index.html, https://github.com/CrossRef/rest-api-doc */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

#include <stdlib.h>

enum { MOST_RESULTS = 100, PUBLIC_PAUSE_MS = 1000, POLITE_PAUSE_MS = 350 };

struct crossref {
    struct upstream *upstream;
    char *mailto; /* NULL: none */
};

static void close_crossref(void *state)
{
    struct crossref *crossref = state;
    upstream_close(crossref->upstream);
    free(crossref->mailto);
    free(crossref);
}

static enum status check_mailto(const char *name, const char *mailto, struct error *err)
{
    const char *at = mailto ? strchr(mailto, '@') : NULL;
    if (!mailto || (at && at > mailto && at[1] && entry_is_plain(mailto)))
        return OK;
    return error_set(err, E_INVALID, "config",
                     "configuration: %s.mailto must be an e-mail address, such as "
                     "\"desk@example.org\"",
                     name);
}

/* Those who say how they can be reached get a pool of their own, which allows three requests a second and not one. */
static enum status open_crossref(enum search_kind kind, const char *name, const json_t *entry, void **state,
                                 struct error *err)
{
    static const char *const members[] = {UPSTREAM_MEMBERS, "mailto", NULL};
    const char *mailto = NULL;
    enum status status = entry_optional(entry, name, "mailto", &mailto, err);
    if (!status)
        status = check_mailto(name, mailto, err);
    if (status)
        return status;
    struct search_service service = {
        .usual = {.base_url = "https://api.crossref.org",
                  .key_header = "Crossref-Plus-API-Token: Bearer ",
                  .pause_ms = mailto ? POLITE_PAUSE_MS : PUBLIC_PAUSE_MS,
                  .parallel = 1},
        .members = members,
    };
    struct crossref *crossref = calloc(1, sizeof *crossref);
    if (!crossref)
        return error_memory(err);
    crossref->mailto = mailto ? strdup(mailto) : NULL;
    status = mailto && !crossref->mailto ? error_memory(err)
                                         : search_service_open(kind, name, entry, &service, &crossref->upstream, err);
    if (status)
        close_crossref(crossref);
    else
        *state = crossref;
    return status;
}

static void crossref_write_path(struct buf *path, const struct crossref *crossref, const struct search_query *query)
{
    char count[24], day[11], filter[40] = "";
    if (query->age != SEARCH_ANY_AGE)
        snprintf(filter, sizeof filter, "from-pub-date:%s",
                 date_day_text(search_age_start(query->age, clock_now_ms()), day));
    buf_str(path, "/works");
    upstream_query(path, "query", query->text);
    upstream_query(path, "rows", search_most(query, MOST_RESULTS, count));
    upstream_query(path, "filter", str_from(filter));
    upstream_query(path, "select", STR("DOI,title,abstract,URL,issued"));
    upstream_query(path, "mailto", str_from(crossref->mailto ? crossref->mailto : ""));
}

/* {"date-parts": [[2024, 5, 31]]}, of which the month and the day may be absent, and the year null. */
static int64_t read_date(const json_t *date)
{
    const json_t *parts = json_array_get(json_object_get(date, "date-parts"), 0);
    long numbers[3] = {0, 1, 1};
    for (size_t i = 0; i < json_array_size(parts) && i < COUNT_OF(numbers); i++)
        numbers[i] = (long)json_integer_value(json_array_get(parts, i));
    return date_day(numbers[0], numbers[1], numbers[2]);
}

static void read_work(const json_t *work, struct search_list *list)
{
    struct buf doi = {0};
    const char *name = search_member(work, "DOI"), *url = search_member(work, "URL");
    const char *text = search_member(work, "abstract");
    if (name)
        buf_printf(&doi, "https://doi.org/%s", name);
    const struct search_result result = {
        .url = url ? url : buf_text(&doi),
        .title = json_string_value(json_array_get(json_object_get(work, "title"), 0)),
        .text = text, /* in JATS, whose tags go when it is cleaned */
        .published_ms = read_date(json_object_get(work, "issued")),
        .is_whole = text && text[0],
    };
    search_add(list, &result);
    search_free(list, &doi);
}

static enum status ask_crossref(void *state, enum search_kind kind, const struct search_query *query,
                                const struct lookup *lookup, struct search_list *list)
{
    const struct crossref *crossref = state;
    static const struct search_entries where = {.inside = "message", .member = "items"};
    struct buf path = {0};
    (void)kind;
    crossref_write_path(&path, crossref, query);
    return search_get_each(crossref->upstream, &path, &where, read_work, lookup, list);
}

const struct search_backend search_crossref_backend = {
    .api = "crossref",
    .kinds = 1U << SEARCH_SCHOLARLY,
    .open = open_crossref,
    .close = close_crossref,
    .ask = ask_crossref,
};
