/* What makers of sites add to Markdown is read as what it means, and leaks into no text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "page_outline.h"

static void test_attributes(void **state)
{
    (void)state;
    assert_markdown("# Tea { #tea .x }\n\nText with a [link](https://a.b/){ .md-button } and `code`{.sh}. {: .y}\n"
                    "{: .fs-6 .fw-300 }\n\n![a](i.png){ align=right width=\"300\" }\n\n{: .note }\nA note.\n",
                    "H1 Tea\nP Text with a link and code.\nP A note.\n");
    assert_markdown("The set {a, b} and {x=1}, `{.kept}` and \\{.x}.\n",
                    "P The set {a, b} and {x=1}, {.kept} and {.x}.\n");
    assert_markdown("* TOC\n{:toc}\n\n## One {#one}\n[TOC]\nText.\n\n[[_TOC_]]\n", "H2 One\nP Text.\n");
}

static void test_icons_and_marks(void **state)
{
    (void)state;
    assert_markdown("## :material-check:{ .pg-green } Mail\n:rocket: A ==marked== word, ++ctrl+c++, at 10:30:15.\n",
                    "H2 Mail\nP A marked word, ctrl+c, at 10:30:15.\n");
    assert_markdown("If a == b and c == d, x==1==y, C++ and C++; :ref:`x`, a::b::c, https://a.b/:x-y:/z.\n",
                    "P If a == b and c == d, x==1==y, C++ and C++; :ref:x, a::b::c, https://a.b/:x-y:/z.\n");
    assert_markdown("Kept[^1] and [source] gone [edit].\n\n[^1]: A note\n    of two lines.\n\n*[HTML]: Hyper\n",
                    "P Kept and gone.\n");
}

static void test_templates(void **state)
{
    (void)state;
    assert_markdown("{% include share.html %}\n\nText {{ site.name }} in {% raw %}it{% endraw %}.\n\n"
                    "[More]({{ site.url }}/x/ \"y\") is `{{ kept }}`.\n\n{{< youtube a >}}\n<!-- gone -->\n\n"
                    "{% highlight sh %}\nmake {{ all }}\n{% endhighlight %}\n\n```\n{{ kept }} ==too==\n```\n",
                    "P Text in it.\nP More is {{ kept }}.\nCODE make {{ all }}\nCODE {{ kept }} ==too==\n");
    assert_markdown("See [the\nguide]({% page\n  \"x/#y\" %}) of it.\n\n{{ table({\n  rows: [\n\n  ]\n}) }}\n\n{# gone "
                    "#}\nEnd {{ x.\n",
                    "P See the guide of it.\nP End {{ x.\n");
    assert_markdown("import Tabs from '@theme/Tabs';\n\nText {/* gone */} here.\n", "P Text here.\n");
}

/* Boxes get their mark, whoever's sign they have. */
static void test_boxes(void **state)
{
    (void)state;
    struct page page = read_page(STR("!!! note\n\n    Kept dry.\n\n    ```sh\n    make\n    ```\n\n!!! danger \"Hot\"\n"
                                     "    It burns.\n\nText.\n\n:::tip\nCool it.\n:::\n\nMore text.\n"),
                                 PAGE_MARKDOWN, "page.md");
    assert_string_equal(outline(&page), "P Kept dry.\nCODE make\nP It burns.\nP Text.\nP Cool it.\nP More text.\n");
    static const unsigned boxes[] = {BLOCK_NOTE, BLOCK_NOTE, BLOCK_WARNING, 0, BLOCK_NOTE, 0};
    for (size_t i = 0; i < page.count; i++)
        assert_int_equal(page.blocks[i].marks, boxes[i]);
    assert_markdown("??? example\n    Inside.\n\n    !!! note\n        Deep.\n\n    Again.\n\nOutside.\n",
                    "P Inside.\nP Deep.\nP Again.\nP Outside.\n");
    assert_markdown("1. One\n\n    !!! tip\n        Of one.\n\n2. Two\n", "LI1 One\nLI1 Of one.\nLI1 Two\n");
    assert_markdown("!!! wow that is much\n\nText.\n", "P Text.\n");
}

static void test_definitions(void **state)
{
    (void)state;
    struct page page = read_page(STR("Words:\n\nTerm\n: Its meaning.\n: Another.\n\n*Second* term\n\n:   Its own\n"
                                     "    meaning.\n\nText.\n"),
                                 PAGE_MARKDOWN, "page.md");
    assert_string_equal(outline(&page), "P Words:\nLI1 Term\nP Its meaning.\nP Another.\nLI1 Second term\n"
                                        "P Its own meaning.\nP Text.\n");
    static const unsigned marks[] = {0, BLOCK_TERM, 0, BLOCK_GOES_ON, BLOCK_TERM, 0, 0};
    for (size_t i = 0; i < page.count; i++) {
        assert_int_equal(page.blocks[i].marks, marks[i]);
        assert_int_equal(page.blocks[i].group, i > 0 && i < 6);
    }
    assert_markdown("Text\n: with a colon\n\n- x\n- y\n", "LI1 Text\nP with a colon\nLI1 x\nLI1 y\n");
}

static void test_tables_and_lists(void **state)
{
    (void)state;
    assert_markdown("| a | b |\n| c | d |\n\nSome:\n| N | V |\n|---|---|\n| x | 1 |\n",
                    "ROW a | b\nROW c | d\nP Some:\nROW N | V\nROW x | 1\n");
    assert_markdown(
        "### Spices\n* a\n* b\nThen bake:\n1. Mix.\n2. Bake.\n\nFor it:\n- c\n\n\xE2\x80\xA2 d\n\xE2\x80\xA2 e\n",
        "H3 Spices\nLI1 a\nLI1 b\nP Then bake:\nLI1 Mix.\nLI1 Bake.\nP For it:\nLI1 c\nLI1 d\nLI1 e\n");
    assert_markdown("    code | x |\n    {{ kept }}\n\n- a\n  goes on\n\n      deep code\n",
                    "CODE code | x |\n{{ kept }}\nLI1 a goes on\nCODE deep code\n");
}

/* Marks that a translator's tool has escaped, rules of fewer dashes than md4c takes, and rules above the head. */
static void test_marks_of_tools(void **state)
{
    (void)state;
    assert_markdown("| a | b |\n|:-|--|\n| c | d |\n\n--8<-- \"x.md\"\n\n\\=== \"Tab\"\n\nText.\n",
                    "ROW a | b\nROW c | d\nH2 Tab\nP Text.\n");
    assert_markdown("Text.\n|---|---|\n| a | b |\n|---|---|\n| c | d |\n", "P Text.\nROW a | b\nROW c | d\n");
}

static void test_drawings(void **state)
{
    (void)state;
    assert_markdown("Text.\n\n```mermaid\nA --> B\n```\n\n```\ngraph TD\nA --> B\n```\n\n```\ngraph = {}\n```\n",
                    "P Text.\nCODE graph = {}\n");
    assert_html("<p>Text.</p><pre>sequenceDiagram\nA->>B: x</pre>", "P Text.\n");
}

/* What some makers of sites leave as one paragraph, since no blank line stood before the list. */
static void test_typed_lists(void **state)
{
    (void)state;
    assert_html("<p>Base:\n- flour\n- <b>salt</b>, fine</p><p>Bake.</p>",
                "P Base:\nLI1 flour\nLI1 salt, fine\nP Bake.\n");
    assert_html("<p>1. Mix.\n2. Bake.</p>", "LI1 Mix.\nLI1 Bake.\n");
    assert_html("<ol><li>Soil:\n* dig\n* water</li><li>Sow.</li></ol>", "LI1 Soil:\nLI2 dig\nLI2 water\nLI1 Sow.\n");
    assert_html("<p>It is late\n- too late - now.</p>", "P It is late - too late - now.\n");
    assert_html("<p>In\n1999. Then it ended.</p><pre>- a\n- b</pre>", "P In 1999. Then it ended.\nCODE - a\n- b\n");
}

/* What editors of sites leave for their programs goes; notes in brackets stay. */
static void test_shortcodes(void **state)
{
    (void)state;
    assert_html("<p>One [image url=\"a.png\" alt=\"b\"]two[/image] [1] three [see below].</p>",
                "P One two [1] three [see below].\n");
    assert_html("<p>[box]Text [a=b] [[[[[ end</p>", "P [box]Text [a=b] [[[[[ end\n");
}

/* A list of links is one of contents, unless a sentence announces it. */
static void test_lists_of_links(void **state)
{
    (void)state;
    assert_markdown("These are told in other guides of ours:\n\n- [Jury](/a)\n- [Training](/b)\n- [Moving](/c) too\n",
                    "P These are told in other guides of ours:\nLI1 Jury\nLI1 Training\nLI1 Moving too\n");
    assert_markdown("See also:\n\n- [Jury](/a)\n- [Training](/b)\n", "P See also:\n");
}

static void test_headings_that_are_none(void **state)
{
    (void)state;
    assert_html("<h1>Water</h1><h4>One two three four five six seven eight nine ten eleven twelve thirteen fourteen "
                "fifteen sixteen seventeen.</h4><h2>\xF0\x9F\x8F\x86 Top</h2><p>Text.</p>",
                "H1 Water\nP One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
                "sixteen seventeen.\nH2 Top\nP Text.\n");
}

/* What opens and never ends takes time that is linear in the document. */
static void test_endless_marks(void **state)
{
    (void)state;
    static const char *const marks[] = {"{{ ", "{% x\n", "{# ",        "{: x=\"", "==a ",     "`a``",
                                        ":a-", "{.a ",   "!!! note\n", "\n",      ":::note\n"};
    enum { TIMES = 60000 };
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        struct buf text = {0};
        for (size_t k = 0; k < TIMES; k++)
            buf_str(&text, marks[i]);
        read_page((struct str){buf_text(&text), text.len}, PAGE_MARKDOWN, "page.md");
        buf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attributes),     cmocka_unit_test(test_icons_and_marks),
        cmocka_unit_test(test_templates),      cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_definitions),    cmocka_unit_test(test_tables_and_lists),
        cmocka_unit_test(test_marks_of_tools), cmocka_unit_test(test_drawings),
        cmocka_unit_test(test_shortcodes),     cmocka_unit_test(test_lists_of_links),
        cmocka_unit_test(test_typed_lists),    cmocka_unit_test(test_headings_that_are_none),
        cmocka_unit_test(test_endless_marks),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
