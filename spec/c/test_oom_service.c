/* Starting the service, and what it writes and reads, when memory runs out at any allocation. */
#include "service/api/api.h"
#include "service/api/api_parts.h"
#include "service/config.h"
#include "service/http/http.h"
#include "service/service.h"

#include "database.h"
#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static void remove_folder(const char *folder)
{
    char command[128];
    database_drop(folder);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* Lets one more allocation through each time, until it is enough. */
static void start_until_it_works(bool only_one_fails)
{
    char folder[] = "/tmp/copydesk-oom-XXXXXX";
    assert_non_null(mkdtemp(folder));
    json_t *config = json_pack("{s:i,s:{s:{s:s}}}", "workers", 2, "accounts", "b", "plan", "free");
    database_configure(config, folder);
    enum status status = E_MEMORY;
    oom_only_one_fails = only_one_fails;
    for (long allowed = 0; status != OK; allowed++) {
        struct service *service = NULL;
        struct error err = {0};
        oom_allocations_left = allowed;
        status = service_start(config, false, &service, &err);
        bool ran_out = oom_allocations_left <= 0;
        oom_allocations_left = -1;
        if (status != OK) {
            assert_null(service);
            assert_int_equal(err.status, status);
            assert_true(ran_out);
            assert_true(allowed < 100000);
            continue;
        }
        assert_non_null(service_url(service));
        assert_int_equal(strlen(service_key(service)), 43);
        service_stop(service);
    }
    oom_only_one_fails = false;
    json_decref(config);
    remove_folder(folder);
}

static void starting_survives_a_shortage(void **state)
{
    (void)state;
    start_until_it_works(false);
}

static void starting_survives_a_short_shortage(void **state)
{
    (void)state;
    start_until_it_works(true);
}

static void a_record_is_whole_or_failed(void **state)
{
    (void)state;
    struct article article = {.id = "i",
                              .config = "{}",
                              .state = ARTICLE_FINISHED,
                              .detail = "Finished",
                              .html = "<p>x</p>",
                              .polished_html = "<figure><img src=\"/media/0.png\"></figure>"};
    for (long allowed = 0; allowed < 20; allowed++) {
        struct buf out = {0};
        oom_allocations_left = allowed;
        record_write(&out, &article, "https://desk.example", true);
        oom_allocations_left = -1;
        json_t *record = out.failed ? NULL : json_loads(buf_text(&out), 0, NULL);
        assert_int_equal(record != NULL, !out.failed);
        if (record)
            assert_non_null(strstr(buf_text(&out), "src=\\\"https://desk.example/media/0.png\\\""));
        json_decref(record);
        buf_free(&out);
    }
}

/* Each hundredth of its some ten thousand allocations fails alone: what is missing then must not go unnoticed. */
static void a_description_is_whole_or_none(void **state)
{
    enum { STEP = 101 };
    struct routes routes = api_routes();
    char *whole = description_text(&routes, "https://desk.example");
    bool ran_out = true;
    (void)state;
    assert_non_null(whole);
    json_set_alloc_funcs(__wrap_malloc, free);
    oom_only_one_fails = true;
    for (long allowed = 0; ran_out; allowed += allowed < STEP ? 1 : STEP) {
        oom_allocations_left = allowed;
        char *text = description_text(&routes, "https://desk.example");
        ran_out = oom_allocations_left <= 0;
        oom_allocations_left = -1;
        assert_true(text || ran_out);
        if (text)
            assert_string_equal(text, whole);
        free(text);
    }
    oom_only_one_fails = false;
    json_set_alloc_funcs(malloc, free);
    free(whole);
}

static void faults_are_noted_or_the_failure_is(void **state)
{
    static const struct field list[] = {{"name", FIELD_TEXT, 0, .required = true}};
    static const struct fields fields = {"Named", "", list, COUNT_OF(list), sizeof(const char *)};
    (void)state;
    json_t *body = json_pack("{si}", "unknown", 1);
    for (long allowed = 0; allowed < 10; allowed++) {
        const char *name = NULL;
        struct arena *arena = arena_new();
        struct faults faults = {.arena = arena};
        oom_allocations_left = allowed;
        for (int i = 0; i < FAULTS_MAX / 2; i++)
            fields_read(&fields, body, &name, &faults);
        oom_allocations_left = -1;
        assert_true(faults.failed || faults.count == FAULTS_MAX);
        arena_free(arena);
    }
    json_decref(body);
}

static void the_description_is_whole_or_there_is_none(void **state)
{
    (void)state;
    json_t *whole = service_describe(), *made = NULL;
    for (long allowed = 0; !made; allowed += 7) {
        oom_allocations_left = allowed;
        made = service_describe();
        oom_allocations_left = -1;
        assert_true(!made || json_equal(made, whole));
    }
    json_decref(made);
    json_decref(whole);
}

/* A valid body is never called invalid: jansson itself cannot tell the two apart. */
static void a_valid_body_is_read_or_memory_ran_out(void **state)
{
    static const char text[] = "{\"targetKeyword\":\"a \u00e9 b\",\"n\":[1,2.5,-3e2,true,null],\"o\":{\"k\":{}}}";
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    for (int one = 0; one <= 1; one++) {
        json_t *body = NULL;
        oom_only_one_fails = one;
        for (long allowed = 0; !body; allowed++) {
            struct error err = {0};
            oom_allocations_left = allowed;
            body = json_body(str_from(text), &err);
            oom_allocations_left = -1;
            if (!body)
                assert_int_equal(err.status, E_MEMORY);
            assert_true(allowed < 1000);
        }
        assert_int_equal(json_object_size(body), 3);
        json_decref(body);
    }
    oom_only_one_fails = false;
    json_set_alloc_funcs(malloc, free);
}

static void a_route_is_found_or_not(void **state)
{
    struct routes routes = api_routes();
    (void)state;
    for (long allowed = 0; allowed < 5; allowed++) {
        struct arena *arena = arena_new();
        const char *id, *allow;
        oom_allocations_left = allowed;
        const struct route *route = route_find(&routes, arena, "GET", "/api/articles/some-id", &id, &allow);
        route_find(&routes, arena, "PUT", "/api/articles/some-id", &id, &allow);
        oom_allocations_left = -1;
        assert_non_null(route);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starting_survives_a_shortage),
        cmocka_unit_test(starting_survives_a_short_shortage),
        cmocka_unit_test(a_record_is_whole_or_failed),
        cmocka_unit_test(a_description_is_whole_or_none),
        cmocka_unit_test(faults_are_noted_or_the_failure_is),
        cmocka_unit_test(the_description_is_whole_or_there_is_none),
        cmocka_unit_test(a_route_is_found_or_not),
        cmocka_unit_test(a_valid_body_is_read_or_memory_ran_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
