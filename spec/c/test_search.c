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
    return (struct search_query){str_from(keyword), language_find(str_from(language)), most, NULL};
}

static void backends_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(search_backend_find(STR("folder")), &search_folder_backend);
    assert_null(search_backend_find(STR("Folder")));
    assert_null(search_backend_find(STR("")));
}

static void a_folder_gives_what_speaks_of_the_keyword(struct library_cache *cache)
{
    struct search_folder folder = {LIBRARY, cache};
    const struct search_query query = query_for("mint", "English", 3);
    struct search_hits hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), OK);
    assert_in_range(hits.count, 1, 3);
    for (size_t i = 0; i < hits.count; i++)
        assert_string_equal(hits.pages[i].language->tag, "en");
    search_folder_backend.release(&folder, &hits);
    assert_int_equal(hits.count, 0);
}

static void a_folder_is_searched_with_and_without_a_cache(void **state)
{
    (void)state;
    struct library_cache *cache;
    assert_int_equal(library_cache_new(&cache, &err), OK);
    a_folder_gives_what_speaks_of_the_keyword(cache);
    a_folder_gives_what_speaks_of_the_keyword(NULL);
    library_cache_free(cache);
}

static void nothing_found_is_no_error(void **state)
{
    (void)state;
    struct search_folder folder = {.path = LIBRARY};
    const struct search_query query = query_for("chromatic harmonica", "English", 5);
    struct search_hits hits = {0};
    assert_int_equal(search_folder_backend.find(&folder, &query, arena, &hits, &err), OK);
    assert_int_equal(hits.count, 0);
    search_folder_backend.release(&folder, &hits);
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
    search_folder_backend.release(&folder, &hits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backends_are_found_by_name),
        cmocka_unit_test(a_folder_is_searched_with_and_without_a_cache),
        cmocka_unit_test(nothing_found_is_no_error),
        cmocka_unit_test(a_folder_that_cannot_be_searched_says_why),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
