/* The models that the configuration names. */
#include "model/model.h"
#include "service/api/api_parts.h"
#include "service/api/fields.h"

#include <pthread.h>

enum { MAX_CHECKS = 16, CHECK_SECONDS = 20 };

/* An entry, and what came of looking whether its model is there. */
struct shown_model {
    const char *name, *api, *model, *effort;
    int64_t context, max_output; /* -1: it has none */
    bool is_checked, is_reachable;
    double seconds;
    const char *problem; /* why it cannot be reached */
    const struct model *of;
    struct arena *arena; /* while it is checked */
    struct error err;
};

struct models_request {
    const char *check;
};

/* --- what requests say and answers show ----------------------------------------------------------------------------
 */

static const char *truth_word(size_t i)
{
    static const char *const words[] = {"true", "false"};
    return i < COUNT_OF(words) ? words[i] : NULL;
}

static const struct field list_of_fields[] = {
    {"check", FIELD_WORD, offsetof(struct models_request, check), .word = truth_word,
     .summary = "`true`: asks each model whether it is there; for keys of the local account."},
};

const struct fields models_fields = {.name = "ModelList",
                                     .summary = "Lists the models that the configuration names.",
                                     .list = list_of_fields,
                                     .count = COUNT_OF(list_of_fields),
                                     .size = sizeof(struct models_request),
                                     .in_query = true};

static const char *api_effort(enum model_effort effort)
{
    static const char *const names[] = {[MODEL_FULL] = "full", [MODEL_PLAIN] = "plain"};
    return names[effort];
}

static void write_reachable(struct buf *out, const void *object, const void *field)
{
    const struct shown_model *shown = object;
    (void)field;
    buf_str(out, !shown->is_checked ? "null" : shown->is_reachable ? "true" : "false");
}

static void write_seconds(struct buf *out, const void *object, const void *field)
{
    const struct shown_model *shown = object;
    (void)field;
    if (shown->is_checked)
        write_decimal(out, shown->seconds, 3);
    else
        buf_str(out, "null");
}

#define AT(member) offsetof(struct shown_model, member)

static const struct member list_of_members[] = {
    {"name", "string", "Which `modelVersion` it is for; `*` stands for any text.", write_text, AT(name)},
    {"api", "string", "How it is spoken to: `builtin` is the writer that needs no language model.", write_text,
     AT(api)},
    {"model", "string?", "Its name at its provider; null: the request's `modelVersion`, or none.", write_text,
     AT(model)},
    {"context", "integer?", "Tokens that it takes, the answer included.", write_amount, AT(context)},
    {"maxOutput", "integer?", "Tokens of an answer.", write_amount, AT(max_output)},
    {"effort", "string?", "How much is asked of it: `full`, or `plain` for weak models.", write_text, AT(effort)},
    {"reachable", "boolean?", "Is it there? null unless that was asked for.", write_reachable, 0},
    {"seconds", "number?", "How long it took to find out.", write_seconds, 0},
    {"error", "string?", "Why it cannot be reached.", write_text, AT(problem)},
};

const struct members model_members = {"Model", "A model that the configuration names.", list_of_members,
                                      COUNT_OF(list_of_members)};

static struct shown_model models_show(const struct model *model)
{
    const struct model_settings *settings = model_settings(model);
    bool is_language = model_is_language(model);
    return (struct shown_model){
        .of = model,
        .name = settings->name,
        .api = settings->api,
        .model = settings->model && settings->model[0] ? settings->model : NULL,
        .context = is_language ? settings->context : -1,
        .max_output = is_language ? settings->max_output : -1,
        .effort = is_language ? api_effort(settings->effort) : NULL,
    };
}

/* --- looking whether they are there --------------------------------------------------------------------------------
 */

static enum status reach(struct shown_model *shown)
{
    struct model_reach reach = {0};
    struct model_call call = {
        .arena = shown->arena, .err = &shown->err, .deadline = clock_mono_ms() + 1000 * CHECK_SECONDS};
    enum status status = model_reach(shown->of, &call, &reach);
    if (!status && !reach.is_listed && shown->model && reach.count)
        status = error_set(&shown->err, E_NOT_FOUND, NULL, "it answers, but lists no model named %s", shown->model);
    return status;
}

static void *models_check(void *argument)
{
    struct shown_model *shown = argument;
    int64_t began_at = clock_mono_ms();
    enum status status = shown->arena ? reach(shown) : error_memory(&shown->err);
    shown->is_reachable = !status;
    shown->is_checked = true;
    shown->seconds = (double)(clock_mono_ms() - began_at) / 1000;
    shown->problem = status ? shown->err.message : NULL;
    return NULL;
}

/* Side by side, MAX_CHECKS at a time. */
static void check_all(struct shown_model *list, size_t count)
{
    pthread_t threads[MAX_CHECKS];
    bool runs[MAX_CHECKS];
    for (size_t first = 0; first < count; first += MAX_CHECKS) {
        size_t some = count - first < MAX_CHECKS ? count - first : MAX_CHECKS;
        for (size_t i = 0; i < some; i++) {
            struct shown_model *shown = &list[first + i];
            shown->is_checked = shown->is_reachable = !model_is_language(shown->of);
            runs[i] = false;
            if (shown->is_checked)
                continue;
            shown->arena = arena_new();
            runs[i] = pthread_create(&threads[i], NULL, models_check, shown) == 0;
            if (!runs[i])
                models_check(shown);
        }
        for (size_t i = 0; i < some; i++) {
            if (runs[i])
                pthread_join(threads[i], NULL);
            arena_free(list[first + i].arena);
        }
    }
}

/* --- the answer --- */

static void answer_list(struct request *request, bool is_checked)
{
    const struct models *models = api_of(request)->models;
    size_t count = models_count(models);
    struct shown_model *list = ARENA_ARRAY(request->arena, count + 1, struct shown_model);
    struct buf *out = &request->answer.body;
    if (!list) {
        answer_no_memory(request);
        return;
    }
    for (size_t i = 0; i < count; i++)
        list[i] = models_show(models_at(models, i));
    if (is_checked)
        check_all(list, count);
    list_open(out);
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        members_write(out, &model_members, &list[i]);
    }
    list_close(out, NULL);
    answer_json(request, 200);
}

void models_list(struct request *request)
{
    struct models_request asked = {NULL};
    json_t *query;
    if (!read_request(request, &asked, &query))
        return;
    bool is_checked = asked.check && strcmp(asked.check, "true") == 0;
    json_decref(query);
    if (is_checked && strcmp(caller_of(request)->account_id, LOCAL_ACCOUNT) != 0)
        answer_problem(request, PROBLEM_NOT_LOCAL, "Whether models are there is told to keys of the local account.");
    else
        answer_list(request, is_checked);
}

void languages_list(struct request *request)
{
    size_t count;
    const struct language *languages = language_list(&count);
    struct buf *out = &request->answer.body;
    buf_str(out, "{\"data\":[");
    for (size_t i = 0; i < count; i++) {
        buf_str(out, i ? ",{\"name\":" : "{\"name\":");
        json_text(out, languages[i].name);
        buf_str(out, ",\"tag\":");
        json_text(out, languages[i].tag);
        buf_printf(out, ",\"builtinWriter\":%s}", language_can_write(&languages[i]) ? "true" : "false");
    }
    buf_str(out, "]}");
    answer_json(request, 200);
}
