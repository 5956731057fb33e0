#include "model/tries.h"

#include "model/answer.h"
#include "net/upstream/pause.h"

#include <stdlib.h>

enum {
    MAX_TRIES = 4,
    BASE_BYTES = 1024 * 1024, /* of an answer, before its tokens */
    EVENT_BYTES = 1024,       /* that one token may take in a stream of events */
    TEXT_BYTES = 64,          /* that one token may take as text */
};

const char *const *tries_headers(const struct model *model, struct arena *arena, bool has_body, const char *key)
{
    const char **headers = ARENA_ARRAY(arena, 6, const char *);
    size_t count = 0;
    bool complete = headers != NULL;
    if (!complete)
        return NULL;
    headers[count++] = has_body ? "Accept: text/event-stream, application/json" : "Accept: application/json";
    if (has_body)
        headers[count++] = "Content-Type: application/json";
    if (model->backend->header)
        headers[count++] = model->backend->header;
    if (model->key) {
        headers[count] = arena_printf(arena, "%s%s", model->backend->key_header, model->key);
        complete = headers[count++] != NULL;
    }
    if (complete && key) {
        headers[count] = arena_printf(arena, "Idempotency-Key: %s", key);
        complete = headers[count++] != NULL;
    }
    return complete ? headers : NULL;
}

/* --- one try --- */

static void count_usage(const struct tries *tries, const struct reply *reply)
{
    struct str text = {buf_text(&reply->text), reply->text.len};
    if (reply->input < 0 && reply->output < 0 && text.len == 0)
        return; /* it failed before there was anything to pay for */
    tries->call->usage.input += reply->input > 0 ? reply->input : tries->estimated;
    tries->call->usage.output += reply->output >= 0 ? reply->output : model_tokens(text);
}

/* A request with another body has another key. */
static const char *key_of_part(const struct tries *tries, unsigned variations)
{
    if (!tries->key || (!tries->part && !variations))
        return tries->key;
    return arena_printf(tries->call->arena, "%s-%d-%u", tries->key, tries->part, variations);
}

static enum status try_once(const struct tries *tries, const char *const *headers, const char *url, struct str body,
                            struct model_answer_answer *answer, int64_t *wait)
{
    const struct model *model = tries->question->model;
    struct exchange exchange = {
        .url = url,
        .headers = headers,
        .body = body,
        .deadline = tries->deadline,
        .stall_ms = (int64_t)model->settings.seconds * 1000 / 2,
        .max_bytes = BASE_BYTES + (size_t)tries->question->max_tokens * EVENT_BYTES,
        .is_local = model->is_local,
        .cancel = tries->call->cancel,
        .on_piece = answer_piece,
        .context = answer,
    };
    answer->reply->before = tries->question->answered;
    reply_begin(answer->reply, BASE_BYTES / 16 + (size_t)tries->question->max_tokens * TEXT_BYTES);
    answer_begin(answer, exchange.max_bytes);
    tries->call->tries++;
    enum status status = exchange_run(&model->state->pool, &exchange, answer->err);
    status = answer_end(answer, &exchange, status);
    *wait = exchange.head.retry_after_ms;
    count_usage(tries, answer->reply);
    answer_free(answer);
    return status;
}

/* --- the next one --- */

/* What the next request is made of. */
struct tries_request {
    unsigned variations;
    char *body;
    const char *const *headers;
};

static bool write_request(const struct tries *tries, struct tries_request *request)
{
    free(request->body);
    request->body = question_write(tries->question, request->variations, tries->call->arena);
    const char *key = key_of_part(tries, request->variations);
    request->headers = tries_headers(tries->question->model, tries->call->arena, true, key);
    return request->body && request->headers && (key || !tries->key);
}

/* True: another try is to be made, after the pause that *status tells of. */
static bool prepare_next(const struct tries *tries, const struct model_answer_answer *answer,
                         struct tries_request *request, int made, int64_t wait, enum status *status)
{
    unsigned refused = answer->refused & ~request->variations;
    if (refused) {
        request->variations |= refused;
        if (!write_request(tries, request))
            *status = error_memory(answer->err);
        return *status != E_MEMORY;
    }
    if (!answer->may_pass)
        return false;
    if (wait < 0)
        wait = pause_length(made);
    if (clock_mono_ms() + wait >= tries->deadline)
        return false;
    enum status paused = pause_wait(wait, tries->call->cancel, answer->err);
    if (paused != OK)
        *status = paused;
    return paused == OK;
}

enum status tries_run(const struct tries *tries, struct reply *reply, struct error *err)
{
    const struct model *model = tries->question->model;
    struct tries_request request = {.variations = atomic_load(&model->state->variations)};
    const char *url = arena_printf(tries->call->arena, "%s%s", model->settings.base_url, model->backend->path);
    if (!url || !write_request(tries, &request)) {
        free(request.body);
        return error_memory(err);
    }
    struct model_answer_answer answer = {.backend = model->backend, .reply = reply, .key = model->key, .err = err};
    enum status status;
    for (int made = 1;; made++) {
        int64_t wait;
        status = try_once(tries, request.headers, url, str_from(request.body), &answer, &wait);
        if (status == OK || made == MAX_TRIES || !prepare_next(tries, &answer, &request, made, wait, &status))
            break;
    }
    if (status == OK)
        atomic_fetch_or(&model->state->variations, request.variations);
    free(request.body);
    return status;
}
