/* An article of a language model whose memory runs out at any point: an error, never a crash, and nothing lost. Work
 * side by side that has a thread of its own has all the memory that it wants; that of the article's own thread has not.
 */
#include "oom.h"

#include "test_prompted.h"

#include <curl/curl.h>

static const char article[] =
    "An indoor herb garden is a few pots on a windowsill that give fresh leaves all year [45]. It asks for light "
    "before "
    "all else [28].\n\n## Which window suits an indoor herb garden\n\nMost herbs for the kitchen want six to eight "
    "hours "
    "of direct sun a day [29]. A window to the south has most of it through the year in the northern hemisphere [30]. "
    "Those to the west suit basil, and the morning sun of the east is enough for parsley, mint and chives [30].\n\n- "
    "**Turning:** a quarter turn of each pot every two or three days keeps the stems straight [31].\n- **Lamps:** "
    "white "
    "lamps do well between 4,000 and 6,500 kelvin [32].\n\n## How much to water\n\nToo much water kills more herbs in "
    "pots than too little does [19]. A finger in the soil tells best: moisture-loving herbs want water when it feels "
    "dry "
    "at a depth of two centimetres [20]. They cost 99 dollars [20]. This is a lot.\n\n== CLOSE\n\n## Where to "
    "begin\n\nBegin with chives or mint, which forgive most mistakes [46].\n\n== QUESTIONS\n\n### How long can herbs "
    "live without their owner?\n\nA week, where they stand out of the sun and were watered well before [27].\n\n== "
    "ACTION\n\n## Begin with one pot\n\nWrite down which window is the brightest, put one pot there today and look at "
    "its soil every morning before breakfast.";

static const struct scripted script[] = {
    {"article*", article},
    {"plan", "READER: beginners\nANGLE: light comes first\nDISAGREE:\nnone\nOPENING: the window\nOUTLINE:\n## Choosing "
             "a window\nsays: light decides\nfrom: none\nform: prose\nwords: 120\n## Watering the indoor herb "
             "garden\nsays: less is more\nfrom: none\nform: list\nwords: 120"},
    {"write-1*",
     "An indoor herb garden wants a bright window.\n\n## Choosing a window\n\nThe brightest window is a good "
     "place for herbs that like the sun. Those that do not may stand behind them."},
    {"write-*", "## Watering the indoor herb garden\n\nMost herbs like soil that is nearly dry before they are watered "
                "again:\n\n- Basil wants more of it.\n- Mint manages with less."},
    {"edit*",
     "S2: Light is what it needs before all else [28].\nS3 ok\nS4+: Buildings may keep the sun from it "
     "[30].\nH2: How often to water\nTITLE: Indoor herb garden: choosing a window for your herbs\nMETA: An "
     "indoor herb garden wants light, water and some patience; here is which window suits which of the herbs at "
     "home.\nTAKEAWAYS:\n- Herbs on a windowsill ask for light before all else, and for little water (S2)"},
    {"style", "{\"style\":\"Short sentences. No exclamation marks.\"}"},
    {"*", "TITLE: Indoor herb garden: choosing a window"},
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
static void survives(const char *library, const char *own, const char *members, long step, int least)
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
    assert_true(teller.count >= least);
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
    survives(LIBRARY, ALL_PARTS, "", 97, 3);
}

static void and_without_sources(void **state)
{
    (void)state;
    survives(NULL, ALL_PARTS, ",\"effort\":\"plain\"", 23, 3);
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
