#include "write/research/follow.h"

#include "write/prompted/prompted.h"
#include "write/research/gaps.h"
#include "write/research/pages_view.h"
#include "write/research/prompted_queries.h"
#include "write/writing/article_type.h"

#define NOBODY SIZE_MAX

static size_t queries_of_round(const struct study *study)
{
    return study->level->agents * study->level->queries;
}

/* --- dealt out --- */

static enum status clear(struct study *study, struct question_line *lines)
{
    for (size_t i = 0; i < study->level->agents; i++) {
        lines[i].count = 0;
        lines[i].queries = ARENA_ARRAY(study->arena, study->level->queries, struct str);
        if (!lines[i].queries)
            return error_memory(study->writing->err);
    }
    return OK;
}

/* The agent that has fewest queries. */
static struct question_line *shortest(const struct study *study, struct question_line *lines)
{
    struct question_line *line = &lines[0];
    for (size_t i = 1; i < study->level->agents; i++)
        if (lines[i].count < line->count)
            line = &lines[i];
    return line;
}

/* Gives the query to the agent, NOBODY: to whoever has fewest; one that was asked already, or that finds no room, is
 * dropped. */
static enum status deal(struct study *study, struct str text, size_t agent, struct question_line *lines, size_t *count)
{
    struct question_line *line = agent == NOBODY ? shortest(study, lines) : &lines[agent];
    bool is_taken;
    if (line->count >= study->level->queries)
        return OK;
    enum status status = queries_take(&study->asked, text, &is_taken, study->writing->err);
    if (status || !is_taken)
        return status;
    line->queries[line->count++] = study->asked.list[study->asked.count - 1].text;
    (*count)++;
    return OK;
}

static enum status deal_all(struct study *study, const struct str *list, size_t list_count, size_t agent,
                            struct question_line *lines, size_t *count)
{
    enum status status = OK;
    for (size_t i = 0; i < list_count && *count < queries_of_round(study) && !status; i++)
        status = deal(study, list[i], agent, lines, count);
    return status;
}

/* --- by rule --- */

static enum status read_aspects(struct study *study, struct asked_aspect **list, size_t *count)
{
    return queries_aspects(study->arena, &study->writing->asked, study->writing->brief.language, list, count,
                           study->writing->err);
}

/* What is asked of every subject; the rest only where pages call for it (gaps.h). */
static enum status begin_by_rule(struct study *study, struct question_line *lines, size_t *count)
{
    struct asked_aspect *aspects;
    size_t aspect_count;
    enum status status = read_aspects(study, &aspects, &aspect_count);
    for (size_t i = 0; i < aspect_count && *count < queries_of_round(study) && !status; i++)
        if (!aspects[i].need)
            status = deal(study, aspects[i].query, NOBODY, lines, count);
    return status;
}

/* What the pages leave open. Where an extended research has asked all of that, it goes on with what is usually asked;
 * after two rounds without a page on the subject nothing more is asked. */
static enum status go_on_by_rule(struct study *study, struct question_line *lines, size_t *count)
{
    struct gap_view view;
    struct asked_aspect *aspects;
    struct str *queries;
    size_t query_count;
    enum status status = pages_view(study, &view);
    if (!status)
        status = read_aspects(study, &aspects, &view.aspect_count);
    if (status || (!view.sentence_count && study->rounds > 1))
        return status;
    view.aspects = aspects;
    status = gaps_by_rule(study->arena, &view, &queries, &query_count, study->writing->err);
    if (!status)
        status = deal_all(study, queries, query_count, NOBODY, lines, count);
    return status || study->level->agents == 1 ? status : begin_by_rule(study, lines, count);
}

/* --- by a language model --- */

static enum status begin_by_model(struct study *study, struct question_line *lines, size_t *count)
{
    struct given_queries given;
    enum status status = prompted_queries(study->writing, queries_of_round(study), &given);
    if (status)
        return status;
    kinds_add(study->writing, &study->kinds, given.also);
    return deal_all(study, given.list, given.count, NOBODY, lines, count);
}

/* The headings that the article will have, as far as that is known. */
static enum status outline_text(struct study *study, struct str *outline)
{
    struct writing *writing = study->writing;
    struct article_plan plan = {.count = 0};
    struct buf out = {0};
    enum status status = plan_read_given(writing, &plan);
    if (status)
        return status;
    for (size_t i = 0; i < plan.count; i++)
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(plan.headings[i].title));
    if (!plan.count)
        buf_str(&out, "(none yet)");
    *outline = writing_keep(writing, &out);
    return outline->data ? OK : error_memory(writing->err);
}

/* The agents ask side by side. */
struct asking_gaps {
    struct study *study;
    const struct question_line *lines; /* of the round before */
    struct str outline;
    struct given_queries *given;
    bool *has_failed;
};

static enum status ask_gaps(struct writing *writing, size_t agent, void *context)
{
    struct asking_gaps *asking = context;
    const struct study *study = asking->study;
    struct page *pages;
    size_t count;
    enum status status = study_pages(study, (int)agent, writing->arena, &pages, &count, writing->err);
    const struct gaps_request request = {
        .pages = pages,
        .page_count = count,
        .outline = asking->outline,
        .asked = &study->asked,
        .line = asking->lines[agent].queries,
        .line_count = asking->lines[agent].count,
        .is_alone = study->level->agents == 1,
        .most = study->level->queries,
        .step = arena_printf(writing->arena, "gaps-%zu/%zu", study->rounds, agent + 1),
    };
    if (!status && !request.step)
        status = error_memory(writing->err);
    if (!status && count)
        status = prompted_gaps(writing, &request, &asking->given[agent]);
    asking->has_failed[agent] = status == E_CORRUPT;
    return status == E_CORRUPT ? OK : status;
}

/* E_CORRUPT: no answer of the model could be used. */
static enum status go_on_by_model(struct study *study, const struct question_line *before, struct question_line *lines,
                                  size_t *count)
{
    struct asking_gaps asking = {
        .study = study,
        .lines = before,
        .given = ARENA_ARRAY(study->arena, study->level->agents, struct given_queries),
        .has_failed = ARENA_ARRAY(study->arena, study->level->agents, bool),
    };
    size_t failed = 0;
    if (!asking.given || !asking.has_failed)
        return error_memory(study->writing->err);
    enum status status = outline_text(study, &asking.outline);
    if (!status)
        status = tasks_run(study->writing, study->level->agents, ask_gaps, &asking);
    for (size_t i = 0; i < study->level->agents && !status; i++) {
        failed += asking.has_failed[i];
        status = deal_all(study, asking.given[i].list, asking.given[i].count, i, lines, count);
    }
    return status ? status : failed == study->level->agents ? E_CORRUPT : OK;
}

/* --- both --- */

enum status follow_begin(struct study *study, struct question_line *lines)
{
    size_t count = 0;
    enum status status = clear(study, lines);
    if (!status)
        status = deal(study, study->writing->brief.keyword, NOBODY, lines, &count);
    if (!status && study->writing->model)
        status = begin_by_model(study, lines, &count);
    if (status == E_CORRUPT)
        status = OK;
    bool is_full = study->writing->model && count > 1 && study->level->agents == 1;
    return status || is_full ? status : begin_by_rule(study, lines, &count);
}

enum status follow_on(struct study *study, struct question_line *lines, size_t *count)
{
    struct question_line *before = ARENA_ARRAY(study->arena, study->level->agents, struct question_line);
    *count = 0;
    if (!before)
        return error_memory(study->writing->err);
    memcpy(before, lines, study->level->agents * sizeof *before);
    enum status status = clear(study, lines);
    if (!status)
        status = writing_progress(study->writing, 0, "Looking for what the pages leave open");
    if (status)
        return status;
    if (study->writing->model && !study->writing->is_plain) {
        status = go_on_by_model(study, before, lines, count);
        if (status != E_CORRUPT && (status || study->level->agents == 1))
            return status;
    }
    return go_on_by_rule(study, lines, count);
}
