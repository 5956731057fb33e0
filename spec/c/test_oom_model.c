/*
 * Models when memory runs out at any allocation, the JSON library's and libcurl's included: an error, never a crash, a
 * leak, or half an answer.
 */
#include "model/answer.h"
#include "model/model.h"

#include "loopback.h"
#include "oom.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* Runs the work with one more allocation each time until none fails. It returns OK or E_MEMORY, and checks its result
 * with OK itself. */
static void survive(enum status (*work)(void *context), void *context)
{
    for (int round = 0; round < 2; round++) {
        bool enough = false;
        oom_only_one_fails = round == 1;
        for (long count = 0; !enough; count++) {
            oom_allocations_left = count;
            enum status status = work(context);
            enough = oom_allocations_left > 0;
            oom_allocations_left = -1;
            if (status != OK && (status != E_MEMORY || enough))
                fail_msg("allocation %ld: %s", count, status_name(status));
            assert_true(count < 10000);
        }
    }
    oom_only_one_fails = false;
}

/* Ends the shortage while a result is looked at. */
static long pause_shortage(void)
{
    long left = oom_allocations_left;
    oom_allocations_left = -1;
    return left;
}

/* --- forms --- */

static enum status read_form(void *context)
{
    const struct model_form form = {"form", context};
    json_t *value = NULL;
    enum status status =
        model_form_read(&form, STR("So: {\"a\":[{\"b\":1,\"c\":\"2\"},],\"d\":\"x\ny\xFF\"}"), &value, NULL);
    long left = pause_shortage();
    assert_int_equal(value != NULL, status == OK);
    if (value) {
        char *text = json_dumps(value, JSON_COMPACT);
        assert_string_equal(text, "{\"a\":[{\"b\":\"1\",\"c\":2}],\"d\":[\"x\\ny\xEF\xBF\xBD\"]}");
        free(text);
    }
    json_decref(value);
    oom_allocations_left = left;
    return status;
}

static enum status write_schema(void *context)
{
    json_t *schema = model_form_schema(&(struct model_form){"form", context});
    enum status status = schema ? OK : E_MEMORY;
    if (schema)
        assert_int_equal(json_object_size(json_object_get(schema, "properties")), 2);
    json_decref(schema);
    return status;
}

static void forms(void **state)
{
    (void)state;
    json_t *example = json_loads("{\"a\":[{\"b\":\"...\",\"c\":1}],\"d\":[\"...\"]}", 0, NULL);
    survive(read_form, example);
    survive(write_schema, example);
    json_decref(example);
}

/* --- events --- */

static enum status count_event(void *context, struct str data, struct error *err)
{
    (void)data;
    (void)err;
    ++*(int *)context;
    return OK;
}

static enum status read_events(void *context)
{
    (void)context;
    struct events events;
    int count = 0;
    events_begin(&events, 1000, count_event, &count);
    enum status status = events_feed(&events,
                                     STR("data: one and more than sixty-four bytes in a line so that it grows"
                                         " once\ndata: two\n\ndata"),
                                     NULL);
    if (status == OK)
        status = events_feed(&events, STR(": three\n\n"), NULL);
    if (status == OK)
        assert_int_equal(count, 2);
    events_free(&events);
    return status;
}

static void events(void **state)
{
    (void)state;
    survive(read_events, NULL);
}

/* --- questions --- */

static bool play(struct loopback *server, int connection, const char *request)
{
    (void)server;
    (void)request;
    loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"a\\\":\"}}]}\n\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\"1}\"},\"finish_reason\":\"stop\"}]}\n\n"
                              "data: {\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}\n\n"
                              "data: [DONE]\n\n");
    return false;
}

struct asked {
    json_t *entries, *example;
};

static enum status ask_model(struct models *models, const struct asked *asked, struct arena *arena, struct error *err)
{
    static const struct model_message message = {MODEL_USER, {"Hello?", 6}};
    const struct model_form form = {"form", asked->example};
    const struct model_prompt prompt = {
        .system = STR("x"), .messages = &message, .count = 1, .form = &form, .idempotency_key = "k"};
    struct model_call call = {.arena = arena, .err = err};
    struct model_answer answer;
    enum status status = model_ask(models_find(models, "m"), "m", &prompt, &call, &answer);
    if (status == OK)
        assert_string_equal(answer.text.data, "{\"a\":1}");
    return status;
}

static enum status open_and_ask(void *context)
{
    const struct asked *asked = context;
    struct models *models = NULL;
    struct error err = {0};
    struct arena *arena = arena_new();
    enum status status = arena ? models_open(asked->entries, &models, &err) : E_MEMORY;
    if (status == OK)
        status = ask_model(models, asked, arena, &err);
    models_close(models);
    arena_free(arena);
    return status;
}

static void questions(void **state)
{
    (void)state;
    struct loopback server;
    loopback_start(&server, play, NULL);
    char url[64];
    snprintf(url, sizeof url, "%s/v1", server.url);
    struct asked asked = {json_pack("{s:{s:s,s:s,s:s}}", "m", "api", "openai", "base_url", url, "api_key", "k"),
                          json_pack("{s:i}", "a", 1)};
    survive(open_and_ask, &asked);
    json_decref(asked.entries);
    json_decref(asked.example);
    loopback_stop(&server);
}

int main(void)
{
    json_set_alloc_funcs(malloc, free);
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, free, realloc, oom_duplicate, calloc) != CURLE_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(events),
        cmocka_unit_test(questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
