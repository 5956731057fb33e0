/* Research whose memory runs out at any point: an error, never a crash, and nothing lost. */
#include "oom_write.h"
#include "research_place.h"

static void memory_may_run_out_in_research(void **state)
{
    (void)state;
    survives(&services, "indoor herb garden", "{\"realTimeData\":true,\"includeFaq\":true}", 97);
    survives(&services, "indoor herb garden", "{\"realTimeData\":true,\"enableDeepResearch\":true}", 997);
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_in_research)};
    return cmocka_run_group_tests(tests, open_place, close_place);
}
