/* Reading a request, and publishing the tables, when memory runs out at any allocation, the JSON library's included. */
#include "service/service.h"
#include "write/types/types.h"

#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const accepted =
    "{\"targetKeyword\":\"herbs\",\"language\":\"de\",\"country\":\"Åland "
    "islands\",\"urls\":[\"https://example.com/\"],"
    "\"modelVersion\":\"beta-opus-5\",\"outline\":[\"A\",{\"heading\":\"B\",\"instructions\":\"C\",\"children\":[\"D\"]"
    "}],"
    "\"autoPolish\":true,\"polishSettings\":{\"humanize\":true},\"maxImages\":5.0,\"disableConclusion\":true,"
    "\"toneOfVoiceProfile\":\"custom\",\"toneOfVoice\":\"dry\",\"articleLength\":\"custom\","
    "\"title\":\"a\\tb\",\"asin\":\"x\",\"extendedResearch\":true,\"brandMentionLevel\":\"none\"}";
static const char *const refused =
    "{\"articleType\":\"listicle\",\"language\":\"x\",\"country\":\"x\",\"urls\":[\"x\",1],\"modelVersion\":\"x\","
    "\"outline\":[1,{},\"\"],\"autoPolish\":true,\"polishSettings\":{\"humanize\":1,\"x\":true},\"maxImages\":5.5,"
    "\"brandId\":"
    "\"x\"}";

/* Lets one more allocation through each time, until the outcome is the one that enough memory gives. */
static void survive_shortage(const char *json, enum status expected)
{
    json_t *body = json_loads(json, 0, NULL);
    const struct params_terms terms = {.engine = 2, .writable = article_types_writable()};
    enum status status = E_MEMORY;
    for (long allowed = 0; status == E_MEMORY; allowed++) {
        struct arena *arena = arena_new();
        struct params params;
        struct error err;
        oom_allocations_left = allowed;
        status = params_read(arena, body, &terms, &params, &err);
        oom_allocations_left = -1;
        if (status != E_MEMORY && status != expected)
            fail_msg("allocation %ld: %s", allowed, status == OK ? "accepted" : err.message);
        assert_true(status == OK || err.status == status);
        assert_int_equal(params.config != NULL, status == OK);
        assert_int_equal(params.notes != NULL, status == OK);
        assert_int_equal(params.fault_count > 0, status == E_INVALID);
        json_decref(params.config);
        json_decref(params.notes);
        arena_free(arena);
        assert_true(allowed < 20000);
    }
    json_decref(body);
}

/* A shortage that stays, and one that passes at once: the second finds those who carry on with half a result. */
static void survive(const char *json, enum status expected)
{
    oom_only_one_fails = false;
    survive_shortage(json, expected);
    oom_only_one_fails = true;
    survive_shortage(json, expected);
    oom_only_one_fails = false;
}

static void a_good_request(void **state)
{
    (void)state;
    survive(accepted, OK);
}

static void a_bad_request(void **state)
{
    (void)state;
    survive(refused, E_INVALID);
}

static void a_request_to_polish(void **state)
{
    (void)state;
    const struct params_terms terms = {.engine = 2};
    json_t *body = json_loads("{\"polishSettings\":{\"humanize\":true},\"polishCustomInstructions\":\"x\"}", 0, NULL);
    for (int empty = 0; empty < 2; empty++) {
        enum status status = E_MEMORY;
        for (long allowed = 0; status == E_MEMORY; allowed++) {
            struct arena *arena = arena_new();
            struct params params;
            struct error err;
            oom_allocations_left = allowed;
            status = params_read_polish(arena, empty ? NULL : body, &terms, "alpha-6-luna", &params, &err);
            oom_allocations_left = -1;
            assert_true(status == OK || status == E_MEMORY);
            assert_int_equal(params.config != NULL, status == OK);
            json_decref(params.config);
            json_decref(params.notes);
            arena_free(arena);
        }
    }
    json_decref(body);
}

static void the_published_tables(void **state)
{
    (void)state;
    json_t *tables = NULL;
    for (long allowed = 0; !tables; allowed++) {
        oom_allocations_left = allowed;
        tables = service_describe();
        oom_allocations_left = -1;
        assert_true(allowed < 20000);
    }
    size_t count;
    params_table(&count);
    assert_int_equal(json_array_size(json_object_get(tables, "parameters")), count);
    params_polish(&count);
    assert_int_equal(json_array_size(json_object_get(tables, "polish")), count);
    json_decref(tables);
}

int main(void)
{
    json_set_alloc_funcs(malloc, free);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_request),
        cmocka_unit_test(a_bad_request),
        cmocka_unit_test(a_request_to_polish),
        cmocka_unit_test(the_published_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
