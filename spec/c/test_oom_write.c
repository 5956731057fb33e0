/* An article whose memory runs out at any point: an error, never a crash, and nothing lost. */
#include "oom_write.h"

/* Each run repeats all before it, so that steps must be coarse; the odd width makes different runs hit different
 * places. */
static void memory_may_run_out_anywhere(void **state)
{
    const struct write_services services = {.library = LIBRARY};
    (void)state;
    survives(&services, "Kräutergarten auf der Fensterbank",
             "{\"language\":\"German\",\"includeFaq\":true,\"includeKeyTakeaways\":true}", 7);
}

/* With steps so coarse that all of it is fast. */
static void memory_may_run_out_in_any_type(void **state)
{
    const struct write_services services = {.library = LIBRARY};
    (void)state;
    survives(&services, "5 herbs for a windowsill",
             "{\"articleType\":\"listicle\",\"enableAutomaticLength\":true,\"includeCta\":true,"
             "\"enableSupplementalInformation\":true}",
             1009);
    survives(&services, "indoor herb garden", "{\"articleType\":\"service_page\"}", 1009);
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere),
                                       cmocka_unit_test(memory_may_run_out_in_any_type)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
