/* An article whose memory runs out at any point: an error, never a crash, and nothing lost. */
#include "oom.h"

#include "test_write.h"

static void *jansson_malloc(size_t size)
{
    return __wrap_malloc(size);
}

static void survives(const char *keyword, const char *own, long step)
{
    const struct write_services services = {.library = LIBRARY};
    json_t *config = make_config(keyword, own);
    bool done = false;
    for (long allowed = 0; !done; allowed += step) {
        struct desk desk = {0};
        struct error err = {0};
        const struct write_job job = desk_job(&desk, config, NULL);
        struct arena *arena = arena_new();
        struct write_result result;
        assert_non_null(arena);
        oom_allocations_left = allowed;
        enum status status = write_article(&services, &job, arena, &result, &err);
        oom_allocations_left = -1;
        done = status == OK;
        if (!done)
            assert_int_equal(status, E_MEMORY);
        json_decref(result.sources);
        json_decref(result.notes);
        json_decref(result.run);
        json_decref(result.searches);
        arena_free(arena);
        desk_clear(&desk);
    }
    json_decref(config);
}

/* Each run repeats all before it, so that steps must be coarse; the odd width makes different runs hit different
 * places. */
static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    survives("Kräutergarten auf der Fensterbank",
             "{\"language\":\"German\",\"includeFaq\":true,\"includeKeyTakeaways\":true}", 7);
}

/* With steps so coarse that all of it is fast. */
static void memory_may_run_out_in_any_type(void **state)
{
    (void)state;
    survives("5 herbs for a windowsill",
             "{\"articleType\":\"listicle\",\"enableAutomaticLength\":true,\"includeCta\":true,"
             "\"enableSupplementalInformation\":true}",
             1009);
    survives("indoor herb garden", "{\"articleType\":\"service_page\"}", 1009);
}

int main(void)
{
    json_set_alloc_funcs(jansson_malloc, free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere),
                                       cmocka_unit_test(memory_may_run_out_in_any_type)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
