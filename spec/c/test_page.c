#include "research/page/page.h"
#include "text/html/html.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "page_outline.h"

/* A heading of docutils leads back to the table of contents. */
static void test_heading_of_contents(void **state)
{
    (void)state;
    assert_html("<h1>Tea</h1><p>It is drunk.</p><h2><a class='toc-backref' href='#id1'>Green tea</a></h2><p>It is "
                "green.</p>",
                "H1 Tea\nP It is drunk.\nH2 Green tea\nP It is green.\n");
}

static void test_blocks(void **state)
{
    (void)state;
    assert_html("<h1>A  <em>title</em></h1><p>One\n<b>two</b><br>three &amp; four&nbsp;five.</p>"
                "<ul><li>x<ul><li>deep</li></ul></li><li><p>y</p></li></ul>"
                "<pre><code>\n  if (a &lt; b)\n    go();\n</code></pre>"
                "<table><tr><th>Herb</th><th>Water</th></tr><tr><td>Basil</td><td><p>daily</p></td></tr></table>"
                "<div>bare text<p>inner</p>more</div>",
                "H1 A title\nP One two three & four five.\nLI1 x\nLI2 deep\nLI1 y\n"
                "CODE   if (a < b)\n    go();\nROW Herb | Water\nROW Basil | daily\nP bare text\nP inner\nP more\n");
    assert_html(
        "<p>Uses <code>pg_dump</code> and <q>quotes</q>, soft&shy;ly.</p><dl><dt>Term</dt><dd>What it is.</dd></dl>",
        "P Uses pg_dump and “quotes”, softly.\nLI1 Term\nP What it is.\n");
    assert_html(
        "<h2>5.11.&nbsp;Table Partitioning</h2><h3>Chapter 3. Names</h3><h3>3.5 inch disks</h3><h3>A.2. More</h3>"
        "<h3>1/ Tubes</h3><h3>2) Pumps</h3><h3>1/2 inch</h3>",
        "H2 Table Partitioning\nH3 Names\nH3 3.5 inch disks\nH3 More\nH3 Tubes\nH3 Pumps\nH3 1/2 inch\n");
}

static void test_navigation_is_left_out(void **state)
{
    (void)state;
    assert_html("<body class='has-sidebar'><header><p>Logo</p><h1>Name</h1></header><nav><p>n</p></nav>"
                "<div class='site-nav'>n</div><div id=siteNav>n</div><div class=breadcrumb>a / b</div>"
                "<p>Kept text of the page, which is longer than all the rest of it together.</p>"
                "<ul><li><a href=/1>One link</a></li><li><a href=/2>Another</a></li></ul>"
                "<p><a href=/more>Read more</a></p><form><p>Search</p></form><aside>x</aside>"
                "<div hidden>x</div><div style='display: none'>x</div><div aria-hidden=true>x</div>"
                "<div role=navigation>x</div><script>x</script><style>x</style><noscript>x</noscript>"
                "<button>x</button><div class='cookie-notice'>x</div><div class=comments><p>Nice!</p></div>"
                "<p>&copy; 2020 Somebody</p><footer>f</footer>",
                "H1 Name\nP Kept text of the page, which is longer than all the rest of it together.\n");
    assert_html("<p>Choose <span class=switch><span hidden=true>App - Preferences</span>\n<span hidden=true>Tools - "
                "Options</span></span> - General.</p>",
                "P Choose Tools - Options - General.\n"); /* a script shows one of them */
    assert_html("<p>One <span hidden>word</span> is <span><span hidden>not</span></span> hidden <span><span>a</span>"
                "<span hidden>b</span></span>.</p>",
                "P One is hidden a.\n");
    assert_html("<p>Text<sup><a href='#n'>[1]</a></sup> goes on<a href='#x'>#</a>.</p>", "P Text goes on.\n");
}

/* A class that sounds like navigation does not cost the page its content. */
static void test_content_is_kept(void **state)
{
    (void)state;
    assert_html("<form id=aspnet><div class='social main'><p>The whole page stands in a form.</p></div></form>",
                "P The whole page stands in a form.\n");
    assert_html("<pre><span class=comment>// kept</span>\ncode</pre>", "CODE // kept\ncode\n");
    assert_html("<pre>a\n<h2>b</h2>\nc<br>d</pre><p>e", "CODE a\nb\nc\nd\nP e\n");
    assert_html("<pre>a --&#8203;--\n  &shy;b&eacute;</pre>", "CODE a ----\n  b\xC3\xA9\n");
    assert_html("<article class='post tag-menu category-nav'><p>Post.</p></article>", "P Post.\n");
}

static void test_main_element(void **state)
{
    (void)state;
    assert_html("<div><p>Before.</p></div><main><p>Inside of main.</p></main><p>After.</p>", "P Inside of main.\n");
    assert_html("<p>Before.</p><div role=main><p>Inside of main.</p></div>", "P Inside of main.\n");
    assert_html("<main></main><p>All of the text of this page stands outside of its main element.</p>",
                "P All of the text of this page stands outside of its main element.\n");
    assert_html(
        "<table width=100%><tr><td><h1>Old</h1><p>Layout tables.</p></td><td><table><tr><td>1</td><td>2</td></tr>"
        "</table></td></tr></table>",
        "H1 Old\nP Layout tables.\nROW 1 | 2\n");
}

/* html, head and body need not be written. */
static void test_implied_elements(void **state)
{
    (void)state;
    struct str html = STR(
        "<!doctype html><html lang=de><meta charset=utf-8><title>T &amp; U</title>\n"
        "<noscript><img src=x></noscript><link rel=canonical href=http://a/b>\n<main><h1>H</h1><p>Text.</p></main>");
    struct page page = read_page(html, PAGE_HTML, "x.html");
    assert_string_equal(outline(&page), "H1 H\nP Text.\n");
    assert_string_equal(page.title, "T & U");
    assert_string_equal(page.url, "http://a/b");
    assert_string_equal(page.language->tag, "de");
    assert_html("<title>T</title>Bare <section>text", "P Bare\nP text\n");
    assert_html("<head><title>T</title></head><body lang=en class=x><article>A</article></body>", "P A\n");
}

static void test_docbook(void **state)
{
    (void)state;
    assert_html(
        "<div class=navheader><table><tr><th>5.11. T</th></tr></table></div><div class=sect1><div class=titlepage>"
        "<h2 class=title>5.11. T</h2></div><div class=toc><dl class=toc><dt><a href=x>5.11.1. O</a></dt></dl></div>"
        "<p>\n  <span class=productname>PostgreSQL</span> text,\n see <a href=y>Section 5.10</a>.</p>"
        "<div class=note><h3 class=title>Note</h3><p>Mind this.</p></div>"
        "<div class=table><p class=title><b>Table 9.1. Ops</b></p><table><tr><td>a</td></tr></table></div>"
        "</div><div class=navfooter>Next</div>",
        "H2 T\nP PostgreSQL text, see Section 5.10.\nP Mind this.\nROW a\n");
}

static const char *title_of(const char *title, const char *heading, const char *url)
{
    const char *html = arena_printf(arena, "<title>%s</title><h1>%s</h1><p>Text</p>", title, heading);
    return read_page(str_from(html), PAGE_HTML, url).title;
}

static void test_titles(void **state)
{
    (void)state;
    const char *url = "https://www.herb-garden.org/basil.html";
    assert_string_equal(title_of("5.11. Table Partitioning", "5.11. Table Partitioning", url), "Table Partitioning");
    assert_string_equal(
        title_of("PostgreSQL: Documentation: 15: 5.11. Table Partitioning", "5.11. Table Partitioning", url),
        "Table Partitioning");
    assert_string_equal(title_of("Growing basil | Leaf &amp; Root", "", url), "Growing basil");
    assert_string_equal(title_of("Growing basil - Herb Garden", "", url), "Growing basil");
    assert_string_equal(title_of("Growing basil - a guide", "", url), "Growing basil - a guide");
    assert_string_equal(title_of("Growing basil - a guide", "Growing basil - a guide", url), "Growing basil - a guide");
    assert_string_equal(title_of("Growing basil – Grüner Daumen", "Growing basil", url), "Growing basil");
    assert_string_equal(title_of("What is Ownership? - The Rust Book", "What Is Ownership?", url),
                        "What Is Ownership?");
    assert_string_equal(title_of("", "Only a heading", url), "Only a heading");
    assert_string_equal(title_of("  ", "", url), "basil");
    assert_string_equal(title_of("", "", "https://example.org/"), "example");
    assert_string_equal(
        read_page(STR("<meta property='og:site_name' content='Dies und Das'><title>Basilikum - Dies und "
                      "Das</title><p>x</p>"),
                  PAGE_HTML, url)
            .title,
        "Basilikum");
}

static void test_address(void **state)
{
    (void)state;
    struct str html = STR("<link rel=canonical href='https://Example.org/x#y'><p>Text");
    struct page page = read_page(html, PAGE_HTML, "notes/a.html");
    assert_string_equal(page.url, "https://example.org/x");
    assert_true(page.is_link);
    page = read_page(html, PAGE_HTML, "https://example.org/found-here");
    assert_string_equal(page.url, "https://example.org/found-here");
    page = read_page(STR("<link rel=canonical href='/x'><p>Text"), PAGE_HTML, "notes/a.html");
    assert_string_equal(page.url, "notes/a.html");
    assert_false(page.is_link);
    assert_null(page.canonical);
}

static void test_canonical(void **state)
{
    (void)state;
    static const char at[] = "https://example.org/a/b.html";
    assert_string_equal(
        read_page(STR("<link rel='x Canonical' href='c#d'><link rel=canonical href=e><p>Text"), PAGE_HTML, at)
            .canonical,
        "https://example.org/a/c");
    assert_string_equal(
        read_page(STR("<base href='/f/'><base href='/g/'><link rel=canonical href=c><p>Text"), PAGE_HTML, at).canonical,
        "https://example.org/f/c");
    assert_null(read_page(STR("<link rel=canonical href='mailto:x@y'><p>Text"), PAGE_HTML, at).canonical);
    assert_null(read_page(STR("<p>Text"), PAGE_HTML, at).canonical);
}

static void test_language(void **state)
{
    (void)state;
    assert_string_equal(read_page(STR("<html lang=de-AT><p>x"), PAGE_HTML, "u").language->tag, "de");
    assert_string_equal(read_page(STR("<html xml:lang=fr><p>x"), PAGE_HTML, "u").language->tag, "fr");
    assert_string_equal(
        read_page(STR("<p>Die Kräuter stehen auf der Bank und sie wachsen in der Sonne."), PAGE_HTML, "u")
            .language->tag,
        "de");
    assert_null(read_page(STR("<p>12345"), PAGE_HTML, "u").language);
    static const char half[] = /* translated by half, the other half longer */
        "<p>La rete viene configurata automaticamente durante l'installazione del sistema, quando si usa il programma."
        "<p>Una connessione con il modem richiede un numero di telefono e una parola segreta, che sono dati dal "
        "gestore."
        "<p>Il protocollo della rete è stato creato per le macchine che sono in ufficio e non per quelle di casa."
        "<p>If the program is not installed, then the installer will write the file that lists the interfaces of it, "
        "and the line that starts with the word auto gives a list of those that are to be set up when it starts."
        "<p>There are many more of them than one would think, and it is good practice to keep what is set in other "
        "files, which are read in the order of their names when the machine is started.";
    const char *english = strstr(half, "<p>If");
    assert_string_equal(read_page(str_from(half), PAGE_HTML, "u").language->tag, "it");
    assert_string_equal(read_page(str_from(english), PAGE_HTML, "u").language->tag, "en");
    struct buf text = {0}; /* a template says "en" of whatever is written into it */
    buf_printf(&text, "<html lang=en>");
    for (size_t i = 0; i < 14; i++)
        buf_printf(&text, "<p>Die Kräuter stehen auf der Bank und sie wachsen dort in der Sonne.");
    assert_string_equal(read_page((struct str){text.data, text.len}, PAGE_HTML, "u").language->tag, "de");
    text.len /= 2;
    assert_string_equal(read_page((struct str){text.data, text.len}, PAGE_HTML, "u").language->tag, "en");
    buf_free(&text);
}

static void assert_charset(struct str document, const char *charset, const char *expected)
{
    struct page page;
    assert_int_equal(page_read(arena, document, PAGE_HTML, charset, "u", &page, NULL), OK);
    assert_int_equal(page.count, 1);
    assert_string_equal(arena_copy_n(arena, page.blocks[0].text.data, page.blocks[0].text.len), expected);
}

static void test_charsets(void **state)
{
    (void)state;
    assert_charset(STR("<p>\xC3\xBC"), "", "ü");
    assert_charset(STR("<p>\xFC"), "iso-8859-1", "ü");
    assert_charset(STR("<p>\x80"), "iso-8859-1", "€"); /* which browsers read as windows-1252 */
    assert_charset(STR("<meta charset=windows-1251><p>\xC6"), "", "Ж");
    assert_charset(STR("<meta http-equiv=x content='text/html; charset=ISO-8859-1'><p>\xFC"), "", "ü");
    assert_charset(STR("<meta charset=iso-8859-1><p>\xC3\xBC"), "", "ü"); /* says one thing, is another */
    assert_charset(STR("<p>a\xFFz"), "", "aÿz");
    assert_charset(STR("<p>a\xFFz"), "no-such-charset", "aÿz");
    assert_charset(STR("\xEF\xBB\xBF<p>\xC3\xBC"), "", "ü");
    assert_charset(STR("<p>\x82\xA0"), "shift_jis", "あ");
    assert_charset((struct str){"<p>a\0b", 6}, "", "a b");
    assert_charset(STR("<p>&check;&hellip;&#x1F33F;"), "", "✓…🌿");
}

static void test_markdown(void **state)
{
    (void)state;
    assert_markdown(
        "<h1 align=center>raw</h1>\n\n[![b](x)](y) [![c](x)](y)\n\n# Name &mdash; it\n\nSome *text* with `code`\n"
        "and a [link](z).<br>On.\n\n1. one\n2. two\n   - deep\n\n```sh\nmake  all\n```\n\n"
        "| A | B |\n|---|---|\n| 1 | |\n\n> quoted\n\nSetext\n======\n![alt](i.png)\n",
        "H1 Name — it\nP Some text with code and a link. On.\nLI1 one\nLI1 two\nLI2 deep\nCODE make  all\n"
        "ROW A | B\nROW 1\nP quoted\nH1 Setext\n");
}

static void test_contents_are_left_out(void **state)
{
    (void)state;
    assert_markdown(
        "## Table of contents\n- [One](#one)\n  - [Two](#two)\n- see [Three](#three) for it\n\n## One\nText.\n",
        "LI1 see Three for it\nH2 One\nP Text.\n");
    assert_html("<h2>Contents</h2><ul><li><a href='#a'>A</a></li></ul><h2>A</h2><p>Text.</p>", "H2 A\nP Text.\n");
}

static void test_front_matter(void **state)
{
    (void)state;
    struct page page = read_page(STR("---\ntitle: \"Indoor herbs: a guide\"\nurl: https://Example.org/herbs\nlang: de\n"
                                     "nested:\n  title: no\n---\n# Heading\nText\n"),
                                 PAGE_MARKDOWN, "notes/herbs.md");
    assert_string_equal(page.title, "Indoor herbs: a guide");
    assert_string_equal(page.url, "https://example.org/herbs");
    assert_true(page.is_link);
    assert_string_equal(page.language->tag, "de");
    page = read_page(STR("---\ntitle: x\n"), PAGE_MARKDOWN, "notes/my_herbs.md"); /* it does not end: no front matter */
    assert_string_equal(page.url, "notes/my_herbs.md");
    assert_false(page.is_link);
    page = read_page(STR("---\nurl: javascript:alert(1)\n---\nText\n"), PAGE_MARKDOWN, "notes/my_herbs.md");
    assert_string_equal(page.url, "notes/my_herbs.md");
    assert_string_equal(page.title, "my herbs");
}

static void assert_described(const char *document, enum page_format format, const char *expected)
{
    struct page page = read_page(str_from(document), format, "https://example.org/page");
    assert_string_equal(page.description, expected);
}

static void test_description(void **state)
{
    (void)state;
    assert_described("<title>Tea</title><p>Text.", PAGE_HTML, "");
    assert_described("<meta property=og:description content='Shown &amp;amp; short.'><p>Text.", PAGE_HTML,
                     "Shown & short.");
    assert_described("<meta property=og:description content=Shown><meta name=Description content=' What\n tea is. '>"
                     "<p>Text.",
                     PAGE_HTML, "What tea is.");
    assert_described("<meta name=description content='{{ page.summary }}'><p>Text.", PAGE_HTML, "");
    assert_described("---\nsummary: 'How to brew: tea'\n---\nText\n", PAGE_MARKDOWN, "How to brew: tea");
    assert_described("---\nexcerpt: \"Short\"\ndescription: >-\n  Folded\n  text.\ntags: x\n---\nText\n", PAGE_MARKDOWN,
                     "Short");
    assert_described("---\ndescription: >-\n  Folded\n  text.\ntags: x\n---\nText\n", PAGE_MARKDOWN, "Folded text.");
    assert_described("---\ndescription:\n---\nText\n", PAGE_MARKDOWN, "");
    assert_described("Only text.\n", PAGE_TEXT, "");
    char *words = arena_printf(arena, "---\ndescription: %0500d\n---\nText\n", 1);
    struct page page = read_page(str_from(words), PAGE_MARKDOWN, "page.md");
    assert_int_equal(strlen(page.description), PAGE_DESCRIPTION_MAX + strlen("\xE2\x80\xA6") - 1);
}

static void test_text(void **state)
{
    (void)state;
    struct page page =
        read_page(STR("My title\n\nFirst line\r\nsecond line.\n\nPart\n====\n- one\n  more\n- two\n2) x\n"
                      "\nSub\n---\nLast."),
                  PAGE_TEXT, "notes/a.txt");
    assert_string_equal(page.title, "My title");
    assert_string_equal(outline(&page),
                        "H1 My title\nP First line second line.\nH1 Part\nLI1 one more\nLI1 two\nLI1 x\n"
                        "H2 Sub\nP Last.\n");
    page = read_page(STR("Only a sentence.\nAnd more.\n"), PAGE_TEXT, "notes/plain_file.txt");
    assert_string_equal(page.title, "plain file");
}

static void test_empty(void **state)
{
    (void)state;
    for (int format = PAGE_HTML; format <= PAGE_TEXT; format++) {
        struct page page = read_page(STR(""), (enum page_format)format, "a/b.html");
        assert_int_equal(page.count, 0);
        assert_string_equal(page.title, "b");
        page = read_page(STR(" \n\t "), (enum page_format)format, "a/b.html");
        assert_int_equal(page.count, 0);
    }
    assert_html("<!-- nothing -->", "");
    assert_html("<script>x</script>", "");
}

static void test_formats(void **state)
{
    (void)state;
    enum page_format format;
    assert_true(page_format_of_type("text/html", &format) && format == PAGE_HTML);
    assert_true(page_format_of_type("TEXT/HTML; charset=utf-8", &format) && format == PAGE_HTML);
    assert_true(page_format_of_type("text/markdown", &format) && format == PAGE_MARKDOWN);
    assert_true(page_format_of_type("text/plain", &format) && format == PAGE_TEXT);
    assert_false(page_format_of_type("application/pdf", &format));
    assert_true(page_format_of_name("a/b.HTM", &format) && format == PAGE_HTML);
    assert_true(page_format_of_name("b.markdown", &format) && format == PAGE_MARKDOWN);
    assert_false(page_format_of_name(".html", &format));
    assert_false(page_format_of_name("b.htmlx", &format));
}

static void test_links(void **state)
{
    (void)state;
    struct page_facts facts;
    struct str html = STR("<base href='/docs/'><a href='a.html#top'>A</a><a href=a.html>again</a>"
                          "<a rel='noopener NOFOLLOW' href='//other.org'>B</a><a href='mailto:x@y'>m</a><a name=n>n</a>"
                          "<map><area href='?q=1&amp;r=2'></map>");
    assert_int_equal(page_facts_read(arena, html, "https://example.org/x", &facts, NULL), OK);
    assert_int_equal(facts.link_count, 3);
    assert_string_equal(facts.links[0].url, "https://example.org/docs/a.html");
    assert_false(facts.links[0].nofollow);
    assert_string_equal(facts.links[1].url, "https://other.org/");
    assert_true(facts.links[1].nofollow);
    assert_string_equal(facts.links[2].url, "https://example.org/docs/?q=1&r=2");
}

static void test_anchors(void **state)
{
    (void)state;
    struct page_anchor *links;
    size_t count;
    struct str html =
        STR("<base href='/docs/'><a href='a.html#top'> A\n <b>and&nbsp;B</b>&amp;C </a><a href='#here'>x</a>"
            "<a href='b'>one<a href='c'><img alt='a picture'></a><a href='mailto:x@y'>m</a>"
            "<script>'<a href=d>'</script><map><area href='e' alt='corner'></map>plain<a href=f>open");
    assert_int_equal(page_links_read(arena, html, "https://example.org/x", &links, &count, NULL), OK);
    static const char *const expected[][2] = {
        {"https://example.org/docs/a.html", "A and\u00a0B&C"},
        {"https://example.org/docs/b", "one"},
        {"https://example.org/docs/c", "a picture"},
        {"https://example.org/docs/e", "corner"},
        {"https://example.org/docs/f", "open"},
    };
    assert_int_equal(count, COUNT_OF(expected));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(links[i].url, expected[i][0]);
        assert_string_equal(links[i].text, expected[i][1]);
    }
}

static void test_anchors_are_bounded(void **state)
{
    (void)state;
    struct page_anchor *links;
    size_t count;
    struct buf html = {0};
    buf_str(&html, "<a href=a>");
    for (int i = 0; i < 200; i++)
        buf_str(&html, "\u00e4\u00e4 ");
    for (int i = 0; i < PAGE_LINKS_MAX + 10; i++)
        buf_str(&html, "</a><a href=b>b");
    struct str text = {buf_text(&html), html.len};
    assert_int_equal(page_links_read(arena, text, "https://example.org/x", &links, &count, NULL), OK);
    assert_int_equal(count, PAGE_LINKS_MAX);
    assert_int_equal(strlen(links[0].text), PAGE_LINK_TEXT_MAX - 1); /* five bytes for each two letters and a blank */
    buf_free(&html);
}

/* Each took parsers long or much stack once. */
static void test_hostile(void **state)
{
    (void)state;
    static const char *const patterns[] = {"<div>",      "<b><i>",
                                           "<ul><li>",   "<table><tr><td>",
                                           "<a href=x>", "</p>",
                                           "<p>&amp;",   "<form>",
                                           "<!--",       "<select><option>",
                                           "[",          "> ",
                                           "*a_ ",       "`",
                                           "- ",         "&"};
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        struct buf text = {0};
        while (text.len < 200000)
            buf_str(&text, patterns[i]);
        for (int format = PAGE_HTML; format <= PAGE_TEXT; format++)
            read_page((struct str){text.data, text.len}, (enum page_format)format, "u");
        buf_free(&text);
    }
    struct buf tag = {0};
    buf_str(&tag, "<p");
    for (int i = 0; i < 50000; i++)
        buf_printf(&tag, " a%d=1", i);
    buf_str(&tag, ">kept");
    struct page page = read_page((struct str){tag.data, tag.len}, PAGE_HTML, "u");
    assert_string_equal(outline(&page), "P kept\n");
    buf_free(&tag);
}

static void test_too_large(void **state)
{
    (void)state;
    struct page page;
    struct error err;
    size_t size = (8u << 20) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    assert_int_equal(page_read(arena, (struct str){text, size}, PAGE_HTML, "", "u", &page, &err), E_LIMIT);
    free(text);
}

/* `text`, so many times. */
static char *repeat(const char *text, size_t times)
{
    size_t length = strlen(text);
    char *out = arena_alloc(arena, length * times + 1);
    assert_non_null(out);
    for (size_t i = 0; i < times; i++)
        memcpy(out + i * length, text, length);
    return out;
}

/* Whoever wrote a document decides how long its parts are; what is taken of them has a bound. */
static void test_titles_are_bounded(void **state)
{
    (void)state;
    char *words = repeat("herb ", 20000);
    const char *documents[] = {
        arena_printf(arena, "<title>%s</title><p>Text.", words),
        arena_printf(arena, "<h1>%s</h1><p>Text.", words),
        arena_printf(arena, "<p>Text.<h2>%s</h2><p>Text.", repeat("\xC3\xA4", 50000)), /* one word */
        arena_printf(arena, "---\ntitle: %s\n---\n\nText.", words),
        arena_printf(arena, "# %s\n\nText.", words),
        arena_printf(arena, "%s\n====\n\nText.", words),
    };
    static const enum page_format formats[] = {PAGE_HTML,     PAGE_HTML,     PAGE_HTML,
                                               PAGE_MARKDOWN, PAGE_MARKDOWN, PAGE_TEXT};
    for (size_t i = 0; i < COUNT_OF(documents); i++) {
        struct page page = read_page(str_from(documents[i]), formats[i], "u");
        size_t length = utf8_length(str_from(page.title));
        assert_in_range(length, 150, PAGE_TITLE_MAX);
        assert_true(str_ends(str_from(page.title), STR("\xE2\x80\xA6")));
        for (size_t j = 0; j < page.count; j++)
            if (page.blocks[j].kind == BLOCK_HEADING)
                assert_in_range(utf8_length(page.blocks[j].text), 150, PAGE_TITLE_MAX);
    }
}

/* The files that a page's table of contents lists, with a blank between two. */
static const char *parts_of(const char *html)
{
    struct page page = read_page(str_from(html), PAGE_HTML, "notes/index.html");
    struct buf out = {0};
    for (size_t i = 0; i < page.part_count; i++) {
        buf_str(&out, i ? " " : "");
        buf_str(&out, page.parts[i]);
    }
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void test_parts(void **state)
{
    (void)state;
    assert_string_equal(parts_of("<div class=toc><ul><li><a href=b.html>B</a><ul><li><a href=c.html>C</a></ul>"
                                 "<li><a href='a/d.html#x'>D</a><li><a href='b.html?y'>B</a></ul></div>"
                                 "<p><a href=e.html>E</a>"),
                        "b.html a/d.html");
    assert_string_equal(parts_of("<ul class='x toc'><li><a href=/a>1</a><li><a href=../b>2</a><li><a href=c/../d>3</a>"
                                 "<li><a href=https://example.org/e>4</a><li><a href=#f>5</a><li><a href>6</a></ul>"),
                        "");
    assert_string_equal(parts_of("<nav><ul class=toc><li><a href=a>1</a></ul></nav><ul><li><a href=b>2</a></ul>"), "");
    assert_string_equal(parts_of("<p>Text."), "");
}

/* Each is looked for among those before it. */
static void test_many_parts(void **state)
{
    enum { PARTS = 60000 };
    (void)state;
    struct buf html = {0};
    buf_str(&html, "<ul class=toc>");
    for (int i = 0; i < 2 * PARTS; i++)
        buf_printf(&html, "<li><a href=p%d>1</a>", i % PARTS);
    struct page page = read_page((struct str){buf_text(&html), html.len}, PAGE_HTML, "notes/index.html");
    buf_free(&html);
    assert_int_equal(page.part_count, PARTS);
    assert_string_equal(page.parts[PARTS - 1], "p59999");
}

static void assert_too_long(const char *path)
{
    const char *address = arena_printf(arena, "https://example.org/%s", path);
    struct page page = read_page(str_from(arena_printf(arena, "<link rel=canonical href='%s'><p>Text.", address)),
                                 PAGE_HTML, "notes/a.html");
    assert_string_equal(page.url, "notes/a.html");
    page = read_page(str_from(arena_printf(arena, "---\nurl: %s\n---\nText.", address)), PAGE_MARKDOWN, "notes/a.md");
    assert_string_equal(page.url, "notes/a.md");
    assert_false(page.is_link);
}

static void test_addresses_are_bounded(void **state)
{
    (void)state;
    assert_too_long(repeat("a", 5000));
    assert_too_long(repeat("\xEF\xBF\xBD", 300)); /* 9 bytes each in the normal form */
}

static void test_text_is_bounded(void **state)
{
    (void)state;
    const size_t times = PAGE_TEXT_MAX / 10;
    char *many = repeat("<p>0123456789", times * 2), *one = repeat("0123456789 ", times * 2);
    struct page page = read_page(str_from(many), PAGE_HTML, "u");
    size_t bytes = 0;
    for (size_t i = 0; i < page.count; i++)
        bytes += page.blocks[i].text.len;
    assert_true(page.is_cut);
    assert_in_range(bytes, 1, PAGE_TEXT_MAX);
    page = read_page(str_from(one), PAGE_TEXT, "u");
    assert_true(page.is_cut);
    assert_int_equal(page.count, 1);
    assert_int_equal(page.blocks[0].text.len, PAGE_TEXT_MAX);
    assert_false(read_page(STR("<p>Text."), PAGE_HTML, "u").is_cut);
}

/* Each of these bytes becomes three: more text than libxml2 takes. */
static void test_bytes_that_are_no_text(void **state)
{
    (void)state;
    char *bad = repeat("\x81\x8D", 2000000);
    struct page page = read_page((struct str){bad, 4000000}, PAGE_HTML, "u");
    assert_true(page.is_cut);
    memcpy(bad, "<p class=\"", 10);
    page = read_page((struct str){bad, 4000000}, PAGE_HTML, "u");
    assert_int_equal(page.count, 0);
}

/* A NUL is a blank: it neither ends a heading nor makes an empty one. */
static void test_nul_bytes(void **state)
{
    (void)state;
    const struct str document = STR("Title\n=====\n\nOne\0two.\n\n\0?b\n---\nLast.\n");
    for (int format = PAGE_MARKDOWN; format <= PAGE_TEXT; format++) {
        struct page page = read_page(document, (enum page_format)format, "u");
        assert_string_equal(outline(&page), "H1 Title\nP One two.\nH2 ?b\nP Last.\n");
    }
}

static void leaves_restructured_text_out(void **state)
{
    (void)state;
    static const char *const refused[] = {
        ":tocdepth: 2\n\n===============\nProgramming FAQ\n===============\n\n.. contents::\n\nBasil grows.\n",
        ".. XXX: reference/datamodel and this have quite a few overlaps!\n\n\n.. _bltin-types:\n\n"
        "**************\nBuilt-in Types\n**************\n\nA :exc:`ValueError` is raised by it.\n",
    };
    static const char *const read[] = {
        "Basil\n=====\n\nNote:: it grows. See :-) and at 12:30:45 it is watered.\n",
        "The one role of a sentence is told by :code:`x`.\n",
    };
    struct page page;
    struct error err;
    enum page_format format;
    assert_false(page_format_of_name("_sources/faq/design.rst.txt", &format));
    assert_true(page_format_of_name("first.txt", &format) && format == PAGE_TEXT);
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        assert_int_equal(page_read(arena, str_from(refused[i]), PAGE_TEXT, "", "u.rst.txt", &page, &err), E_INVALID);
        assert_non_null(strstr(err.message, "reStructuredText"));
    }
    for (size_t i = 0; i < COUNT_OF(read); i++)
        assert_int_equal(page_read(arena, str_from(read[i]), PAGE_TEXT, "", "u.txt", &page, &err), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_restructured_text_out),
        cmocka_unit_test(test_heading_of_contents),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_navigation_is_left_out),
        cmocka_unit_test(test_content_is_kept),
        cmocka_unit_test(test_main_element),
        cmocka_unit_test(test_implied_elements),
        cmocka_unit_test(test_docbook),
        cmocka_unit_test(test_titles),
        cmocka_unit_test(test_address),
        cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_language),
        cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_contents_are_left_out),
        cmocka_unit_test(test_front_matter),
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_titles_are_bounded),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_anchors),
        cmocka_unit_test(test_anchors_are_bounded),
        cmocka_unit_test(test_many_parts),
        cmocka_unit_test(test_addresses_are_bounded),
        cmocka_unit_test(test_text_is_bounded),
        cmocka_unit_test(test_bytes_that_are_no_text),
        cmocka_unit_test(test_nul_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
