/*
 * Content made to be expensive: what linking it allocates, all allocations of our own code summed up, stays within a
 * few times its length, and what any content costs.
 */
#include "link_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static size_t allocated; /* bytes, freed or not */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    allocated += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocated += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    allocated += size;
    return __real_realloc(memory, size);
}

enum { MEBIBYTE = 1024 * 1024, TIMES = 8, FIXED = MEBIBYTE };

static const struct hostile {
    const char *before, *piece, *behind;
    size_t bytes;
} contents[] = {
    {"", "a", "", 4 * MEBIBYTE},
    {"", "\u00e9", "", 4 * MEBIBYTE},
    {"", "\ufdfa", "", 4 * MEBIBYTE}, /* one character that folds to eighteen */
    {"", "<", "", 4 * MEBIBYTE},
    {"", "&", "", 4 * MEBIBYTE},
    {"", "[", "", 4 * MEBIBYTE},
    {"", "*", "", 4 * MEBIBYTE},
    {"", " ", "", 4 * MEBIBYTE},
    {"", "\xff", "", 4 * MEBIBYTE},
    {"", "&amp;", "", 4 * MEBIBYTE},
    {"", "a-", "", 4 * MEBIBYTE},
    {"", "a ", "", 4 * MEBIBYTE},
    {"", "herb garden ", "", 4 * MEBIBYTE},
    {"<!--", "-", "", 4 * MEBIBYTE},
    {"<a href=\"", "&amp;", "\">", 4 * MEBIBYTE},
    {"<p ", "a ", ">", 1 * MEBIBYTE},
    {"<p ", "abcdef=\"x\" ", ">", 1100 * 1000}, /* 100,000 attributes */
    {"<a ", "href=x ", ">herb</a>", 1 * MEBIBYTE},
    {"", "<b>", "herb", 60 * 1000}, /* 20,000 nested elements */
    {"", "<ul><li>", "herb", 160 * 1000},
    {"", "</b>", "", 4 * MEBIBYTE},
    {"", "<h2>", "herb", 1 * MEBIBYTE},
    {"", "<a>", "herb", 1 * MEBIBYTE},
};

static char *make(const struct hostile *hostile, size_t *length)
{
    size_t piece = strlen(hostile->piece), count = hostile->bytes / piece;
    size_t before = strlen(hostile->before), behind = strlen(hostile->behind);
    char *content = malloc(before + count * piece + behind + 1);
    assert_non_null(content);
    memcpy(content, hostile->before, before);
    for (size_t i = 0; i < count; i++)
        memcpy(content + before + i * piece, hostile->piece, piece);
    memcpy(content + before + count * piece, hostile->behind, behind);
    *length = before + count * piece + behind;
    return content;
}

static void allocates_little(void **state)
{
    struct link_options options = {.format = LINK_HTML, .min_score = -1};
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        size_t length;
        char *content = make(&contents[i], &length);
        struct link_result result;
        allocated = 0;
        struct arena *arena = arena_new();
        assert_int_equal(link_content(*state, (struct str){content, length}, &options, arena, &result, NULL), OK);
        arena_free(arena);
        free(content);
        if (allocated > TIMES * length + FIXED)
            fail_msg("content %zu, \"%s\": %zu bytes for %zu", i, contents[i].piece, allocated, length);
    }
}

static int open_index(void **state)
{
    static const char *const titles[] = {"herb", "herb garden", "garden herb", "a"};
    *state = fixture_index_of(titles, COUNT_OF(titles), 2);
    return *state ? 0 : 1;
}

static int close_index(void **state)
{
    link_close(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocates_little),
    };
    return cmocka_run_group_tests(tests, open_index, close_index);
}
