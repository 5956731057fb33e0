#include "research/search/search.h"

#include "link/index/url_key.h"
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"
#include "text/html/html.h"

#include <stdlib.h>

enum { MOST_QUESTIONS = 20 };

/* --- addresses --- */

/* Says only where a reader came from. */
static bool is_trace(struct str parameter)
{
    static const char *const names[] = {"fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid", "igshid"};
    struct str name = parameter;
    name.len = str_find(parameter, STR("="), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_eq(name, str_from(names[i])))
            return true;
    return str_starts(name, STR("utm_"));
}

/* Takes the traces out of a normalised address, in place. */
static void drop_traces(char *url)
{
    char *query = strchr(url, '?');
    if (!query)
        return;
    struct str rest = str_from(query + 1), parameter;
    char *end = query;
    while (str_split(&rest, '&', &parameter)) {
        if (is_trace(parameter))
            continue;
        *end = end == query ? '?' : '&';
        memmove(end + 1, parameter.data, parameter.len);
        end += 1 + parameter.len;
    }
    *end = '\0';
}

/* NULL: it is no address for an article. */
static const char *clean_address(const struct lookup *lookup, const struct search_result *result)
{
    struct url parts;
    struct str given = str_trim(str_from(result->url));
    if (given.len > PAGE_URL_MAX || url_parse(given, &parts, NULL))
        return result->page ? result->url : NULL; /* a document without an address has its path */
    char *url = url_normalise(lookup->arena, given);
    if (url)
        drop_traces(url);
    return url && strlen(url) <= PAGE_URL_MAX ? url : NULL;
}

/* --- age --- */

/* Midnight stands for any time of its day: services often say no more than that. */
static bool is_of_age(int64_t published_ms, enum search_age age, int64_t now_ms)
{
    int64_t latest = published_ms % DATE_DAY_MS ? published_ms : published_ms + DATE_DAY_MS - 1;
    return !published_ms || age == SEARCH_ANY_AGE ||
           (latest >= search_age_start(age, now_ms) && published_ms <= now_ms + DATE_DAY_MS);
}

/* --- texts --- */

static const char *clean_text(const struct lookup *lookup, const char *text, size_t most)
{
    return plain_text(lookup->arena, text ? str_from(text) : STR(""), most);
}

/* --- all of it --- */

static void clean_list(struct search_results *results, const struct search_query *query, int64_t now_ms,
                       const struct lookup *lookup)
{
    struct map known;
    size_t count = 0, most = results->count < query->most ? results->count : query->most;
    struct search_result *list = ARENA_ARRAY(lookup->arena, most, struct search_result);
    map_init(&known, lookup->arena);
    for (size_t i = 0; list && i < results->count && count < most; i++) {
        struct search_result result = results->list[i];
        result.url = clean_address(lookup, &result);
        if (!result.url || !is_of_age(result.published_ms, query->age, now_ms))
            continue;
        void **place = map_put(&known, url_key(result.url));
        if (!place || *place)
            continue;
        *place = list;
        result.title = clean_text(lookup, result.title, SEARCH_TITLE);
        result.text = clean_text(lookup, result.text, SEARCH_TEXT);
        list[count++] = result;
    }
    results->list = list;
    results->count = count;
}

static bool clean_is_known(const char *const *questions, size_t count, const char *question)
{
    for (size_t i = 0; i < count; i++)
        if (str_ieq(str_from(questions[i]), str_from(question)))
            return true;
    return false;
}

static void clean_questions(struct search_results *results, const struct lookup *lookup)
{
    size_t count = 0;
    const char **list = ARENA_ARRAY(lookup->arena, results->question_count, const char *);
    for (size_t i = 0; list && i < results->question_count && count < MOST_QUESTIONS; i++) {
        const char *question = clean_text(lookup, results->questions[i], SEARCH_QUESTION);
        if (question && question[0] && !clean_is_known(list, count, question))
            list[count++] = question;
    }
    results->questions = list;
    results->question_count = count;
}

enum status search_clean(struct search_results *results, const struct search_query *query, int64_t now_ms,
                         const struct lookup *lookup)
{
    struct search_results clean = *results;
    if (clean.count)
        clean_list(&clean, query, now_ms, lookup);
    if (clean.question_count)
        clean_questions(&clean, lookup);
    if (arena_failed(lookup->arena))
        return error_memory(lookup->err);
    *results = clean;
    return OK;
}

/* --- places to search --- */

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
