/* Which part of a page of a web site is its text. */
#include "research/page/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

/* Navigation as it stands around the text on each page of a site. */
#define LINKS                                                                                                          \
    "<ul><li><a href=/1>Home and everything around it</a><li><a href=/2>Gardens of this town and of others</a>"        \
    "<li><a href=/3>Balconies, terraces and window sills</a><li><a href=/4>Houses and what stands in them</a>"         \
    "<li><a href=/5>Kitchens for few and for many people</a><li><a href=/6>Tools, seeds and books to order</a></ul>"
#define NAVIGATION LINKS LINKS
#define FIRST      "Basil is sown in April, when the nights on the sill are warm enough for its seeds."
#define SECOND     "It wants six hours of sun a day and water in the morning, never over its leaves."
#define THIRD      "Whoever picks the tips of the shoots gets bushes, and whoever does not gets flowers."
#define LEAD       "A pot of herbs on the sill is all the garden that a kitchen in the town needs."
#define TEXT       "<p>" FIRST "<p>" SECOND "<p>" THIRD
#define TEXT_READ  "P " FIRST "\nP " SECOND "\nP " THIRD "\n"

static const char *text_of(const char *html)
{
    static const char *const names[] = {"H", "P", "LI", "CODE", "ROW"};
    struct page page;
    struct buf out = {0};
    assert_int_equal(page_read(arena, str_from(html), PAGE_HTML, "", "https://example.org/a", &page, NULL), OK);
    for (size_t i = 0; i < page.count; i++) {
        buf_printf(&out, "%s ", names[page.blocks[i].kind]);
        buf_add(&out, page.blocks[i].text.data, page.blocks[i].text.len);
        buf_char(&out, '\n');
    }
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void assert_text(const char *html, const char *expected)
{
    assert_string_equal(text_of(html), expected);
}

static void test_what_stands_around_is_left_out(void **state)
{
    (void)state;
    assert_text("<div>" NAVIGATION "</div><div><div><h1>Basil</h1>" TEXT "</div><div><h3>Elsewhere</h3><div><a "
                "href=/8>Mint in the shade of the wall</a> by Ann</div></div></div><div>Made in the town.</div>",
                "H Basil\n" TEXT_READ);
    /* in tables, as pages once were */
    assert_text("<table><tr><td>" NAVIGATION "<td><h1>Basil</h1>" TEXT "<td>Today <a href=/9>Rain again</a></table>",
                "H Basil\n" TEXT_READ);
    /* the text of a page may stand in a header, and in what is called like something else */
    assert_text("<header><div>" NAVIGATION "</div><div class=widget><div class=widget-content>" FIRST "<br>" SECOND
                "<br>" THIRD "</div></div></header>",
                "P " FIRST " " SECOND " " THIRD "\n");
}

static void test_introductions_are_kept(void **state)
{
    (void)state;
    assert_text(NAVIGATION "<div><div><h1>Basil</h1><p>" LEAD "</p></div><div><div>" TEXT "</div></div></div>",
                "H Basil\nP " LEAD "\n" TEXT_READ);
    assert_text(NAVIGATION "<main><header><h1>Basil</h1><p>By Ann Hill</p><p>" LEAD "</p></header><article>" TEXT
                           "</article></main>",
                "H Basil\nP " LEAD "\n" TEXT_READ);
    assert_text(NAVIGATION "<div><h1>Basil</h1><table><tr><td>Sown<td>in April</table><p>By <a href=/8>Ann Hill of the "
                           "town</a></div><div><div>" TEXT "</div></div>",
                "H Basil\nROW Sown | in April\n" TEXT_READ);
    /* what stands before the title introduces nothing */
    assert_text("<div><p>" LEAD "</p></div>" NAVIGATION "<div><h1>Basil</h1></div><div>" TEXT "</div>",
                "H Basil\n" TEXT_READ);
}

static void test_text_beside_the_core_is_kept(void **state)
{
    (void)state;
    assert_text(NAVIGATION "<main><div>" TEXT "</div><pre>sow 4</pre><table><tr><td>April<td>sown</table></main>",
                TEXT_READ "CODE sow 4\nROW April | sown\n");
    assert_text(NAVIGATION "<main><section><h2>Sun</h2>" TEXT "</section><section><h2>Soil</h2><p>" LEAD "</section>"
                           "</main>",
                "H Sun\n" TEXT_READ "H Soil\nP " LEAD "\n");
    assert_text(NAVIGATION "<main><h1>Herbs</h1><section><h2>Basil</h2>" TEXT "</section><section><h2>Mint</h2><p>It "
                           "likes shade.</section></main>",
                "H Herbs\nH Basil\n" TEXT_READ "H Mint\nP It likes shade.\n");
    assert_text(NAVIGATION "<article>" TEXT "<blockquote class=twitter-tweet><p>" LEAD "</blockquote></article>",
                TEXT_READ "P " LEAD "\n");
}

static void test_lists_of_articles(void **state)
{
    (void)state;
    assert_text(NAVIGATION "<div><article><p>" LEAD "</article></div><div>" TEXT "</div>", TEXT_READ);
    assert_text("<main><article><p>" FIRST "</article><article><p>" SECOND "</article></main>",
                "P " FIRST "\nP " SECOND "\n");
}

static void test_notices(void **state)
{
    (void)state;
    static const struct {
        const char *before, *behind, *read_before, *read_behind;
    } pages[] = {
        {"", "<h2>Related articles</h2><p>Mint in the shade", "", ""},
        {"",
         "<h3>Das k\xC3\xB6nnte Sie auch interessieren</h3><ul><li>Minze im Schatten</ul><h3>Ende</h3><p>So war es.",
         "", "H Ende\nP So war es.\n"},
        {"", "<p>Read more about mint", "", ""},
        {"", "<p>Foto: Ann Hill", "", ""},
        {"", "<p>Share this article with your friends.", "", ""},
        {"", "<p>Ann Hill", "", ""},
        {"<p>17.05.2024, 10:30<p>Ann Hill", "", "", ""},
        {"<p>" LEAD "<p>Updated on 17 May 2024, 10:30", "", "P " LEAD "\n", ""},
        /* text that begins like them */
        {"", "<h2>More on soil</h2><p>" LEAD LEAD LEAD LEAD, "", "H More on soil\nP " LEAD LEAD LEAD LEAD "\n"},
        {"", "<h2>Read more</h2><pre>cat basil</pre>", "", "H Read more\nCODE cat basil\n"},
        {"", "<p>Read more than one book before you sow, since what holds in the south is wrong farther in the north.",
         "",
         "P Read more than one book before you sow, since what holds in the south is wrong farther in the north.\n"},
        {"", "<h2>Sown</h2><p>In April", "", "H Sown\nP In April\n"},
        {"", "<p>In 2024 it was 30.", "", "P In 2024 it was 30.\n"},
    };
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        assert_text(
            arena_printf(arena, NAVIGATION "<main><h1>Basil</h1>%s%s%s</main>", pages[i].before, TEXT, pages[i].behind),
            arena_printf(arena, "H Basil\n%s%s%s", pages[i].read_before, TEXT_READ, pages[i].read_behind));
}

static void test_documents_keep_all(void **state)
{
    (void)state;
    assert_text("<body><div><h1>Basil</h1></div><p>Version 2<div><div>" TEXT "</div></div><p>17 May 2024<p>Ann Hill",
                "H Basil\nP Version 2\n" TEXT_READ "P 17 May 2024\nP Ann Hill\n");
    assert_text("<h1>Basil</h1>" TEXT "<h2>Read more</h2><p>Mint", "H Basil\n" TEXT_READ "H Read more\nP Mint\n");
    /* words of a class say more than those of an id, which names what is described */
    assert_text("<dl><dt id=feedback>Feedback<dd>" FIRST "</dl><p class=newsfeed>News<p>" SECOND,
                "LI Feedback\nP " FIRST "\nP " SECOND "\n");
}

static void test_empty_sections(void **state)
{
    (void)state;
    assert_text("<h1>Basil</h1>" TEXT "<h2>See</h2><ul><li><a href=/8>Mint</a></ul><h2>Soil</h2><h3>Dry</h3><p>Sand."
                "<h3>Wet</h3>",
                "H Basil\n" TEXT_READ "H Soil\nH Dry\nP Sand.\n");
    assert_text("<h1>Basil</h1><h2>Sun</h2>" TEXT
                "<p>More is here:<ul><li><a href=/8>Mint</a></ul><h2>Soil</h2><p>These "
                "are:<h3>Sand</h3><p>Dry.",
                "H Basil\nH Sun\n" TEXT_READ "H Soil\nP These are:\nH Sand\nP Dry.\n");
    assert_text("<h1>Basil</h1><h2>Its soil</h2><h2>Sand</h2><p>Dry.", "H Basil\nH Its soil\nH Sand\nP Dry.\n");
    assert_text("<h1>Basil</h1>", "H Basil\n");
}

static void test_linked_text(void **state)
{
    (void)state;
#define BODY         FIRST "\\n" SECOND "\\n" THIRD " &amp; " LEAD " " LEAD " " LEAD
#define SCRIPT(body) "<script type='application/ld+json'>{\"@type\":\"Article\",\"articleBody\":\"" body "\"}</script>"
    const char *read = "P " FIRST "\nP " SECOND "\nP " THIRD " & " LEAD " " LEAD " " LEAD "\n";
    assert_text(SCRIPT(BODY) "<div>Please run the script.</div>", read);
    assert_text(SCRIPT(BODY), "");
    assert_text(SCRIPT(BODY) TEXT, TEXT_READ);
    assert_text(SCRIPT("<b>" BODY "</b>") "<p>Short.", "P Short.\n");
    assert_text(SCRIPT("Two words.") "<p>Short.", "P Short.\n");
}

/* Each is looked at a few times, however many there are and however deep they stand. */
static void test_many_elements(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "<h2>Read more</h2>", "<h2>a</h2><p>a:", "<p>a:",          "<div>",
        "<header><b>a",       "<h2>a</h2>",      "<ul><li>a</ul>", "<section><h3>a</h3>"};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        struct buf html = {0};
        buf_str(&html, NAVIGATION);
        for (size_t j = 0; j < 60000; j++)
            buf_str(&html, parts[i]);
        buf_str(&html, "<div>" TEXT "</div>");
        for (size_t j = 0; j < 60000; j++)
            buf_str(&html, parts[i]);
        struct page page;
        assert_int_equal(page_read(arena, (struct str){html.data, html.len}, PAGE_HTML, "", "a", &page, NULL), OK);
        buf_free(&html);
    }
}

/* --- what the page's own styles hide --- */

#define SECRET "Buy the lamp of the sponsor, whatever the rest of this page may say of light."

static const char *page_with(const char *head, const char *attributes)
{
    return arena_printf(arena,
                        "<html><head>%s</head><body><article><h1>Basil</h1>" TEXT "<div %s>" SECRET
                        "</div></article></body></html>",
                        head, attributes);
}

static void test_what_styles_hide_is_not_read(void **state)
{
    static const char *const ways[][2] = {
        {"", "style='display:none'"},
        {"", "style='visibility: hidden'"},
        {"", "style='font-size:0'"},
        {"", "style='font-size: 0px; color: red'"},
        {"", "style='opacity:0'"},
        {"", "style='position:absolute; left:-9999px'"},
        {"", "style='position:absolute; top:-5000px'"},
        {"", "style='text-indent:-9999px'"},
        {"", "style='color:#fff;background:#fff'"},
        {"", "style='color:transparent'"},
        {"", "style='position:absolute;clip:rect(0 0 0 0)'"},
        {"", "style='clip-path:inset(50%)'"},
        {"", "style='height:0;overflow:hidden'"},
        {"", "style='max-height:0;overflow:hidden'"},
        {"", "style='font-size:1px'"},
        {"", "style='opacity:.01'"},
        {"", "style='position:relative;left:-9999px'"},
        {"", "style='margin-left:-9999px'"},
        {"", "style='position:absolute;right:100000px'"},
        {"", "style='height:1px;width:1px;overflow:hidden'"},
        {"", "style='color:#fefefe;background:#fff'"},
        {"", "style='color:rgb(100%,100%,100%);background:white'"},
        {"", "style='color:rgb(0 0 0 / 0)'"},
        {"", "style='color:#00000000'"},
        {"", "style='color:#000;background-color:black'"},
        {"<style>.gone { display: none }</style>", "class=gone"},
        {"<style>p{margin:0} .a, .gone{font-size:0}</style>", "class='b gone'"},
        {"<style>div#gone{opacity:0}</style>", "id=gone"},
        {"<style>/* } */ .gone{position:absolute;left:-999em}</style>", "class=gone"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        if (strstr(text_of(page_with(ways[i][0], ways[i][1])), "sponsor"))
            fail_msg("read: %s %s", ways[i][0], ways[i][1]);
}

/* What a script or another screen shows, and what looks alike, is text. */
static void test_what_styles_show_is_read(void **state)
{
    static const char *const ways[][2] = {
        {"", "style='display:block'"},
        {"", "style='font-size:0.9em'"},
        {"", "style='opacity:0.8'"},
        {"", "style='position:absolute;left:0'"},
        {"", "style='position:relative;left:1200px'"},
        {"", "style='margin-left:-20px'"},
        {"", "style='color:rgba(0,0,0,.6)'"},
        {"", "style='color:#333;background:#000'"},
        {"", "style='color:hsl(0,0%,0%);background:var(--ground)'"},
        {"", "style='color:#fff;background:#000'"},
        {"", "style='height:0'"},
        {"<style>@media print { .text { display: none } }</style>", "class=text"},
        {"<style>@media (max-width: 600px) { .text { display: none } }</style>", "class=text"},
        {"<style>.panel{display:none} .panel.open{display:block}</style>", "class=panel"},
        {"<style>.menu .text{display:none}</style>", "class=text"},
        {"<style>.text:empty{display:none}</style>", "class=text"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        if (!strstr(text_of(page_with(ways[i][0], ways[i][1])), "sponsor"))
            fail_msg("not read: %s %s", ways[i][0], ways[i][1]);
}

/* Styles that go on and on are read up to a bound. */
static void test_endless_styles(void **state)
{
    enum { RULES = 60000 };
    struct page page;
    struct buf html = {0};
    (void)state;
    buf_str(&html, "<style>");
    for (int i = 0; i < RULES; i++)
        buf_printf(&html, ".c%d.d{display:none}.c%d{opacity:1}", i, i);
    buf_str(&html, "</style><article>" TEXT);
    for (int i = 0; i < RULES / 10; i++)
        buf_printf(&html, "<p class='c%d d e f g'>%d", i, i);
    assert_int_equal(page_read(arena, (struct str){html.data, html.len}, PAGE_HTML, "", "a", &page, NULL), OK);
    assert_true(page.count > 3);
    buf_free(&html);
}

/* Accordions: what unfolds an answer is its heading, where it asks. */
static void test_folded_questions_are_headings(void **state)
{
    (void)state;
    assert_text("<main><h1>Basil</h1>" TEXT "<h2>Questions</h2><div><button>When is it sown?<svg></svg></button><div>"
                "" FIRST "</div></div><details><summary>How much sun does it want?</summary>" SECOND "</details>"
                "<button>Order seeds</button></main>",
                "H Basil\n" TEXT_READ "H Questions\nH When is it sown?\nP " FIRST
                "\nH How much sun does it want?\nP " SECOND "\n");
    assert_text("<main><h1>Basil</h1>" TEXT "<h2><button>Its tips</button></h2><div>" THIRD "</div></main>",
                "H Basil\n" TEXT_READ "H Its tips\nP " THIRD "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_stands_around_is_left_out),
        cmocka_unit_test(test_introductions_are_kept),
        cmocka_unit_test(test_text_beside_the_core_is_kept),
        cmocka_unit_test(test_lists_of_articles),
        cmocka_unit_test(test_notices),
        cmocka_unit_test(test_documents_keep_all),
        cmocka_unit_test(test_empty_sections),
        cmocka_unit_test(test_linked_text),
        cmocka_unit_test(test_folded_questions_are_headings),
        cmocka_unit_test(test_many_elements),
        cmocka_unit_test(test_what_styles_hide_is_not_read),
        cmocka_unit_test(test_what_styles_show_is_read),
        cmocka_unit_test(test_endless_styles),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
