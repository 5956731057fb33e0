/* An article of a language model whose memory runs out at any point: an error, never a crash, and nothing lost. Work
 * side by side that has a thread of its own has all the memory that it wants; that of the article's own thread has not.
 */
#include "oom.h"

#include "test_prompted.h"

#include <curl/curl.h>

static const struct scripted script[] = {
    {"outline",
     "{\"sections\":[{\"heading\":\"What an indoor herb garden needs\",\"covers\":\"What does it need?\",\"form\":"
     "\"prose\"},{\"heading\":\"Choosing a window\",\"covers\":\"Which window?\",\"form\":\"list\"}]}"},
    {"outline/refine",
     "{\"sections\":[{\"heading\":\"What an indoor herb garden needs\",\"covers\":\"What does it need?\",\"form\":"
     "\"prose\",\"passages\":[1,2,3]},{\"heading\":\"Choosing a window\",\"covers\":\"Which window?\",\"form\":"
     "\"list\",\"passages\":[4,5]}]}"},
    {"title", "{\"titles\":[\"Indoor herb garden: choosing a window for your herbs\",\"a\",\"b\"]}"},
    {"description",
     "{\"description\":\"An indoor herb garden wants light, water and some patience; here is which window "
     "suits which of the herbs at home.\"}"},
    {"introduction",
     "An indoor herb garden is a small collection of herbs that grow on a windowsill [1]. It wants light "
     "and water [2]. Few herbs are hard to keep, and most of them come back after every cut [3]."},
    {"takeaways",
     "{\"takeaways\":[{\"text\":\"Herbs on a windowsill ask for light before all else.\",\"section\":1}]}"},
    {"questions", "{\"questions\":[{\"question\":\"How long can herbs live without any water?\",\"passages\":[1,2]}]}"},
    {"answers", "{\"answers\":[{\"question\":1,\"answer\":\"Herbs live without water for about a week [1].\"}]}"},
    {"call",
     "{\"heading\":\"Begin with one pot\",\"text\":\"Write down which window is the brightest, put one pot there "
     "today and look at the soil of it every morning before breakfast.\"}"},
    {"style", "{\"style\":\"Short sentences. No exclamation marks.\"}"},
    {"*", "The soil of herbs should feel dry before it is watered again, which depends on the window [1].\n\n- Basil "
          "wants a bright window [2].\n- Mint manages with less of it [3]."},
};

/* Writes the article with so many allocations; -1: as many as it likes. */
static enum status write_once(struct teller *teller, const char *library, const json_t *config, long allowed)
{
    const struct write_services services = {.library = library};
    struct desk desk = {0};
    struct error err = {0};
    const struct write_job job = desk_job(&desk, config, teller->model);
    struct arena *arena = arena_new();
    struct write_result result;
    assert_non_null(arena);
    teller->count = 0;
    oom_allocations_left = allowed;
    enum status status = write_article(&services, &job, arena, &result, &err);
    oom_allocations_left = -1;
    if (status != OK && status != E_MEMORY)
        fail_msg("allocation %ld: %s: %s", allowed, status_name(status), err.message);
    result_clear(&result);
    arena_free(arena);
    desk_clear(&desk);
    json_array_clear(teller->asked);
    return status;
}

/* Once there is memory again, the same model writes the article. */
static void survives(const char *library, const char *own, const char *members, long step)
{
    struct teller teller;
    json_t *config = make_config("indoor herb garden", own);
    enum status status = E_MEMORY;
    teller_start(&teller, script, members);
    for (long allowed = 0; status != OK; allowed += step) {
        status = write_once(&teller, library, config, allowed);
        if (allowed % 5 == 0 && write_once(&teller, library, config, -1) != OK)
            fail_msg("it cannot be asked after allocation %ld failed", allowed);
    }
    assert_true(teller.count > 5);
    teller_stop(&teller);
    json_decref(config);
}

#define ALL_PARTS                                                                                                      \
    "{\"includeFaq\":true,\"includeKeyTakeaways\":true,\"includeCta\":true,\"articleLength\":\"shorter\","             \
    "\"toneOfVoiceProfile\":\"automatic\",\"articleInstructions\":\"Be brief.\",\"pointOfView\":\"third_person\"}"

/* Each run repeats all before it, so that steps must be coarse; the odd width makes different runs hit different
 * places. */
static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    survives(LIBRARY, ALL_PARTS, "", 97);
}

static void and_without_sources(void **state)
{
    (void)state;
    survives(NULL, ALL_PARTS, ",\"effort\":\"plain\"", 23);
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    curl_global_init_mem(CURL_GLOBAL_ALL, __wrap_malloc, free, __wrap_realloc, oom_duplicate, __wrap_calloc);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere),
                                       cmocka_unit_test(and_without_sources)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    curl_global_cleanup();
    return failed;
}
