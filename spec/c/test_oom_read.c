/*
 * Reading pages and choosing among them when memory runs out at any allocation, libcurl's included: an error, never a
 * crash, a leak or half a page; and the reader is as good as before.
 */
#include "research/read/read.h"

#include "faulty_host.h"
#include "oom.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char bread[] =
    "<!doctype html><html lang=\"en\"><head><title>Sourdough bread</title></head><body><article><h1>Sourdough "
    "bread</h1><p>Flour and water ferment for 12 hours before the sourdough bread is baked.</p></article></body>"
    "</html>";

enum { PAGES = 3 };

struct desk {
    struct faulty_host hosts[PAGES];
    char urls[PAGES][60];
};

static int set_up(void **state)
{
    static const enum host_fault faults[PAGES] = {HOST_CIRCLES, HOST_GOOD, HOST_LOOPS};
    struct desk *desk = calloc(1, sizeof *desk);
    *state = desk;
    for (size_t i = 0; i < PAGES; i++) {
        host_start(&desk->hosts[i], faults[i], bread);
        snprintf(desk->urls[i], sizeof desk->urls[i], "%s/", desk->hosts[i].url);
        desk->hosts[i].robots = "User-agent: *\nDisallow: /private\n";
    }
    desk->hosts[0].elsewhere = desk->hosts[1].url;
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    for (size_t i = 0; i < PAGES; i++)
        host_stop(&desk->hosts[i]);
    free(desk);
    return 0;
}

/* On this thread alone, where allocations are counted. */
static enum status read_pages(const struct desk *desk, struct reader *reader, struct arena *arena, struct reading *list)
{
    struct error err;
    const struct read_options options = {.parallel = 1};
    const struct lookup lookup = {.arena = arena, .err = &err};
    for (size_t i = 0; i < PAGES; i++)
        list[i] = (struct reading){.url = desk->urls[i]};
    enum status status = reader_read(reader, list, PAGES, &options, &lookup);
    assert_true(!status || err.status == status);
    return status;
}

static void assert_complete(const struct reading *list)
{
    for (size_t i = 0; i < 2; i++) {
        if (list[i].status)
            fail_msg("%s: %s", list[i].url, list[i].problem);
        assert_string_equal(list[i].page.title, "Sourdough bread");
    }
    assert_int_equal(list[2].status, E_LIMIT);
    assert_non_null(strstr(list[2].problem, "redirects more than 5 times"));
}

/* Each with a net of its own: libcurl may keep a connection that it lacked the memory to close well. */
static enum status read_anew(const struct desk *desk, struct arena *arena, struct reading *list)
{
    static const char *const allowed[] = {"127.0.0.1"};
    const struct net_options net_options = {.allow_addresses = allowed, .allow_count = 1};
    struct reader_options options = {.pause_ms = -1, .keep_seconds = 60};
    struct reader *reader = NULL;
    enum status status = net_new(&net_options, &options.net, NULL);
    if (!status)
        status = reader_new(&options, &reader, NULL);
    assert_int_equal(reader != NULL, status == OK);
    if (!status)
        status = read_pages(desk, reader, arena, list);
    reader_free(reader);
    net_free(options.net);
    return status;
}

/* Where a failure goes unnoticed, a page was not kept, or libcurl took it for one of the host. */
static void assert_named(const struct reading *list)
{
    for (size_t i = 0; i < PAGES; i++)
        assert_true(list[i].status == OK ? !list[i].problem && list[i].page.count : list[i].problem != NULL);
}

static void reading_survives(void **state)
{
    const struct desk *desk = *state;
    struct reading list[PAGES];
    bool is_enough = false;
    long failures = 0;
    for (long count = 0; !is_enough; count += count < 60 ? 1 : 7) {
        struct arena *arena = arena_new();
        oom_allocations_left = count;
        enum status status = read_anew(desk, arena, list);
        is_enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        failures += status == E_MEMORY;
        assert_true(status == OK || (status == E_MEMORY && !is_enough));
        if (is_enough)
            assert_complete(list);
        else if (!status)
            assert_named(list);
        arena_free(arena);
    }
    assert_true(failures > 60);
}

static void choosing_survives(void **state)
{
    (void)state;
    static const char text[] = "# Sourdough bread\n\n"
                               "Flour and water ferment for 12 hours before the bread is baked.\n";
    const struct str query = STR("sourdough bread");
    const struct choose_options options = {
        .queries = &query, .query_count = 1, .language = language_find(STR("en")), .max_bytes = 120};
    struct arena *pages_arena = arena_new();
    struct page page;
    assert_int_equal(page_read(pages_arena, str_from(text), PAGE_MARKDOWN, "", "page", &page, NULL), OK);
    bool is_enough = false;
    for (long count = 0; !is_enough; count++) {
        struct arena *arena = arena_new();
        struct error err;
        const struct lookup lookup = {.arena = arena, .err = &err};
        struct page_choice list[] = {{.page = &page}, {.page = &page}};
        oom_allocations_left = count;
        enum status status = read_choose(list, COUNT_OF(list), &options, &lookup);
        is_enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        assert_int_equal(status, is_enough ? OK : status == OK ? OK : E_MEMORY);
        if (!status) {
            assert_int_equal(list[0].fate, PAGE_USED);
            assert_int_equal(list[1].fate, PAGE_REPEATS);
        }
        arena_free(arena);
    }
    arena_free(pages_arena);
}

static void reading_survives_one_failure(void **state)
{
    oom_only_one_fails = true;
    reading_survives(state);
    oom_only_one_fails = false;
}

static void choosing_survives_one_failure(void **state)
{
    oom_only_one_fails = true;
    choosing_survives(state);
    oom_only_one_fails = false;
}

int main(void)
{
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, free, realloc, oom_duplicate, calloc) != CURLE_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reading_survives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reading_survives_one_failure, set_up, tear_down),
        cmocka_unit_test(choosing_survives),
        cmocka_unit_test(choosing_survives_one_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
