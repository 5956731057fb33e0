/*
 * The n-th allocation of building, opening and linking fails, for n after n until all goes well: an error, no crash,
 * no leak.
 */
#include "link_fixture.h"
#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A page of a table that is written as literals. */
#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

static const struct link_page site[] = {
    {TEXT("https://example.org/herbs"),
     TEXT("Herb Garden - Example"),
     TEXT("<p>All about the <b>herb</b> garden.</p>"),
     {0}},
    {TEXT("https://example.org/basil"),
     TEXT("Basil"),
     TEXT("<p>In the <a href='/herbs?a&amp;b'>kitchen</a> &Eacute;</p>"),
     {0}},
};

static enum status live(const char *path, enum link_format format)
{
    struct fixture_pages pages = {site, COUNT_OF(site), 0};
    struct link_index *index;
    struct link_result result;
    struct link_options options = {.format = format, .url = TEXT("https://example.org/x")};
    enum status status = link_build(path, fixture_next, &pages, NULL);
    if (status == OK)
        status = link_open(path, &index, NULL);
    if (status != OK)
        return status;
    struct arena *arena = arena_new();
    status = arena
                 ? link_content(index, STR("<p>BASIL &amp; h&eacute;rb, <a href='&amp;'>x</a> herb <i>garden</i></p>"),
                                &options, arena, &result, NULL)
                 : E_MEMORY;
    if (status == OK)
        assert_int_equal(result.count, 2);
    arena_free(arena);
    link_close(index);
    return status;
}

static void fails_cleanly(enum link_format format)
{
    char path[] = "/tmp/copydesk-oom.XXXXXX";
    close(mkstemp(path));
    oom_only_one_fails = true;
    long n = 0;
    for (enum status status = E_MEMORY; status != OK; n++) {
        oom_allocations_left = n;
        status = live(path, format);
        bool was_reached = oom_allocations_left == -1;
        oom_allocations_left = -1;
        assert_true(status == E_MEMORY || (status == E_IO && was_reached) || status == OK);
        if (status == OK && was_reached)
            status = E_MEMORY; /* that one could be done without */
        assert_true(n < 10000);
    }
    assert_true(n > 20);
    unlink(path);
}

static void html_fails_cleanly(void **state)
{
    (void)state;
    fails_cleanly(LINK_HTML);
}

static void markdown_fails_cleanly(void **state)
{
    (void)state;
    fails_cleanly(LINK_MARKDOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(html_fails_cleanly), cmocka_unit_test(markdown_fails_cleanly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
