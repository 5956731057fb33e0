/* A language model's server on loopback that answers by a script, and a model that asks it; for test_model_http*.c. */
#ifndef COPYDESK_SPEC_TEST_MODEL_HTTP_H
#define COPYDESK_SPEC_TEST_MODEL_HTTP_H

#include "model/model.h"

#include "loopback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* How messages name the model of the tests. */
#define NAMED "the model \"m-1\" (models[\"m-*\"]): "

#define STREAM "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
#define JSON   "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
#define ERROR(status, headers)                                                                                         \
    "HTTP/1.1 " status " x\r\nContent-Type: application/json\r\n" headers "Connection: close\r\n\r\n"

enum { MAX_STEPS = 8 };

/* What the server does with one request. The last step is repeated. */
struct step {
    const char *answer;
    enum { CLOSE, HANG, KEEP } then; /* HANG: until the client goes */
};

struct fixture {
    struct loopback server;
    struct step steps[MAX_STEPS];
    char requests[MAX_STEPS][8192];
    struct models *models;
    struct arena *arena;
    struct error err;
    struct buf heard; /* by on_text */
    atomic_bool cancel, cancel_on_text;
    struct model_call call;
    struct model_answer answer;
};

static inline bool play(struct loopback *server, int connection, const char *request)
{
    struct fixture *fixture = server->context;
    int number = atomic_load(&server->requests) - 1;
    int last = 0;
    while (last + 1 < MAX_STEPS && fixture->steps[last + 1].answer)
        last++;
    if (number < MAX_STEPS)
        snprintf(fixture->requests[number], sizeof fixture->requests[number], "%s", request);
    const struct step *step = &fixture->steps[number < last ? number : last];
    loopback_text(connection, step->answer);
    if (step->then == HANG)
        loopback_hang(connection);
    return step->then == KEEP;
}

static inline void on_text(void *context, struct str piece)
{
    struct fixture *fixture = context;
    buf_add(&fixture->heard, piece.data, piece.len);
    if (atomic_load(&fixture->cancel_on_text))
        atomic_store(&fixture->cancel, true);
}

static inline int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    loopback_start(&fixture->server, play, fixture);
    *state = fixture;
    return 0;
}

static inline int tear_down(void **state)
{
    struct fixture *fixture = *state;
    models_close(fixture->models);
    loopback_stop(&fixture->server);
    arena_free(fixture->arena);
    buf_free(&fixture->heard);
    free(fixture);
    return 0;
}

/* members: further ones of the entry, each behind a comma. */
static inline const struct model *open_model(struct fixture *fixture, const char *api, const char *members)
{
    json_t *entries = json_loads(arena_printf(fixture->arena,
                                              "{\"m-*\":{\"api\":\"%s\",\"base_url\":\"%s/v1\",\"api_key\":"
                                              "\"secret-key\"%s}}",
                                              api, fixture->server.url, members),
                                 0, NULL);
    if (models_open(entries, &fixture->models, &fixture->err) != OK)
        fail_msg("%s", fixture->err.message);
    json_decref(entries);
    return models_at(fixture->models, 0);
}

static inline enum status ask_prompt(struct fixture *fixture, const struct model *model,
                                     const struct model_prompt *prompt)
{
    int64_t deadline = fixture->call.deadline;
    fixture->call = (struct model_call){
        .arena = fixture->arena,
        .err = &fixture->err,
        .cancel = &fixture->cancel,
        .deadline = deadline ? deadline : clock_mono_ms() + 60000,
        .on_text = on_text,
        .context = fixture,
    };
    return model_ask(model, "m-1", prompt, &fixture->call, &fixture->answer);
}

static inline enum status ask(struct fixture *fixture, const struct model *model, const struct model_form *form)
{
    static const struct model_message message = {MODEL_USER, {"Say hello.", 10}};
    const struct model_prompt prompt = {
        .system = STR("Be brief."),
        .messages = &message,
        .count = 1,
        .form = form,
        .temperature = 0.25,
        .max_tokens = 100,
        .idempotency_key = "key-1",
    };
    return ask_prompt(fixture, model, &prompt);
}

static inline void assert_answer(struct fixture *fixture, enum status status, const char *text)
{
    if (status != OK)
        fail_msg("%s: %s", status_name(status), fixture->err.message);
    assert_int_equal(fixture->answer.text.len, strlen(text));
    assert_memory_equal(fixture->answer.text.data, text, strlen(text));
}

static inline void assert_fault(struct fixture *fixture, enum status status, enum status expected, const char *message)
{
    if (status != expected)
        fail_msg("%s instead of %s: %s", status_name(status), status_name(expected), fixture->err.message);
    assert_string_equal(fixture->err.message, message);
}

/* The JSON of a request. */
static inline json_t *body_of(const char *request)
{
    const char *body = strstr(request, "\r\n\r\n");
    json_t *json = body ? json_loads(body + 4, 0, NULL) : NULL;
    assert_non_null(json);
    return json;
}

static inline void assert_body(const char *request, const char *expected)
{
    json_t *sent = body_of(request), *wanted = json_loads(expected, 0, NULL);
    assert_non_null(wanted);
    if (!json_equal(sent, wanted))
        fail_msg("sent %s", strstr(request, "\r\n\r\n") + 4);
    json_decref(sent);
    json_decref(wanted);
}

#define MODEL_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
