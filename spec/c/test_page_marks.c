/* What is known of a block besides its text: marks, group, spans. */
#include "research/page/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

static const char *const kinds[] = {"H", "P", "LI", "CODE", "ROW"};
static const char *const elements[] = {"code", "em", "strong", "sup", "sub", "cell"};

/* Writes the text with its spans as elements. They must be in order and nested or apart. */
static void add_text(struct buf *out, const struct block *block)
{
    size_t open[32], depth = 0, next = 0;
    for (size_t at = 0; at <= block->text.len; at++) {
        for (; depth && block->spans.list[open[depth - 1]].end == at; depth--)
            buf_printf(out, "</%s>", elements[block->spans.list[open[depth - 1]].kind]);
        for (; next < block->spans.count && block->spans.list[next].start == at; next++) {
            const struct span *span = &block->spans.list[next];
            assert_true(span->end <= block->text.len);
            assert_true(!depth || span->end <= block->spans.list[open[depth - 1]].end);
            buf_printf(out, "<%s>", elements[span->kind]);
            if (span->end == at)
                buf_printf(out, "</%s>", elements[span->kind]);
            else
                open[depth++] = next;
        }
        if (at < block->text.len)
            buf_char(out, block->text.data[at]);
    }
    assert_int_equal(next, block->spans.count);
}

/* The blocks as lines: kind, level, group after "g", the marks' letters, text. */
static const char *describe(const struct page *page)
{
    static const char letters[] = "otgqnwh"; /* ordered, term, goes on, quoted, note, warning, head */
    struct buf out = {0};
    for (size_t i = 0; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        buf_str(&out, kinds[block->kind]);
        if (block->level)
            buf_printf(&out, "%d", block->level);
        if (block->group)
            buf_printf(&out, " g%zu", block->group);
        if (block->marks)
            buf_char(&out, ' ');
        for (size_t bit = 0; letters[bit]; bit++)
            if (block->marks & 1u << bit)
                buf_char(&out, letters[bit]);
        buf_str(&out, ": ");
        add_text(&out, block);
        buf_char(&out, '\n');
    }
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void assert_page(const char *document, enum page_format format, const char *expected)
{
    struct page page;
    assert_int_equal(page_read(arena, str_from(document), format, "", "https://example.org/page", &page, NULL), OK);
    assert_string_equal(describe(&page), expected);
}

static void assert_html(const char *html, const char *expected)
{
    assert_page(html, PAGE_HTML, expected);
}

static void assert_markdown(const char *markdown, const char *expected)
{
    assert_page(markdown, PAGE_MARKDOWN, expected);
}

static void test_spans(void **state)
{
    (void)state;
    assert_html("<p>Run <code class=x><span>pg_dump</span> <span>-Fc</span></code>, <kbd>q</kbd>, <samp>ok</samp> or "
                "<tt>t</tt>.",
                "P: Run <code>pg_dump -Fc</code>, <code>q</code>, <code>ok</code> or <code>t</code>.\n");
    assert_html("<p><em>A <strong>b</strong></em> <i>c</i><dfn> d </dfn><b></b><b> </b>e<var>x</var>",
                "P: <em>A <strong>b</strong></em> <em>c</em> <em>d</em> e<em>x</em>\n");
    assert_html("<p><b>One</b> <b>two <b>three</b> four</b>",
                "P: <strong>One</strong> <strong>two three four</strong>\n");
    assert_html("<div><b>One<p>two</p></b>three</div>", "H2: One\nP: two\nP: three\n");
    assert_html("<h2>5.1. <code>venv</code> works ¶</h2><h2>Resources {#toc1}</h2><h2>C #</h2><h3>C#</h3>",
                "H2: <code>venv</code> works\nH2: Resources\nH2: C\nH3: C#\n");
    assert_html("<p>a<b><pre>x <i>y</i></pre>z</b>", "P: a\nCODE: x y\nP: <strong>z</strong>\n");
    assert_html("<dl><dt class='sig py'><span>re.</span><span>compile</span>(<em>p</em>)<dd>Text.</dl>",
                "LI1 g1 t: <code>re.compile(<em>p</em>)</code>\nP g1: Text.\n");
}

static void test_deleted_text(void **state)
{
    (void)state;
    assert_html("<p>To <s>divide</s> <ins>multiply</ins>, <del>not</del> <strike>never</strike> now.",
                "P: To multiply, now.\n");
    assert_markdown("To ~~divide~~ multiply, <del>*not*</del> <s>never</s> now.\n\n<s>open\n\nText.",
                    "P: To multiply, now.\nP: Text.\n");
}

static void test_powers(void **state)
{
    (void)state;
    assert_html("<p>2<sup>31</sup>-1, 10<sup>−23</sup>, x<sup>2</sup>, 5 m<sup>2</sup>, cm<sup>3</sup>, (a+b)<sup>n-1"
                "</sup>, Na<sup>+</sup>, H<sub>2</sub>O, e<sup>ix</sup>",
                "P: 2<sup>^31</sup>-1, 10<sup>^−23</sup>, x<sup>^2</sup>, 5 m<sup>^2</sup>, cm<sup>^3</sup>, "
                "(a+b)<sup>^n-1</sup>, Na<sup>^+</sup>, H<sub>2</sub>O, e<sup>^ix</sup>\n");
    assert_html("<p><sup>14</sup>C is <a href=x>2<sup>4</sup> times</a> 1<sup>st</sup>, 4<sup>th</sup>, A<sup>TM</sup> "
                "Word<sup>®</sup> 90<sup>°</sup>",
                "P: <sup>^14</sup>C is 2<sup>^4</sup> times 1st, 4th, A<sup>^TM</sup> Word® 90°\n");
    assert_html("<html lang=fr><p>Le XX<sup>e</sup> siècle, le 2<sup>e</sup>, le 1<sup>er</sup>, n<sup>o</sup> 3, "
                "M<sup>me</sup>",
                "P: Le XXe siècle, le 2e, le 1er, no 3, Mme\n");
    assert_html("<p>The field of 2<sup>e</sup> and 2<sup>16</sup>.</p>",
                "P: The field of 2<sup>^e</sup> and 2<sup>^16</sup>.\n");
    assert_markdown("From 2<sup>31</sup> to *x*<sup>2</sup>, 1<sup>st</sup>, H<sub>2</sub>O, <kbd>q</kbd>.\n",
                    "P: From 2<sup>^31</sup> to <em>x</em><sup>^2</sup>, 1st, H<sub>2</sub>O, <code>q</code>.\n");
}

static void test_marks_of_notes(void **state)
{
    (void)state;
    assert_html("<p>Linked<sup><a href='#n'>3</a></sup> and<a href='#m'><sup>[4]</sup></a> all<sup>[citation needed]"
                "</sup> stars<sup>*</sup>.",
                "P: Linked and all stars.\n");
    assert_html("<p>There are other methods.<sup>3</sup> He said so,”<sup>12</sup> too.",
                "P: There are other methods. He said so,” too.\n");
    /* behind a word only on a page that has notes; units and functions keep theirs */
    assert_html("<p>Some process<sup>1</sup> runs on 2 feet<sup>2</sup>.",
                "P: Some process<sup>^1</sup> runs on 2 feet<sup>^2</sup>.\n");
    assert_html("<p>Some process<sup>1</sup> runs on 2 feet<sup>2</sup> with others<sup>2</sup> of 10<sup>3</sup> and "
                "sin<sup>2</sup> x (as said)<sup>3</sup>.</p><p><sup>1</sup> Smith, 2001.</p>",
                "P: Some process runs on 2 feet<sup>^2</sup> with others of 10<sup>^3</sup> and sin<sup>^2</sup> x (as "
                "said).\n");
    assert_html("<p>A process<sup>1</sup> runs.</p><div class=footnotes><p>1. Smith.</p></div>",
                "P: A process runs.\n");
    assert_html("<p>Text <a class='footnote-reference brackets' href='#i'>[1]</a> on <a href=x role=doc-noteref>2</a>.",
                "P: Text on .\n");
    assert_markdown("A process[^1] runs, see [^note].\n\n[^1]: By Smith.\n", "P: A process runs, see .\n");
    assert_markdown("A [^1] process [^2] runs [^3]\n\n[^4] And **[^5] ends** here.\n",
                    "P: A process runs\nP: And <strong>ends</strong> here.\n");
}

static void test_lists(void **state)
{
    (void)state;
    assert_html("<ol><li><p>one<pre>code</pre><p>more<ul><li>deep<li>deeper</ul>tail<li>two</ol><ul><li>other</ul>",
                "LI1 g1 o: one\nCODE g1: code\nLI1 g1 og: more\nLI2 g2: deep\nLI2 g2: deeper\nLI1 g1 og: tail\n"
                "LI1 g1 o: two\nLI1 g3: other\n");
    assert_html("<dl><dt>a<dt>b<dd><p>one<p>two<dl><dt>c<dd>three</dl><dd>four<dt>d<dd>five</dl>",
                "LI1 g1 t: a\nLI1 g1 t: b\nP g1: one\nP g1 g: two\nLI2 g2 t: c\nP g2: three\nP g1 g: four\n"
                "LI1 g1 t: d\nP g1: five\n");
    assert_html("<li>no list<p>more</li>after", "LI1: no list\nLI1 g: more\nP: after\n");
    assert_html("<ol><li><pre>first</pre>then<li>next</ol>", "CODE g1: first\nLI1 g1 og: then\nLI1 g1 o: next\n");
    assert_markdown("1. one\n\n   more\n\n   ```\n   code\n   ```\n   - deep\n2. two\n\ntext\n\n- x\n",
                    "LI1 g1 o: one\nLI1 g1 og: more\nCODE g1: code\nLI2 g2: deep\nLI1 g1 o: two\nP: text\nLI1 g3: x\n");
    assert_page("Title\n\nText:\n- a\n  b\n- c\n1. d\n\nEnd.\n* e\n", PAGE_TEXT,
                "H1: Title\nP: Text:\nLI1 g1: a b\nLI1 g1: c\nLI1 g2 o: d\nP: End.\nLI1 g3: e\n");
}

/* A numbered list that goes on counting is one list, with what stands between its parts. */
static void test_lists_that_go_on(void **state)
{
    (void)state;
    assert_html("<ol><li>one<li>two:</ol><ul><li>this<li>that</ul><p>or more</p><ol start=3><li>three</ol>",
                "LI1 g1 o: one\nLI1 g1 o: two:\nLI2 g2: this\nLI2 g2: that\nP g: or more\nLI1 g1 o: three\n");
    assert_html("<ol><li>one<li>two</ol><pre>code</pre><ol start=3><li>three</ol><ol start=4><li>four</ol>",
                "LI1 g1 o: one\nLI1 g1 o: two\nCODE: code\nLI1 g1 o: three\nLI1 g1 o: four\n");
    assert_markdown("1. one\n2. two\n\ntext\n\n3. three\n",
                    "LI1 g1 o: one\nLI1 g1 o: two\nP g: text\nLI1 g1 o: three\n");
    /* another number, another section, no number at all: another list */
    assert_html("<ol><li>one</ol><p>x<ol start=3><li>three</ol>", "LI1 g1 o: one\nP: x\nLI1 g2 o: three\n");
    assert_html("<ol><li>one</ol><h2>Next</h2><ol start=2><li>two</ol>", "LI1 g1 o: one\nH2: Next\nLI1 g2 o: two\n");
    assert_html("<ol><li>one</ol><ol start=x><li>two</ol><ol start=99999999999999999999><li>three</ol>",
                "LI1 g1 o: one\nLI1 g2 o: two\nLI1 g3 o: three\n");
}

/* However deep lists nest, levels and groups stay sound. */
static void test_deep_lists(void **state)
{
    (void)state;
    struct buf html = {0};
    for (int i = 0; i < 60; i++)
        buf_printf(&html, "<ul><li>i%d", i);
    for (int i = 0; i < 60; i++)
        buf_str(&html, "</li></ul>");
    buf_str(&html, "<p>end");
    struct page page;
    assert_int_equal(page_read(arena, (struct str){html.data, html.len}, PAGE_HTML, "", "u", &page, NULL), OK);
    buf_free(&html);
    assert_int_equal(page.count, 61);
    assert_int_equal(page.blocks[1].level, 2);
    assert_int_equal(page.blocks[60].kind, BLOCK_PARAGRAPH);
    assert_int_equal(page.blocks[60].group, 0);
}

static void test_tables(void **state)
{
    (void)state;
    assert_html(
        "<table><caption>c</caption><tr><th>A<th>B<tr><th>x<td><code>y</code> z<tr><td><td>2<tr><td>3<td></table>",
        "ROW g1 h: <cell>A</cell> | <cell>B</cell>\nROW g1: <cell>x</cell> | <cell><code>y</code> z</cell>\n"
        "ROW g1: <cell></cell><cell>2</cell>\nROW g1: <cell>3</cell><cell></cell>\n");
    assert_html("<table><thead><tr><td>A<td>B</thead><tr><td>1<td>2</table>",
                "ROW g1 h: <cell>A</cell> | <cell>B</cell>\nROW g1: <cell>1</cell> | <cell>2</cell>\n");
    assert_html(
        "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        "CODE: a\nb\n");
    assert_markdown("| A | B |\n|---|---|\n| `1` | |\n",
                    "ROW g1 h: <cell>A</cell> | <cell>B</cell>\nROW g1: <cell><code>1</code></cell><cell></cell>\n");
}

#define LONG_TEXT "<p>Some text that is longer than all of the box, so that the box is a part of the page.</p>"

static void test_boxes(void **state)
{
    (void)state;
    static const struct {
        const char *html, *marks;
    } boxes[] = {
        {"<div class='admonition note'><p class='admonition-title'>Note</p><p>x</p></div>", "n"},
        {"<div class='note' style='margin: 0.5in'><h3 class=title>Note</h3><p>x</div>", "n"},
        {"<div class=note><table><tr><td rowspan=2><img><th>Nota<tr><td><p>x</table></div>", "n"},
        {"<div class='admonitionblock tip'><table><tr><td class=icon><div class=title>Tip</div><td>x</table></div>",
         "n"},
        {"<div class='theme-admonition theme-admonition-danger alert alert--danger'>x</div>", "w"},
        {"<div class='alert alert-warning' role=alert>x</div>", "w"},
        {"<div class='markdown-alert markdown-alert-caution'><p class=markdown-alert-title>Caution</p><p>x</div>", "w"},
        {"<div class=warning><h3>Warning</h3><p>x</div>", "w"},
        {"<div class='admonition attention'><p>x</div>", "w"},
        {"<aside class='admonition hint'><p>x</aside>", "n"},
        {"<details class=important><p>x</details>", "n"},
        {"<blockquote><p>x</blockquote>", "q"},
        {"<blockquote><div><p>x</div></blockquote>", "q"},
    };
    for (size_t i = 0; i < COUNT_OF(boxes); i++)
        assert_html(
            arena_printf(arena, LONG_TEXT "%s", boxes[i].html),
            arena_printf(arena, "P: %.*s\nP %s: x\n", (int)strlen(LONG_TEXT) - 7, &LONG_TEXT[3], boxes[i].marks));
    assert_html("<blockquote><div><ul><li>set in</ul></div></blockquote>", "LI1 g1: set in\n");
    assert_html("<div class=notes-list><p>x</p></div><p class=keynote>y", "P: x\nP: y\n");
    assert_markdown("> [!WARNING]\n> Mind.\n\n> [!NOTE] x\n\n> quoted\n> > twice\n\ntext",
                    "P w: Mind.\nP n: x\nP q: quoted\nP q: twice\nP: text\n");
}

static void test_what_is_no_content(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "<div class=versionadded><p><span class='versionmodified added'>New in version 3.3.</span></p></div>",
        "<p class=versionchanged>Changed in version 3.5: more.</p>",
        "<div class=deprecated><p>Deprecated since version 3.6.</p></div>",
        "<span class=since>1.0.0</span>",
        "<figure><img><figcaption>A picture.</figcaption></figure>",
        "<div class=caption>Left: before.</div>",
        "<div class='wp-caption'><p>Somebody</p></div>",
        "<div class=table><p class=title><b>Table 9.1. Names</b></p></div>",
        "<div class=sidebar><p>Aside.</p></div>",
        "<p class=availability>Availability: Unix.</p>",
        "<div class='admonition seealso'><p>Other.</p></div>",
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        assert_html(arena_printf(arena, LONG_TEXT "%s", parts[i]),
                    "P: Some text that is longer than all of the box, so that the box is a part of the page.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans),      cmocka_unit_test(test_deleted_text),
        cmocka_unit_test(test_powers),     cmocka_unit_test(test_marks_of_notes),
        cmocka_unit_test(test_lists),      cmocka_unit_test(test_lists_that_go_on),
        cmocka_unit_test(test_deep_lists), cmocka_unit_test(test_tables),
        cmocka_unit_test(test_boxes),      cmocka_unit_test(test_what_is_no_content),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
