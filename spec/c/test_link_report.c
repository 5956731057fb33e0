/* How the pages of a site link to each other: a small site whose links can be counted by hand, and what is hostile. */
#include "link/index/index.h"
#include "link/report/report.h"
#include "link_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

#define SITE "https://example.org"

static const struct link_page site[] = {
    {TEXT(SITE "/"),
     TEXT("Home"),
     TEXT("<nav><a href='/b'>Basil</a></nav><p>See <a href='/a'>Parsley</a>, <a href='/a#top'>Parsley</a> and "
          "<a href='http://example.org/a/'>the leaf</a>, not <a href='/'>home</a>.</p>"
          "<ul><li><a href='/d'>Dill</a></li></ul><p>Gone: <a href='/gone'>gone</a>, <a href='/gone#x'>gone</a>, "
          "<a href='/moved'>moved</a>, <a href='/file.pdf'>file</a>.</p>"),
     {0}},
    {TEXT(SITE "/a/"),
     TEXT("Parsley"),
     TEXT("<h2><a href='/b'>Basil</a></h2><p>Next to <a href='/b?utm=1'>basil</a> and <a href='../b'><img "
          "alt='a picture' src=x></a>, or <a href='https://elsewhere.example/b'>elsewhere</a>.</p>"),
     {0}},
    {TEXT(SITE "/b"),
     TEXT("Basil"),
     TEXT("<p>Read of <a href='/c'>chives</a> and <a href='/late'>parsley</a>.</p>"),
     {0}},
    {TEXT(SITE "/c"), TEXT("Chives"), TEXT("<p>Dill is near: <a href='/late'>here</a>.</p>"), {0}},
    {TEXT(SITE "/d"), TEXT("Dill"), TEXT("<p>No link.</p>"), {0}},
    {TEXT(SITE "/e"), TEXT("Endive"), TEXT("<p>To <a href='/e'>itself</a>.</p>"), {0}},
    {.url = TEXT(SITE "/moved"), .is_address = true, .status = 301, .leads_to = TEXT("/c")},
    {.url = TEXT(SITE "/late"), .is_address = true, .leads_to = TEXT("/moved")},
    {.url = TEXT(SITE "/gone"), .is_address = true, .status = 404},
    {.url = TEXT(SITE "/file.pdf"), .is_address = true, .status = 200},
};

struct fixture {
    struct arena *arena;
    struct link_index *index;
    struct link_report report;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    f->arena = arena_new();
    f->index = fixture_index(site, COUNT_OF(site));
    const struct report_options options = {.limit = 0};
    return f->index ? (int)link_report_make(f->index, &options, f->arena, &f->report, NULL) : 1;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    link_close(f->index);
    arena_free(f->arena);
    free(f);
    return 0;
}

static const struct report_page *find(const struct link_report *report, const char *url)
{
    for (size_t i = 0; i < report->inbound.count; i++)
        if (str_eq(report->inbound.list[i].url, str_from(url)))
            return &report->inbound.list[i];
    fail_msg("%s is not listed", url);
    return NULL;
}

static void assert_text(struct str text, const char *expected)
{
    if (!str_eq(text, str_from(expected)))
        fail_msg("\"%.*s\" instead of \"%s\"", STR_ARG(text), expected);
}

/* in, in text, out, out in text, depth */
static void assert_page(const struct link_report *report, const char *url, const int64_t expected[5])
{
    const struct report_page *page = find(report, url);
    const int64_t found[] = {page->inbound, page->inbound_in_text, page->outbound, page->outbound_in_text, page->depth};
    for (size_t i = 0; i < COUNT_OF(found); i++)
        if (found[i] != expected[i])
            fail_msg("%s: number %zu is %lld", url, i, (long long)found[i]);
}

static void counts_each_page(void **state)
{
    const struct link_report *report = &((struct fixture *)*state)->report;
    static const struct {
        const char *url;
        int64_t numbers[5];
    } pages[] = {
        {SITE "/", {0, 0, 4, 2, 0}},  {SITE "/a/", {1, 1, 1, 1, 1}}, {SITE "/b", {2, 1, 1, 1, 1}},
        {SITE "/c", {2, 2, 0, 0, 1}}, {SITE "/d", {1, 0, 0, 0, 1}},  {SITE "/e", {0, 0, 0, 0, -1}},
    };
    assert_int_equal(report->pages, COUNT_OF(pages));
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        assert_page(report, pages[i].url, pages[i].numbers);
    assert_int_equal(report->link_pairs, 6);
    assert_int_equal(report->links, 13); /* of home 6 and 2 broken ones, 3 of parsley, 2 of basil */
    assert_false(report->is_cut);
}

static void lists_pages_by_what_is_wrong_with_them(void **state)
{
    const struct link_report *report = &((struct fixture *)*state)->report;
    assert_int_equal(report->orphans.total, 2);
    assert_text(report->orphans.list[0].url, SITE "/e");
    assert_text(report->orphans.list[1].url, SITE "/d");
    assert_int_equal(report->unlinked, 1);
    assert_int_equal(report->weak.total, 3);
    assert_text(report->weak.list[0].url, SITE "/a/");
    assert_text(report->weak.list[2].url, SITE "/c");
    assert_int_equal(report->dead_ends.total, 3);
    assert_text(report->dead_ends.list[0].url, SITE "/c");
    assert_int_equal(report->unreachable.total, 1);
    assert_text(report->unreachable.list[0].url, SITE "/e");
    assert_text(report->top.list[0].url, SITE "/c");
    assert_text(report->entry, SITE "/");
    assert_int_equal(report->depth_count, 2);
    assert_int_equal(report->depths[1].pages, 4);
}

static void names_broken_links_once_for_a_page(void **state)
{
    const struct link_report *report = &((struct fixture *)*state)->report;
    assert_int_equal(report->broken_total, 1);
    assert_text(report->broken[0].from, SITE "/");
    assert_text(report->broken[0].to, SITE "/gone");
    assert_text(report->broken[0].text, "gone");
    assert_int_equal(report->broken[0].status, 404);
}

static void counts_what_links_say(void **state)
{
    const struct link_report *report = &((struct fixture *)*state)->report;
    assert_text(report->anchors[0].text, "Basil"); /* "Basil" twice, "basil" once */
    assert_text(report->anchors[0].url, SITE "/b");
    assert_int_equal(report->anchors[0].count, 3);
    assert_int_equal(report->anchor_total, 8);
    assert_int_equal(report->shared_total, 1);
    assert_text(report->shared[0].text, "Parsley");
    assert_int_equal(report->shared[0].count, 3);
    assert_int_equal(report->shared[0].target_count, 2);
    assert_text(report->shared[0].targets[0].url, SITE "/a/");
    assert_int_equal(report->shared[0].targets[0].count, 2);
}

static void tells_which_pages_could_link(void **state)
{
    const struct link_report *report = &((struct fixture *)*state)->report;
    const struct report_page *dill = find(report, SITE "/d");
    assert_int_equal(dill->suggestion_count, 1); /* the home page says it in a link alone */
    assert_text(dill->suggestions[0].url, SITE "/c");
    assert_text(dill->suggestions[0].text, "Dill");
    assert_int_equal(find(report, SITE "/e")->suggestion_count, 0);
}

static void draws_the_graph(void **state)
{
    const struct link_report *report = &((struct fixture *)*state)->report;
    assert_int_equal(report->graph.node_count, 6);
    assert_int_equal(report->graph.edge_count, 6);
    assert_text(report->graph.nodes[0].url, SITE "/");
    assert_int_equal(report->folders.node_count, 1);
    assert_text(report->folders.nodes[0].url, "example.org/");
    assert_int_equal(report->folders.nodes[0].orphans, 2);
}

static void takes_options(void **state)
{
    struct fixture *f = *state;
    const struct report_options options = {.limit = 1, .weak_below = 2, .nodes = 3, .entry = TEXT("/moved")};
    struct link_report report;
    assert_int_equal(link_report_make(f->index, &options, f->arena, &report, NULL), OK);
    assert_int_equal(report.orphans.count, 1);
    assert_int_equal(report.orphans.total, 2);
    assert_int_equal(report.anchor_count, 1);
    assert_int_equal(report.weak.total, 2);
    assert_int_equal(report.graph.node_count, 3);
    assert_int_equal(report.graph.node_total, 6);
    assert_true(report.is_cut);
    struct report_options entry = {.entry = TEXT(SITE "/late")};
    assert_int_equal(link_report_make(f->index, &entry, f->arena, &report, NULL), OK);
    assert_text(report.entry, SITE "/c");
    entry.entry = STR(SITE "/nowhere");
    assert_int_equal(link_report_make(f->index, &entry, f->arena, &report, NULL), OK);
    assert_text(report.entry, SITE "/");
}

static void makes_the_same_page_each_time(void **state)
{
    struct fixture *f = *state;
    struct str one, other;
    assert_int_equal(report_page(&f->report, STR("<Herbs>"), f->arena, &one, NULL), OK);
    assert_int_equal(report_page(&f->report, STR("<Herbs>"), f->arena, &other, NULL), OK);
    assert_true(str_eq(one, other));
    assert_true(str_find(one, STR("Links of &lt;Herbs&gt;"), 0) < one.len);
    assert_true(str_find(one, STR("href=\"" SITE "/c\""), 0) < one.len);
}

/* --- larger sites --- */

/* Pages in folders, each of which links to the next and to the first; every fifth only from a list. */
static struct link_index *large_site(size_t count, struct arena *arena)
{
    struct link_page *pages = ARENA_ARRAY(arena, count, struct link_page);
    for (size_t i = 0; i < count; i++) {
        size_t next = (i + 1) % count;
        pages[i].url = str_from(arena_printf(arena, SITE "/f%zu/%zu", i % 7, i));
        pages[i].title = str_from(arena_printf(arena, "Page %zu", i));
        pages[i].html = str_from(
            arena_printf(arena, "<p>First <a href='/f0/0'>page</a>, bottom.</p>%s<a href='/f%zu/%zu'>page %zu</a>%s",
                         next % 5 ? "<p>then " : "<ul><li>", next % 7, next, next, next % 5 ? "</p>" : "</li></ul>"));
    }
    return fixture_index(pages, count);
}

static void bounds_what_it_lists(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct link_index *index = large_site(700, arena);
    const struct report_options options = {.limit = 50};
    struct link_report report;
    assert_int_equal(link_report_make(index, &options, arena, &report, NULL), OK);
    assert_int_equal(report.pages, 700);
    assert_int_equal(report.orphans.total, 140); /* what all pages say of the first one is no text */
    assert_int_equal(report.orphans.count, 50);
    assert_int_equal(report.graph.node_total, 700);
    assert_true(report.graph.node_count <= REPORT_NODES && report.graph.node_count > 200);
    assert_int_equal(report.folders.node_count, 7);
    assert_text(report.folders.nodes[0].url, "example.org/f0/");
    assert_int_equal(report.folders.nodes[0].pages, 100);
    struct str page;
    assert_int_equal(report_page(&report, STR(""), arena, &page, NULL), OK);
    assert_true(str_find(page, STR("id=\"folders\""), 0) < page.len);
    assert_true(str_find(page, STR("The first 50 of 140 are listed."), 0) < page.len);
    link_close(index);
    arena_free(arena);
}

static void reports_on_a_site_without_pages(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct link_index *index = fixture_index(NULL, 0);
    const struct report_options options = {.limit = 0};
    struct link_report report;
    struct str page;
    assert_int_equal(link_report_make(index, &options, arena, &report, NULL), OK);
    assert_int_equal(report.pages, 0);
    assert_int_equal(report_page(&report, STR(""), arena, &page, NULL), OK);
    link_close(index);
    arena_free(arena);
}

/* Of two pages with one address the later one counts, with its links, wherever it comes. */
static void takes_the_links_of_the_later_reading(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        {TEXT(SITE "/"), TEXT("Home"), TEXT("<p>See <a href='/a'>Basil</a> and <a href='/gone'>that</a>.</p>"), {0}},
        {TEXT(SITE "/a"), TEXT("Basil"), TEXT("<p>See <a href='/b'>Dill</a> and <a href='/'>home</a>.</p>"), {0}},
        {TEXT(SITE "/b"), TEXT("Dill"), TEXT("<p>No link.</p>"), {0}},
        {TEXT(SITE "/"), TEXT("Home"), TEXT("<p>See <a href='/b'>Dill</a> and that.</p>"), {0}},
    };
    struct link_index *index = fixture_index(pages, COUNT_OF(pages));
    const struct report_options options = {.limit = 0};
    struct arena *arena = arena_new();
    struct link_report report;
    assert_int_equal(link_report_make(index, &options, arena, &report, NULL), OK);
    assert_int_equal(report.pages, 3);
    assert_int_equal(report.links, 3);
    assert_int_equal(report.broken_total, 0);
    assert_int_equal(find(&report, SITE "/a")->inbound, 0);
    assert_int_equal(find(&report, SITE "/b")->inbound, 2);
    arena_free(arena);
    link_close(index);
}

/* --- hostile files --- */

/* A text that is the target's title, one that is not, and none: each is read as it was written. */
static void tells_texts_from_titles(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        {TEXT(SITE "/"), TEXT("Home"), TEXT("<p>See <a href='/a'>Basil</a>, <a href='/b'></a> and that.</p>"), {0}},
        {TEXT(SITE "/a"), TEXT("Basil"), TEXT("<p>See <a href='/b'>Basil</a> and that.</p>"), {0}},
        {TEXT(SITE "/b"), TEXT("Dill"), TEXT("<p>See <a href='/'>Home</a> and that.</p>"), {0}},
    };
    static const char *const texts[] = {"Home", "Basil", "", "Basil"}; /* by URL, then by text */
    struct link_index *index = fixture_index(pages, COUNT_OF(pages));
    const struct report_options options = {.limit = 0};
    struct arena *arena = arena_new();
    struct link_report report;
    assert_int_equal(link_report_make(index, &options, arena, &report, NULL), OK);
    assert_int_equal(report.anchor_count, COUNT_OF(texts));
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_true(str_eq(report.anchors[i].text, str_from(texts[i])));
    arena_free(arena);
    link_close(index);
}

/* Sets each number of a section to one that is out of range, and makes a report of it. */
static void survives(struct link_index *index, enum index_section_id section)
{
    unsigned char *data = (unsigned char *)(uintptr_t)index->data + index->header.sections[section].offset;
    size_t size = index_count(index, section) * index_record_size(section);
    struct arena *arena = arena_new();
    for (size_t at = 0; at + 4 <= size; at += 4) {
        static const uint32_t values[] = {UINT32_MAX, 0x7FFFFFFF, 6, 0x80000000, 1000000};
        uint32_t before;
        memcpy(&before, data + at, 4);
        memcpy(data + at, &values[at / 4 % COUNT_OF(values)], 4);
        const struct report_options options = {.entry = TEXT(SITE "/late")};
        struct link_report report;
        struct str page;
        assert_int_equal(link_report_make(index, &options, arena, &report, NULL), OK);
        assert_int_equal(report_page(&report, STR(""), arena, &page, NULL), OK);
        memcpy(data + at, &before, 4);
    }
    arena_free(arena);
}

static void passes_over_records_out_of_range(void **state)
{
    (void)state;
    struct link_index *index = fixture_index(site, COUNT_OF(site)); /* small: a copy in memory that may be written */
    for (int section = SECTION_AUDIT_LINKS; section <= SECTION_AUDIT_TOTALS; section++)
        survives(index, section);
    link_close(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(counts_each_page, setup, teardown),
        cmocka_unit_test_setup_teardown(lists_pages_by_what_is_wrong_with_them, setup, teardown),
        cmocka_unit_test_setup_teardown(names_broken_links_once_for_a_page, setup, teardown),
        cmocka_unit_test_setup_teardown(counts_what_links_say, setup, teardown),
        cmocka_unit_test_setup_teardown(tells_which_pages_could_link, setup, teardown),
        cmocka_unit_test_setup_teardown(draws_the_graph, setup, teardown),
        cmocka_unit_test_setup_teardown(takes_options, setup, teardown),
        cmocka_unit_test_setup_teardown(makes_the_same_page_each_time, setup, teardown),
        cmocka_unit_test(bounds_what_it_lists),
        cmocka_unit_test(reports_on_a_site_without_pages),
        cmocka_unit_test(tells_texts_from_titles),
        cmocka_unit_test(takes_the_links_of_the_later_reading),
        cmocka_unit_test(passes_over_records_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
