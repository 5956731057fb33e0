/* Every allocation of polishing fails once: an error comes back, or the same result as ever. */
#include "oom.h"

#include "test_polish.h"

static const char article[] =
    "<h1>T</h1>\n<p>It is important to note that basil needs sun.<sup><a href=\"u\">1</a></sup> A one. B two. C three. "
    "D "
    "four.</p>\n<p>In short, <b>basil</b> needs sun.</p>\n<h2>S</h2>\n<p>The tool was written by a student. Basil "
    "needs "
    "sun and grows. Sun and basil: basil needs sun and grows.</p>\n<ul>\n<li>The garden on the south side has the most "
    "light of all the beds, and the soil there is dry in the late summer months.</li>\n<li>It is <code>x</code> &amp; "
    "a "
    "robust pot.</li></ul>\n<table><tr><td>1</td></tr></table>\n";

static enum status edit_all(void *context, const struct polish_request *requests, size_t count, struct arena *arena,
                            struct str *answers, struct error *err)
{
    (void)context;
    (void)requests;
    (void)count;
    (void)arena;
    (void)err;
    answers[0] = STR("S2: A one and only.\nS4-S5: C three and D four.\nS6: Student 7 wrote it.\nS1 ok\n");
    return OK;
}

static enum status polish(const struct polish_editor *editor, char **result)
{
    struct str polished;
    struct error err;
    struct arena *arena = arena_new();
    *result = NULL;
    if (!arena)
        return E_MEMORY;
    enum status status =
        polish_html(arena, str_from(article), language_find(STR("en")), &all_settings, editor, &polished, NULL, &err);
    if (!status) {
        *result = __real_malloc(polished.len + 1);
        memcpy(*result, polished.data, polished.len);
        (*result)[polished.len] = '\0';
    }
    arena_free(arena);
    return status;
}

static void every_allocation_may_fail(const struct polish_editor *editor)
{
    char *expected, *result;
    assert_int_equal(polish(editor, &expected), OK);
    assert_string_not_equal(expected, article);
    int failures = 0;
    for (long n = 0;; n++) {
        oom_only_one_fails = true;
        oom_allocations_left = n;
        enum status status = polish(editor, &result);
        bool was_hit = oom_allocations_left < 0;
        oom_allocations_left = -1;
        assert_true(status == OK || status == E_MEMORY);
        failures += status == E_MEMORY;
        if (status == OK)
            assert_string_equal(result, expected);
        free(result);
        if (!was_hit)
            break;
    }
    assert_true(failures > 50);
    free(expected);
}

static void rules_meet_no_memory(void **state)
{
    (void)state;
    every_allocation_may_fail(NULL);
}

static void an_editor_meets_no_memory(void **state)
{
    (void)state;
    static const struct polish_editor editor = {edit_all, NULL, 10000};
    every_allocation_may_fail(&editor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_meet_no_memory),
        cmocka_unit_test(an_editor_meets_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
