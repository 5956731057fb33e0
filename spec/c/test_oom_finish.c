/* An article with a brand, terms and easy sentences whose memory runs out at any point: an error, never a crash, and
 * nothing lost. */
#include "oom.h"

#include "test_write.h"

static void *jansson_malloc(size_t size)
{
    return __wrap_malloc(size);
}

static enum status load_brand(void *context, const char *brand_id, json_t **brand, struct error *err)
{
    (void)context;
    (void)brand_id;
    *brand = json_pack("{s:s,s:s,s:s,s:s,s:[{s:s,s:s}]}", "name", "Acorn Pots", "url", "https://acorn.example/",
                       "description", "Acorn Pots makes clay pots for herbs.", "knowledge",
                       "Every pot has a drainage hole. The pots are fired twice.", "links", "text", "the shop", "url",
                       "https://acorn.example/shop");
    return *brand ? OK : error_memory(err);
}

static void survives(const char *own, long step)
{
    const struct write_services services = {.library = LIBRARY};
    json_t *config = make_config("indoor herb garden", own);
    bool done = false;
    for (long allowed = 0; !done; allowed += step) {
        struct desk desk = {0};
        struct error err = {0};
        struct write_job job = desk_job(&desk, config, NULL);
        struct arena *arena = arena_new();
        struct write_result result;
        job.load_brand = load_brand;
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
        json_decref(result.seo);
        arena_free(arena);
        desk_clear(&desk);
    }
    json_decref(config);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    survives("{\"brandId\":\"a\",\"brandMentionLevel\":\"prominent\",\"seoOptimizationLevel\":\"ai_powered\","
             "\"articleLength\":\"shorter\",\"readabilityMode\":\"8th_grade\"}",
             97);
    survives("{\"brandId\":\"a\",\"brandMentionLevel\":\"subtle\",\"seoOptimizationLevel\":\"manual\","
             "\"extraEntitiesPrompt\":\"mildew, kiln\",\"articleLength\":\"shorter\"}",
             101);
}

int main(void)
{
    json_set_alloc_funcs(jansson_malloc, free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
