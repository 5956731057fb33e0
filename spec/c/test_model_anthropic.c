/* Language models over HTTP in Anthropic's format. */
#include "test_model_http.h"

#define EVENT(type, rest) "event: " type "\ndata: {\"type\":\"" type "\"" rest "}\n\n"
#define START                                                                                                          \
    EVENT("message_start", ",\"message\":{\"usage\":{\"input_tokens\":5,\"cache_read_input_tokens\":6,"                \
                           "\"output_tokens\":1}}")
#define BLOCK(type, rest) EVENT("content_block_start", ",\"content_block\":{\"type\":\"" type "\"" rest "}")
#define TEXT(text)        EVENT("content_block_delta", ",\"delta\":{\"type\":\"text_delta\",\"text\":\"" text "\"}")
#define INPUT(json)                                                                                                    \
    EVENT("content_block_delta", ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"" json "\"}")
#define THINKING  EVENT("content_block_delta", ",\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}")
#define END_BLOCK EVENT("content_block_stop", ",\"index\":0")
#define FINISH(reason)                                                                                                 \
    EVENT("message_delta", ",\"delta\":{\"stop_reason\":\"" reason "\"},\"usage\":{\"output_tokens\":7}")
#define STOP EVENT("message_stop", "")
#define HELLO                                                                                                          \
    STREAM START BLOCK("text", ",\"text\":\"\"") TEXT("Hel") EVENT("ping", "") TEXT("lo.")                             \
        END_BLOCK FINISH("end_turn") STOP

static void a_question_is_asked_and_answered(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = HELLO;
    const struct model *model = open_model(fixture, "anthropic", "");
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_string_equal(buf_text(&fixture->heard), "Hello.");
    assert_int_equal(fixture->call.usage.input, 11);
    assert_int_equal(fixture->call.usage.output, 7);
    const char *request = fixture->requests[0];
    assert_true(str_starts(str_from(request), STR("POST /v1/messages HTTP/1.1\r\n")));
    assert_non_null(strstr(request, "\r\nx-api-key: secret-key\r\n"));
    assert_non_null(strstr(request, "\r\nanthropic-version: 2023-06-01\r\n"));
    assert_non_null(strstr(request, "\r\nIdempotency-Key: key-1\r\n"));
    assert_body(request, "{\"model\":\"m-1\",\"system\":\"Be brief.\",\"messages\":[{\"role\":\"user\",\"content\":"
                         "\"Say hello.\"}],\"max_tokens\":100,\"stream\":true,\"temperature\":0.25}");
}

static void a_form_is_the_input_of_a_tool(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = STREAM START BLOCK("text", ",\"text\":\"\"") TEXT("I use the tool.")
        END_BLOCK BLOCK("tool_use", ",\"name\":\"numbers\",\"input\":{}") INPUT("") INPUT("{\\\"a\\\"") INPUT(":1}")
            END_BLOCK FINISH("tool_use") STOP;
    const struct model *model = open_model(fixture, "anthropic", "");
    json_t *example = json_pack("{s:i}", "a", 1);
    assert_answer(fixture, ask(fixture, model, &(struct model_form){"numbers", example}), "{\"a\":1}");
    json_t *body = body_of(fixture->requests[0]);
    json_t *tools = json_loads("[{\"name\":\"numbers\",\"description\":\"Takes the whole answer.\",\"input_schema\":{"
                               "\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"],"
                               "\"additionalProperties\":false}}]",
                               0, NULL);
    json_t *choice = json_loads("{\"type\":\"tool\",\"name\":\"numbers\"}", 0, NULL);
    assert_true(json_equal(json_object_get(body, "tools"), tools));
    assert_true(json_equal(json_object_get(body, "tool_choice"), choice));
    json_decref(body);
    json_decref(tools);
    json_decref(choice);
    json_decref(example);
}

static void answers_of_other_shapes_are_read(void **state)
{
    static const char *const answers[] = {
        STREAM START BLOCK("thinking", ",\"thinking\":\"\"") THINKING END_BLOCK BLOCK("text", ",\"text\":\"\"")
            TEXT("Hello.") END_BLOCK FINISH("end_turn") STOP,
        STREAM START BLOCK("text", ",\"text\":\"Hel\"") TEXT("lo.") FINISH("stop_sequence"),
        JSON "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"},{\"type\":\"text\",\"text\":\"Hello.\"}],"
             "\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":11,\"output_tokens\":7}}",
    };
    struct fixture *fixture = *state;
    const struct model *model = open_model(fixture, "anthropic", "");
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        fixture->steps[0].answer = answers[i];
        assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
        assert_int_equal(fixture->call.tries, 1);
        assert_int_equal(fixture->call.usage.input, 11);
        assert_int_equal(fixture->call.usage.output, 7);
    }
}

static void usage_is_taken_for_what_it_can_be(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = JSON "{\"content\":[{\"type\":\"text\",\"text\":\"Hello.\"}],\"stop_reason\":"
                                    "\"end_turn\",\"usage\":{\"input_tokens\":9223372036854775807,"
                                    "\"cache_read_input_tokens\":9223372036854775807,\"output_tokens\":1e18}}";
    assert_answer(fixture, ask(fixture, open_model(fixture, "anthropic", ""), NULL), "Hello.");
    assert_int_equal(fixture->call.usage.input, 100000000);
    assert_int_equal(fixture->call.usage.output, 100000000);
}

static void a_whole_answer_holds_the_tools_input(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer =
        JSON "{\"content\":[{\"type\":\"text\",\"text\":\"So:\"},{\"type\":\"tool_use\",\"input\":"
             "{\"a\":[1,2]}}],\"stop_reason\":\"tool_use\"}";
    const struct model *model = open_model(fixture, "anthropic", "");
    json_t *example = json_pack("{s:[i]}", "a", 1);
    assert_answer(fixture, ask(fixture, model, &(struct model_form){"numbers", example}), "{\"a\":[1,2]}");
    json_decref(example);
}

static void a_cut_off_answer_is_continued(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = STREAM START TEXT("Plants need ") FINISH("max_tokens") STOP;
    fixture->steps[1].answer = STREAM START TEXT("Plants need light.") FINISH("end_turn") STOP;
    const struct model *model = open_model(fixture, "anthropic", "");
    assert_answer(fixture, ask(fixture, model, NULL), "Plants need light.");
    assert_false(fixture->answer.is_cut);
    json_t *body = body_of(fixture->requests[1]);
    const json_t *said = json_array_get(json_object_get(body, "messages"), 1);
    assert_string_equal(json_string_value(json_object_get(said, "role")), "assistant");
    assert_string_equal(json_string_value(json_object_get(said, "content")), "Plants need ");
    json_decref(body);
}

static void faults_are_told(void **state)
{
    static const struct {
        const char *answer;
        enum status status;
        const char *message;
    } cases[] = {
        {ERROR("401", "") "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"bad\"}}",
         E_DENIED, NAMED "it refuses the key (HTTP 401): \"bad\""},
        {ERROR("400",
               "") "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too "
                   "long: 9 tokens\"}}",
         E_LIMIT,
         NAMED "the question is too long for it: lower `context` in its entry of the configuration (HTTP "
               "400): \"prompt is too long: 9 tokens\""},
        {STREAM START FINISH("refusal") STOP, E_CORRUPT, NAMED "it refuses to answer"},
        {STREAM START FINISH("tool_use") STOP, E_CORRUPT, NAMED "it calls a tool instead of answering"},
        {STREAM START EVENT("error", ",\"error\":{\"type\":\"permission_error\",\"message\":\"no\"}"), E_DENIED,
         NAMED "it refuses the key for this model (HTTP 403): \"no\""},
        {JSON "{\"choices\":[]}", E_UPSTREAM, NAMED "its answer has no content"},
    };
    struct fixture *fixture = *state;
    const struct model *model = open_model(fixture, "anthropic", "");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fixture->steps[0].answer = cases[i].answer;
        assert_fault(fixture, ask(fixture, model, NULL), cases[i].status, cases[i].message);
        assert_int_equal(fixture->call.tries, 1);
    }
}

static void what_passes_is_tried_again(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = ERROR("529", "Retry-After: 0\r\n") "{\"type\":\"error\",\"error\":{\"type\":"
                                                                  "\"overloaded_error\",\"message\":\"Overloaded\"}}";
    fixture->steps[1].answer = STREAM START TEXT("Hal");
    fixture->steps[2].answer = STREAM EVENT("error", ",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}");
    fixture->steps[3].answer = HELLO;
    const struct model *model = open_model(fixture, "anthropic", "");
    assert_answer(fixture, ask(fixture, model, NULL), "Hello.");
    assert_int_equal(fixture->call.tries, 4);
}

static void a_model_is_reached(void **state)
{
    struct fixture *fixture = *state;
    fixture->steps[0].answer = JSON "{\"data\":[{\"type\":\"model\",\"id\":\"m-9\"}],\"has_more\":false}";
    const struct model *model = open_model(fixture, "anthropic", "");
    struct model_call call = {.arena = fixture->arena, .err = &fixture->err};
    struct model_reach reach;
    assert_int_equal(model_reach(model, &call, &reach), OK);
    assert_true(reach.is_listed); /* the entry is for all that begins with "m-" */
    assert_int_equal(reach.count, 1);
    assert_non_null(strstr(fixture->requests[0], "\r\nx-api-key: secret-key\r\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(a_question_is_asked_and_answered),
        MODEL_TEST(a_form_is_the_input_of_a_tool),
        MODEL_TEST(answers_of_other_shapes_are_read),
        MODEL_TEST(usage_is_taken_for_what_it_can_be),
        MODEL_TEST(a_whole_answer_holds_the_tools_input),
        MODEL_TEST(a_cut_off_answer_is_continued),
        MODEL_TEST(faults_are_told),
        MODEL_TEST(what_passes_is_tried_again),
        MODEL_TEST(a_model_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
