/* The searches of a round, side by side. */
#include "write/sources/sources_parts.h"

#include "model/check/check.h"

#include <limits.h>

/* --- stored --- */

static json_t *result_json(const struct search_result *result)
{
    json_t *page = result->page ? stored_page_json(result->page) : NULL;
    if (result->page && !page)
        return NULL;
    json_t *value =
        json_pack("{s:s,s:s,s:s,s:I,s:b,s:O*}", "url", result->url, "title", result->title, "text", result->text,
                  "published", (json_int_t)result->published_ms, "whole", result->is_whole, "page", page);
    json_decref(page);
    return value;
}

/* All of it, for the stored step: a new reference; NULL: memory ran out. */
static json_t *searched_json(const struct ask *ask)
{
    json_t *results = json_array(), *questions = json_array();
    bool ok = true;
    for (size_t i = 0; i < ask->results.count; i++)
        stored_add(results, result_json(&ask->results.list[i]), &ok);
    for (size_t i = 0; i < ask->results.question_count; i++)
        stored_add(questions, json_string(ask->results.questions[i]), &ok);
    json_t *value = ok ? json_pack("{s:O,s:O,s:f,s:s*}", "results", results, "questions", questions, "seconds",
                                   ask->seconds, "problem", ask->problem)
                       : NULL;
    json_decref(results);
    json_decref(questions);
    return value;
}

static struct search_result load_result(struct arena *arena, const json_t *value)
{
    const json_t *stored = json_object_get(value, "page");
    struct page *page = stored ? ARENA_NEW(arena, struct page) : NULL;
    if (page)
        stored_page_load(arena, stored, page);
    return (struct search_result){
        .url = stored_text(arena, json_object_get(value, "url")),
        .title = stored_text(arena, json_object_get(value, "title")),
        .text = stored_text(arena, json_object_get(value, "text")),
        .published_ms = json_integer_value(json_object_get(value, "published")),
        .is_whole = json_is_true(json_object_get(value, "whole")),
        .page = page,
    };
}

/* And back, into the arena; results that are none are left out. */
static void searched_load(struct arena *arena, const json_t *value, struct ask *ask)
{
    const json_t *results = json_object_get(value, "results"), *questions = json_object_get(value, "questions");
    const char *problem = json_string_value(json_object_get(value, "problem"));
    struct search_result *list = ARENA_ARRAY(arena, json_array_size(results) + 1, struct search_result);
    const char **asked = ARENA_ARRAY(arena, json_array_size(questions) + 1, const char *);
    ask->results = (struct search_results){.list = list,
                                           .count = list ? json_array_size(results) : 0,
                                           .questions = asked,
                                           .question_count = asked ? json_array_size(questions) : 0};
    ask->seconds = json_number_value(json_object_get(value, "seconds"));
    ask->problem = problem ? arena_copy(arena, problem) : NULL;
    for (size_t i = 0; i < ask->results.count; i++)
        list[i] = load_result(arena, json_array_get(results, i));
    for (size_t i = 0; i < ask->results.question_count; i++)
        asked[i] = stored_text(arena, json_array_get(questions, i));
}

/* --- for the run --- */

/* The entry of the run's `searches`: {query, source, results, seconds, status}. place: the name of its entry and its
 * api, "search.web (searxng)". NULL: memory ran out. */
static json_t *searched_report(const struct ask *ask, const char *api)
{
    struct buf source = {0};
    buf_printf(&source, "search.%s (%s)", search_kind_name(ask->kind), api);
    json_t *entry = source.failed ? NULL
                                  : json_pack("{s:s%,s:s,s:I,s:f,s:s}", "query", ask->query.data, ask->query.len,
                                              "source", buf_text(&source), "results", (json_int_t)ask->results.count,
                                              "seconds", ask->seconds, "status", ask->problem ? ask->problem : "done");
    buf_free(&source);
    return entry;
}

enum { RANK_BASE = 60 /* of reciprocal rank fusion: Cormack, Clarke and Buettcher, SIGIR 2009 */ };

/* --- one search, on a thread of its own --- */

struct research_round {
    struct study *study;
    struct ask *asks;
    struct arena **arenas; /* of each search: what it found, until it is kept */
};

/* The step's version tells a query from another that had the same number. */
static int version_of(const struct ask *ask)
{
    return (int)(hash_of(ask->query, hash_add((uint64_t)ask->kind, HASH_EMPTY)) & INT_MAX);
}

static enum status searching_tell(struct study *study, struct writing *writing, const struct ask *ask)
{
    enum { FROM = 3, SHARE = 12 }; /* percent of the article: behind its own sources, before it is outlined */
    struct searching *searching = &study->searching;
    pthread_mutex_lock(&searching->lock);
    size_t number = ++searching->begun;
    if (number > searching->planned)
        searching->planned = number;
    double fraction = (FROM + SHARE * (double)number / (double)searching->planned) / 100;
    enum status status = writing_progress(writing, fraction, "Searching %zu of %zu: %.*s", number, searching->planned,
                                          STR_ARG(ask->query));
    pthread_mutex_unlock(&searching->lock);
    return status;
}

/* What stands in the stored step when there was no answer. */
static enum status keep_failure(struct writing *writing, struct ask *ask, enum status status, const struct error *err)
{
    if (!status)
        return OK;
    if (status == E_CANCELLED || status == E_MEMORY) {
        *writing->err = *err;
        return status == E_CANCELLED ? code_error(writing->err, status, CODE_CANCELLED, "the article was cancelled")
                                     : status;
    }
    ask->results = (struct search_results){.count = 0};
    ask->problem = arena_copy(writing->arena, err->message);
    return ask->problem ? OK : error_memory(writing->err);
}

static enum status ask_place(struct study *study, struct writing *writing, struct arena *arena, struct ask *ask)
{
    struct error err = {0};
    const struct search_query query = {.text = ask->query,
                                       .language = writing->brief.language,
                                       .country = study->country,
                                       .age = study->age,
                                       .most = study->level->results};
    const struct lookup lookup = {
        .arena = arena, .err = &err, .cancel = writing->job->cancel, .deadline = study->deadline};
    int64_t began = clock_mono_ms();
    writing_give_turn(writing);
    enum status status = search_ask(writing->services->search[ask->kind], &query, &lookup, &ask->results);
    writing_take_turn(writing);
    ask->seconds = (double)(clock_mono_ms() - began) / 1000;
    status = keep_failure(writing, ask, status, &err);
    json_t *value = status ? NULL : searched_json(ask);
    if (!status)
        status = value ? step_save(writing, ask->step, version_of(ask), began, value) : error_memory(writing->err);
    json_decref(value);
    return status;
}

static enum status searching_search(struct writing *writing, size_t number, void *context)
{
    struct research_round *round = context;
    struct ask *ask = &round->asks[number];
    json_t *value = NULL;
    enum status status = searching_tell(round->study, writing, ask);
    if (!status)
        status = step_load(writing, ask->step, version_of(ask), &value);
    if (!status)
        searched_load(round->arenas[number], value, ask);
    json_decref(value);
    ask->is_asked = status == OK || clock_mono_ms() < round->study->deadline;
    if (!status && arena_failed(round->arenas[number]))
        return error_memory(writing->err);
    if (status != E_NOT_FOUND)
        return status;
    return ask->is_asked ? ask_place(round->study, writing, round->arenas[number], ask) : OK;
}

/* --- what they found is kept --- */

static struct hit *find_hit(struct study *study, const char *address)
{
    for (size_t i = 0; i < study->hit_count; i++)
        if (strcmp(study->hits[i].address, address) == 0)
            return &study->hits[i];
    return NULL;
}

static const char *hit_address(struct arena *arena, const char *url)
{
    const char *address = url_normalise(arena, str_from(url));
    return address ? address : arena_copy(arena, url);
}

/* A page that the request names, or that the library has, is there already. */
static bool is_found(const struct study *study, const char *address)
{
    for (size_t i = 0; i < study->found->count; i++)
        if (strcmp(study->found->identities[i].address, address) == 0)
            return true;
    return false;
}

static void keep_hit(struct study *study, const struct ask *ask, const struct search_result *result, size_t rank)
{
    double value = 1.0 / (double)(RANK_BASE + rank);
    const char *address = hit_address(study->arena, result->url);
    struct hit *hit = address ? find_hit(study, address) : NULL;
    if (hit) {
        hit->value += value;
        hit->result.is_whole |= result->is_whole;
        if (rank < hit->rank) {
            hit->query = ask->query;
            hit->rank = rank;
        }
        return;
    }
    if (!address || is_found(study, address))
        return;
    hit = VEC_PUSH(study->arena, study->hits, study->hit_count, study->hit_cap);
    if (hit)
        *hit = (struct hit){.result = *result,
                            .address = address,
                            .value = value,
                            .agent = ask->agent,
                            .query = ask->query,
                            .rank = rank,
                            .share = -1};
}

static void keep_question(struct study *study, const char *question)
{
    struct found *found = study->found;
    struct str text = str_trim(str_from(question));
    if (!text.len || material_addresses_model(text))
        return;
    for (size_t i = 0; i < found->question_count; i++)
        if (str_ieq(found->questions[i], text))
            return;
    const char *copy = arena_copy_n(found->arena, text.data, text.len);
    struct str *added =
        copy ? VEC_PUSH(found->arena, found->questions, found->question_count, found->question_cap) : NULL;
    if (added)
        *added = (struct str){copy, text.len};
}

static void note_failure(struct study *study, const struct ask *ask)
{
    study->failed++;
    if (!study->problem)
        study->problem = arena_copy(study->arena, ask->problem);
    if (!study->is_noted[ask->kind])
        writing_note(study->writing, "A search for \"%.*s\" failed: %s.", STR_ARG(ask->query), ask->problem);
    study->is_noted[ask->kind] = true;
}

static void searching_keep(struct study *study, const struct ask *ask)
{
    struct writing *writing = study->writing;
    if (!ask->is_asked)
        return;
    if (json_array_append_new(writing->searches,
                              searched_report(ask, search_api(writing->services->search[ask->kind]))))
        arena_fail(study->arena);
    study->searches++;
    if (ask->problem)
        note_failure(study, ask);
    for (size_t i = 0; i < ask->results.count; i++)
        keep_hit(study, ask, &ask->results.list[i], i + 1);
    for (size_t i = 0; i < ask->results.question_count; i++)
        keep_question(study, ask->results.questions[i]);
}

enum status searching_round(struct study *study, struct ask *asks, size_t count)
{
    struct writing *writing = study->writing;
    struct research_round round = {study, asks, ARENA_ARRAY(study->arena, count + 1, struct arena *)};
    for (size_t i = 0; i < count && round.arenas; i++)
        round.arenas[i] = study_arena(study);
    enum status status = study_end(study, OK);
    if (status)
        return status;
    study_start_clock(study);
    status = tasks_run(writing, count, searching_search, &round);
    study_stop_clock(study);
    for (size_t i = 0; i < count && !status; i++)
        searching_keep(study, &asks[i]);
    return study_end(study, status);
}
