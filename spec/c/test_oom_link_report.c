/*
 * The n-th allocation of building an index and reporting on it fails, for n after n until all goes well: an error, no
 * crash, no leak.
 */
#include "link/report/report.h"
#include "link_fixture.h"
#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

static const struct link_page site[] = {
    {TEXT("https://example.org/"),
     TEXT("Herb Garden"),
     TEXT("<p>In the <a href='/basil'>kitchen &amp; yard</a>, <a href='/gone'>gone</a>, <a href='/old'>old</a>.</p>"),
     {0}},
    {TEXT("https://example.org/basil"),
     TEXT("Basil"),
     TEXT("<p>Of the herb garden: <a href='/mint/'>mint</a></p>"),
     {0}},
    {TEXT("https://example.org/mint"), TEXT("Mint"), TEXT("<ul><li><a href='/basil'>Basil</a></ul>"), {0}},
    {.url = TEXT("https://example.org/old"), .is_address = true, .leads_to = TEXT("/mint")},
};

static enum status report_on(const struct link_index *index)
{
    const struct report_options options = {.entry = TEXT("https://example.org/old")};
    struct link_report report;
    struct str page;
    struct arena *arena = arena_new();
    if (!arena)
        return E_MEMORY;
    enum status status = link_report_make(index, &options, arena, &report, NULL);
    if (status == OK)
        status = report_page(&report, STR("Herbs"), arena, &page, NULL);
    if (status == OK) /* a link whose address finds no room is left out */
        assert_true(report.pages == 3 && report.links >= 4);
    arena_free(arena);
    return status;
}

static enum status live(const char *path)
{
    struct fixture_pages pages = {site, COUNT_OF(site), 0};
    struct link_index *index;
    enum status status = link_build(path, fixture_next, &pages, NULL);
    if (status == OK)
        status = link_open(path, &index, NULL);
    if (status != OK)
        return status;
    status = report_on(index);
    link_close(index);
    return status;
}

static void fails_cleanly(void **state)
{
    (void)state;
    char path[] = "/tmp/copydesk-oom.XXXXXX";
    close(mkstemp(path));
    oom_only_one_fails = true;
    long n = 0;
    for (enum status status = E_MEMORY; status != OK; n++) {
        oom_allocations_left = n;
        status = live(path);
        bool was_reached = oom_allocations_left == -1;
        oom_allocations_left = -1;
        assert_true(status == E_MEMORY || (status == E_IO && was_reached) || status == OK);
        if (status == OK && was_reached)
            status = E_MEMORY; /* that one could be done without */
        assert_true(n < 10000);
    }
    assert_true(n > 40);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fails_cleanly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
