/*
 * Content made to be expensive, in every format: what linking it allocates, all allocations of our own code summed up,
 * stays within a few times its length, and what any content costs; so does what it holds at one time. Each is done in
 * an instant (a reading that is quadratic in the length would take hours).
 */
#include "link_fixture.h"

#include <malloc.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static size_t allocated; /* bytes, freed or not */
static size_t held;      /* the most that were not freed at one time */

enum { LARGE = 4096 }; /* an allocation at which it is asked how much is held: asking takes its time */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static size_t held_now(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void count(size_t size)
{
    allocated += size;
    size_t now = size < LARGE ? 0 : held_now() + size;
    held = now > held ? now : held;
}

void *__wrap_malloc(size_t size)
{
    count(size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t items, size_t size)
{
    count(items * size);
    return __real_calloc(items, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    count(size);
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
    {"", "\u00e9-", "", 4 * MEBIBYTE},
    {"", "herb-", "", 4 * MEBIBYTE},
    {"", "l'", "", 4 * MEBIBYTE},
    {"", "l'\u00e9 ", "", 4 * MEBIBYTE},
    {"", "\u2019s ", "", 4 * MEBIBYTE},
    {"", "'", "", 4 * MEBIBYTE},
    {"", "-", "", 4 * MEBIBYTE},
    {"", ">", "", 4 * MEBIBYTE},
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

static void link_hostile(const struct link_index *index, struct str content, enum link_format format)
{
    struct link_options options = {.format = format, .min_score = -1};
    struct link_result result;
    size_t before = held_now();
    allocated = held = 0;
    struct arena *arena = arena_new();
    assert_int_equal(link_content(index, content, &options, arena, &result, NULL), OK);
    arena_free(arena);
    held -= before < held ? before : held;
}

static void takes_little_memory(void **state)
{
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        size_t length, most;
        char *content = make(&contents[i], &length);
        most = TIMES * length + FIXED;
        for (int format = LINK_HTML; format <= LINK_TEXT; format++) {
            link_hostile(*state, (struct str){content, length}, (enum link_format)format);
            /* Each tag in Markdown is read by a tokenizer of its own: many small allocations, one after the other. */
            if (held > most || (allocated > most && format != LINK_MARKDOWN))
                fail_msg("format %d, content %zu, \"%s\": %zu bytes, %zu at a time, for %zu", format, i,
                         contents[i].piece, allocated, held, length);
        }
        free(content);
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
        cmocka_unit_test(takes_little_memory),
    };
    return cmocka_run_group_tests(tests, open_index, close_index);
}
