/* Research whose memory runs out at any point: an error, never a crash, and nothing lost. */
#include "oom.h"

#include "test_write.h"

static struct write_services services;

static void *jansson_malloc(size_t size)
{
    return __wrap_malloc(size);
}

static int open_place(void **state)
{
    (void)state;
    struct error err;
    json_t *entry = json_pack("{s:s,s:s}", "api", "folder", "path", LIBRARY);
    enum status status = search_open(SEARCH_WEB, entry, &services.search[SEARCH_WEB], &err);
    json_decref(entry);
    return status ? -1 : 0;
}

static int close_place(void **state)
{
    (void)state;
    search_close(services.search[SEARCH_WEB]);
    return 0;
}

static void survives(const char *own, long step)
{
    json_t *config = make_config("indoor herb garden", own);
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

static void memory_may_run_out_in_research(void **state)
{
    (void)state;
    survives("{\"realTimeData\":true,\"includeFaq\":true}", 97);
    survives("{\"realTimeData\":true,\"enableDeepResearch\":true}", 997);
}

int main(void)
{
    json_set_alloc_funcs(jansson_malloc, free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_in_research)};
    return cmocka_run_group_tests(tests, open_place, close_place);
}
