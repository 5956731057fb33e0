#include "research/search/search_backend.h"

#include <stdlib.h>

enum { MOST_RESULTS = 1000 /* of one question: far more than any page of results has */ };

/* --- opening --- */

const char *const search_service_members[] = {UPSTREAM_MEMBERS, NULL};

long search_keep_seconds(enum search_kind kind)
{
    static const long seconds[] = {[SEARCH_WEB] = 900, [SEARCH_NEWS] = 300, [SEARCH_SCHOLARLY] = 3600};
    return seconds[kind];
}

enum status search_service_open(enum search_kind kind, const char *name, const json_t *entry,
                                const struct search_service *service, struct upstream **upstream, struct error *err)
{
    struct upstream_settings settings = service->usual;
    settings.name = name;
    if (!settings.keep_seconds)
        settings.keep_seconds = search_keep_seconds(kind);
    enum status status = entry_check(entry, name, service->members, err);
    if (!status)
        status = upstream_read(entry, service->needs_key, &settings, err);
    return status ? status : upstream_open(&settings, upstream, err);
}

/* --- asking --- */

enum status search_get(struct upstream *upstream, struct buf *path, const struct lookup *lookup, json_t **value)
{
    *value = NULL;
    const struct upstream_request request = {.path = buf_text(path)};
    enum status status = path->failed ? error_memory(lookup->err) : upstream_json(upstream, &request, lookup, value);
    buf_free(path);
    return status;
}

enum status search_get_text(struct upstream *upstream, struct buf *path, const char *accept,
                            const struct lookup *lookup, struct upstream_answer *answer)
{
    const struct upstream_request request = {.path = buf_text(path), .accept = accept};
    enum status status = path->failed ? error_memory(lookup->err) : upstream_ask(upstream, &request, lookup, answer);
    buf_free(path);
    return status;
}

enum status search_post(struct upstream *upstream, const char *path, json_t *body, const struct lookup *lookup,
                        json_t **value)
{
    *value = NULL;
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    const struct upstream_request request = {.path = path, .body = str_from(text)};
    enum status status = text ? upstream_json(upstream, &request, lookup, value) : error_memory(lookup->err);
    json_decref(body);
    free(text);
    return status;
}

struct str search_most(const struct search_query *query, size_t most, char *out)
{
    snprintf(out, 24, "%zu", query->most < most ? query->most : most);
    return str_from(out);
}

struct str search_language(const struct search_query *query)
{
    return query->language ? str_from(query->language->tag) : STR("");
}

static bool is_country(const char *country)
{
    return country && strlen(country) == 2;
}

struct str search_locale(const struct search_query *query, char *out)
{
    bool has_country = query->language && is_country(query->country);
    snprintf(out, 16, "%.8s%s%.2s", query->language ? query->language->tag : "", has_country ? "-" : "",
             has_country ? query->country : "");
    return str_from(out);
}

struct str search_country(const struct search_query *query, char *out)
{
    if (!is_country(query->country))
        return STR("");
    out[0] = ascii_lower(query->country[0]);
    out[1] = ascii_lower(query->country[1]);
    out[2] = '\0';
    return (struct str){out, 2};
}

enum status search_words(const struct search_query *query, const struct lookup *lookup, struct str **words,
                         size_t *count)
{
    struct word *list;
    size_t all;
    *count = 0;
    enum status status = words_split(lookup->arena, query->text, query->language, &list, &all, lookup->err);
    if (status)
        return status;
    *words = ARENA_ARRAY(lookup->arena, all + 1, struct str);
    if (!*words)
        return error_memory(lookup->err);
    for (int stops = 0; stops < 2 && !*count; stops++)
        for (size_t i = 0; i < all; i++)
            if (stops || !list[i].is_stop)
                (*words)[(*count)++] = (struct str){query->text.data + list[i].start, list[i].end - list[i].start};
    return OK;
}

/* --- what was found --- */

static const char *copy(struct search_list *list, const char *text)
{
    return arena_copy(list->arena, text ? text : "");
}

void search_add(struct search_list *list, const struct search_result *result)
{
    if (!result->url || !result->url[0] || list->count == MOST_RESULTS)
        return;
    struct search_result *added = VEC_PUSH(list->arena, list->list, list->count, list->cap);
    if (!added)
        return;
    *added = *result;
    added->url = copy(list, result->url);
    added->title = copy(list, result->title);
    added->text = copy(list, result->text);
}

void search_add_question(const json_t *entry, struct search_list *list)
{
    const char *question = search_member(entry, "question");
    if (!question || !question[0] || list->question_count == MOST_RESULTS)
        return;
    const char **added = VEC_PUSH(list->arena, list->questions, list->question_count, list->question_cap);
    if (added)
        *added = copy(list, question);
}

void search_free(struct search_list *list, struct buf *text)
{
    if (text->failed)
        arena_fail(list->arena);
    buf_free(text);
}

enum status search_give(const struct search_list *list, struct search_results *results, struct error *err)
{
    if (arena_failed(list->arena))
        return error_memory(err);
    *results = (struct search_results){
        .list = list->list,
        .count = list->count,
        .questions = list->questions,
        .question_count = list->question_count,
    };
    return OK;
}

void search_each(const json_t *array, void (*read)(const json_t *entry, struct search_list *list),
                 struct search_list *list)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        read(json_array_get(array, i), list);
}

enum status search_get_each(struct upstream *upstream, struct buf *path, const struct search_entries *where,
                            void (*read)(const json_t *entry, struct search_list *list), const struct lookup *lookup,
                            struct search_list *list)
{
    json_t *answer;
    enum status status = search_get(upstream, path, lookup, &answer);
    if (status)
        return status;
    const json_t *around = where->inside ? json_object_get(answer, where->inside) : answer;
    const json_t *entries = json_object_get(around, where->member);
    bool has_none = where->total && json_is_integer(json_object_get(around, where->total));
    if (!json_is_array(entries) && !has_none)
        status = upstream_fault(upstream, lookup->err, "its answer has no %s%s%s", where->inside ? where->inside : "",
                                where->inside ? "." : "", where->member);
    search_each(entries, read, list);
    json_decref(answer);
    return status;
}

void search_add_named(const json_t *array, const struct search_names *names, struct search_list *list)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *one = json_array_get(array, i);
        int64_t published = search_member_time(one, names->time);
        const struct search_result result = {
            .url = search_member(one, names->url),
            .title = search_member(one, names->title),
            .text = search_member(one, names->text),
            .published_ms = published ? published : search_member_time(one, names->other_time),
        };
        search_add(list, &result);
    }
}

const char *search_member(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

int64_t search_member_time(const json_t *object, const char *name)
{
    const char *text = search_member(object, name);
    return text ? date_read(str_from(text), clock_now_ms()) : 0;
}

/* --- how old results may be --- */

enum { HOUR_MS = 60 * 60 * 1000 };

static const char *const age_names[] = {
    [SEARCH_ANY_AGE] = "",
    [SEARCH_PAST_HOUR] = "past_hour",
    [SEARCH_PAST_DAY] = "past_day",
    [SEARCH_PAST_WEEK] = "past_week",
    [SEARCH_PAST_MONTH] = "past_month",
    [SEARCH_PAST_YEAR] = "past_year",
};

bool search_age_parse(const char *text, enum search_age *age)
{
    for (size_t i = 0; i < COUNT_OF(age_names); i++)
        if (strcmp(age_names[i], text) == 0) {
            *age = (enum search_age)i;
            return true;
        }
    return false;
}

/* The longest month and year, so that nothing of the calendar's is lost. */
int64_t search_age_start(enum search_age age, int64_t now_ms)
{
    static const int64_t hours[] = {
        [SEARCH_PAST_HOUR] = 1,
        [SEARCH_PAST_DAY] = 24,
        [SEARCH_PAST_WEEK] = (int64_t)7 * 24,
        [SEARCH_PAST_MONTH] = (int64_t)31 * 24,
        [SEARCH_PAST_YEAR] = (int64_t)366 * 24,
    };
    return age == SEARCH_ANY_AGE ? INT64_MIN : now_ms - hours[age] * HOUR_MS;
}
