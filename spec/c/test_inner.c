/* A request that a handler makes of another route: answered at once, suspended and resumed by another thread, refused.
 */
#include "service/http/http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"
#include "inner_place.h"

static void assert_answer(const char *method, const char *target, int status, const char *text)
{
    const struct inner_answer answer = ask_inner(arena, &(struct inner_call){.method = method, .target = target});
    assert_int_equal(answer.status, status);
    assert_int_equal(strlen(answer.body.data), answer.body.len);
    assert_non_null(strstr(answer.body.data, text));
}

static void it_is_asked_in_the_name_of_who_asks(void **state)
{
    (void)state;
    authorized = cleaned = 0;
    assert_answer("GET", "/echo/a-b", 200,
                  "{\"id\":\"a-b\",\"user\":\"somebody\",\"key\":\"\",\"type\":\"\",\"body\":{}}");
    assert_int_equal(authorized, 1);
    assert_int_equal(cleaned, 1);
    const struct inner_call call = {"POST", "/echo/1", STR("{\"n\":1}"), "once"};
    assert_non_null(
        strstr(ask_inner(arena, &call).body.data, "\"key\":\"once\",\"type\":\"application/json\",\"body\":{\"n\":1}"));
}

static void another_thread_resumes_it(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++)
        assert_answer("GET", "/suspended", 200, "{\"late\":true}");
}

static void another_thread_has_it_run_again(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        looks = 0;
        assert_answer("GET", "/looks", 200, "{\"looks\":4}");
    }
}

static void it_may_have_been_answered_before(void **state)
{
    (void)state;
    assert_answer("GET", "/empty", 204, "");
    pthread_join(helper, NULL);
}

static void what_is_wrong_is_a_problem(void **state)
{
    (void)state;
    assert_answer("GET", "/nothing", 404, "There is nothing at this address.");
    assert_answer("DELETE", "/echo/1", 404, "There is nothing at this address.");
    is_refused = true;
    assert_answer("GET", "/echo/1", 403, "Not you.");
    is_refused = false;
    size_t size = route_body_limit(&place_routes[1]) + 1;
    char *large = calloc(1, size);
    assert_non_null(large);
    const struct inner_call call = {"POST", "/echo/1", {large, size}, NULL};
    assert_int_equal(ask_inner(arena, &call).status, 413);
    free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_is_asked_in_the_name_of_who_asks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_thread_resumes_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_thread_has_it_run_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_may_have_been_answered_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_a_problem, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
