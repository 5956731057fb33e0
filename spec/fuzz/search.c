/*
 * Any bytes as the answer of a service of search; the first byte chooses the service and the age that is asked for.
 * Results have addresses of the web, each once, and clean texts of limited length; what is too old is not among them.
 */
#include "research/search/search.h"
#include "check.h"
#include "net/upstream/upstream.h"
#include "text/text.h"

#include <stdarg.h>

/* --- net/upstream/upstream.h without a network: every question is answered with the input --- */

static struct str input;
static struct upstream_settings settings = {.name = "search.fuzz", .base_url = "https://service.example"};
static char the_upstream;

enum status upstream_read(const json_t *entry, bool needs_key, struct upstream_settings *read, struct error *err)
{
    (void)entry, (void)needs_key, (void)read, (void)err;
    return OK;
}

enum status upstream_open(const struct upstream_settings *read, struct upstream **upstream, struct error *err)
{
    (void)read, (void)err;
    *upstream = (struct upstream *)&the_upstream;
    return OK;
}

void upstream_close(struct upstream *upstream)
{
    (void)upstream;
}

const struct upstream_settings *upstream_settings(const struct upstream *upstream)
{
    (void)upstream;
    return &settings;
}

enum status upstream_ask(struct upstream *upstream, const struct upstream_request *request, const struct lookup *lookup,
                         struct upstream_answer *answer)
{
    (void)upstream;
    check(utf8_is_valid(str_from(request->path)), "a path is no UTF-8");
    *answer = (struct upstream_answer){.status = 200, .type = STR("text/xml")};
    answer->body = (struct str){arena_copy_n(lookup->arena, input.data, input.len), input.len};
    return answer->body.data ? OK : error_memory(lookup->err);
}

enum status upstream_json(struct upstream *upstream, const struct upstream_request *request,
                          const struct lookup *lookup, json_t **value)
{
    struct upstream_answer answer;
    json_error_t fault;
    bool no_memory = false;
    enum status status = upstream_ask(upstream, request, lookup, &answer);
    *value =
        !status && json_text_is_modest(input, 64) ? json_text_load(input, JSON_ALLOW_NUL, &no_memory, &fault) : NULL;
    return status ? status : *value ? OK : E_UPSTREAM;
}

enum status upstream_fault(const struct upstream *upstream, struct error *err, const char *format, ...)
{
    char text[300];
    va_list arguments;
    (void)upstream;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(err, E_UPSTREAM, NULL, "%s", text);
}

void upstream_query(struct buf *path, const char *name, struct str value)
{
    buf_printf(path, "&%s=%zu", name, value.len);
}

/* --- the services --- */

static const struct {
    const char *entry;
    enum search_kind kind;
} services[] = {
    {"{\"api\": \"searxng\"}", SEARCH_WEB},
    {"{\"api\": \"brave\"}", SEARCH_WEB},
    {"{\"api\": \"brave\"}", SEARCH_NEWS},
    {"{\"api\": \"serper\"}", SEARCH_WEB},
    {"{\"api\": \"tavily\"}", SEARCH_NEWS},
    {"{\"api\": \"gdelt\"}", SEARCH_NEWS},
    {"{\"api\": \"openalex\"}", SEARCH_SCHOLARLY},
    {"{\"api\": \"crossref\"}", SEARCH_SCHOLARLY},
    {"{\"api\": \"arxiv\"}", SEARCH_SCHOLARLY},
    {"{\"api\": \"semanticscholar\"}", SEARCH_SCHOLARLY},
    {"{\"api\": \"rss\", \"feeds\": [\"https://service.example/feed\"]}", SEARCH_NEWS},
};

static void check_text(const char *text, size_t most)
{
    check(utf8_is_valid(str_from(text)) && !strchr(text, '\n'), "a text is no UTF-8, or more than a line");
    check(utf8_length(str_from(text)) <= most, "a text is too long");
}

static void check_results(const struct search_results *results, const struct search_query *query, int64_t now_ms)
{
    int64_t start = search_age_start(query->age, now_ms);
    check(results->count <= query->most, "there are more results than were asked for");
    for (size_t i = 0; i < results->count; i++) {
        const struct search_result *result = &results->list[i];
        struct url parts;
        check(url_parse(str_from(result->url), &parts, NULL) == OK, "an address is none of the web");
        check(strlen(result->url) <= PAGE_URL_MAX, "an address is too long");
        for (size_t k = 0; k < i; k++)
            check(strcmp(results->list[k].url, result->url) != 0, "an address is there twice");
        check_text(result->title, SEARCH_TITLE);
        check_text(result->text, SEARCH_TEXT);
        check(result->published_ms >= 0, "a time is before 1970");
        check(!result->published_ms || query->age == SEARCH_ANY_AGE || result->published_ms + DATE_DAY_MS > start,
              "a result is too old");
    }
    for (size_t i = 0; i < results->question_count; i++)
        check_text(results->questions[i], SEARCH_QUESTION);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    log_set_level(LOG_ERROR);
    struct arena *arena = arena_new();
    struct error err;
    struct search_place *place = NULL;
    struct search_results results;
    const struct lookup lookup = {.arena = arena, .err = &err};
    size_t number = data[0] % COUNT_OF(services);
    struct search_query query = {.text = STR("basil and light"), .most = 20};
    query.age = (enum search_age)(data[0] / COUNT_OF(services) % (SEARCH_PAST_YEAR + 1));
    input = (struct str){(const char *)data + 1, size - 1};
    json_t *entry = json_loads(services[number].entry, 0, NULL);
    check(arena && search_open(services[number].kind, entry, &place, &err) == OK, "an entry is refused");
    enum status status = search_ask(place, &query, &lookup, &results);
    check(status == OK || status == E_UPSTREAM || status == E_LIMIT, "an answer is neither read nor refused");
    check_results(&results, &query, clock_now_ms());
    search_close(place);
    json_decref(entry);
    arena_free(arena);
    return 0;
}
