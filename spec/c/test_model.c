/* The models of a configuration, the forms of answers, events in pieces. */
#include "model/answer.h"
#include "model/model.h"
#include "model/reply.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* --- the registry --- */

static enum status open_text(const char *text, struct models **models, struct error *err)
{
    json_t *entries = json_loads(text, 0, NULL);
    assert_non_null(entries);
    enum status status = models_open(entries, models, err);
    json_decref(entries);
    return status;
}

#define URL "\"base_url\":\"http://127.0.0.1:9/v1\""

static void the_built_in_writer_is_there_without_entries(void **state)
{
    (void)state;
    struct models *models;
    assert_int_equal(models_open(NULL, &models, NULL), OK);
    assert_int_equal(models_count(models), 1);
    const struct model *model = models_find(models, "alpha-6-luna");
    assert_false(model_is_language(model));
    assert_string_equal(model_settings(model)->api, "builtin");
    assert_string_equal(model_settings(models_at(models, 0))->name, "*");
    models_close(models);
    models_close(NULL);
}

static void the_longest_matching_name_wins(void **state)
{
    (void)state;
    static const struct {
        const char *name, *entry;
    } cases[] = {
        {"alpha", "a*"},
        {"alpha-6", "alpha-6*"},
        {"alpha-6-luna", "alpha-6-luna"},
        {"alpha-6-lun", "alpha-6*"},
        {"alpha-6-luna-2", "alpha-6*"},
        {"beta", "*"},
        {"", "*"},
    };
    struct models *models;
    assert_int_equal(open_text("{\"*\":{\"api\":\"builtin\"},\"a*\":{\"api\":\"openai\"," URL "},"
                               "\"alpha-6-luna\":{\"api\":\"openai\"," URL "},"
                               "\"alpha-6*\":{\"api\":\"anthropic\"," URL "}}",
                               &models, NULL),
                     OK);
    assert_int_equal(models_count(models), 4);
    assert_string_equal(model_settings(models_at(models, 1))->name, "a*");
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(model_settings(models_find(models, cases[i].name))->name, cases[i].entry);
    models_close(models);
}

static void an_unmatched_name_leads_to_the_built_in_writer(void **state)
{
    (void)state;
    struct models *models;
    assert_int_equal(open_text("{\"beta-*\":{\"api\":\"openai\"," URL "}}", &models, NULL), OK);
    assert_false(model_is_language(models_find(models, "alpha")));
    assert_true(model_is_language(models_find(models, "beta-1")));
    models_close(models);
}

static void defaults_are_filled_in(void **state)
{
    (void)state;
    struct models *models;
    assert_int_equal(open_text("{\"m\":{\"api\":\"openai\",\"base_url\":\"http://127.0.0.1:9/v1/\"}}", &models, NULL),
                     OK);
    const struct model_settings *settings = model_settings(models_at(models, 0));
    assert_string_equal(settings->base_url, "http://127.0.0.1:9/v1");
    assert_null(settings->model);
    assert_int_equal(settings->context, 32768);
    assert_int_equal(settings->max_output, 4096);
    assert_int_equal(settings->seconds, 120);
    assert_int_equal(settings->parallel, 8);
    assert_int_equal(settings->article_tokens, 400000);
    assert_int_equal(settings->effort, MODEL_FULL);
    assert_false(settings->is_prompted);
    assert_true(settings->input_price < 0 && settings->output_price < 0);
    models_close(models);
}

static void members_are_read(void **state)
{
    (void)state;
    struct models *models;
    setenv("TEST_MODEL_KEY", "k-1", 1);
    assert_int_equal(open_text("{\"m\":{\"api\":\"anthropic\",\"base_url\":\"https://example.com/v1\",\"model\":\"up\","
                               "\"api_key_env\":\"TEST_MODEL_KEY\",\"context\":8192.0,\"max_output\":100,\"seconds\":5,"
                               "\"parallel\":2,\"article_tokens\":9000,\"structured\":\"prompt\",\"input_price\":0.5,"
                               "\"output_price\":3}}",
                               &models, NULL),
                     OK);
    const struct model_settings *settings = model_settings(models_at(models, 0));
    assert_string_equal(settings->api, "anthropic");
    assert_string_equal(settings->model, "up");
    assert_int_equal(settings->context, 8192);
    assert_int_equal(settings->max_output, 100);
    assert_int_equal(settings->seconds, 5);
    assert_int_equal(settings->parallel, 2);
    assert_int_equal(settings->article_tokens, 9000);
    assert_int_equal(settings->effort, MODEL_PLAIN); /* of a small context */
    assert_true(settings->is_prompted);
    assert_true(settings->input_price == 0.5 && settings->output_price == 3);
    models_close(models);
    assert_int_equal(
        open_text("{\"m\":{\"api\":\"openai\"," URL ",\"context\":8192,\"effort\":\"full\"}}", &models, NULL), OK);
    assert_int_equal(model_settings(models_at(models, 0))->effort, MODEL_FULL);
    models_close(models);
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *entries, *message;
    } cases[] = {
        {"{\"m\":1}", "[\"m\"] must be a table, such as { api = \"builtin\" }"},
        {"{\"\":{\"api\":\"builtin\"}}",
         "[\"\"] must be a name of a model; a star may stand at its end, for all that follows"},
        {"{\"a*b\":{\"api\":\"builtin\"}}",
         "[\"a*b\"] must be a name of a model; a star may stand at its end, for all that follows"},
        {"{\"m\":{}}", "[\"m\"].api must be \"builtin\", \"openai\" or \"anthropic\""},
        {"{\"m\":{\"api\":\"oepnai\"}}", "[\"m\"].api must be \"builtin\", \"openai\" or \"anthropic\""},
        {"{\"m\":{\"api\":\"builtin\",\"model\":\"x\"}}",
         "[\"m\"] must be { api = \"builtin\" } without other members"},
        {"{\"m\":{\"api\":\"openai\"}}",
         "[\"m\"].base_url must be given: an http or https address, such as \"http://127.0.0.1:8000/v1\""},
        {"{\"m\":{\"api\":\"openai\",\"base_url\":\"ftp://x/\"}}",
         "[\"m\"].base_url must be an http or https address, such as \"http://127.0.0.1:8000/v1\""},
        {"{\"m\":{\"api\":\"openai\",\"base_url\":\"http://u:p@x/\"}}",
         "[\"m\"].base_url must be an http or https address, such as \"http://127.0.0.1:8000/v1\""},
        {"{\"m\":{\"api\":\"openai\",\"base_url\":\"http://x/?a\"}}",
         "[\"m\"].base_url must be an http or https address, such as \"http://127.0.0.1:8000/v1\""},
        {"{\"alpha-*\":{\"api\":\"openai\"," URL ",\"context\":1000}}",
         "[\"alpha-*\"].context must be a whole number from 1024 to 10000000"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"context\":\"8192\"}}",
         "[\"m\"].context must be a whole number from 1024 to 10000000"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"max_output\":0}}",
         "[\"m\"].max_output must be a whole number from 64 to 1000000"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"context\":2048,\"max_output\":2048}}",
         "[\"m\"].max_output must be smaller than its context, which is 2048"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"seconds\":1.5}}",
         "[\"m\"].seconds must be a whole number from 1 to 3600"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"parallel\":0}}",
         "[\"m\"].parallel must be a whole number from 1 to 10000"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"article_tokens\":1}}",
         "[\"m\"].article_tokens must be a whole number from 1000 to 1000000000"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"structured\":\"json\"}}",
         "[\"m\"].structured must be \"schema\" or \"prompt\""},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"effort\":1}}", "[\"m\"].effort must be \"full\" or \"plain\""},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"api_key\":\"a b\"}}", "[\"m\"].api_key must be a key, without blanks"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"model\":\"\"}}",
         "[\"m\"].model must be the name that the server calls the model by"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"input_price\":-1}}",
         "[\"m\"].input_price must be a number from 0 on, the price of a million tokens"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"api_key\":\"k\",\"api_key_env\":\"TEST_MODEL_KEY\"}}",
         "[\"m\"].api_key_env must stand alone: api_key and api_key_env name the same thing"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"api_key_env\":\"TEST_MODEL_UNSET\"}}",
         "[\"m\"].api_key_env must name an environment variable that is set; TEST_MODEL_UNSET is not"},
        {"{\"m\":{\"api\":\"openai\"," URL ",\"temperature\":1}}",
         "[\"m\"].temperature is unknown; allowed are api, base_url, model, api_key, api_key_env, context, max_output, "
         "seconds, parallel, article_tokens, structured, effort, fallback, input_price, output_price"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct models *models;
        struct error err = {0};
        assert_int_equal(open_text(cases[i].entries, &models, &err), E_INVALID);
        assert_null(models);
        assert_string_equal(err.message, cases[i].message);
    }
}

static void tokens_are_estimated(void **state)
{
    (void)state;
    assert_int_equal(model_tokens(STR("")), 0);
    assert_int_equal(model_tokens(STR("seven b")), 2);
    assert_int_equal(model_tokens(STR("\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87")), 7); /* 12 bytes */
}

/* --- forms --- */

static const char outline[] =
    "{\"sections\":[{\"heading\":\"...\",\"passages\":[1],\"weight\":0.5}],\"done\":true,\"count\":3}";

static void the_schema_follows_the_example(void **state)
{
    (void)state;
    json_t *example = json_loads(outline, 0, NULL);
    json_t *expected = json_loads(
        "{\"type\":\"object\",\"properties\":{\"sections\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
        "\"properties\":{\"heading\":{\"type\":\"string\"},\"passages\":{\"type\":\"array\",\"items\":{\"type\":"
        "\"integer\"}},\"weight\":{\"type\":\"number\"}},\"required\":[\"heading\",\"passages\",\"weight\"],"
        "\"additionalProperties\":false}},\"done\":{\"type\":\"boolean\"},\"count\":{\"type\":\"integer\"}},"
        "\"required\":[\"sections\",\"done\",\"count\"],\"additionalProperties\":false}",
        0, NULL);
    json_t *schema = model_form_schema(&(struct model_form){"outline", example});
    assert_true(json_equal(schema, expected));
    json_decref(schema);
    json_decref(expected);
    json_decref(example);
}

static enum status read_form(const char *example, struct str answer, char **text, struct error *err)
{
    json_t *shape = json_loads(example, 0, NULL), *value;
    assert_non_null(shape);
    enum status status = model_form_read(&(struct model_form){"form", shape}, answer, &value, err);
    assert_int_equal(value != NULL, status == OK);
    *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    json_decref(shape);
    return status;
}

static void answers_are_read_tolerantly(void **state)
{
    (void)state;
    static const char list[] = "{\"names\":[\"...\"]}", text[] = "{\"text\":\"...\"}", number[] = "{\"n\":1}";
    static const struct {
        const char *example, *answer, *value;
    } cases[] = {
        {list, "{\"names\":[\"a\",\"b\"]}", "{\"names\":[\"a\",\"b\"]}"},
        {list, "Here it is:\n```json\n{\"names\": [\"a\"]}\n```\nI hope {that} helps.", "{\"names\":[\"a\"]}"},
        {list, "With {braces} in prose: {\"names\":[\"a\"]}", "{\"names\":[\"a\"]}"},
        {list, "{ stays open, then {\"names\":[\"a\"]}", "{\"names\":[\"a\"]}"},
        {list, "{\"names\":[\"a\",],}", "{\"names\":[\"a\"]}"},
        {list, "{\"names\":[\"a\" ,\n ] , }", "{\"names\":[\"a\"]}"},
        {list, "{\"names\":[\"a,]\",\"}\"]}", "{\"names\":[\"a,]\",\"}\"]}"},
        {list, "{\"names\":\"a\"}", "{\"names\":[\"a\"]}"},
        {list, "{\"names\":[]}", "{\"names\":[]}"},
        {list, "{\"names\":[1, 2.5]}", "{\"names\":[\"1\",\"2.5\"]}"},
        {list, "{\"names\":[\"a\"],\"why\":{\"x\":[1]}}", "{\"names\":[\"a\"]}"},
        {text, "{\"text\":\"one\ntwo\tthree\x01\"}", "{\"text\":\"one\\ntwo\\tthree\\u0001\"}"},
        {text, "{\"text\":\"a \\\"quote\\\" and \\\\\"}", "{\"text\":\"a \\\"quote\\\" and \\\\\"}"},
        {text, "{\"text\":\"line\\\nbreak\"}", "{\"text\":\"line\\nbreak\"}"},
        {text, "{\"text\":\"bad \xFF byte\"}", "{\"text\":\"bad \xEF\xBF\xBD byte\"}"},
        {number, "{\"n\":\"12\"}", "{\"n\":12}"},
        {number, "{\"n\":12.0}", "{\"n\":12}"},
        {"{\"n\":0.5}", "{\"n\":\"2.25\"}", "{\"n\":2.25}"},
        {"{\"n\":0.5}", "{\"n\":3}", "{\"n\":3.0}"},
        {"{\"ok\":true}", "{\"ok\":false}", "{\"ok\":false}"},
        {"[{\"a\":1}]", "So [1] says: [{\"a\":2}]", "[{\"a\":2}]"},
        {"{\"sections\":[{\"h\":\"\"}]}", "{\"sections\":{\"h\":\"x\"}}", "{\"sections\":[{\"h\":\"x\"}]}"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *value;
        struct error err = {0};
        if (read_form(cases[i].example, str_from(cases[i].answer), &value, &err) != OK)
            fail_msg("%s: %s", cases[i].answer, err.message);
        assert_string_equal(value, cases[i].value);
        free(value);
    }
}

static void faults_name_their_member(void **state)
{
    (void)state;
    static const struct {
        const char *answer, *fault;
    } cases[] = {
        {"", "the answer holds no JSON object"},
        {"I cannot do that.", "the answer holds no JSON object"},
        {"{\"sections\":[{\"heading\":\"a\",", "the JSON of the answer is not complete: a closing bracket is missing"},
        {"{\"sections\":[}", "the brackets of the answer's JSON do not match, or are nested over 32 deep"},
        {"{\"done\":true,\"count\":1}", "sections is missing; it must be an array of objects"},
        {"{\"sections\":\"none\",\"done\":true,\"count\":1}", "sections must be an array of objects"},
        {"{\"sections\":[{\"heading\":\"a\",\"passages\":[1],\"weight\":1},{\"passages\":[1],\"weight\":1}],"
         "\"done\":true,\"count\":1}",
         "sections[1].heading is missing; it must be a text"},
        {"{\"sections\":[{\"heading\":null,\"passages\":[1],\"weight\":1}],\"done\":true,\"count\":1}",
         "sections[0].heading must be a text"},
        {"{\"sections\":[{\"heading\":\"a\",\"passages\":\"many\",\"weight\":1}],\"done\":true,\"count\":1}",
         "sections[0].passages must be an array of whole numbers"},
        {"{\"sections\":[{\"heading\":\"a\",\"passages\":{\"n\":1},\"weight\":1}],\"done\":true,\"count\":1}",
         "sections[0].passages must be an array of whole numbers"},
        {"{\"sections\":[{\"heading\":\"a\",\"passages\":[1,2.5],\"weight\":1}],\"done\":true,\"count\":1}",
         "sections[0].passages[1] must be a whole number"},
        {"{\"sections\":[{\"heading\":\"a\",\"passages\":[1],\"weight\":\"heavy\"}],\"done\":true,\"count\":1}",
         "sections[0].weight must be a number"},
        {"{\"sections\":[],\"done\":\"yes\",\"count\":1}", "done must be true or false"},
        {"{\"sections\":[],\"done\":true,\"count\":\"[1]\"}", "count must be a whole number"},
        {"{\"type\":\"object\",\"properties\":{\"sections\":{\"type\":\"array\"}}}",
         "the answer repeats the schema instead of an object that follows it"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *value;
        struct error err = {0};
        assert_int_equal(read_form(outline, str_from(cases[i].answer), &value, &err), E_CORRUPT);
        assert_string_equal(err.message, cases[i].fault);
    }
}

static void single_quotes_are_a_fault(void **state)
{
    (void)state;
    char *value;
    struct error err = {0};
    assert_int_equal(read_form("{\"a\":\"\"}", STR("{'a': 'b'}"), &value, &err), E_CORRUPT);
    assert_true(str_starts(str_from(err.message), STR("the JSON of the answer is broken: ")));
}

static void size_and_depth_are_bounded(void **state)
{
    (void)state;
    enum { LONG = 3 * 1024 * 1024 };
    char *value, *answer = malloc(LONG);
    struct error err = {0};
    memset(answer, '[', LONG);
    assert_int_equal(read_form("[1]", (struct str){answer, LONG}, &value, &err), E_CORRUPT);
    assert_string_equal(err.message, "the answer is longer than 1048576 bytes");
    assert_int_equal(read_form("[1]", (struct str){answer, LONG / 3}, &value, &err), E_CORRUPT);
    assert_string_equal(err.message, "the brackets of the answer's JSON do not match, or are nested over 32 deep");
    free(answer);
}

/* --- events --- */

static enum status note_event(void *context, struct str data, struct error *err)
{
    (void)err;
    buf_printf(context, "<%.*s>", STR_ARG(data));
    return OK;
}

static void assert_events(const char *stream, const char *expected)
{
    for (size_t step = 1; step <= strlen(stream); step++) {
        struct events events;
        struct buf heard = {0};
        events_begin(&events, 1000, note_event, &heard);
        for (size_t at = 0; at < strlen(stream); at += step) {
            size_t left = strlen(stream) - at;
            assert_int_equal(events_feed(&events, (struct str){stream + at, left < step ? left : step}, NULL), OK);
        }
        assert_int_equal(events_end(&events, NULL), OK);
        assert_string_equal(buf_text(&heard), expected);
        events_free(&events);
        buf_free(&heard);
    }
}

static void events_come_in_any_pieces(void **state)
{
    (void)state;
    assert_events("data: a\n\ndata: b\n\n", "<a><b>");
    assert_events("data: a\r\n\r\ndata:b\r\n\r\n", "<a><b>");
    assert_events("data: a\r\rdata: b\r\r", "<a><b>");
    assert_events("\xEF\xBB\xBF"
                  "data: a\n\n",
                  "<a>");
    assert_events(": comment\nevent: x\nid: 1\ndata: a\ndata:  b\nretry: 3\n\n\n\n:\n\n", "<a\n b>");
    assert_events("data\n\nother\n\ndata:\n\ndata: a\n\n", "<a>");
    assert_events("data: a\n\ndata: the last", "<a><the last>");
}

static void an_event_is_bounded(void **state)
{
    (void)state;
    struct events events;
    struct error err;
    struct buf heard = {0};
    events_begin(&events, 20, note_event, &heard);
    assert_int_equal(events_feed(&events, STR("data: 0123456789012"), &err), OK);
    assert_int_equal(events_feed(&events, STR("34"), &err), E_LIMIT);
    assert_string_equal(err.message, "an event of the answer is larger than 20 bytes");
    events_free(&events);
    events_begin(&events, 20, note_event, &heard);
    assert_int_equal(events_feed(&events, STR("data: 0123456789\ndata: 0123456789\n"), &err), E_LIMIT);
    events_free(&events);
    buf_free(&heard);
}

/* --- replies --- */

static void note_text(void *context, struct str piece)
{
    buf_add(context, piece.data, piece.len);
}

static void assert_reply(struct str before, const char *text, const char *expected)
{
    for (size_t step = 1; step <= strlen(text); step++) {
        struct buf heard = {0};
        struct reply reply = {.before = before, .on_text = note_text, .context = &heard};
        reply_begin(&reply, SIZE_MAX / 2);
        for (size_t at = 0; at < strlen(text); at += step) {
            size_t left = strlen(text) - at;
            reply_text(&reply, (struct str){text + at, left < step ? left : step});
        }
        reply_finish(&reply);
        assert_string_equal(buf_text(&reply.text), expected);
        if (!strstr(text, "lost thought"))
            assert_string_equal(buf_text(&heard), expected);
        reply_free(&reply);
        buf_free(&heard);
    }
}

static void reasoning_is_left_out(void **state)
{
    (void)state;
    struct str alone = STR("");
    assert_reply(alone, "Plain.", "Plain.");
    assert_reply(alone, "<think>hm</think>\n\nAnswer.", "Answer.");
    assert_reply(alone, "\n<think>a</think><think>b</think> Answer <think>.", "Answer <think>.");
    assert_reply(alone, "<thinking>hm</think></thinking>Answer", "Answer");
    assert_reply(alone, "<think>never ends", "");
    assert_reply(alone, "<thi", "<thi");
    assert_reply(alone, "<b>bold</b>", "<b>bold</b>");
    assert_reply(alone, "lost thought\n</think>\n\nAnswer.", "Answer.");
    assert_reply(alone, "The tags <think> and </think> are words.", "The tags <think> and </think> are words.");
}

static void a_continuation_is_joined(void **state)
{
    (void)state;
    assert_reply(STR("Plants need li"), "ght.", "ght.");
    assert_reply(STR("Plants need li"), "light.", "ght.");
    assert_reply(STR("Plants need li"), "Plants need light.", "ght.");
    assert_reply(STR("Plants need light"), " and water.", " and water.");
    assert_reply(STR("Plants need light"), "\nPlants need light and water.", " and water.");
    assert_reply(STR("The tree"), "es grow.", "es grow.");
    assert_reply(STR("One two. "), "<think>where?</think>Three.", "Three.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_writer_is_there_without_entries),
        cmocka_unit_test(the_longest_matching_name_wins),
        cmocka_unit_test(an_unmatched_name_leads_to_the_built_in_writer),
        cmocka_unit_test(defaults_are_filled_in),
        cmocka_unit_test(members_are_read),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(tokens_are_estimated),
        cmocka_unit_test(the_schema_follows_the_example),
        cmocka_unit_test(answers_are_read_tolerantly),
        cmocka_unit_test(faults_name_their_member),
        cmocka_unit_test(single_quotes_are_a_fault),
        cmocka_unit_test(size_and_depth_are_bounded),
        cmocka_unit_test(events_come_in_any_pieces),
        cmocka_unit_test(an_event_is_bounded),
        cmocka_unit_test(reasoning_is_left_out),
        cmocka_unit_test(a_continuation_is_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
