/* What a page means where its markup does not say it, and the lines of a site that leak into no text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "page_outline.h"

static void test_headings_by_hand(void **state)
{
    (void)state;
    assert_html("<h1>Dough</h1><h2>Work</h2><p><strong>How to knead it</strong></p><p>By hand.</p>"
                "<p><b>What is a crumb?</b></p><p>The inside.</p><h2>End</h2><p>Done.</p>",
                "H1 Dough\nH2 Work\nH3 How to knead it\nP By hand.\nH3 What is a crumb?\nP The inside.\nH2 End\n"
                "P Done.\n");
    assert_markdown("**1. First**\n\nText.\n\n**Second:**\n\n- x\n\n**It is all.**\n\nText.\n\n**Last**\n",
                    "H2 First\nP Text.\nP Second:\nLI1 x\nP It is all.\nP Text.\nP Last\n");
    assert_html("<h1>Kit</h1><h2>List</h2><h3>Boxers</h3><p>Dry.</p><p><b>Towel</b></p><p>Wet.</p><p><b>Soap</b></p>"
                "<p>Wet.</p><h3>Steps</h3><p><b>One</b></p><p>Go.</p><p><b>Two</b></p><p>Go.</p>",
                "H1 Kit\nH2 List\nH3 Boxers\nP Dry.\nH3 Towel\nP Wet.\nH3 Soap\nP Wet.\nH3 Steps\nH4 One\nP Go.\n"
                "H4 Two\nP Go.\n");
    assert_markdown("# F\n\n**Rate = visits / all visits**\n\nText.\n\n> **Quoted**\n>\n> text\n\n- **Item**\n",
                    "H1 F\nP Rate = visits / all visits\nP Text.\nP Quoted\nP text\nLI1 Item\n");
    assert_markdown("**One** word.\n\n**Two**\n\n**Three**\n\nText.\n\n###### Deep\n\n**Deeper**\n\nText.\n",
                    "P One word.\nP Two\nH2 Three\nP Text.\nH6 Deep\nH6 Deeper\nP Text.\n");
    assert_markdown("**a b c d e f g h i j k l m n o**\n\nText.\n", "P a b c d e f g h i j k l m n o\nP Text.\n");
    struct page page = read_page(STR("**2.1. *Soil* and `sand`**\n\nText.\n"), PAGE_MARKDOWN, "page.md");
    assert_string_equal(outline(&page), "H2 Soil and sand\nP Text.\n");
    assert_true(str_eq(page.blocks[0].aside, STR("2.1. ")));
    for (size_t i = 0; i < page.blocks[0].spans.count; i++)
        assert_true(page.blocks[0].spans.list[i].end <= page.blocks[0].text.len);
}

static void test_notes_as_tables(void **state)
{
    (void)state;
    assert_html("<p>Text.<table><tr><th>Note</th><td>Keep <b>it</b> dry.</td></tr></table>"
                "<table><tr><td>Tip:</td></tr><tr><td>Use a stone.</td></tr></table>"
                "<table><tr><th>Name</th><th>Price</th></tr><tr><td>a</td><td>1</td></tr></table>",
                "P Text.\nP Keep it dry.\nP Use a stone.\nROW Name | Price\nROW a | 1\n");
    struct page page = read_page(
        STR("Der Teig ist es, und das ist gut.\n\n| Hinweis | Er ist **warm**. |\n|---|---|\n| | Und weich. |\n"),
        PAGE_MARKDOWN, "page.md");
    assert_string_equal(outline(&page), "P Der Teig ist es, und das ist gut.\nP Er ist warm.\nP Und weich.\n");
    assert_int_equal(page.blocks[1].marks, BLOCK_NOTE);
    assert_int_equal(page.blocks[1].spans.count, 1);
    assert_int_equal(page.blocks[1].spans.list[0].start, strlen("Er ist "));
}

static void test_lines_of_a_site(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "Jump to Recipe",
        "\xE2\x86\x93 Jump to recipe",
        "Rezept drucken",
        "Bei Pinterest speichern",
        "Pin it!",
        "Folge mir auf Instagram!",
        "Leave a comment",
        "Share this:",
        "Tweet",
        "5 min read",
        "Lesezeit: 12 Minuten",
        "23 Comments",
        "By Anna Miller",
        "This post may contain affiliate links. See our policy.",
        "Als Amazon-Partner verdiene ich an Verk\xC3\xA4ufen.",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        assert_html(arena_printf(arena, "<h1>Tea</h1><p>%s</p><p>It is drunk.</p>", lines[i]),
                    "H1 Tea\nP It is drunk.\n");
        assert_markdown(arena_printf(arena, "# Tea\n\n%s\n\nIt is drunk.\n", lines[i]), "H1 Tea\nP It is drunk.\n");
    }
    static const char *const kept[] = {
        "Share this recipe with those who like tea.",
        "By hand",
        "By Design",
        "By The Way, it is hot.",
        "Print",
        "Read it in 5 minutes.",
    };
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        assert_html(arena_printf(arena, "<h1>Tea</h1><ul><li>%s</ul><p>It is drunk.</p>", kept[i]),
                    arena_printf(arena, "H1 Tea\nLI1 %s\nP It is drunk.\n", kept[i]));
    assert_html("<h1>Tea</h1><p>By hand</p><p>By Design</p><p>It.</p>", "H1 Tea\nP By hand\nP By Design\nP It.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings_by_hand),
        cmocka_unit_test(test_notes_as_tables),
        cmocka_unit_test(test_lines_of_a_site),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
