/* Language models over HTTP in OpenAI's format, and what is the same for all formats: faults, retries, turns. */
#include "test_model_http.h"

#include <sched.h>
#include <time.h>

#define DELTA(text)          "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" text "\"}}]}\n\n"
#define FINISH(reason)       "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" reason "\"}]}\n\n"
#define USAGE                "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":7}}\n\n"
#define DONE                 "data: [DONE]\n\n"
#define HELLO                STREAM DELTA("Hel") DELTA("lo.") FINISH("stop") USAGE DONE
#define WHOLE(message, rest) JSON "{\"choices\":[{\"message\":" message ",\"finish_reason\":\"stop\"}]" rest "}"

static const struct model *script(struct fixture *fixture, const struct step *steps, size_t count)
{
    memcpy(fixture->steps, steps, count * sizeof *steps);
    return open_model(fixture, "openai", "");
}

#define SCRIPT(fixture, ...)                                                                                           \
    script(fixture, (const struct step[]){__VA_ARGS__}, COUNT_OF(((const struct step[]){__VA_ARGS__})))

/* --- the request and the answer --- */

static void a_question_is_asked_and_answered(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {HELLO});
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_string_equal(buf_text(&fixture->heard), "Hello.");
    assert_false(fixture->answer.is_cut);
    assert_null(fixture->answer.problem);
    assert_int_equal(fixture->call.usage.input, 11);
    assert_int_equal(fixture->call.usage.output, 7);
    assert_int_equal(fixture->call.tries, 1);
    const char *request = fixture->requests[0];
    assert_true(str_starts(str_from(request), STR("POST /v1/chat/completions HTTP/1.1\r\n")));
    assert_non_null(strstr(request, "\r\nAuthorization: Bearer secret-key\r\n"));
    assert_non_null(strstr(request, "\r\nContent-Type: application/json\r\n"));
    assert_non_null(strstr(request, "\r\nIdempotency-Key: key-1\r\n"));
    assert_body(request, "{\"model\":\"m-1\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                         "{\"role\":\"user\",\"content\":\"Say hello.\"}],\"stream\":true,\"stream_options\":"
                         "{\"include_usage\":true},\"temperature\":0.25,\"max_tokens\":100}");
}

static void what_is_not_utf8_is_repaired(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {HELLO});
    static const struct model_message message = {MODEL_USER, {"caf\xE9", 4}};
    const struct model_prompt prompt = {.messages = &message, .count = 1};
    assert_answer(fixture, ask_prompt(fixture, model, &prompt), "Hello.");
    json_t *body = body_of(fixture->requests[0]);
    const json_t *sent = json_array_get(json_object_get(body, "messages"), 0);
    assert_string_equal(json_string_value(json_object_get(sent, "content")), "caf\xEF\xBF\xBD");
    json_decref(body);
}

static void a_form_is_sent_as_a_schema(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {STREAM DELTA("{\\\"a\\\":1}") FINISH("stop") DONE});
    json_t *example = json_pack("{s:i}", "a", 1);
    assert_answer(fixture, ask(fixture, model, &(struct model_form){"numbers", example}), "{\"a\":1}");
    json_t *body = body_of(fixture->requests[0]),
           *wanted = json_loads(
               "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"numbers\",\"strict\":true,\"schema\":{\"type\":"
               "\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"],\"additionalProperties\":"
               "false}}}",
               0, NULL);
    assert_true(json_equal(json_object_get(body, "response_format"), wanted));
    json_decref(body);
    json_decref(wanted);
    json_decref(example);
}

static void a_form_is_asked_for_in_words(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = HELLO;
    const struct model *model = open_model(fixture, "openai", ",\"structured\":\"prompt\",\"model\":\"up\"");
    json_t *example = json_pack("{s:i}", "a", 1);
    assert_answer(fixture, ask(fixture, model, &(struct model_form){"numbers", example}), "Hello.");
    json_t *body = body_of(fixture->requests[0]);
    assert_null(json_object_get(body, "response_format"));
    assert_string_equal(json_string_value(json_object_get(body, "model")), "up");
    const json_t *message = json_array_get(json_object_get(body, "messages"), 1);
    assert_non_null(strstr(json_string_value(json_object_get(message, "content")), "{\"a\":1}"));
    json_decref(body);
    json_decref(example);
}

static void answers_of_other_shapes_are_read(void **state)
{
    static const char *const answers[] = {
        WHOLE("{\"content\":\"Hello.\"}", ""),
        WHOLE("{\"content\":[{\"type\":\"text\",\"text\":\"Hel\"},{\"type\":\"text\",\"text\":\"lo.\"}]}", ""),
        WHOLE("{\"content\":\"<think>a\\nb</think>\\nHello.\",\"reasoning_content\":\"hm\"}", ""),
        STREAM "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n" DELTA("Hello.")
            FINISH("stop"),
        STREAM "data: {\"choices\":[]}\n\n: ping\n\n" DELTA("Hello.") DONE,
        STREAM "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n" DELTA("Hello.") DONE,
        STREAM DELTA("<thi") DELTA("nk>a") DELTA("</thin") DELTA("k>\\n\\nHello") DELTA(".") DONE,
        STREAM "data: {\"choices\":[{\"message\":{\"content\":\"Hello.\"},\"finish_reason\":\"stop\"}]}\r\n\r\n",
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" DELTA("Hello.") DONE,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
        "{\"choices\":[{\"message\":{\"content\":\"Hello.\"}}]}",
        STREAM DELTA("\\u0000Hello.") FINISH("stop") "data: [DONE]",
    };
    struct fixture *fixture = *state;
    const struct model *model = open_model(fixture, "openai", "");
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        fixture->steps[0].answer = answers[i];
        assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
        assert_int_equal(fixture->call.tries, 1);
    }
}

static void usage_is_estimated_where_it_is_not_said(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {STREAM DELTA("Hello.") DONE});
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(fixture->call.usage.input, 3 + 3 + 16);
    assert_int_equal(fixture->call.usage.output, 2);
}

static void usage_is_taken_for_what_it_can_be(void **state)
{
    static const struct {
        const char *usage;
        long input, output;
    } cases[] = {
        {"{\"prompt_tokens\":9223372036854775807,\"completion_tokens\":9223372036854775807}", 100000000, 100000000},
        {"{\"prompt_tokens\":1000000000000000000,\"completion_tokens\":1e300}", 100000000, 100000000},
        {"{\"prompt_tokens\":-5,\"completion_tokens\":-9223372036854775808}", 22, 2},
        {"{\"prompt_tokens\":11.9,\"completion_tokens\":7.0}", 11, 7},
        {"{\"prompt_tokens\":\"11\",\"completion_tokens\":\"7\"}", 22, 2},
        {"{\"prompt_tokens\":null,\"completion_tokens\":[7]}", 22, 2},
    };
    struct fixture *fixture = *state;
    const struct model *model = open_model(fixture, "openai", "");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char answer[512];
        snprintf(answer, sizeof answer, STREAM DELTA("Hello.") "data: {\"choices\":[],\"usage\":%s}\n\n" DONE,
                 cases[i].usage);
        fixture->steps[0].answer = answer;
        assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
        assert_int_equal(fixture->call.usage.input, cases[i].input);
        assert_int_equal(fixture->call.usage.output, cases[i].output);
    }
}

static void answers_that_say_nothing_are_faults(void **state)
{
    static const struct {
        const char *answer;
        enum status status;
        const char *message;
    } cases[] = {
        {STREAM FINISH("stop") DONE, E_CORRUPT, NAMED "it answers with nothing"},
        {WHOLE("{\"content\":null}", ""), E_CORRUPT, NAMED "it answers with nothing"},
        {JSON "{\"choices\":[]}", E_UPSTREAM, NAMED "its answer has no choices"},
        {STREAM FINISH("tool_calls") DONE, E_CORRUPT, NAMED "it calls a tool instead of answering"},
        {STREAM FINISH("content_filter") DONE, E_CORRUPT, NAMED "it refuses to answer"},
        {WHOLE("{\"content\":null,\"refusal\":\"I\\ncannot.\"}", ""), E_CORRUPT,
         NAMED "it refuses to answer: \"I cannot.\""},
        {STREAM DELTA("<think>long") FINISH("length") DONE, E_UPSTREAM,
         NAMED "it used all 100 tokens of the answer for reasoning; max_output must be larger"},
        {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>Sign in</p>", E_UPSTREAM,
         NAMED "it answers with text/html, which is no answer of a model (is base_url right?): \"<p>Sign "
               "in</p>\""},
    };
    struct fixture *fixture = *state;
    const struct model *model = open_model(fixture, "openai", "");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fixture->steps[0].answer = cases[i].answer;
        assert_fault(fixture, ask(fixture, model, NULL), cases[i].status, cases[i].message);
        assert_int_equal(fixture->call.tries, 1);
    }
}

/* --- errors --- */

static void errors_are_told_and_not_tried_again(void **state)
{
    static const struct {
        const char *answer;
        enum status status;
        const char *message;
    } cases[] = {
        {ERROR("401", "") "{\"error\":{\"message\":\"Bad key secret-key\",\"type\":\"x\",\"code\":\"invalid\"}}",
         E_DENIED, NAMED "it refuses the key (HTTP 401): \"Bad key **********\""},
        {ERROR("403", "") "", E_DENIED, NAMED "it refuses the key for this model (HTTP 403)"},
        {ERROR("404", "") "plain\n\ttext \x01\xFF", E_UPSTREAM,
         NAMED "it does not know the model, or base_url is wrong (HTTP 404): \"plain text ?\""},
        {ERROR("400", "") "{\"error\":\"unknown field\"}", E_UPSTREAM,
         NAMED "it does not accept the question (HTTP 400): \"unknown field\""},
        {ERROR("400", "") "{\"error\":{\"message\":\"too much\",\"code\":\"context_length_exceeded\"}}", E_LIMIT,
         NAMED "the question is too long for it: lower `context` in its entry of the configuration (HTTP "
               "400): \"too much\""},
        {ERROR("413", "") "", E_LIMIT,
         NAMED "the question is too long for it: lower `context` in its entry of the configuration (HTTP "
               "413)"},
        {ERROR("422", "") "{\"detail\":[{\"msg\":\"field required\"}]}", E_UPSTREAM,
         NAMED "it does not accept the question (HTTP 422): \"field required\""},
        {ERROR("429", "") "{\"error\":{\"message\":\"Pay.\",\"code\":\"insufficient_quota\"}}", E_LIMIT,
         NAMED "it takes no more questions until its account is paid for (HTTP 429): \"Pay.\""},
        {ERROR("302", "Location: /x\r\n") "", E_UPSTREAM,
         NAMED "it redirects; base_url must be the final address (HTTP 302)"},
        {STREAM DELTA("a") "data: {\"error\":{\"message\":\"No.\",\"type\":\"invalid_request_error\"}}\n\n", E_UPSTREAM,
         NAMED "it does not accept the question (HTTP 400): \"No.\""},
        {JSON "{\"error\":{\"message\":\"No key.\",\"type\":\"authentication_error\"}}", E_DENIED,
         NAMED "it refuses the key (HTTP 401): \"No key.\""},
    };
    struct fixture *fixture = *state;
    const struct model *model = open_model(fixture, "openai", "");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fixture->steps[0].answer = cases[i].answer;
        assert_fault(fixture, ask(fixture, model, NULL), cases[i].status, cases[i].message);
        assert_int_equal(fixture->call.tries, 1);
    }
}

static void long_errors_are_cut(void **state)
{
    struct fixture *fixture = *state;
    char answer[4096] = ERROR("400", "");
    memset(answer + strlen(answer), 'x', 2000);
    const struct model *model = SCRIPT(fixture, {answer});
    assert_int_equal(ask(fixture, model, NULL), E_UPSTREAM);
    assert_true(strlen(fixture->err.message) < 400);
    assert_true(str_ends(str_from(fixture->err.message), STR("xx...\"")));
}

static void no_part_of_the_key_is_shown(void **state)
{
    struct fixture *fixture = *state;
    char answer[1024] = ERROR("400", "");
    size_t head = strlen(answer);
    memset(answer + head, 'x', 247);
    strcpy(answer + head + 247, "secret-key and more");
    const struct model *model = SCRIPT(fixture, {answer});
    assert_int_equal(ask(fixture, model, NULL), E_UPSTREAM);
    assert_true(str_ends(str_from(fixture->err.message), STR("x*****...\"")));
}

static void what_passes_is_tried_again(void **state)
{
    static const char *const answers[] = {
        ERROR("429", "Retry-After: 0\r\n") "",
        ERROR("429", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n") "",
        ERROR("429", "Retry-After-Ms: 1\r\nRetry-After: 100\r\n") "",
        ERROR("500", "Retry-After: 0\r\n") "{\"error\":{\"message\":\"x\"}}",
        ERROR("503", "Retry-After: 0\r\n") "",
        ERROR("408", "Retry-After: 0\r\n") "",
        ERROR("409", "Retry-After: 0\r\n") "",
        ERROR("529", "Retry-After: 0\r\n") "",
        STREAM DELTA("Hal"),
        STREAM DELTA("Hal") "data: {\"choi\n\n",
        STREAM DELTA("Hal") "data: {\"error\":{\"message\":\"busy\",\"type\":\"overloaded_error\"}}\n\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"choices\"",
        "",
    };
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        struct fixture *fixture;
        set_up((void **)&fixture);
        const struct model *model = SCRIPT(fixture, {answers[i]}, {HELLO});
        assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
        assert_int_equal(fixture->call.tries, 2);
        assert_non_null(strstr(fixture->requests[1], "\r\nIdempotency-Key: key-1\r\n"));
        tear_down((void **)&fixture);
    }
    (void)state;
}

static void a_date_to_come_is_waited_for(void **state)
{
    struct fixture *fixture = *state;
    char answer[300], date[64];
    time_t soon = time(NULL) + 2;
    struct tm tm;
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&soon, &tm));
    snprintf(answer, sizeof answer, ERROR("503", "Retry-After: %s\r\n") "", date);
    const struct model *model = SCRIPT(fixture, {answer}, {HELLO});
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_true(clock_now_ms() + 50 >= (int64_t)soon * 1000);
}

static void tries_are_bounded(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {ERROR("429", "Retry-After-Ms: 1\r\n") "{\"message\":\"slow down\"}"});
    assert_fault(fixture, ask(fixture, model, NULL), E_LIMIT,
                 NAMED "it takes no more questions now (HTTP 429): \"slow down\"");
    assert_int_equal(fixture->call.tries, 4);
}

static void a_wait_past_the_deadline_is_not_begun(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {ERROR("429", "Retry-After: 61\r\n") ""}, {HELLO});
    assert_fault(fixture, ask(fixture, model, NULL), E_LIMIT, NAMED "it takes no more questions now (HTTP 429)");
    assert_int_equal(fixture->call.tries, 1);
}

static void what_a_server_does_not_take_is_left_out(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model =
        SCRIPT(fixture, {ERROR("400", "") "{\"error\":{\"message\":\"Unknown field stream_options\"}}"},
               {ERROR("400", "") "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported with "
                                 "this model. Use 'max_completion_tokens' instead.\"}}"},
               {ERROR("400", "") "{\"error\":{\"message\":\"'temperature' does not support 0.25\"}}"}, {HELLO});
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(fixture->call.tries, 4);
    static const char accepted[] = "{\"model\":\"m-1\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                                   "{\"role\":\"user\",\"content\":\"Say hello.\"}],\"stream\":true,"
                                   "\"max_completion_tokens\":100}";
    assert_body(fixture->requests[3], accepted);
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(fixture->call.tries, 1);
    assert_body(fixture->requests[4], accepted);
}

static void a_schema_that_is_not_taken_is_put_in_words(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {ERROR("400", "") "{\"error\":\"response_format is not supported\"}"},
                                       {STREAM DELTA("{\\\"a\\\":1}") DONE});
    json_t *example = json_pack("{s:i}", "a", 1);
    assert_answer(fixture, ask(fixture, model, &(struct model_form){"numbers", example}), "{\"a\":1}");
    assert_null(strstr(fixture->requests[1], "response_format"));
    assert_non_null(strstr(fixture->requests[1], "\r\nIdempotency-Key: key-1-0-8\r\n"));
    json_decref(example);
}

/* --- time --- */

static void a_slow_first_byte_meets_the_deadline(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {"", HANG});
    fixture->call.deadline = clock_mono_ms() + 100;
    assert_fault(fixture, ask(fixture, model, NULL), E_TIMEOUT, NAMED "it did not finish its answer in time");
    assert_int_equal(fixture->call.tries, 1);
}

static void the_entrys_seconds_are_the_deadline(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0] = (struct step){"", HANG};
    const struct model *model = open_model(fixture, "openai", ",\"seconds\":1");
    static const struct model_message message = {MODEL_USER, {"Hello?", 6}};
    const struct model_prompt prompt = {.system = STR(""), .messages = &message, .count = 1};
    struct model_call call = {.arena = fixture->arena, .err = &fixture->err};
    int64_t start = clock_mono_ms();
    assert_int_equal(model_ask(model, "m-1", &prompt, &call, &fixture->answer), E_TIMEOUT);
    assert_true(clock_mono_ms() - start >= 1000);
}

static void a_stall_is_tried_again(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0] = (struct step){STREAM DELTA("Hal"), HANG};
    fixture->steps[1] = (struct step){HELLO};
    const struct model *model = open_model(fixture, "openai", ",\"seconds\":1"); /* half of it may pass in silence */
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(fixture->call.tries, 2);
    assert_string_equal(buf_text(&fixture->heard), "HalHello.");
    assert_int_equal(fixture->call.usage.input, 11 + 22); /* the first try is estimated */
}

static void a_server_that_stays_after_its_end_is_left(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {HELLO, HANG});
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(fixture->call.tries, 1);
}

static void a_question_can_be_called_off(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {STREAM DELTA("Hal"), HANG});
    atomic_store(&fixture->cancel_on_text, true);
    assert_fault(fixture, ask(fixture, model, NULL), E_CANCELLED, NAMED "the question was called off");
    assert_int_equal(fixture->call.tries, 1);
    assert_int_equal(ask(fixture, model, NULL), E_CANCELLED);
    assert_int_equal(fixture->call.tries, 1); /* and not even sent */
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
}

struct beside {
    struct fixture *fixture;
    const struct model *model;
    enum status status;
};

static void *ask_beside(void *argument)
{
    struct beside *beside = argument;
    beside->status = ask(beside->fixture, beside->model, NULL);
    return NULL;
}

static void questions_take_turns(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0] = (struct step){STREAM DELTA("Hal"), HANG};
    const struct model *model = open_model(fixture, "openai", ",\"parallel\":1");
    struct beside beside = {fixture, model, OK};
    pthread_t thread;
    pthread_create(&thread, NULL, ask_beside, &beside);
    while (atomic_load(&fixture->server.requests) == 0)
        sched_yield();
    atomic_bool cancel = true;
    struct error err;
    static const struct model_message message = {MODEL_USER, {"Hello?", 6}};
    const struct model_prompt prompt = {.system = STR(""), .messages = &message, .count = 1};
    struct model_answer answer;
    struct model_call call = {.arena = fixture->arena, .err = &err, .cancel = &cancel};
    assert_int_equal(model_ask(model, "m-1", &prompt, &call, &answer), E_CANCELLED);
    assert_string_equal(err.message, NAMED "the question was called off while it waited for its turn");
    call = (struct model_call){.arena = fixture->arena, .err = &err, .deadline = clock_mono_ms() + 5};
    assert_int_equal(model_ask(model, "m-1", &prompt, &call, &answer), E_TIMEOUT);
    assert_int_equal(call.tries, 0);
    atomic_store(&fixture->cancel, true);
    pthread_join(thread, NULL);
    assert_int_equal(beside.status, E_CANCELLED);
}

static void connections_are_kept(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model =
        SCRIPT(fixture, {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 49\r\n\r\n"
                         "{\"choices\":[{\"message\":{\"content\":\"Hello.\"   }}]}",
                         KEEP});
    for (int i = 0; i < 3; i++)
        assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(atomic_load(&fixture->server.connections), 1);
    models_close(fixture->models); /* so that the server's thread is free again */
    fixture->models = NULL;
}

static void a_server_that_is_not_there_is_named(void **state)
{
    struct fixture *fixture = *state;
    json_t *entries = json_loads("{\"m-1\":{\"api\":\"openai\",\"base_url\":\"http://127.0.0.1:1/v1\"}}", 0, NULL);
    assert_int_equal(models_open(entries, &fixture->models, NULL), OK);
    json_decref(entries);
    fixture->call.deadline = clock_mono_ms() + 300; /* no second try */
    assert_fault(fixture, ask(fixture, models_at(fixture->models, 0), NULL), E_NETWORK,
                 "the model \"m-1\": it accepts no connection");
}

/* --- limits --- */

static void a_cut_off_answer_is_continued(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {STREAM DELTA("Plants need li") FINISH("length") USAGE DONE},
                                       {STREAM DELTA("Plants need light an") FINISH("length") USAGE DONE},
                                       {STREAM DELTA("d water.") FINISH("stop") USAGE DONE});
    assert_answer(fixture, ask(fixture, model, NULL), "Plants need light and water.");
    assert_string_equal(buf_text(&fixture->heard), "Plants need light and water.");
    assert_false(fixture->answer.is_cut);
    assert_int_equal(fixture->call.usage.input, 33);
    assert_int_equal(fixture->call.usage.output, 21);
    json_t *body = body_of(fixture->requests[2]), *messages = json_object_get(body, "messages");
    assert_int_equal(json_array_size(messages), 4);
    assert_string_equal(json_string_value(json_object_get(json_array_get(messages, 2), "content")),
                        "Plants need light an");
    assert_non_null(strstr(fixture->requests[2], "\r\nIdempotency-Key: key-1-2-0\r\n"));
    json_decref(body);
}

static void continuing_ends(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model =
        SCRIPT(fixture, {STREAM DELTA("one ") FINISH("length")}, {STREAM DELTA("two ") FINISH("length")},
               {STREAM DELTA("three ") FINISH("length")}, {HELLO});
    assert_answer(fixture, ask(fixture, model, NULL), "one two three");
    assert_true(fixture->answer.is_cut);
    assert_int_equal(fixture->call.tries, 3);
}

static void what_there_is_of_a_cut_off_answer_stands(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model =
        SCRIPT(fixture, {STREAM DELTA("one ") FINISH("length")}, {ERROR("400", "") "{\"error\":\"no\"}"});
    assert_answer(fixture, ask(fixture, model, NULL), "one");
    assert_true(fixture->answer.is_cut);
    assert_string_equal(fixture->answer.problem, "the rest of a cut-off answer could not be had: it does not accept "
                                                 "the question (HTTP 400): \"no\"");
}

static void json_is_not_continued(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model = SCRIPT(fixture, {STREAM DELTA("{\\\"a\\\":") FINISH("length")}, {HELLO});
    json_t *example = json_pack("{s:i}", "a", 1);
    assert_answer(fixture, ask(fixture, model, &(struct model_form){"numbers", example}), "{\"a\":");
    assert_true(fixture->answer.is_cut);
    assert_int_equal(fixture->call.tries, 1);
    json_decref(example);
}

static enum status ask_long(struct fixture *fixture, const struct model *model, size_t words)
{
    struct buf text = {0};
    for (size_t i = 0; i < words; i++)
        buf_str(&text, "seventy ");
    const struct model_message message = {MODEL_USER, {text.data, text.len}};
    const struct model_prompt prompt = {.system = STR(""), .messages = &message, .count = 1};
    enum status status = ask_prompt(fixture, model, &prompt);
    buf_free(&text);
    return status;
}

static void a_prompt_that_the_server_has_cut_is_named(void **state)
{
    struct fixture *fixture = *state;
    const struct model *model =
        SCRIPT(fixture, {STREAM DELTA("Hello.") FINISH(
                            "stop") "data: {\"usage\":{\"prompt_tokens\":2048,\"completion_tokens\":2}}\n\n" DONE});
    assert_answer(fixture, ask_long(fixture, model, 1400), "Hello."); /* 3,200 tokens: above 60 % */
    static const char message[] = "it has read only 2048 of about 4571 tokens of the question: its context is smaller "
                                  "than the 32768 that the configuration says";
    assert_fault(fixture, ask_long(fixture, model, 2000), E_LIMIT,
                 NAMED "it has read only 2048 of about 4571 tokens of the question: its context is smaller "
                       "than the 32768 that the configuration says");
    assert_string_equal(fixture->answer.problem, message);
    assert_int_equal(fixture->call.usage.input, 2048);
}

static void the_context_bounds_question_and_answer(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = STREAM DELTA("Hello.") DONE;
    const struct model *model = open_model(fixture, "openai", ",\"context\":4096,\"max_output\":1000");
    assert_answer(fixture, ask_long(fixture, model, 1500), "Hello."); /* 3,429 tokens and 16 */
    json_t *body = body_of(fixture->server.last);
    assert_int_equal(json_integer_value(json_object_get(body, "max_tokens")), 4096 - 3429 - 16);
    json_decref(body);
    assert_fault(fixture, ask_long(fixture, model, 1800), E_LIMIT,
                 NAMED "the question is too long for it: about 4131 tokens, and its `context` is 4096");
    assert_int_equal(fixture->call.tries, 0);
}

static void an_endless_answer_is_bounded(void **state)
{
    struct fixture *fixture = *state;
    enum { LENGTH = 100 * 1024 };
    char *answer = arena_alloc(fixture->arena, LENGTH + 1000); /* the server may send it longer than the test runs */
    strcpy(answer, STREAM "data: {\"choices\":[{\"delta\":{\"content\":\"");
    size_t length = strlen(answer);
    memset(answer + length, 'x', LENGTH);
    strcpy(answer + length + LENGTH, "\"}}]}\n\n" DONE);
    const struct model *model = SCRIPT(fixture, {answer});
    assert_fault(fixture, ask(fixture, model, NULL), E_UPSTREAM,
                 NAMED "its answer is longer than was asked for by far");
}

/* --- reaching --- */

static void a_model_is_reached(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = JSON "{\"object\":\"list\",\"data\":[{\"id\":\"other\"},{\"id\":\"up:latest\"}]}";
    fixture->steps[1].answer = JSON "{\"object\":\"list\",\"data\":null}";
    fixture->steps[2].answer = JSON "{\"models\":1}";
    fixture->steps[3].answer = ERROR("401", "") "";
    const struct model *model = open_model(fixture, "openai", ",\"model\":\"up\"");
    struct model_call call = {.arena = fixture->arena, .err = &fixture->err};
    struct model_reach reach;
    assert_int_equal(model_reach(model, &call, &reach), OK);
    assert_true(reach.is_listed);
    assert_int_equal(reach.count, 2);
    assert_true(reach.seconds > 0);
    assert_true(str_starts(str_from(fixture->requests[0]), STR("GET /v1/models HTTP/1.1\r\n")));
    assert_non_null(strstr(fixture->requests[0], "\r\nAuthorization: Bearer secret-key\r\n"));
    assert_int_equal(model_reach(model, &call, &reach), OK);
    assert_false(reach.is_listed);
    assert_int_equal(reach.count, 0);
    assert_fault(fixture, model_reach(model, &call, &reach), E_UPSTREAM,
                 "the model \"up\" (models[\"m-*\"]): it answers with no list of models");
    assert_fault(fixture, model_reach(model, &call, &reach), E_DENIED,
                 "the model \"up\" (models[\"m-*\"]): it refuses the key (HTTP 401)");
}

static void the_built_in_writer_is_not_asked(void **state)
{
    struct fixture *fixture = *state;
    struct model_reach reach;
    assert_int_equal(models_open(NULL, &fixture->models, NULL), OK);
    const struct model *model = models_at(fixture->models, 0);
    assert_fault(fixture, ask(fixture, model, NULL), E_INVALID, "the built-in writer cannot be asked");
    assert_int_equal(model_reach(model, &fixture->call, &reach), E_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(a_question_is_asked_and_answered),
        MODEL_TEST(what_is_not_utf8_is_repaired),
        MODEL_TEST(a_form_is_sent_as_a_schema),
        MODEL_TEST(a_form_is_asked_for_in_words),
        MODEL_TEST(answers_of_other_shapes_are_read),
        MODEL_TEST(usage_is_estimated_where_it_is_not_said),
        MODEL_TEST(usage_is_taken_for_what_it_can_be),
        MODEL_TEST(answers_that_say_nothing_are_faults),
        MODEL_TEST(errors_are_told_and_not_tried_again),
        MODEL_TEST(long_errors_are_cut),
        MODEL_TEST(no_part_of_the_key_is_shown),
        cmocka_unit_test(what_passes_is_tried_again),
        MODEL_TEST(a_date_to_come_is_waited_for),
        MODEL_TEST(tries_are_bounded),
        MODEL_TEST(a_wait_past_the_deadline_is_not_begun),
        MODEL_TEST(what_a_server_does_not_take_is_left_out),
        MODEL_TEST(a_schema_that_is_not_taken_is_put_in_words),
        MODEL_TEST(a_slow_first_byte_meets_the_deadline),
        MODEL_TEST(the_entrys_seconds_are_the_deadline),
        MODEL_TEST(a_stall_is_tried_again),
        MODEL_TEST(a_server_that_stays_after_its_end_is_left),
        MODEL_TEST(a_question_can_be_called_off),
        MODEL_TEST(questions_take_turns),
        MODEL_TEST(connections_are_kept),
        MODEL_TEST(a_server_that_is_not_there_is_named),
        MODEL_TEST(a_cut_off_answer_is_continued),
        MODEL_TEST(continuing_ends),
        MODEL_TEST(what_there_is_of_a_cut_off_answer_stands),
        MODEL_TEST(json_is_not_continued),
        MODEL_TEST(a_prompt_that_the_server_has_cut_is_named),
        MODEL_TEST(the_context_bounds_question_and_answer),
        MODEL_TEST(an_endless_answer_is_bounded),
        MODEL_TEST(a_model_is_reached),
        MODEL_TEST(the_built_in_writer_is_not_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
