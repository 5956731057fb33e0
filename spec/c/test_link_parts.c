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
 * The text that is linked when "Alpha", which so many pages link, and "Alpha Beta", a name of that kind, have these
 * scores: the lexemes 1 and 1-2. NULL: none, or more than one.
 */
static const char *linked_name(const struct link_index *index, float linking, double part, double whole,
                               enum title_kind kind)
{
    static char text[sizeof content];
    struct arena *arena = arena_new();
    struct lexed lexed;
    float rows[2][FEATURE_COUNT] = {{[FEATURE_LINKED] = logf(1 + linking)}, {[FEATURE_TITLE_KIND] = (float)kind}};
    struct candidate list[2] = {{.first = 1, .last = 2, .page = 0, .score = part, .features = rows[0]},
                                {.first = 1, .last = 3, .page = 1, .score = whole, .features = rows[1]}};
    struct candidates candidates = {list, 2};
    struct choosing choosing = {.index = index, .content = str_from(content), .lexed = &lexed, .arena = arena};
    choosing.options = &link_default_options;
    choosing.own = own_page_of(index, NULL);
    choosing.min_score = 0.1;
    struct choices choices;
    assert_int_equal(lex_html(arena, choosing.content, LINK_MAX_WORDS, NULL, &lexed, NULL), OK);
    assert_int_equal(choose_links(&choosing, &candidates, arena, &choices, NULL), OK);
    bool is_one = choices.count == 1;
    if (is_one)
        snprintf(text, sizeof text, "%.*s", (int)(choices.list[0].end - choices.list[0].start),
                 content + choices.list[0].start);
    arena_free(arena);
    return is_one ? text : NULL;
}

static const char *linked_text(const struct link_index *index, float linking, double part, double whole)
{
    return linked_name(index, linking, part, whole, TITLE_NONE);
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

static void no_part_of_a_title_is_linked(void **state)
{
    assert_string_equal(linked_name(*state, 50, 0.9, 0.6, TITLE_WHOLE), "Alpha Beta");
    assert_null(linked_name(*state, 50, 0.9, 0.05, TITLE_WHOLE));
    assert_string_equal(linked_name(*state, 50, 0.9, 0.6, TITLE_HEAD), "Alpha");
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
        cmocka_unit_test(no_part_of_a_title_is_linked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
