/* What an article asks of a library. */
#include "research/library/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LIBRARY "examples/library"

#include "arena_fixture.h"

static struct error err;

static struct library_request query_for(const char *keyword, const char *language, size_t most)
{
    return (struct library_request){
        .keyword = str_from(keyword), .language = language_find(str_from(language)), .max_pages = most};
}

static void a_folder_gives_what_speaks_of_the_keyword(struct library_indexes *libraries)
{
    struct library_place place = {LIBRARY, libraries};
    const struct library_request query = query_for("how to grow mint", "English", 3);
    struct library_answer hits = {0};
    assert_int_equal(library_ask(&place, &query, arena, &hits, &err), OK);
    assert_in_range(hits.count, 1, 3);
    for (size_t i = 0; i < hits.count; i++)
        assert_string_equal(hits.pages[i].language->tag, "en");
    assert_true(hits.collection.pages > hits.count);
    assert_true(hits.collection.stem_count >= 2);
}

static void a_folder_is_searched_with_and_without_kept_indexes(void **state)
{
    (void)state;
    struct library_indexes *libraries;
    assert_int_equal(library_indexes_new(NULL, &libraries, &err), OK);
    a_folder_gives_what_speaks_of_the_keyword(libraries);
    a_folder_gives_what_speaks_of_the_keyword(libraries);
    a_folder_gives_what_speaks_of_the_keyword(NULL);
    library_indexes_free(libraries);
}

static void both_sides_of_a_comparison_are_searched(void **state)
{
    (void)state;
    struct library_place place = {.path = LIBRARY};
    const struct library_request one = query_for("mint", "English", 5), two = query_for("basil", "English", 5),
                                 both = query_for("mint vs basil", "English", 5);
    struct library_answer mint = {0}, basil = {0}, hits = {0};
    assert_int_equal(library_ask(&place, &one, arena, &mint, &err), OK);
    assert_int_equal(library_ask(&place, &two, arena, &basil, &err), OK);
    assert_int_equal(library_ask(&place, &both, arena, &hits, &err), OK);
    assert_string_equal(hits.pages[0].url, mint.pages[0].url);
    bool found = false;
    for (size_t i = 0; i < hits.count; i++)
        found = found || strcmp(hits.pages[i].url, basil.pages[0].url) == 0;
    assert_true(found);
    for (size_t i = 0; i < hits.count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(hits.pages[i].url, hits.pages[j].url);
}

static void nothing_found_is_no_error(void **state)
{
    (void)state;
    struct library_place place = {.path = LIBRARY};
    const struct library_request query = query_for("chromatic harmonica", "English", 5);
    struct library_answer hits = {0};
    assert_int_equal(library_ask(&place, &query, arena, &hits, &err), OK);
    assert_int_equal(hits.count, 0);
}

static void what_comes_nearest_is_shown(void **state)
{
    (void)state;
    struct library_place place = {.path = LIBRARY};
    const struct library_request query = query_for("chromatic mint harmonica", "English", 12);
    struct library_answer hits = {0};
    assert_int_equal(library_ask(&place, &query, arena, &hits, &err), OK);
    assert_in_range(hits.count, 1, 11);
    assert_non_null(strstr(hits.pages[0].url, "mint"));
}

static void a_folder_that_cannot_be_searched_says_why(void **state)
{
    (void)state;
    struct library_place place = {.path = "/nonexistent/notes"};
    atomic_bool cancel = true;
    struct library_request query = query_for("mint", "English", 5);
    struct library_answer hits = {0};
    assert_int_equal(library_ask(&place, &query, arena, &hits, &err), E_NOT_FOUND);
    assert_non_null(strstr(err.message, "/nonexistent/notes"));
    place.path = LIBRARY;
    query.cancel = &cancel;
    assert_int_equal(library_ask(&place, &query, arena, &hits, &err), E_CANCELLED);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_folder_is_searched_with_and_without_kept_indexes),
        TEST(both_sides_of_a_comparison_are_searched),
        TEST(nothing_found_is_no_error),
        TEST(what_comes_nearest_is_shown),
        TEST(a_folder_that_cannot_be_searched_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
