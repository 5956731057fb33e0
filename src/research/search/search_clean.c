#include "research/search/search_clean.h"

#include "link/index/url_key.h"
#include "text/html/plain_text.h"
#include "text/values/date.h"

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

/* *clean NULL: it is no address for an article. */
static enum status clean_address(const struct lookup *lookup, const struct search_result *result, const char **clean)
{
    struct url parts;
    const char *as_given = result->url; /* which may be *clean */
    struct str given = str_trim(str_from(as_given));
    *clean = NULL;
    if (given.len > PAGE_URL_MAX || url_parse(given, &parts, NULL) != OK) {
        *clean = result->page ? as_given : NULL; /* a document without an address has its path */
        return OK;
    }
    char *url = url_normalise(lookup->arena, given);
    if (!url)
        return error_memory(lookup->err);
    drop_traces(url);
    *clean = strlen(url) <= PAGE_URL_MAX ? url : NULL;
    return OK;
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

static enum status clean_text(const struct lookup *lookup, const char **text, size_t most)
{
    *text = plain_text(lookup->arena, *text ? str_from(*text) : STR(""), most);
    return *text ? OK : error_memory(lookup->err);
}

static enum status clean_texts(const struct lookup *lookup, struct search_result *result)
{
    enum status status = clean_text(lookup, &result->title, SEARCH_TITLE);
    return status ? status : clean_text(lookup, &result->text, SEARCH_TEXT);
}

/* --- all of it --- */

static enum status clean_list(struct search_results *results, const struct search_query *query, int64_t now_ms,
                              const struct lookup *lookup)
{
    struct map known;
    size_t count = 0, most = results->count < query->most ? results->count : query->most;
    struct search_result *list = ARENA_ARRAY(lookup->arena, most, struct search_result);
    map_init(&known, lookup->arena);
    for (size_t i = 0; list && i < results->count && count < most; i++) {
        struct search_result result = results->list[i];
        enum status status = clean_address(lookup, &result, &result.url);
        if (status)
            return status;
        if (!result.url || !is_of_age(result.published_ms, query->age, now_ms))
            continue;
        void **place = map_put(&known, url_key(result.url));
        if (!place)
            return error_memory(lookup->err);
        if (*place)
            continue;
        *place = list;
        status = clean_texts(lookup, &result);
        if (status)
            return status;
        list[count++] = result;
    }
    if (!list)
        return error_memory(lookup->err);
    results->list = list;
    results->count = count;
    return OK;
}

static bool clean_is_known(const char *const *questions, size_t count, const char *question)
{
    for (size_t i = 0; i < count; i++)
        if (str_ieq(str_from(questions[i]), str_from(question)))
            return true;
    return false;
}

static enum status clean_questions(struct search_results *results, const struct lookup *lookup)
{
    size_t count = 0;
    const char **list = ARENA_ARRAY(lookup->arena, results->question_count, const char *);
    for (size_t i = 0; list && i < results->question_count && count < MOST_QUESTIONS; i++) {
        const char *question = results->questions[i];
        enum status status = clean_text(lookup, &question, SEARCH_QUESTION);
        if (status)
            return status;
        if (question[0] && !clean_is_known(list, count, question))
            list[count++] = question;
    }
    if (!list)
        return error_memory(lookup->err);
    results->questions = list;
    results->question_count = count;
    return OK;
}

enum status search_clean(struct search_results *results, const struct search_query *query, int64_t now_ms,
                         const struct lookup *lookup)
{
    enum status status = results->count ? clean_list(results, query, now_ms, lookup) : OK;
    return status || !results->question_count ? status : clean_questions(results, lookup);
}
