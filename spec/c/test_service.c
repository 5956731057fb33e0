/* The service's parts that need no server: configuration, routes, rate limits, JSON in and out, records, keys. */
#include "service/api/api.h"
#include "service/config.h"
#include "service/http/http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* --- configuration --- */

static enum status read_config(const char *text, struct arena *arena, struct config *config, struct error *err)
{
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    enum status status = config_read(json, arena, config, err);
    json_decref(json);
    return status;
}

static void config_has_defaults(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct config config;
    assert_int_equal(config_read(NULL, arena, &config, NULL), OK);
    assert_string_equal(config.host, "127.0.0.1");
    assert_int_equal(config.port, 0);
    assert_null(config.data);
    assert_int_equal(config.limits[LIMIT_CREATE], 120);
    assert_int_equal(config.limits[LIMIT_STATUS], 600);
    assert_int_equal(config.limits[LIMIT_LINKS], 60);
    assert_int_equal(config.limits[LIMIT_OTHER], 300);
    assert_int_equal(config.account_count, 1);
    assert_string_equal(config.accounts[0].id, "local");
    assert_int_equal(config.accounts[0].plan, PLAN_PROFESSIONAL);
    assert_int_equal(config.accounts[0].words, -1);
    assert_int_equal(config.connections_per_address, 0);
    assert_int_equal(config.body_bytes, 256 << 20);
    config_free(&config);
    arena_free(arena);
}

static void config_reads_every_entry(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct config config;
    struct error err;
    enum status status = read_config(
        "{\"accounts\":{\"b\":{\"plan\":\"free\"},\"a-1\":{\"words\":0,\"credits\":7}},\"listen\":\"[::]:8080\","
        "\"data\":\"/d\",\"library\":\"l\",\"models\":{\"*\":{\"api\":\"builtin\"}},\"allow_addresses\":[\"10.0.0.0/"
        "8\"],"
        "\"workers\":9,\"limits\":{\"create\":0,\"links\":5,\"connections\":50,\"request_seconds\":3,\"idle_seconds\":"
        "4,\"body_bytes\":7},"
        "\"account\":{\"plan\":\"starter\",\"words\":100,\"key\":\"0123456789012345678901234\"},\"log\":\"info\"}",
        arena, &config, &err);
    assert_int_equal(status, OK);
    assert_string_equal(config.host, "::");
    assert_int_equal(config.port, 8080);
    assert_int_equal(config.connections_per_address, 256); /* not loopback */
    assert_string_equal(config.allow_addresses[0], "10.0.0.0/8");
    assert_int_equal(config.workers, 9);
    assert_int_equal(config.limits[LIMIT_CREATE], 0);
    assert_int_equal(config.limits[LIMIT_STATUS], 600);
    assert_int_equal(config.limits[LIMIT_LINKS], 5);
    assert_int_equal(config.connections, 50);
    assert_int_equal(config.request_seconds, 3);
    assert_int_equal(config.idle_seconds, 4);
    assert_int_equal(config.body_bytes, 7);
    assert_int_equal(config.log, LOG_INFO);
    assert_int_equal(config.account_count, 3);
    assert_int_equal(config.accounts[0].plan, PLAN_STARTER);
    assert_int_equal(config.accounts[0].words, 100);
    assert_int_equal(config.accounts[0].credits, -1);
    assert_string_equal(config.accounts[1].id, "b");
    assert_int_equal(config.accounts[1].plan, PLAN_FREE);
    assert_string_equal(config.accounts[2].id, "a-1");
    assert_int_equal(config.accounts[2].words, 0);
    assert_int_equal(config.accounts[2].credits, 7);
    config_free(&config);
    arena_free(arena);
}

static void config_changes_plans(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct config config;
    struct error err;
    enum status status = read_config("{\"plans\":{\"starter\":{\"words\":100,\"links\":0},\"professional\":{"
                                     "\"credits\":7,\"create\":9}},\"limits\":{\"create\":3}}",
                                     arena, &config, &err);
    assert_int_equal(status, OK);
    struct ledger_terms terms = plan_terms(&config.plans, PLAN_STARTER, AMOUNT_BY_PLAN, AMOUNT_BY_PLAN);
    assert_int_equal(terms.monthly_words, 100);
    assert_int_equal(terms.monthly_credits, 0);
    assert_int_equal(terms.words, AMOUNT_UNLIMITED);
    assert_int_equal(terms.credits, AMOUNT_UNLIMITED);
    terms = plan_terms(&config.plans, PLAN_PROFESSIONAL, AMOUNT_BY_PLAN, 0);
    assert_int_equal(terms.monthly_words, AMOUNT_UNLIMITED);
    assert_int_equal(terms.monthly_credits, 0);
    terms = plan_terms(&config.plans, PLAN_STARTER, AMOUNT_UNLIMITED, 5);
    assert_int_equal(terms.monthly_words, AMOUNT_UNLIMITED);
    assert_int_equal(terms.monthly_credits, 5);
    assert_int_equal(config.plans.of[PLAN_STARTER].per_minute[LIMIT_LINKS], 0);
    assert_int_equal(config.plans.of[PLAN_STARTER].per_minute[LIMIT_CREATE], 3); /* as limits say */
    assert_int_equal(config.plans.of[PLAN_PROFESSIONAL].per_minute[LIMIT_CREATE], 9);
    assert_int_equal(config.plans.of[PLAN_FREE].per_minute[LIMIT_STATUS], 600);
    config_free(&config);
    arena_free(arena);
}

static void config_leaves_a_core_free(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct config config;
    struct error err;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    assert_int_equal(read_config("{}", arena, &config, &err), OK);
    assert_int_equal(config.workers, cores < 3 ? 1 : cores > 5 ? 4 : cores - 1);
    config_free(&config);
    arena_free(arena);
}

static void config_names_the_wrong_entry(void **state)
{
    static const char *const cases[][2] = {
        {"[1]", "it must be"},
        {"{\"lisen\":\"x\"}", "no entry named lisen"},
        {"{\"listen\":\"::1:80\"}", "listen must be"},
        {"{\"listen\":\":80\"}", "listen must be"},
        {"{\"listen\":\"127.0.0.1:\"}", "listen must be"},
        {"{\"listen\":\"127.0.0.1:80x\"}", "listen must be"},
        {"{\"listen\":\"127.0.0.1:-1\"}", "listen must be"},
        {"{\"limits\":{\"status\":1.5}}", "limits.status must be a whole number"},
        {"{\"limits\":{\"status\":1000001}}", "limits.status must be"},
        {"{\"limits\":5}", "limits must be a table"},
        {"{\"plans\":5}", "plans must be a table"},
        {"{\"plans\":{\"gold\":{}}}", "no entry named plans.gold"},
        {"{\"plans\":{\"free\":{\"word\":1}}}", "no entry named plans.free.word"},
        {"{\"plans\":{\"free\":{\"credits\":-2}}}", "plans.free.credits must be a whole number from -1"},
        {"{\"accounts\":{\"local\":{}}}", "accounts.local must be"},
        {"{\"accounts\":{\"x\":{\"words\":-2}}}", "accounts.x.words must be"},
        {"{\"models\":{\"a\":{\"api\":\"builtin\",\"model\":\"b\"}}}", "models[\"a\"]"},
        {"{\"search\":{\"maps\":{}}}", "no entry named search.maps; search is a table with web, news and scholarly"},
        {"{\"search\":{\"web\":{\"api\":\"gdelt\"}}}", "search.web.api must be one of"},
        {"{\"images\":{}}", "images must be a table by model"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *arena = arena_new();
        struct config config;
        struct error err;
        assert_int_equal(read_config(cases[i][0], arena, &config, &err), E_INVALID);
        if (!strstr(err.message, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], err.message);
        config_free(&config);
        arena_free(arena);
    }
}

/* --- routes --- */

static const struct route *find(const char *method, const char *path, const char **id, const char **allow)
{
    static struct arena *arena;
    arena_free(arena);
    arena = path ? arena_new() : NULL;
    struct routes routes = api_routes();
    return path ? route_find(&routes, arena, method, path, id, allow) : NULL;
}

static void routes_are_found_with_and_without_the_last_slash(void **state)
{
    (void)state;
    const char *id, *allow;
    const struct route *create = find("POST", "/api/articles/v2", &id, &allow);
    assert_non_null(create);
    assert_null(id);
    assert_ptr_equal(find("POST", "/api/articles/v2/", &id, &allow), create);
    assert_null(find("POST", "/api/articles/v2//", &id, &allow));
    assert_null(allow);
    assert_non_null(find("GET", "/api/articles/abc/", &id, &allow));
    assert_string_equal(id, "abc");
    assert_null(find("GET", "/api/articles/{id}", &id, &allow)); /* as the table spells it */
    assert_null(allow);
    find(NULL, NULL, NULL, NULL);
}

static void v2_is_never_an_id(void **state)
{
    (void)state;
    const char *id, *allow;
    assert_null(find("GET", "/api/articles/v2", &id, &allow));
    assert_string_equal(allow, "POST, OPTIONS");
    assert_null(find("DELETE", "/api/articles/v2/", &id, &allow));
    assert_null(find("POST", "/api/articles/v2/cancel", &id, &allow));
    assert_null(allow);
    find(NULL, NULL, NULL, NULL);
}

static void unknown_paths_have_no_methods(void **state)
{
    static const char *const paths[] = {"",
                                        "/",
                                        "//",
                                        "/api",
                                        "/api/articles//cancel",
                                        "api/articles",
                                        "/api/articlesx",
                                        "/api/articles/a/b/c",
                                        "/healthz/x",
                                        "*"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const char *id, *allow;
        assert_null(find("POST", paths[i], &id, &allow));
        assert_null(allow);
    }
    find(NULL, NULL, NULL, NULL);
}

/* --- JSON --- */

static void text_is_always_valid_json(void **state)
{
    static const char *const texts[] = {
        "",
        "plain",
        "\"\\/\b\f\n\r\t\x01\x1f\x7f",
        "h\xC3\xA9 \xF0\x9F\x8C\xB1",
        "\xC3",
        "\xC3(",
        "\xE2\x82",
        "\xED\xA0\x80",
        "\xF5\x80\x80\x80",
        "\xC0\xAF",
        "\xF0\x80\x80\x80",
        "\xFF\xFE",
        "a\x80z",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct buf out = {0};
        json_text(&out, texts[i]);
        json_t *read = json_loads(buf_text(&out), JSON_DECODE_ANY, NULL);
        if (!json_is_string(read))
            fail_msg("text %zu: %s", i, buf_text(&out));
        json_t *same = json_string(texts[i]); /* NULL when it is no UTF-8 */
        if (same)
            assert_string_equal(json_string_value(read), texts[i]);
        else
            assert_non_null(strstr(json_string_value(read), "\xEF\xBF\xBD"));
        json_decref(same);
        json_decref(read);
        buf_free(&out);
    }
}

static void every_byte_pair_is_valid_json(void **state)
{
    (void)state;
    for (int a = 1; a < 256; a++) {
        for (int b = 1; b < 256; b++) {
            char text[] = {(char)a, (char)b, '\0'};
            struct buf out = {0};
            json_text(&out, text);
            json_t *read = json_loads(buf_text(&out), JSON_DECODE_ANY, NULL);
            assert_non_null(read);
            json_decref(read);
            buf_free(&out);
        }
    }
}

static void bodies_are_read_strictly(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } cases[] = {
        {"{}", true},
        {" {\"a\":[1,2.5,null,true,\"\\u00e9\"]} ", true},
        {"{\"a\":\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\"\"}", true},
        {"", false},
        {"[]", false},
        {"{\"a\":1,\"a\":2}", false},
        {"{\"a\":1}}", false},
        {"{\"a\":\"\\u0000\"}", false},
        {"{\"a\":NaN}", false},
        {"{\"a\":\"\\ud800\"}", false},
        {"{a:1}", false},
        {"{\"a\":1,}", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error err;
        json_t *body = json_body(str_from(cases[i].text), &err);
        if (!!body != cases[i].good)
            fail_msg("%s", cases[i].text);
        json_decref(body);
    }
}

static void depth_is_limited(void **state)
{
    (void)state;
    struct buf text = {0};
    for (int depth = JSON_MAX_DEPTH - 1; depth <= JSON_MAX_DEPTH; depth++) {
        struct error err;
        buf_clear(&text);
        buf_str(&text, "{\"a\":");
        for (int i = 0; i < depth; i++)
            buf_char(&text, '[');
        for (int i = 0; i < depth; i++)
            buf_char(&text, ']');
        buf_char(&text, '}');
        json_t *body = json_body((struct str){text.data, text.len}, &err);
        assert_int_equal(body != NULL, depth < JSON_MAX_DEPTH);
        json_decref(body);
    }
    buf_free(&text);
}

struct inner {
    const char *text;
};

struct outer {
    const char *text, *url, *word;
    long integer;
    double number;
    struct field_list texts, objects;
    bool flag;
};

static const char *word_at(size_t i)
{
    static const char *const words[] = {"one", "two", "three"};
    return i < COUNT_OF(words) ? words[i] : NULL;
}

static const struct field of_inner[] = {
    {"t", FIELD_TEXT, offsetof(struct inner, text), .required = true, .maximum = 3},
};

static const struct fields inner_fields = {"Inner", "", of_inner, COUNT_OF(of_inner), sizeof(struct inner)};

static const struct field of_outer[] = {
    {"t", FIELD_TEXT, offsetof(struct outer, text), .required = true, .maximum = 3},
    {"u", FIELD_URL, offsetof(struct outer, url)},
    {"w", FIELD_WORD, offsetof(struct outer, word), .word = word_at},
    {"i", FIELD_INTEGER, offsetof(struct outer, integer), .fallback = 7, .minimum = 1, .maximum = 9},
    {"d", FIELD_NUMBER, offsetof(struct outer, number), .minimum = 0, .maximum = 1},
    {"f", FIELD_FLAG, offsetof(struct outer, flag)},
    {"l", FIELD_TEXTS, offsetof(struct outer, texts), .maximum = 2},
    {"o", FIELD_OBJECTS, offsetof(struct outer, objects), .maximum = 2, .items = &inner_fields},
};

enum { WHOLE, PARTIAL, QUERY };

/* The pointers of the faults of a text, each behind a space. */
static const char *faults_of(const char *text, int kind, struct outer *out, struct faults *faults)
{
    static char pointers[4000];
    struct fields fields = {"Outer", "", of_outer, COUNT_OF(of_outer), sizeof *out};
    fields.partial = kind == PARTIAL;
    fields.in_query = kind == QUERY;
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    *out = (struct outer){.number = -1};
    fields_read(&fields, object, out, faults);
    pointers[0] = '\0';
    for (size_t i = 0; i < faults->count; i++)
        sprintf(pointers + strlen(pointers), " %s", faults->list[i].pointer);
    json_decref(object);
    assert_false(faults->failed);
    return pointers;
}

static void fields_are_read(void **state)
{
    (void)state;
    struct outer out;
    struct arena *arena = arena_new();
    struct faults faults = {.arena = arena};
    const char *all = "{\"t\":\"äöü\",\"u\":\"https://a.example/\",\"w\":\"TWO\",\"i\":3.0,\"d\":0.5,"
                      "\"f\":true,\"l\":[\"x\",\"y\"],\"o\":[{\"t\":\"z\"}]}";
    assert_string_equal(faults_of(all, WHOLE, &out, &faults), "");
    assert_string_equal(out.word, "two");
    assert_int_equal(out.integer, 3);
    assert_true(out.number == 0.5);
    assert_true(out.flag);
    assert_int_equal(out.texts.count, 2);
    assert_int_equal(out.objects.count, 1);
    assert_string_equal(faults_of("{\"t\":\"x\",\"u\":\"\",\"w\":null,\"l\":{},\"o\":[]}", WHOLE, &out, &faults), "");
    assert_null(out.url);
    assert_int_equal(out.integer, 7);
    assert_true(out.number == -1);
    assert_int_equal(out.texts.count, 0);
    assert_string_equal(faults_of("{}", PARTIAL, &out, &faults), "");
    assert_string_equal(faults_of("{\"t\":\"x\",\"i\":\"9\"}", QUERY, &out, &faults), "");
    assert_int_equal(out.integer, 9);
    arena_free(arena);
}

static void faults_of_fields_are_noted(void **state)
{
    static const struct {
        const char *text, *pointers;
        int kind;
    } cases[] = {
        {"{}", " /t", WHOLE},
        {"{\"t\":\"\"}", " /t", WHOLE},
        {"{\"t\":null}", " /t", PARTIAL},
        {"{\"t\":\"four\"}", " /t", WHOLE},
        {"{\"t\":1,\"u\":\"ftp://a/\",\"w\":\"four\",\"i\":0,\"d\":1.1,\"l\":\"x\",\"o\":5}", " /t /u /w /i /d /l /o",
         WHOLE},
        {"{\"t\":\"x\",\"i\":\"3\"}", " /i", WHOLE},
        {"{\"t\":\"x\",\"f\":1}", " /f", WHOLE},
        {"{\"t\":\"x\",\"f\":\"true\"}", " /f", WHOLE},
        {"{\"t\":\"x\",\"i\":3.5,\"l\":[\"a\",\"b\",\"c\"]}", " /i /l", WHOLE},
        {"{\"t\":\"x\",\"i\":\"3x\"}", " /i", QUERY},
        {"{\"t\":\"x\",\"l\":[\"a\",1],\"o\":[{\"t\":1},\"x\"]}", " /l/1 /o/0/t /o/1", WHOLE},
        {"{\"t\":\"x\",\"T\":1,\"o\":[{\"t\":\"x\",\"a/b~\":1}]}", " /o/0/a~1b~0 /T", WHOLE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct outer out;
        struct arena *arena = arena_new();
        struct faults faults = {.arena = arena};
        assert_string_equal(faults_of(cases[i].text, cases[i].kind, &out, &faults), cases[i].pointers);
        arena_free(arena);
    }
}

static void an_unknown_field_lists_those_there_are(void **state)
{
    (void)state;
    struct outer out;
    struct arena *arena = arena_new();
    struct faults faults = {.arena = arena};
    faults_of("{\"t\":\"x\",\"url\":1}", WHOLE, &out, &faults);
    assert_string_equal(faults.list[0].detail, "There is no field \"url\" here; there is: t, u, w, i, d, f, l, o.");
    arena_free(arena);
}

static void the_number_of_faults_is_bounded(void **state)
{
    (void)state;
    struct outer out;
    struct arena *arena = arena_new();
    struct faults faults = {.arena = arena};
    struct buf text = {0};
    buf_str(&text, "{\"t\":\"x\"");
    for (int i = 0; i < 2 * FAULTS_MAX; i++)
        buf_printf(&text, ",\"x%d\":1", i);
    buf_char(&text, '}');
    faults_of(buf_text(&text), WHOLE, &out, &faults);
    assert_int_equal(faults.count, FAULTS_MAX);
    buf_free(&text);
    arena_free(arena);
}

/* --- problems and records --- */

static void a_problem_says_what_is_wrong(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        struct buf out = {0};
        struct fault faults[] = {{"/a/0", "first \"fault\""}, {"", "second"}};
        problem_write(&out, (enum problem)i, "detail \xFF", "/path", faults, 2);
        json_t *read = json_loads(buf_text(&out), 0, NULL);
        const struct problem_info *info = problem_info((enum problem)i);
        assert_non_null(read);
        assert_int_equal(json_integer_value(json_object_get(read, "status")), info->status);
        assert_int_equal(json_array_size(json_object_get(read, "errors")), 2);
        json_t *error = json_object_get(read, "error");
        assert_string_equal(json_string_value(json_object_get(error, "code")), info->code);
        assert_string_equal(json_string_value(json_object_get(error, "param")), "a/0");
        json_decref(read);
        buf_free(&out);
    }
}

static json_t *record_of(const struct article *article, bool with_output)
{
    struct buf out = {0};
    record_write(&out, article, "http://desk.example", with_output);
    json_t *record = json_loads(buf_text(&out), JSON_REJECT_DUPLICATES, NULL);
    buf_free(&out);
    assert_non_null(record);
    return record;
}

static void a_record_has_output_only_when_finished(void **state)
{
    (void)state;
    struct article article = {.id = "i",
                              .config = "{\"targetKeyword\":\"k\"}",
                              .state = ARTICLE_PROCESSING,
                              .detail = NULL,
                              .html = "<p>x</p>"};
    json_t *record = record_of(&article, true);
    assert_null(json_object_get(record, "output"));
    assert_string_equal(json_string_value(json_object_get(record, "statusDetail")), "");
    assert_true(json_is_null(json_object_get(record, "error")));
    assert_int_equal(json_array_size(json_object_get(record, "sources")), 0);
    assert_true(json_is_array(json_object_get(record, "notes")));
    json_decref(record);
    article.state = ARTICLE_FINISHED;
    record = record_of(&article, true);
    json_t *output = json_object_get(record, "output");
    assert_string_equal(json_string_value(json_object_get(output, "html")), "<p>x</p>");
    assert_true(json_is_null(json_object_get(output, "polishedHtml")));
    assert_true(json_number_value(json_object_get(record, "progress")) == 1);
    json_decref(record);
    record = record_of(&article, false);
    assert_null(json_object_get(record, "output"));
    json_decref(record);
}

static void progress_stays_within_0_and_1(void **state)
{
    static const double cases[][2] = {{-1, 0}, {0, 0}, {0.005, 0.005}, {0.5, 0.5}, {0.9999, 0.999}, {1, 1}, {7, 1}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct article article = {.id = "i", .state = ARTICLE_PROCESSING, .progress = cases[i][0]};
        json_t *record = record_of(&article, true);
        assert_float_equal(json_number_value(json_object_get(record, "progress")), cases[i][1], 1e-9);
        json_decref(record);
    }
}

/* --- ended articles --- */

static void ended_records_are_kept_until_dropped(void **state)
{
    (void)state;
    struct record_cache *cache = record_cache_new();
    struct article article = {.id = "01890000-0000-7000-8000-000000000000", .account_id = "a", .version = 7};
    struct buf out = {0};
    int64_t version = 0;
    assert_false(record_cache_get(cache, "a", article.id, &version, &out));
    record_cache_put(cache, record_cache_drops(cache), &article, STR("record"));
    assert_true(record_cache_get(cache, "a", article.id, &version, &out));
    assert_string_equal(buf_text(&out), "record");
    assert_int_equal(version, 7);
    assert_false(record_cache_get(cache, "b", article.id, &version, &out));
    record_cache_drop(cache, article.id);
    assert_false(record_cache_get(cache, "a", article.id, &version, &out));
    buf_free(&out);
    record_cache_free(cache);
}

static void a_record_read_before_a_drop_is_not_kept(void **state)
{
    (void)state;
    struct record_cache *cache = record_cache_new();
    struct article article = {.id = "01890000-0000-7000-8000-000000000000", .account_id = "a", .version = 7};
    struct buf out = {0};
    int64_t version;
    unsigned drops = record_cache_drops(cache);
    record_cache_drop(cache, article.id);
    record_cache_put(cache, drops, &article, STR("record"));
    assert_false(record_cache_get(cache, "a", article.id, &version, &out));
    record_cache_free(cache);
}

static void ended_records_need_no_more_memory(void **state)
{
    (void)state;
    struct record_cache *cache = record_cache_new();
    char *large = test_calloc(1, 200 * 1024), id[UUID_LENGTH + 1];
    struct article article = {.id = id, .account_id = "a", .version = 7};
    struct buf out = {0};
    int64_t version;
    for (int i = 0; i < 2000; i++) {
        uuid_v7(id);
        record_cache_put(cache, record_cache_drops(cache), &article, STR("record"));
        assert_true(record_cache_get(cache, "a", id, &version, &out));
    }
    uuid_v7(id);
    record_cache_put(cache, record_cache_drops(cache), &article, (struct str){large, 200 * 1024});
    assert_false(record_cache_get(cache, "a", id, &version, &out));
    test_free(large);
    buf_free(&out);
    record_cache_free(cache);
}

/* --- keys, Prefer --- */

static void keys_differ_and_hash_alike(void **state)
{
    (void)state;
    char a[KEY_LENGTH + 1], b[KEY_LENGTH + 1];
    unsigned char first[KEY_HASH_SIZE], second[KEY_HASH_SIZE];
    key_generate(a);
    key_generate(b);
    assert_int_equal(strlen(a), KEY_LENGTH);
    assert_memory_equal(a, "cd_", 3);
    assert_string_not_equal(a, b);
    key_hash(a, first);
    key_hash(a, second);
    assert_memory_equal(first, second, KEY_HASH_SIZE);
    key_hash("abc", first); /* FIPS 180-2, appendix B.1 */
    assert_memory_equal(first, "\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23", 16);
}

static void prefer_gives_the_seconds(void **state)
{
    static const struct {
        const char *header;
        long seconds;
    } cases[] = {
        {NULL, 0},
        {"", 0},
        {"wait=5", 5},
        {"Wait=5", 5},
        {"wait = 5", 5},
        {"respond-async, wait=10", 10},
        {"wait=60", 60},
        {"wait=61", 60},
        {"wait=99999999999999999999", 60},
        {"wait=-3", 0},
        {"wait", 0},
        {"wait=", 0},
        {"waiting=5", 0},
        {"wait=x", 0},
        {"handling=lenient,wait=7;x=1", 7},
        {"foo=\"a,wait=1\"", 0},
        {"foo=\"a\\\",wait=1\"", 0},
        {"foo=\"a,wait=1\", wait=2", 2},
        {"foo=\"a,wait=1", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(watch_preferred_wait(cases[i].header), cases[i].seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_has_defaults),
        cmocka_unit_test(config_reads_every_entry),
        cmocka_unit_test(config_changes_plans),
        cmocka_unit_test(config_leaves_a_core_free),
        cmocka_unit_test(config_names_the_wrong_entry),
        cmocka_unit_test(routes_are_found_with_and_without_the_last_slash),
        cmocka_unit_test(v2_is_never_an_id),
        cmocka_unit_test(unknown_paths_have_no_methods),
        cmocka_unit_test(text_is_always_valid_json),
        cmocka_unit_test(every_byte_pair_is_valid_json),
        cmocka_unit_test(bodies_are_read_strictly),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(fields_are_read),
        cmocka_unit_test(faults_of_fields_are_noted),
        cmocka_unit_test(an_unknown_field_lists_those_there_are),
        cmocka_unit_test(the_number_of_faults_is_bounded),
        cmocka_unit_test(a_problem_says_what_is_wrong),
        cmocka_unit_test(a_record_has_output_only_when_finished),
        cmocka_unit_test(progress_stays_within_0_and_1),
        cmocka_unit_test(ended_records_are_kept_until_dropped),
        cmocka_unit_test(a_record_read_before_a_drop_is_not_kept),
        cmocka_unit_test(ended_records_need_no_more_memory),
        cmocka_unit_test(keys_differ_and_hash_alike),
        cmocka_unit_test(prefer_gives_the_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
