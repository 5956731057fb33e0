#include "write/research/research.h"

#include "write/research/choosing.h"
#include "write/research/follow.h"
#include "write/research/reading.h"
#include "write/research/searching.h"
#include "write/research/using.h"
#include "write/sources/sources.h"
#include "write/writing/article_type.h"

/* --- a round --- */

/* The queries of all agents as searches: each at the first kind of place, and the first of them at the second too. */
static enum status plan_asks(struct study *study, const struct question_line *lines, size_t round, struct ask **asks,
                             size_t *count)
{
    const struct levels_level *level = study->level;
    size_t room = level->agents * level->queries + 1, left = level->most_searches - study->searches;
    *count = 0;
    *asks = ARENA_ARRAY(study->arena, room, struct ask);
    if (!*asks)
        return error_memory(study->writing->err);
    for (size_t i = 0; i < level->queries; i++)
        for (size_t agent = 0; agent < level->agents && *count < left; agent++)
            if (i < lines[agent].count)
                (*asks)[(*count)++] =
                    (struct ask){.query = lines[agent].queries[i], .kind = study->kinds.first, .agent = agent};
    if (study->kinds.has_second && *count && *count < left && *count < room) {
        (*asks)[*count] = (*asks)[0];
        (*asks)[(*count)++].kind = study->kinds.second;
    }
    for (size_t i = 0; i < *count; i++) {
        (*asks)[i].step = arena_printf(study->arena, "search/%zu-%zu", round, i + 1);
        if (!(*asks)[i].step)
            return error_memory(study->writing->err);
    }
    return OK;
}

/* With "auto" the results may tell what the keyword did not: one more search then. */
static enum status ask_second(struct study *study, const struct ask *first, size_t round)
{
    const struct search_result **results =
        ARENA_ARRAY(study->arena, study->hit_count + 1, const struct search_result *);
    bool had_second = study->kinds.has_second;
    struct ask ask = {.query = first->query, .agent = first->agent};
    if (!results)
        return error_memory(study->writing->err);
    for (size_t i = 0; i < study->hit_count; i++)
        results[i] = &study->hits[i].result;
    kinds_add(study->writing, &study->kinds, kinds_of_results(results, study->hit_count, clock_now_ms()));
    if (had_second || !study->kinds.has_second || study->searches >= study->level->most_searches)
        return OK;
    ask.kind = study->kinds.second;
    ask.step = arena_printf(study->arena, "search/%zu-second", round);
    return ask.step ? searching_round(study, &ask, 1) : error_memory(study->writing->err);
}

static enum status read_best(struct study *study, size_t round)
{
    size_t left = study->level->most_reads - study->reads, most = study->level->reads * study->level->agents, count;
    if (most > left)
        most = left;
    struct hit **list = ARENA_ARRAY(study->arena, most + 1, struct hit *);
    enum status status =
        list ? choosing_hits(study, study->level->reads, most, list, &count) : error_memory(study->writing->err);
    return status ? status : reading_round(study, list, count, round);
}

static enum status do_round(struct study *study, const struct question_line *lines, size_t round)
{
    struct ask *asks;
    size_t count;
    enum status status = plan_asks(study, lines, round, &asks, &count);
    if (!status && count)
        status = searching_round(study, asks, count);
    if (!status && count && round == 1)
        status = ask_second(study, &asks[0], round);
    if (!status)
        status = read_best(study, round);
    study->rounds += !status;
    return status;
}

/* --- all of them --- */

static bool is_over(const struct study *study)
{
    return study->left_ms <= 0 || study->searches >= study->level->most_searches;
}

/* Pages that were found and not read are told in the run too. */
static enum status tell_unread(struct study *study)
{
    enum status status = OK;
    for (size_t i = 0; i < study->hit_count && !status; i++)
        if (!study->hits[i].is_used)
            status = found_report(study->writing, study->hits[i].result.url, study->hits[i].result.title,
                                  SOURCE_NOT_READ, NULL);
    return status;
}

static enum status do_rounds(struct study *study)
{
    const struct levels_level *level = study->level;
    struct question_line *lines = ARENA_ARRAY(study->arena, level->agents, struct question_line);
    size_t round = 1;
    enum status status = lines ? follow_begin(study, lines) : error_memory(study->writing->err);
    study->searching.planned = level->agents * level->queries * level->rounds;
    if (!status)
        status = do_round(study, lines, round);
    while (!status && round < level->rounds && !is_over(study)) {
        size_t count = 0;
        status = follow_on(study, lines, &count);
        if (!status && !count)
            break;
        if (!status)
            status = do_round(study, lines, ++round);
    }
    if (!status && study->left_ms <= 0)
        status = writing_note(study->writing,
                              "The research ended after %d seconds, before all of its searches were "
                              "done.",
                              level->seconds);
    if (!status)
        status = using_pages(study);
    return status ? status : tell_unread(study);
}

/* That nothing could be searched is told where there is nothing else to write from. */
static enum status end_study(const struct study *study)
{
    struct found *found = study->found;
    const struct kinds *kinds = &study->kinds;
    if (study->failed == study->searches)
        found->search_problem = arena_copy(found->arena, study->problem ? study->problem : "nothing was searched for");
    else
        found->searched = arena_printf(found->arena, "%zu searches of search.%s%s%s", study->searches,
                                       search_kind_name(kinds->first), kinds->has_second ? " and search." : "",
                                       kinds->has_second ? search_kind_name(kinds->second) : "");
    return found->search_problem || found->searched ? OK : error_memory(study->writing->err);
}

static enum status research_search(struct writing *writing, struct found *found, void *context)
{
    struct study *study = context;
    enum status status = study_open(writing, found, study);
    if (!status)
        status = kinds_choose(writing, &study->kinds);
    if (status == E_NOT_FOUND)
        return OK;
    if (!status && !study->kinds.is_custom)
        status = do_rounds(study);
    return status ? status : end_study(study);
}

enum status research_gather(struct writing *writing)
{
    struct study study = {.writing = NULL};
    const struct levels_level *level = level_row(level_asked(writing->config));
    const struct sources_search more = {.most = level->most_reads, .search = research_search, .context = &study};
    bool is_asked = config_bool(writing->config, "realTimeData") && (writing->type->needs & NEEDS_SOURCES);
    enum status status = sources_gather(writing, is_asked ? &more : NULL);
    if (study.writing)
        study_close(&study);
    return status;
}
