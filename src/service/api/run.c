#include "model/model.h"
#include "service/api/api.h"
#include "service/api/fields.h"
#include "write/params/params.h"

#include <stdlib.h>

/* Records of steps with the same name before the slash: "section-3", "section-3/verify". */
struct run_step {
    struct str name;
    int64_t started_at, calls, input_tokens, output_tokens;
    double seconds;
};

struct api_run {
    struct request *request;
    struct article article;
    struct article_step *records;
    size_t record_count;
    struct run_step *steps;
    size_t step_count;
    json_t *told; /* of the article's run: {sources, searches}; NULL: it has not ended */
    double cost;  /* negative: unknown */
};

/* --- what it shows -------------------------------------------------------------------------------------------------
 */

static void run_write_name(struct buf *out, const void *object, const void *field)
{
    (void)object;
    json_slice(out, *(const struct str *)field);
}

static void write_seconds(struct buf *out, const void *object, const void *field)
{
    (void)object;
    write_decimal(out, *(const double *)field, 3);
}

#define OF_STEP(member) offsetof(struct run_step, member)

static const struct member step_list_of_members[] = {
    {"name", "string", "What it made, such as `sources`, `outline` or `section-3`.", run_write_name, OF_STEP(name)},
    {"startedAt", "integer", "When it began, in milliseconds since 1970.", write_integer, OF_STEP(started_at)},
    {"seconds", "number", "How long its pieces took, one after the other.", write_seconds, OF_STEP(seconds)},
    {"calls", "integer", "Calls to models, failed ones included.", write_integer, OF_STEP(calls)},
    {"inputTokens", "integer", "Tokens that models read.", write_integer, OF_STEP(input_tokens)},
    {"outputTokens", "integer", "Tokens that models wrote.", write_integer, OF_STEP(output_tokens)},
};

static const struct members run_step_members = {"RunStep", "A step of an article.", step_list_of_members,
                                                COUNT_OF(step_list_of_members)};

#define OF_CALL(member) offsetof(struct article_step, member)

static const struct member call_list_of_members[] = {
    {"step", "string", "What it was for: a step, or a piece of one, such as `section-3/verify`.", write_text,
     OF_CALL(name)},
    {"model", "string", "Name of the model at its provider.", write_text, OF_CALL(model)},
    {"seconds", "number", "How long it took.", write_seconds, OF_CALL(seconds)},
    {"inputTokens", "integer", "Tokens that the model read.", write_integer, OF_CALL(input_tokens)},
    {"outputTokens", "integer", "Tokens that the model wrote.", write_integer, OF_CALL(output_tokens)},
    {"status", "string", "`done`, or why it failed.", write_text, OF_CALL(status)},
};

static const struct members run_call_members = {"RunCall", "A call to a model.", call_list_of_members,
                                                COUNT_OF(call_list_of_members)};

/* The store keeps the sources as JSON text. */
static const struct member source_list_of_members[] = {
    {"url", "string?", "Where it is; a document of the library may have none.", NULL, 0},
    {"title", "string?", "Its title, where it could be read.", NULL, 0},
    {"used", "boolean", "Does the article draw from it?", NULL, 0},
    {"why", "string", "Why it was used, or left out.", NULL, 0},
};

static const struct members run_source_members = {"RunSource", "A page or document that was looked at.",
                                                  source_list_of_members, COUNT_OF(source_list_of_members)};

static const struct member search_list_of_members[] = {
    {"query", "string", "What was asked.", NULL, 0},
    {"source", "string", "Where: the entry of the configuration, and its `api`.", NULL, 0},
    {"results", "integer", "How many results could be used.", NULL, 0},
    {"seconds", "number", "How long it took.", NULL, 0},
    {"status", "string", "`done`, or why it failed.", NULL, 0},
};

static const struct members run_search_members = {"RunSearch", "A search for sources.", search_list_of_members,
                                                  COUNT_OF(search_list_of_members)};

static void write_steps(struct buf *out, const void *object, const void *field)
{
    const struct api_run *run = object;
    (void)field;
    buf_char(out, '[');
    for (size_t i = 0; i < run->step_count; i++) {
        list_next(out, i);
        members_write(out, &run_step_members, &run->steps[i]);
    }
    buf_char(out, ']');
}

static void write_calls(struct buf *out, const void *object, const void *field)
{
    const struct api_run *run = object;
    size_t count = 0;
    (void)field;
    buf_char(out, '[');
    for (size_t i = 0; i < run->record_count; i++) {
        if (!run->records[i].model)
            continue;
        list_next(out, count++);
        members_write(out, &run_call_members, &run->records[i]);
    }
    buf_char(out, ']');
}

static void run_write_list(struct buf *out, const json_t *list)
{
    char *text = list ? json_dumps(list, JSON_COMPACT) : NULL;
    out->failed = out->failed || (list && !text);
    buf_str(out, text ? text : "[]");
    free(text);
}

/* Of an older record they are all there is. */
static void write_sources(struct buf *out, const void *object, const void *field)
{
    const struct api_run *run = object;
    (void)field;
    run_write_list(out, json_is_array(run->told) ? run->told : json_object_get(run->told, "sources"));
}

static void write_searches(struct buf *out, const void *object, const void *field)
{
    const struct api_run *run = object;
    (void)field;
    run_write_list(out, json_object_get(run->told, "searches"));
}

static void write_cost(struct buf *out, const void *object, const void *field)
{
    const struct api_run *run = object;
    (void)field;
    if (run->cost < 0)
        buf_str(out, "null");
    else
        write_decimal(out, run->cost, 6);
}

static const struct member list_of_members[] = {
    {"steps", "RunStep[]", "What was done, in the order in which it ended.", write_steps, 0},
    {"calls", "RunCall[]", "The calls to models, in the order in which they ended.", write_calls, 0},
    {"sources", "RunSource[]", "The sources that were looked at; empty until the article has ended.", write_sources, 0},
    {"searches", "RunSearch[]", "The searches for them, in the order in which they were asked; empty until then too.",
     write_searches, 0},
    {"cost", "number?", "What the calls cost by the prices that the configuration names for the model now.", write_cost,
     0},
};

static const struct members *const parts[] = {&run_step_members, &run_call_members, &run_source_members,
                                              &run_search_members, NULL};

const struct members run_members = {"Run", "How an article came about.", list_of_members, COUNT_OF(list_of_members),
                                    .parts = parts};

/* --- how it is found -----------------------------------------------------------------------------------------------
 */

static enum status read_run(struct db *db, void *argument, struct error *err)
{
    struct api_run *run = argument;
    const struct request *request = run->request;
    enum status status =
        article_get(db, request->arena, caller_of(request)->account_id, request->id, &run->article, err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "article", err);
    return status ? status : step_list(db, request->arena, request->id, &run->records, &run->record_count, err);
}

static struct run_step *step_of(struct api_run *run, const char *name)
{
    struct str rest = str_from(name), group = {0};
    str_split(&rest, '/', &group);
    for (size_t i = 0; i < run->step_count; i++)
        if (str_eq(run->steps[i].name, group))
            return &run->steps[i];
    run->steps[run->step_count] = (struct run_step){.name = group, .started_at = INT64_MAX};
    return &run->steps[run->step_count++];
}

/* False: no memory. */
static bool add_up(struct api_run *run)
{
    run->steps = ARENA_ARRAY(run->request->arena, run->record_count + 1, struct run_step);
    for (size_t i = 0; run->steps && i < run->record_count; i++) {
        const struct article_step *record = &run->records[i];
        struct run_step *step = step_of(run, record->name);
        if (record->started_at < step->started_at)
            step->started_at = record->started_at;
        step->seconds += record->seconds;
        step->calls += record->model != NULL;
        step->input_tokens += record->input_tokens;
        step->output_tokens += record->output_tokens;
    }
    return run->steps != NULL;
}

/* By the prices of the entry to which the article's modelVersion leads now. */
static double cost_of(const struct api_run *run)
{
    json_t *config = json_loads(run->article.config, 0, NULL);
    const char *name = config ? config_string(config, "modelVersion") : NULL;
    const struct model *model = models_find(api_of(run->request)->models, name ? name : "");
    const struct model_settings *settings = model_settings(model);
    bool is_known = model_is_language(model) && settings->input_price >= 0 && settings->output_price >= 0;
    double cost = 0;
    for (size_t i = 0; i < run->step_count; i++)
        cost += (double)run->steps[i].input_tokens * settings->input_price +
                (double)run->steps[i].output_tokens * settings->output_price;
    json_decref(config);
    return is_known ? cost / 1e6 : -1;
}

void articles_run(struct request *request)
{
    struct api_run run = {.request = request};
    if (!resource_read(request, read_run, &run))
        return;
    if (!add_up(&run)) {
        answer_no_memory(request);
        return;
    }
    run.cost = cost_of(&run);
    run.told = run.article.run ? json_loads(run.article.run, 0, NULL) : NULL;
    members_write(&request->answer.body, &run_members, &run);
    json_decref(run.told);
    answer_json(request, 200);
}
