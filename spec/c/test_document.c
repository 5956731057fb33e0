/* The HTML of a document: marks on sentences, citations of runs; and pages stored and loaded. */
#include "write/document/document.h"
#include "write/sources/sources_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

#define SENTENCE(words, number)                                                                                        \
    {                                                                                                                  \
        .text = STR(words), .source = (number), .id = -1                                                               \
    }
#define ITEM(words, number, place)                                                                                     \
    {                                                                                                                  \
        .text = STR(words), .source = (number), .id = -1, .item = (place)                                              \
    }

static const char *html_of(struct model_block block)
{
    struct citation list[3] = {{.number = 0}};
    struct citations citations = {.list = list, .count = COUNT_OF(list), .is_shown = true};
    struct document document = {.arena = arena};
    struct buf html = {0};
    document_text(&document, &(struct model_text){&block, 1});
    document_html(&document, 0, document.count, &citations, &html);
    char *copy = arena_copy(arena, buf_text(&html));
    buf_free(&html);
    return copy;
}

/* French has a blank before its colon, Chinese none behind it. */
static void test_terms(void **state)
{
    (void)state;
    static const char *const colons[] = {NULL, " : ", "：", ": "};
    static const char *const expected[] = {"<strong>A&amp;B:</strong> c.", "<strong>A&amp;B :</strong> c.",
                                           "<strong>A&amp;B：</strong>c.", "<strong>A&amp;B:</strong> c."};
    struct model_sentence sentence = {.text = STR("c."), .term = STR("A&B"), .source = OWN_WORDS, .id = -1};
    struct model_block block = {&sentence, 1};
    for (size_t i = 0; i < COUNT_OF(colons); i++) {
        struct citations citations = {.colon = colons[i]};
        struct document document = {.arena = arena};
        struct buf html = {0};
        document_text(&document, &(struct model_text){&block, 1});
        document_html(&document, 0, document.count, &citations, &html);
        assert_non_null(strstr(buf_text(&html), expected[i]));
        buf_free(&html);
    }
}

static void assert_sentence(struct model_sentence sentence, const char *expected)
{
    sentence.source = OWN_WORDS;
    assert_string_equal(html_of((struct model_block){&sentence, 1}), expected);
}

static void assert_spans(const char *text, const struct span *spans, size_t count, const char *expected)
{
    assert_sentence((struct model_sentence){.text = str_from(text), .spans = {spans, count}}, expected);
}

static void test_spans(void **state)
{
    (void)state;
    assert_spans("Run pg_dump <x> & go.", (const struct span[]){{SPAN_CODE, 4, 15}}, 1,
                 "<p>Run <code>pg_dump &lt;x&gt;</code> &amp; go.</p>\n");
    assert_spans("2^31 and H2O", (const struct span[]){{SPAN_SUPERSCRIPT, 1, 4}, {SPAN_SUBSCRIPT, 10, 11}}, 2,
                 "<p>2<sup>31</sup> and H<sub>2</sub>O</p>\n");
    assert_spans(
        "a b c d",
        (const struct span[]){{SPAN_STRONG, 0, 7}, {SPAN_EMPHASIS, 0, 3}, {SPAN_CODE, 2, 3}, {SPAN_CODE, 4, 5}}, 4,
        "<p><strong><em>a <code>b</code></em> <code>c</code> d</strong></p>\n");
    assert_spans("cells", (const struct span[]){{SPAN_CELL, 0, 5}, {SPAN_EMPHASIS, 0, 2}}, 2,
                 "<p><em>ce</em>lls</p>\n");
}

/* What overlaps, is out of order, reaches over the end or into a letter is left out. */
static void test_spans_that_are_wrong(void **state)
{
    (void)state;
    assert_spans("abc def", (const struct span[]){{SPAN_CODE, 0, 3}, {SPAN_EMPHASIS, 2, 5}, {SPAN_STRONG, 4, 7}}, 3,
                 "<p><code>abc</code> <strong>def</strong></p>\n");
    assert_spans("abc", (const struct span[]){{SPAN_CODE, 1, 9}, {SPAN_CODE, 2, 2}, {(enum span_kind)77, 0, 1}}, 3,
                 "<p>abc</p>\n");
    assert_spans("abc", (const struct span[]){{SPAN_CODE, 2, 3}, {SPAN_EMPHASIS, 0, 1}}, 2,
                 "<p>ab<code>c</code></p>\n");
    assert_spans("\xC3\xA4", (const struct span[]){{SPAN_CODE, 0, 1}}, 1, "<p>\xC3\xA4</p>\n");
    assert_spans("2^", (const struct span[]){{SPAN_SUPERSCRIPT, 1, 2}}, 1, "<p>2^</p>\n");
}

/* A link may begin or end within a mark. */
static void test_spans_and_links(void **state)
{
    (void)state;
    const struct span spans[] = {{SPAN_EMPHASIS, 0, 7}, {SPAN_CODE, 4, 7}};
    assert_sentence((struct model_sentence){.text = STR("one two three"),
                                            .spans = {spans, 2},
                                            .link = {.url = STR("https://a/"), .start = 2, .length = 3}},
                    "<p><em>on</em><a href=\"https://a/\"><em>e <code>t</code></em></a><em><code>wo</code></em> three"
                    "</p>\n");
}

static void test_runs_are_cited_once(void **state)
{
    (void)state;
    struct model_sentence run[] = {SENTENCE("A.", 0), SENTENCE("B.", 0), SENTENCE("C.", 1), SENTENCE("D.", OWN_WORDS),
                                   SENTENCE("E.", 1)};
    assert_string_equal(html_of((struct model_block){run, 5}),
                        "<p>A. B.<sup>1</sup> C.<sup>2</sup> D. E.<sup>2</sup></p>\n");
    struct model_sentence list[] = {SENTENCE("Before.", 0), SENTENCE("Two:", 0), ITEM("a", 0, 1), ITEM("b", 0, 2)};
    assert_string_equal(html_of((struct model_block){list, 4}),
                        "<p>Before. Two:</p>\n<ul>\n<li>a</li>\n<li>b<sup>1</sup></li>\n</ul>\n");
    struct model_sentence mixed[] = {SENTENCE("Said.", 0), ITEM("a", 0, 1), ITEM("b", 1, 2), SENTENCE("End.", 1)};
    assert_string_equal(html_of((struct model_block){.sentences = mixed, .count = 4, .is_ordered = true}),
                        "<p>Said.<sup>1</sup></p>\n<ol>\n<li>a<sup>1</sup></li>\n<li>b<sup>2</sup></li>\n</ol>\n"
                        "<p>End.<sup>2</sup></p>\n");
    struct model_sentence two[] = {SENTENCE("A.", 0), SENTENCE("B.", 0)};
    two[0].also[0] = 2;
    assert_string_equal(html_of((struct model_block){two, 2}), "<p>A.<sup>1</sup><sup>2</sup> B.<sup>1</sup></p>\n");
}

static void test_tables_are_cited_once(void **state)
{
    (void)state;
    struct model_sentence cells[] = {SENTENCE("H", 0), SENTENCE("I", 0), SENTENCE("1", 0),
                                     SENTENCE("2", 1), SENTENCE("3", 0), SENTENCE("4", 0)};
    assert_string_equal(html_of((struct model_block){.kind = TEXT_TABLE, .sentences = cells, .count = 6, .columns = 2}),
                        "<table>\n<thead>\n<tr><th>H</th><th>I</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td>2<sup>1"
                        "</sup></td></tr>\n<tr><td>3</td><td>4<sup>2</sup></td></tr>\n</tbody>\n</table>\n");
}

/* --- pictures and films --- */

static void assert_figure(struct document_figure figure, const char *expected)
{
    struct citations citations = {.is_shown = true};
    struct document document = {.arena = arena};
    struct buf html = {0};
    document_figure(&document, &figure);
    document_html(&document, 0, document.count, &citations, &html);
    assert_string_equal(buf_text(&html), expected);
    buf_free(&html);
}

#define SHOWN                                                                                                          \
    "<figure><img src=\"/media/1.png\" alt=\"A &quot;pot&quot;\" width=\"640\" height=\"480\" loading=\"lazy\">"

static void test_pictures(void **state)
{
    (void)state;
    struct document_figure figure = {
        .url = STR("/media/1.png"), .alternative = STR("A \"pot\""), .width = 640, .height = 480};
    assert_figure(figure, SHOWN "</figure>\n");
    figure.caption = STR("Clay & sand");
    assert_figure(figure, SHOWN "<figcaption>Clay &amp; sand</figcaption></figure>\n");
    figure.page = STR("https://photos.example/?a&b");
    assert_figure(figure, SHOWN "<figcaption><a href=\"https://photos.example/?a&amp;b\">Clay &amp; sand</a>"
                                "</figcaption></figure>\n");
    figure.credit = STR("Photo by <Ada>");
    assert_figure(figure, SHOWN "<figcaption>Clay &amp; sand. <a href=\"https://photos.example/?a&amp;b\">"
                                "Photo by &lt;Ada&gt;</a></figcaption></figure>\n");
    figure.caption = STR("What is it?");
    figure.license = STR("CC BY 4.0");
    assert_figure(figure, SHOWN "<figcaption>What is it? <a href=\"https://photos.example/?a&amp;b\">"
                                "Photo by &lt;Ada&gt;</a>, CC BY 4.0</figcaption></figure>\n");
    figure.caption = figure.credit = STR("");
    figure.license_url = STR("https://cc.example/by");
    assert_figure(figure, SHOWN "<figcaption><a href=\"https://cc.example/by\" rel=\"license\">CC BY 4.0</a>"
                                "</figcaption></figure>\n");
    figure.license_url = STR("javascript:alert(1)");
    assert_figure(figure, SHOWN "<figcaption>CC BY 4.0</figcaption></figure>\n");
    figure = (struct document_figure){.url = STR("https://a/1.png"), .alternative = STR("x"), .width = 5};
    assert_figure(figure, "<figure><img src=\"https://a/1.png\" alt=\"x\" loading=\"lazy\"></figure>\n");
}

static void test_figures_with_other_addresses_are_left_out(void **state)
{
    (void)state;
    static const char *const addresses[] = {"", "javascript:alert(1)", "data:image/png;base64,AA", "//a.example/1.png",
                                            "media/1.png"};
    for (size_t i = 0; i < COUNT_OF(addresses); i++)
        for (int kind = FIGURE_PICTURE; kind <= FIGURE_FILM; kind++)
            assert_figure((struct document_figure){(enum figure_kind)kind, .url = str_from(addresses[i])}, "");
    assert_figure((struct document_figure){.kind = FIGURE_FILM, .url = STR("/media/1.png")}, "");
}

static void test_films(void **state)
{
    (void)state;
    static const char player[] =
        "<figure><iframe src=\"https://p.example/1\" title=\"A &lt;film\" width=\"560\" height=\"315\" "
        "loading=\"lazy\" "
        "sandbox=\"allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox\" "
        "allow=\"fullscreen; encrypted-media; picture-in-picture\" referrerpolicy=\"strict-origin-when-cross-origin\" "
        "allowfullscreen></iframe><figcaption><a href=\"https://%s\">A &lt;film</a></figcaption></figure>\n";
    struct document_figure figure = {
        .kind = FIGURE_FILM, .url = STR("https://p.example/1"), .alternative = STR("A <film")};
    assert_figure(figure, arena_printf(arena, player, "p.example/1"));
    figure.page = STR("https://v.example/2");
    assert_figure(figure, arena_printf(arena, player, "v.example/2"));
}

/* --- pages stored and loaded --- */

static struct page reloaded(const json_t *value)
{
    struct page page;
    stored_page_load(arena, value, &page);
    assert_false(arena_failed(arena));
    return page;
}

static void what_a_chapter_lists_is_stored(void **state)
{
    (void)state;
    static const char *parts[] = {"dump.html", "files.html"};
    struct page page = {.url = "https://a/", .title = "T", .blocks = (struct block[1]){{.text = STR("x")}}, .count = 1};
    page.parts = parts;
    page.part_count = COUNT_OF(parts);
    assert_true(page_is_chapter(&page));
    json_t *value = stored_page_json(&page);
    assert_non_null(value);
    struct page again = reloaded(value);
    json_decref(value);
    assert_int_equal(again.part_count, COUNT_OF(parts));
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        assert_string_equal(again.parts[i], parts[i]);
}

static void test_pages_are_stored(void **state)
{
    (void)state;
    struct page page;
    assert_int_equal(
        page_read(arena,
                  STR("<html lang=en><meta name=date content=2024-05-17><meta name=description content='Of T.'>"
                      "<title>T</title><h1>T "
                      "<code>x</code></h1><p>2<sup>31</sup><ol><li>a"
                      "<p>b</ol><table><tr><th>c<th></table>"),
                  PAGE_HTML, "", "https://a/", &page, NULL),
        OK);
    json_t *value = stored_page_json(&page);
    assert_non_null(value);
    struct page again = reloaded(value);
    json_decref(value);
    assert_string_equal(again.url, "https://a/");
    assert_string_equal(again.title, page.title);
    assert_string_equal(again.description, "Of T.");
    assert_ptr_equal(again.language, page.language);
    assert_true(again.is_link);
    assert_true(page.published_ms > 0 && again.published_ms == page.published_ms);
    assert_int_equal(again.count, 5);
    assert_true(page.part_count == 0 && again.part_count == 0);
    for (size_t i = 0; i < page.count; i++) {
        const struct block *a = &page.blocks[i], *b = &again.blocks[i];
        assert_true(a->kind == b->kind && a->level == b->level && a->marks == b->marks && a->group == b->group);
        assert_true(str_eq(a->text, b->text));
        assert_int_equal(a->spans.count, b->spans.count);
        if (a->spans.count)
            assert_memory_equal(a->spans.list, b->spans.list, a->spans.count * sizeof *a->spans.list);
    }
}

/* What is no page, block or span is left out. */
static void test_damaged_pages(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        size_t blocks, spans;
    } values[] = {
        {"null", 0, 0},
        {"{\"url\":1,\"title\":[],\"language\":{},\"blocks\":{\"a\":1}}", 0, 0},
        {"{\"blocks\":[\"\",\"1 0 0 0\",\"x\",\"9 0 0 0\",\"x\",\"-1 0\",7,\"1\",\"x\",4,\"x\",\"\",\"x\"]}", 0, 0},
        {"{\"blocks\":[\"x\",\"0 99 -1 -1 0 0 1\"]}", 1, 1},
        {"{\"blocks\":[\"abc\",\"1 0 99999 3 0 0 2 1 1 3 3 -5 1 0 2\"]}", 1, 2},
        {"{\"blocks\":[\"abc\",\"1 0 0 0 0 0 99999999999999999999999 8 0 1 x  2\"]}", 1, 1},
        {"{\"blocks\":[\"abc\",\"1 0 x y\"]}", 1, 0},
        {"{\"blocks\":[\"abc\",\"1\"]}", 1, 0},
    };
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        json_t *value = json_loads(values[i].json, JSON_DECODE_ANY, NULL);
        assert_non_null(value);
        struct page page = reloaded(value);
        json_decref(value);
        assert_int_equal(page.count, values[i].blocks);
        assert_non_null(page.url);
        assert_non_null(page.title);
        if (page.count) {
            assert_in_range(page.blocks[0].level, 0, 6);
            assert_true(page.blocks[0].marks < 2 * BLOCK_QUOTE_OPENS);
            assert_int_equal(page.blocks[0].spans.count, values[i].spans);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_terms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spans, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spans_that_are_wrong, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spans_and_links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_runs_are_cited_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tables_are_cited_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pictures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_figures_with_other_addresses_are_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_films, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pages_are_stored, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_chapter_lists_is_stored, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damaged_pages, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
