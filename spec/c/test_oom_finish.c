/* An article with a brand, terms and easy sentences whose memory runs out at any point: an error, never a crash, and
 * nothing lost. */
#include "oom_write.h"

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

static void memory_may_run_out_anywhere(void **state)
{
    const struct write_services services = {.library = LIBRARY};
    (void)state;
    survives_with(&services, load_brand, "indoor herb garden",
                  "{\"brandId\":\"a\",\"brandMentionLevel\":\"prominent\",\"seoOptimizationLevel\":\"ai_powered\","
                  "\"articleLength\":\"shorter\",\"readabilityMode\":\"8th_grade\"}",
                  97);
    survives_with(&services, load_brand, "indoor herb garden",
                  "{\"brandId\":\"a\",\"brandMentionLevel\":\"subtle\",\"seoOptimizationLevel\":\"manual\","
                  "\"extraEntitiesPrompt\":\"mildew, kiln\",\"articleLength\":\"shorter\"}",
                  101);
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
