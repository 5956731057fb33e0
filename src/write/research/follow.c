#include "write/research/follow.h"

static size_t queries_of_round(const struct study *study)
{
    return study->level->agents * study->level->queries;
}

/* Takes the query and deals it to the next agent that has room. */
static enum status deal(struct study *study, struct str text, struct line *lines, size_t *count)
{
    bool is_taken;
    enum status status = queries_take(&study->asked, text, &is_taken, study->writing->err);
    if (status || !is_taken)
        return status;
    struct line *line = &lines[*count % study->level->agents];
    line->queries[line->count++] = study->asked.list[study->asked.count - 1].text;
    (*count)++;
    return OK;
}

static enum status clear(struct study *study, struct line *lines)
{
    for (size_t i = 0; i < study->level->agents; i++) {
        lines[i].count = 0;
        lines[i].queries = ARENA_ARRAY(study->arena, study->level->queries, struct str);
        if (!lines[i].queries)
            return error_memory(study->writing->err);
    }
    return OK;
}

/* Those of the rules that fit, as long as there is room. */
static enum status deal_aspects(struct study *study, struct line *lines, size_t *count)
{
    struct asked_aspect *aspects;
    size_t aspect_count;
    enum status status = queries_aspects(study->arena, &study->writing->asked, study->writing->brief.language, &aspects,
                                         &aspect_count, study->writing->err);
    for (size_t i = 0; i < aspect_count && *count < queries_of_round(study) && !status; i++)
        status = deal(study, aspects[i].query, lines, count);
    return status;
}

enum status follow_begin(struct study *study, struct line *lines)
{
    size_t count = 0;
    enum status status = clear(study, lines);
    if (!status)
        status = deal(study, study->writing->brief.keyword, lines, &count);
    return status ? status : deal_aspects(study, lines, &count);
}

enum status follow_on(struct study *study, struct line *lines, size_t *count)
{
    *count = 0;
    enum status status = clear(study, lines);
    return status ? status : deal_aspects(study, lines, count);
}
