/* Which of the pages that were read are used, and why the others are not. */
#include "research/read/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char about_compost[] =
    "# Composting leaves\n\nLeaves become dark compost within a year when the heap is kept moist and turned often. "
    "Composting leaves needs some green material as well. Shredded leaves rot faster than whole ones.\n\n"
    "## When to turn the heap\n\nTurn the compost every 3 weeks. The leaves in the middle of the heap grow warm. "
    "Composting leaves in a closed bin takes longer, as less air comes to them.\n";

/* The same with a few words changed, as sites do that live on the texts of others. */
static const char near_copy[] =
    "# Composting leaves\n\nLeaves become dark compost within a year when the heap is kept moist and turned often. "
    "Composting leaves needs some green material as well. Shredded leaves rot faster than whole ones.\n\n"
    "## When to turn the heap\n\nTurn the compost every 3 weeks. The leaves in the middle of the heap grow warm. "
    "Composting leaves in a closed bin takes longer, as less air comes in.\n";

static const char mentions_it[] =
    "# A garden in autumn\n\nThe beds are covered with straw before the first frost. Fallen leaves can go on the "
    "compost. Roses are cut back by a third, and tools are oiled.\n";

static const char about_cars[] =
    "# Engines of small cars\n\nA small engine has three cylinders and a turbocharger. Its belt is changed every 6 "
    "years. The oil is changed every year.\n";

static const char in_german[] = "# Laub kompostieren\n\nDas Laub wird in einem Jahr zu dunkler Erde, wenn der Haufen "
                                "feucht bleibt. Es ist gut, das "
                                "Laub vorher zu zerkleinern, und der Haufen wird alle drei Wochen umgesetzt.\n";

struct desk {
    struct arena *arena;
    struct error err;
    struct page_choice list[8];
    struct page pages[8];
    size_t count;
};

static int set_up(void **state)
{
    struct desk *desk = calloc(1, sizeof *desk);
    desk->arena = arena_new();
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static struct page_choice *add(struct desk *desk, const char *markdown)
{
    struct page *page = &desk->pages[desk->count];
    const char *url = arena_printf(desk->arena, "http://example.org/%zu", desk->count);
    assert_int_equal(page_read(desk->arena, str_from(markdown), PAGE_MARKDOWN, "utf-8", url, page, &desk->err), OK);
    struct page_choice *choice = &desk->list[desk->count++];
    *choice = (struct page_choice){.page = page};
    return choice;
}

static void choose(struct desk *desk, struct choose_options options)
{
    static const struct str keyword = {"composting leaves", 17};
    const struct lookup lookup = {.arena = desk->arena, .err = &desk->err};
    if (!options.queries) {
        options.queries = &keyword;
        options.query_count = 1;
    }
    options.language = language_find(STR("en"));
    if (read_choose(desk->list, desk->count, &options, &lookup) != OK)
        fail_msg("%s", desk->err.message);
}

static void those_that_speak_of_it_are_used_best_first(void **state)
{
    struct desk *desk = *state;
    const struct page_choice *cars = add(desk, about_cars), *garden = add(desk, mentions_it);
    const struct page_choice *compost = add(desk, about_compost);
    choose(desk, (struct choose_options){0});
    assert_int_equal(cars->fate, PAGE_OFF_TOPIC);
    assert_int_equal(compost->fate, PAGE_USED);
    assert_int_equal(compost->rank, 0);
    assert_int_equal(garden->fate, PAGE_USED);
    assert_int_equal(garden->rank, 1);
    assert_true(compost->score > garden->score);
    assert_int_equal(page_bytes(&compost->used), page_bytes(compost->page));
    assert_false(compost->used.is_cut);
}

static void a_page_may_be_found_by_any_of_the_queries(void **state)
{
    struct desk *desk = *state;
    const struct str queries[] = {STR("composting leaves"), STR("engines of small cars")};
    const struct page_choice *cars = add(desk, about_cars), *compost = add(desk, about_compost);
    choose(desk, (struct choose_options){.queries = queries, .query_count = COUNT_OF(queries)});
    assert_int_equal(cars->fate, PAGE_USED);
    assert_int_equal(compost->fate, PAGE_USED);
}

static void a_near_copy_is_left_out(void **state)
{
    struct desk *desk = *state;
    const struct page_choice *garden = add(desk, mentions_it), *first = add(desk, about_compost);
    const struct page_choice *copy = add(desk, near_copy), *again = add(desk, about_compost);
    choose(desk, (struct choose_options){0});
    assert_int_equal(garden->fate, PAGE_USED);
    assert_int_equal(first->fate, PAGE_USED);
    assert_int_equal(copy->fate, PAGE_REPEATS);
    assert_int_equal(copy->like, 1);
    assert_int_equal(again->fate, PAGE_REPEATS);
    assert_int_equal(again->like, 1);
}

static void dates_outside_the_range_are_left_out(void **state)
{
    struct desk *desk = *state;
    struct page_choice *old = add(desk, about_compost), *unknown = add(desk, mentions_it);
    struct page_choice *fresh = add(desk, near_copy), *future = add(desk, about_cars);
    old->published_ms = 1000;
    fresh->published_ms = 3000;
    future->published_ms = 4001;
    choose(desk, (struct choose_options){.from_ms = 2000, .to_ms = 4000});
    assert_int_equal(old->fate, PAGE_OUT_OF_DATE);
    assert_int_equal(unknown->fate, PAGE_USED);
    assert_int_equal(fresh->fate, PAGE_USED); /* what it copies is not used */
    assert_int_equal(future->fate, PAGE_OUT_OF_DATE);
}

static void all_together_are_of_bounded_length(void **state)
{
    struct desk *desk = *state;
    const struct page_choice *garden = add(desk, mentions_it), *compost = add(desk, about_compost);
    size_t length = page_bytes(compost->page);
    choose(desk, (struct choose_options){.max_bytes = length, .max_page_bytes = length});
    assert_int_equal(compost->fate, PAGE_USED);
    assert_int_equal(garden->fate, PAGE_NO_ROOM);
    choose(desk, (struct choose_options){.max_bytes = 400});
    assert_int_equal(compost->fate, PAGE_USED);
    assert_true(compost->used.is_cut);
    assert_int_equal(page_bytes(&compost->used), 100);
    assert_int_equal(page_bytes(compost->page), length);
    assert_int_equal(garden->fate, PAGE_USED);
    choose(desk, (struct choose_options){.max_pages = 1});
    assert_int_equal(compost->fate, PAGE_USED);
    assert_int_equal(garden->fate, PAGE_NO_ROOM);
}

static void pages_in_another_language_are_asked_for_the_same_words(void **state)
{
    struct desk *desk = *state;
    const struct str queries[] = {STR("Laub kompostieren")};
    const struct page_choice *english = add(desk, about_compost), *german = add(desk, in_german);
    assert_string_equal(german->page->language->tag, "de");
    choose(desk, (struct choose_options){.queries = queries, .query_count = 1});
    assert_int_equal(english->fate, PAGE_OFF_TOPIC);
    assert_int_equal(german->fate, PAGE_USED);
}

/* Half of the words are enough where the noun is the title; not where it is said in passing, nor with the other word.
 */
static void a_page_need_not_say_again_what_its_site_is_about(void **state)
{
    struct desk *desk = *state;
    const struct str queries[] = {STR("masks in Gimp")}, tables[] = {STR("table partitioning")};
    const struct page_choice *edit =
        add(desk, "# Editing a mask of a layer\n\nThe mask of the layer is painted with black and white.\n");
    const struct page_choice *history =
        add(desk, "# A history of Gimp\n\nThe first version of Gimp came out long ago, and it had few tools.\n");
    const struct page_choice *update =
        add(desk, "# Updating a table\n\nRows of a table are changed one after the other, and old ones stay.\n");
    const struct page_choice *parts =
        add(desk, "# Partitioning\n\nPartitioning splits what is one thing into many smaller pieces of it.\n");
    choose(desk, (struct choose_options){.queries = queries, .query_count = 1});
    assert_int_equal(edit->fate, PAGE_USED);
    assert_int_equal(history->fate, PAGE_OFF_TOPIC);
    choose(desk, (struct choose_options){.queries = tables, .query_count = 1});
    assert_int_equal(update->fate, PAGE_OFF_TOPIC);
    assert_int_equal(parts->fate, PAGE_USED);
    const struct str masks[] = {STR("Gimp masks")};
    const struct page_choice *passing =
        add(desk, "# Colours\n\nA colour may be taken from masks that somebody else has drawn before.\n");
    choose(desk, (struct choose_options){.queries = masks, .query_count = 1});
    assert_int_equal(edit->fate, PAGE_USED);
    assert_int_equal(passing->fate, PAGE_OFF_TOPIC);
}

static void nothing_is_chosen_from_nothing(void **state)
{
    struct desk *desk = *state;
    choose(desk, (struct choose_options){0});
    const struct page_choice *empty = add(desk, ""), *compost = add(desk, about_compost);
    choose(desk, (struct choose_options){0});
    assert_int_equal(empty->fate, PAGE_OFF_TOPIC);
    assert_int_equal(compost->fate, PAGE_USED);
    for (int i = 0; i < PAGE_FATES; i++)
        assert_true(strlen(page_fate_words((enum page_fate)i)) > 3);
}

static void it_can_be_called_off(void **state)
{
    struct desk *desk = *state;
    atomic_bool cancel = true;
    const struct lookup lookup = {.arena = desk->arena, .err = &desk->err, .cancel = &cancel};
    const struct str query = STR("composting leaves");
    const struct choose_options options = {.queries = &query, .query_count = 1};
    add(desk, about_compost);
    assert_int_equal(read_choose(desk->list, desk->count, &options, &lookup), E_CANCELLED);
}

#define CHOOSE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHOOSE_TEST(those_that_speak_of_it_are_used_best_first),
        CHOOSE_TEST(a_page_may_be_found_by_any_of_the_queries),
        CHOOSE_TEST(a_near_copy_is_left_out),
        CHOOSE_TEST(dates_outside_the_range_are_left_out),
        CHOOSE_TEST(all_together_are_of_bounded_length),
        CHOOSE_TEST(pages_in_another_language_are_asked_for_the_same_words),
        CHOOSE_TEST(a_page_need_not_say_again_what_its_site_is_about),
        CHOOSE_TEST(nothing_is_chosen_from_nothing),
        CHOOSE_TEST(it_can_be_called_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
