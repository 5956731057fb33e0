/* What the pages are made with when memory runs out at any allocation: a problem, never half a page or a crash. */
#include "service/http/http.h"
#include "service/web/articles/articles.h"
#include "service/web/frame/frame.h"

#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "inner_place.h"

/* Ends a try with so many allocations; the next one gets one more. */
static void end_try(bool works, long *allowed)
{
    bool ran_out = oom_allocations_left <= 0;
    oom_allocations_left = -1;
    assert_true(works || ran_out);
    assert_true(++*allowed < 10000);
}

static void ask_until_it_works(const struct inner_call *call, int status)
{
    long allowed = 0;
    struct inner_answer answer;
    do {
        struct arena *fresh = arena_new();
        assert_non_null(fresh);
        oom_allocations_left = allowed;
        answer = ask_inner(fresh, call);
        bool works = answer.status == status;
        assert_true(works || answer.status == 503);
        assert_non_null(answer.body.data);
        end_try(works, &allowed);
        arena_free(fresh);
    } while (answer.status != status);
}

static void an_inner_request_is_answered_or_503(void **state)
{
    char large[3000];
    (void)state;
    memset(large, ' ', sizeof large);
    large[0] = '[', large[sizeof large - 1] = ']';
    const struct inner_call call = {"POST", "/echo/1", {large, sizeof large}, "once"};
    for (int one = 0; one <= 1; one++) {
        oom_only_one_fails = one;
        ask_until_it_works(&call, 200);
        ask_until_it_works(&(struct inner_call){.method = "GET", .target = "/suspended"}, 200);
    }
    oom_only_one_fails = false;
}

static void a_form_is_read_or_not(void **state)
{
    bool works = false;
    long allowed = 0;
    (void)state;
    while (!works) {
        struct form form;
        struct arena *fresh = arena_new();
        struct request request = {.arena = fresh};
        for (int i = 0; i < 400; i++)
            buf_printf(&request.body, "%sfield%d=a%%20value", i ? "&" : "", i);
        oom_allocations_left = allowed;
        works = form_read_body(&request, &form);
        end_try(works, &allowed);
        if (works) {
            assert_int_equal(form.count, 400);
            assert_string_equal(form_value(&form, "field399"), "a value");
        }
        buf_free(&request.body);
        arena_free(fresh);
    }
}

static void markup_is_whole_or_failed(void **state)
{
    bool works = false;
    long allowed = 0;
    (void)state;
    while (!works) {
        struct buf out = {0};
        oom_allocations_left = allowed;
        for (int i = 0; i < 200; i++)
            markup(&out, "<p>%s %d</p>", "a & b", i);
        works = !out.failed;
        end_try(works, &allowed);
        buf_free(&out);
    }
}

static void an_event_that_finds_no_memory_is_not_kept(void **state)
{
    char tag[EVENT_TAG_SIZE];
    struct buf out = {0};
    (void)state;
    oom_allocations_left = 0;
    assert_null(event_cache_new());
    oom_allocations_left = -1;
    struct event_cache *cache = event_cache_new();
    struct event_of of = {"local", "status=queued", 1};
    oom_allocations_left = 0;
    event_cache_put(cache, &of, "\"1\"", STR("data: []"));
    oom_allocations_left = -1;
    assert_false(event_cache_get(cache, &of, tag, &out));
    event_cache_put(cache, &of, "\"1\"", STR("data: []"));
    assert_true(event_cache_get(cache, &of, tag, &out));
    assert_string_equal(buf_text(&out), "data: []");
    assert_string_equal(tag, "\"1\"");
    of.changes = 2;
    assert_false(event_cache_get(cache, &of, tag, &out));
    assert_false(event_cache_get(cache, &(struct event_of){"other", "status=queued", 1}, tag, &out));
    assert_false(event_cache_get(cache, &(struct event_of){"local", "", 1}, tag, &out));
    event_cache_free(cache);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_inner_request_is_answered_or_503),
        cmocka_unit_test(a_form_is_read_or_not),
        cmocka_unit_test(markup_is_whole_or_failed),
        cmocka_unit_test(an_event_that_finds_no_memory_is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
