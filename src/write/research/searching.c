#include "write/research/searching.h"

#include "base/hash.h"
#include "base/vec.h"
#include "model/check/check.h"
#include "write/research/searched_json.h"

#include <limits.h>

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
    enum { FROM = 3, SHARE = 12 }; /* percent of the article */
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
        status = searched_load(round->arenas[number], value, ask, writing->err);
    json_decref(value);
    ask->is_asked = status == OK || clock_mono_ms() < round->study->deadline;
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

static const char *searching_address_of(struct arena *arena, const char *url)
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

static enum status keep_hit(struct study *study, const struct ask *ask, const struct search_result *result, size_t rank)
{
    struct error *err = study->writing->err;
    double value = 1.0 / (double)(RANK_BASE + rank);
    const char *address = searching_address_of(study->arena, result->url);
    if (!address)
        return error_memory(err);
    struct hit *hit = find_hit(study, address);
    if (hit) {
        hit->value += value;
        hit->result.is_whole |= result->is_whole;
        if (rank < hit->rank) {
            hit->query = ask->query;
            hit->rank = rank;
        }
        return OK;
    }
    if (is_found(study, address))
        return OK;
    hit = vec_room(study->arena, study->hits, study->hit_count, &study->hit_cap, sizeof *hit);
    if (!hit)
        return error_memory(err);
    study->hits = hit;
    hit += study->hit_count;
    *hit = (struct hit){.result = *result,
                        .address = address,
                        .value = value,
                        .agent = ask->agent,
                        .query = ask->query,
                        .rank = rank,
                        .share = -1};
    study->hit_count++;
    return OK;
}

static enum status keep_question(struct study *study, const char *question)
{
    struct found *found = study->found;
    struct str text = str_trim(str_from(question));
    if (!text.len || material_addresses_model(text))
        return OK;
    for (size_t i = 0; i < found->question_count; i++)
        if (str_ieq(found->questions[i], text))
            return OK;
    struct str *list =
        vec_room(found->arena, found->questions, found->question_count, &found->question_cap, sizeof *list);
    const char *copy = list ? arena_copy_n(found->arena, text.data, text.len) : NULL;
    if (!copy)
        return error_memory(study->writing->err);
    found->questions = list;
    list[found->question_count++] = (struct str){copy, text.len};
    return OK;
}

static enum status note_failure(struct study *study, const struct ask *ask)
{
    struct writing *writing = study->writing;
    study->failed++;
    if (!study->problem)
        study->problem = arena_copy(study->arena, ask->problem);
    if (!study->problem)
        return error_memory(writing->err);
    if (study->is_noted[ask->kind])
        return OK;
    study->is_noted[ask->kind] = true;
    return writing_note(writing, "A search for \"%.*s\" failed: %s.", STR_ARG(ask->query), ask->problem);
}

static enum status searching_keep(struct study *study, const struct ask *ask)
{
    struct writing *writing = study->writing;
    if (!ask->is_asked)
        return OK;
    const char *api = search_api(writing->services->search[ask->kind]);
    json_t *entry = searched_report(ask, api);
    bool ok = entry && json_array_append(writing->searches, entry) == 0;
    json_decref(entry);
    enum status status = ok ? OK : error_memory(writing->err);
    study->searches++;
    if (!status && ask->problem)
        status = note_failure(study, ask);
    for (size_t i = 0; i < ask->results.count && !status; i++)
        status = keep_hit(study, ask, &ask->results.list[i], i + 1);
    for (size_t i = 0; i < ask->results.question_count && !status; i++)
        status = keep_question(study, ask->results.questions[i]);
    return status;
}

enum status searching_round(struct study *study, struct ask *asks, size_t count)
{
    struct writing *writing = study->writing;
    struct research_round round = {study, asks, ARENA_ARRAY(study->arena, count + 1, struct arena *)};
    enum status status = round.arenas ? OK : error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++)
        status = study_arena(study, &round.arenas[i]);
    study_start_clock(study);
    if (!status)
        status = tasks_run(writing, count, searching_search, &round);
    study_stop_clock(study);
    for (size_t i = 0; i < count && !status; i++)
        status = searching_keep(study, &asks[i]);
    return status;
}
