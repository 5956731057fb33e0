/* Excerpts whose memory runs out at any point: an error, never a crash, and nothing lost. */
#include "oom.h"

#include "research/excerpt/excerpt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const documents[] = {
    "<h1>Care</h1><p>Basil is a herb of warm places.</p><h2>Kinds</h2><p>There are two of them:</p><dl><dt>Sweet</dt>"
    "<dd>The common one, which is grown for its leaves.</dd><dt>Thai</dt><dd>One with red stems.</dd></dl><h2>Light"
    "</h2><p>It must have:</p><ul><li>six hours</li><li>warmth</li></ul><pre>a\nb</pre><table><tr><td>Herb</td><td>Sun"
    "</td></tr><tr><td>Basil</td><td>6</td></tr></table><h2>See also</h2><p>Mint and other herbs.</p>",
    "<h1>Sweet basil</h1><p>Basil is a herb of warm places.</p><p>The leaves of sweet basil are picked in summer, and "
    "the light of six hours a day is what it needs.</p>"};

static enum status use(const struct page *pages, struct arena *arena)
{
    const struct excerpts_options options = {.language = language_find(STR("English"))};
    struct excerpts excerpts;
    struct excerpt_term *terms;
    struct error err;
    size_t numbers[8], count;
    enum status status = excerpts_build(arena, pages, 2, &options, &excerpts, &err);
    const struct excerpt_query query = {.keyword = STR("sweet basil"), .heading = STR("Light"), .most = 8};
    if (!status)
        status = excerpts_rank(&excerpts, &query, arena, numbers, &count, &err);
    if (!status) {
        double match = excerpts_match(&excerpts, 0, STR("basil")); /* 0 where memory ran out */
        if (match == 0)
            status = E_MEMORY;
    }
    return status ? status : excerpts_terms(&excerpts, arena, &terms, &count, &err);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct page pages[2];
    assert_non_null(arena);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(page_read(arena, str_from(documents[i]), PAGE_HTML, "utf-8", "page.html", &pages[i], NULL),
                         OK);
    bool done = false;
    for (long allowed = 0; !done; allowed++) {
        struct arena *own = arena_new();
        assert_non_null(own);
        oom_allocations_left = allowed;
        enum status status = use(pages, own);
        oom_allocations_left = -1;
        done = status == OK;
        if (!done)
            assert_int_equal(status, E_MEMORY);
        arena_free(own);
    }
    arena_free(arena);
}

static void memory_may_run_out_once(void **state)
{
    oom_only_one_fails = true;
    memory_may_run_out_anywhere(state);
    oom_only_one_fails = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere),
                                       cmocka_unit_test(memory_may_run_out_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
