/* The table of search backends, and the folder as one of them. */
#include "research/search/search_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LIBRARY "examples/library"

#include "arena_fixture.h"

static struct error err;

static struct search_query query_for(const char *keyword, const char *language, size_t most)
{
    return (struct search_query){
        .keyword = str_from(keyword), .language = language_find(str_from(language)), .max_pages = most};
}

static void backends_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(search_backend_find(STR("folder")), &search_folder_backend);
    assert_null(search_backend_find(STR("Folder")));
    assert_null(search_backend_find(STR("")));
}

static void a_folder_gives_what_speaks_of_the_keyword(struct library_indexes *libraries)
{
    struct search_folder folder = {LIBRARY, libraries};
    const struct search_query query = query_for("how to grow mint", "English", 3);
    struct search_hits hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), OK);
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
    struct search_folder folder = {.path = LIBRARY};
    const struct search_query one = query_for("mint", "English", 5), two = query_for("basil", "English", 5),
                              both = query_for("mint vs basil", "English", 5);
    struct search_hits mint = {0}, basil = {0}, hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &one, arena, &mint, &err), OK);
    assert_int_equal(search_folder_backend.find(&folder, &two, arena, &basil, &err), OK);
    assert_int_equal(search_folder_backend.find(&folder, &both, arena, &hits, &err), OK);
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
    struct search_folder folder = {.path = LIBRARY};
    const struct search_query query = query_for("chromatic harmonica", "English", 5);
    struct search_hits hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), OK);
    assert_int_equal(hits.count, 0);
}

static void what_comes_nearest_is_shown(void **state)
{
    (void)state;
    struct search_folder folder = {.path = LIBRARY};
    const struct search_query query = query_for("chromatic mint harmonica", "English", 12);
    struct search_hits hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), OK);
    assert_in_range(hits.count, 1, 11);
    assert_non_null(strstr(hits.pages[0].url, "mint"));
}

static void a_folder_that_cannot_be_searched_says_why(void **state)
{
    (void)state;
    struct search_folder folder = {.path = "/nonexistent/notes"};
    atomic_bool cancel = true;
    struct search_query query = query_for("mint", "English", 5);
    struct search_hits hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), E_NOT_FOUND);
    assert_non_null(strstr(err.message, "/nonexistent/notes"));
    folder.path = LIBRARY;
    query.cancel = &cancel;
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), E_CANCELLED);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(backends_are_found_by_name),
        TEST(a_folder_is_searched_with_and_without_kept_indexes),
        TEST(both_sides_of_a_comparison_are_searched),
        TEST(nothing_found_is_no_error),
        TEST(what_comes_nearest_is_shown),
        TEST(a_folder_that_cannot_be_searched_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
