/* Which hits of a research are read. */
#include "write/sources/sources_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 8 };

struct bench {
    struct error err;
    struct writing writing;
    struct study study;
    struct hit hits[MOST];
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    struct arena *arena = arena_new();
    if (!bench || !arena)
        return -1;
    bench->writing.err = &bench->err;
    bench->writing.brief.sought = STR("layer masks");
    bench->writing.brief.language = language_find(STR("en"));
    bench->study = (struct study){
        .writing = &bench->writing, .arena = arena, .level = level_row(RESEARCH_STANDARD), .hits = bench->hits};
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    arena_free(bench->study.arena);
    free(bench);
    return 0;
}

/* The earlier, the better. */
static void found(struct bench *bench, const char *address, const char *title)
{
    struct hit *hit = &bench->hits[bench->study.hit_count];
    *hit = (struct hit){.result = {.url = address, .title = title, .text = ""},
                        .address = address,
                        .query = STR("layer masks"),
                        .value = 1.0 / (double)(1 + bench->study.hit_count++),
                        .share = -1};
}

static void expect(struct bench *bench, size_t most, const char *const *addresses, size_t count)
{
    struct hit **list = ARENA_ARRAY(bench->study.arena, most, struct hit *);
    assert_int_equal(choosing_hits(&bench->study, most, most, list), count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(list[i]->address, addresses[i]);
}

static void a_host_waits_for_others_that_fit(void **state)
{
    struct bench *bench = *state;
    found(bench, "http://a.example/1.html", "Layer masks");
    found(bench, "http://a.example/2.html", "Editing layer masks");
    found(bench, "http://a.example/3.html", "Showing layer masks");
    found(bench, "http://a.example/4.html", "Deleting layer masks");
    found(bench, "http://b.example/5.html", "Layer masks of others");
    static const char *const best[] = {"http://a.example/1.html", "http://a.example/2.html", "http://a.example/3.html",
                                       "http://b.example/5.html"};
    expect(bench, COUNT_OF(best), best, COUNT_OF(best));
}

static void a_host_does_not_wait_for_what_fits_less(void **state)
{
    struct bench *bench = *state;
    found(bench, "http://a.example/1.html", "Layer masks");
    found(bench, "http://a.example/2.html", "Editing layer masks");
    found(bench, "http://a.example/3.html", "Showing layer masks");
    found(bench, "http://a.example/4.html", "Deleting layer masks");
    found(bench, "http://b.example/5.html", "Credits");
    static const char *const best[] = {"http://a.example/1.html", "http://a.example/2.html", "http://a.example/3.html",
                                       "http://a.example/4.html"};
    expect(bench, COUNT_OF(best), best, COUNT_OF(best));
}

/* What a gap was asked for is named as the query names it, not as the subject. */
static void the_first_hit_of_a_query_that_fits_is_read(void **state)
{
    struct bench *bench = *state;
    found(bench, "http://a.example/1.html", "Layer masks");
    found(bench, "http://b.example/2.html", "Editing layer masks");
    found(bench, "http://c.example/3.html", "Feathering of edges");
    bench->hits[2].query = STR("feathering edges");
    bench->hits[2].rank = 1;
    static const char *const best[] = {"http://c.example/3.html", "http://a.example/1.html"};
    expect(bench, COUNT_OF(best), best, COUNT_OF(best));
}

static void the_same_page_at_another_host_waits(void **state)
{
    struct bench *bench = *state;
    found(bench, "http://a.example/help/masks.html", "Layer masks");
    found(bench, "http://b.example/help/masks.html", "Layer masks");
    found(bench, "http://b.example/", "Layer masks on the web");
    found(bench, "http://c.example/", "Layer masks for all");
    static const char *const best[] = {"http://a.example/help/masks.html", "http://b.example/", "http://c.example/"};
    static const char *const rest[] = {"http://b.example/help/masks.html"};
    expect(bench, COUNT_OF(best), best, COUNT_OF(best));
    expect(bench, 2, rest, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_host_waits_for_others_that_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_host_does_not_wait_for_what_fits_less, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_first_hit_of_a_query_that_fits_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_page_at_another_host_waits, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
