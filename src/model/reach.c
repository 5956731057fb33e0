/* Is the model there? */
#include "model/answer.h"
#include "model/tries.h"
#include "model/wire.h"

enum { MAX_LIST_BYTES = 4 * 1024 * 1024 };

/* The names of Ollama's models end in ":latest" where nothing else was said. */
static bool reach_is_name(struct str listed, const struct model_settings *settings)
{
    struct str wanted = str_from(settings->model ? settings->model : settings->name), latest = STR(":latest");
    if (!settings->model && str_ends(wanted, STR("*")))
        return str_starts(listed, (struct str){wanted.data, wanted.len - 1});
    if (str_ends(listed, latest) && listed.len == wanted.len + latest.len)
        listed.len = wanted.len;
    return str_eq(listed, wanted);
}

static void reach_read_list(const json_t *list, const struct model_settings *settings, struct model_reach *reach)
{
    size_t number;
    json_t *model;
    reach->count = json_array_size(list);
    json_array_foreach ((json_t *)list, number, model) {
        reach->is_listed = reach->is_listed || reach_is_name(wire_text(model, "id"), settings);
    }
}

/* {"data":[{"id":"..."}]}; Ollama says null where it has none. */
static enum status check_list(struct reply *reply, const json_t *answer, struct error *err)
{
    const json_t *list = json_object_get(answer, "data");
    reply->end = REPLY_STOP;
    if (json_is_array(list) || json_is_null(list))
        return OK;
    return error_set(err, E_UPSTREAM, NULL, "it answers with no list of models");
}

static enum status fetch_list(const struct model *model, const char *url, const char *const *headers,
                              struct model_call *call, struct model_answer_answer *answer)
{
    int64_t seconds = model->settings.seconds, deadline = clock_mono_ms() + seconds * 1000;
    struct exchange exchange = {
        .url = url,
        .headers = headers,
        .deadline = call->deadline ? call->deadline : deadline,
        .stall_ms = seconds * 1000,
        .max_bytes = MAX_LIST_BYTES,
        .is_local = model->is_local,
        .cancel = call->cancel,
        .on_piece = answer_piece,
        .context = answer,
    };
    call->tries++;
    answer_begin(answer, MAX_LIST_BYTES);
    enum status status = exchange_run(&model->state->pool, &exchange, answer->err);
    return answer_end(answer, &exchange, status);
}

static enum status reach_model(const struct model *model, struct model_call *call, struct model_reach *reach,
                               struct error *err)
{
    const char *url = arena_printf(call->arena, "%s/models", model->settings.base_url);
    const char *const *headers = tries_headers(model, call->arena, false, NULL);
    if (!url || !headers)
        return error_memory(err);
    struct model_backend format = *model->backend;
    format.read_whole = check_list;
    struct reply reply = {0};
    struct model_answer_answer answer = {.backend = &format, .reply = &reply, .key = model->key, .err = err};
    int64_t start = clock_mono_us();
    enum status status = fetch_list(model, url, headers, call, &answer);
    reach->seconds = (double)(clock_mono_us() - start) / 1e6;
    struct str body = {buf_text(&answer.body), answer.body.len};
    json_t *list = status == OK ? wire_parse(body, model->key, &status, err) : NULL;
    if (list)
        reach_read_list(json_object_get(list, "data"), &model->settings, reach);
    json_decref(list);
    answer_free(&answer);
    reply_free(&reply);
    return status;
}

enum status model_reach(const struct model *model, struct model_call *call, struct model_reach *reach)
{
    struct error unheard = {0}, *err = call->err ? call->err : &unheard;
    *reach = (struct model_reach){0};
    if (!model_is_language(model))
        return error_set(err, E_INVALID, NULL, "the built-in writer needs no server");
    enum status status = reach_model(model, call, reach, err);
    return model_error(model, model->settings.name, status, err);
}
