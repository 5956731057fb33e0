/* The whole before its part: which of two phrases that stand in each other is linked. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "link/choose/choose.h"
#include "link_fixture.h"

static const char content[] = "<p>See Alpha Beta now.</p>";

/*
 * The text that is linked when "Alpha", which so many pages link, and "Alpha Beta" have these scores: the lexemes 1 and
 * 1-2. NULL: none, or more than one.
 */
static const char *linked_text(const struct link_index *index, float linking, double part, double whole)
{
    static char text[sizeof content];
    struct arena *arena = arena_new();
    struct lexed lexed;
    float rows[2][FEATURE_COUNT] = {{[FEATURE_LINKED] = logf(1 + linking)}};
    struct candidate list[2] = {{.first = 1, .last = 2, .page = 0, .score = part, .features = rows[0]},
                                {.first = 1, .last = 3, .page = 1, .score = whole, .features = rows[1]}};
    struct candidates candidates = {list, 2};
    struct choosing choosing = {.index = index, .content = str_from(content), .lexed = &lexed, .arena = arena};
    choosing.options = &link_default_options;
    choosing.own_page = INDEX_NO_PAGE;
    choosing.min_score = 0.1;
    struct choice *choices = NULL;
    size_t count = 0;
    assert_int_equal(lex_html(arena, choosing.content, LINK_MAX_WORDS, &lexed, NULL), OK);
    assert_int_equal(choose_links(&choosing, &candidates, arena, &choices, &count, NULL), OK);
    if (count == 1)
        snprintf(text, sizeof text, "%.*s", (int)(choices[0].end - choices[0].start), content + choices[0].start);
    arena_free(arena);
    return count == 1 ? text : NULL;
}

static void the_whole_goes_before_a_part_that_scores_no_better(void **state)
{
    assert_string_equal(linked_text(*state, 50, 0.6, 0.6), "Alpha Beta");
    assert_string_equal(linked_text(*state, 50, 0.6, 0.7), "Alpha Beta");
}

static void a_part_that_pages_link_goes_before_a_whole_that_scores_less(void **state)
{
    assert_string_equal(linked_text(*state, 50, 0.9, 0.6), "Alpha");
    assert_string_equal(linked_text(*state, 2, 0.9, 0.6), "Alpha");
}

static void a_part_that_was_linked_once_goes_behind_any_whole(void **state)
{
    assert_string_equal(linked_text(*state, 1, 0.9, 0.2), "Alpha Beta");
    assert_string_equal(linked_text(*state, 0, 0.9, 0.2), "Alpha Beta");
}

static void a_whole_that_is_no_link_leaves_the_part(void **state)
{
    assert_string_equal(linked_text(*state, 1, 0.9, 0.05), "Alpha");
}

static int set_up(void **state)
{
    static const char *const titles[] = {"Alpha", "Alpha Beta"};
    *state = fixture_index_of(titles, 2, 1);
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    link_close(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_goes_before_a_part_that_scores_no_better),
        cmocka_unit_test(a_part_that_pages_link_goes_before_a_whole_that_scores_less),
        cmocka_unit_test(a_part_that_was_linked_once_goes_behind_any_whole),
        cmocka_unit_test(a_whole_that_is_no_link_leaves_the_part),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
