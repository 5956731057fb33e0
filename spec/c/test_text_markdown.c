/* The HTML of articles as Markdown: what comes of each element, and that readers of Markdown find the same in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "markdown_same.h"

#include <stdint.h>

static void becomes(const char *html, const char *markdown)
{
    struct buf out = {0};
    assert_true(markdown_from_html(&out, str_from(html)));
    assert_string_equal(buf_text(&out), markdown);
    buf_free(&out);
}

static void blocks(void **state)
{
    (void)state;
    becomes("", "");
    becomes("<!-- meta --> \n", "");
    becomes("<h1>One</h1>\n<p>Two\n three</p><div>four</div>five<h3>Six</h3>",
            "# One\n\nTwo three\n\nfour\n\nfive\n\n### Six\n");
    becomes("<blockquote><p>a</p><p>b</p></blockquote><blockquote>c</blockquote><p>d", "> a\n>\n> b\n\n> c\n\nd\n");
    becomes("<p>a</p><hr><p>b</p>", "a\n\n***\n\nb\n");
    becomes("<p>a<br>b<br></p>", "a\\\nb\n");
    becomes("<pre><code class=\"language-lua\">\nif x then\n\n  y &lt; z\nend\n</code></pre>",
            "```lua\nif x then\n\n  y < z\nend\n```\n");
    becomes("<pre>```\n</pre>", "````\n```\n````\n");
    becomes("<title>not seen</title><script>nor this</script><p>a", "a\n");
}

static void lists(void **state)
{
    (void)state;
    becomes("<ul>\n<li>a</li>\n<li>b<ul><li>c</li><li>d</li></ul></li>\n<li>e</li>\n</ul>",
            "- a\n- b\n  - c\n  - d\n- e\n");
    becomes("<ol start=\"9\"><li>a<li>b<ol><li>c</ol></ol>", "9. a\n10. b\n    1. c\n");
    becomes("<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b\n"); /* else "2." would be text */
    becomes("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c\n");
    becomes("<ul><li></li><li><p>a</p><p>b</p></li></ul><p>c", "- a\n\n  b\n\nc\n");
    becomes("<ul><li>a<blockquote>b</blockquote><pre>c\nd</pre></ul>", "- a\n\n  > b\n\n  ```\n  c\n  d\n  ```\n");
    becomes("<blockquote>a<ul><li>b<li>c</ul></blockquote>", "> a\n>\n> - b\n> - c\n");
    becomes("<dl><dt>Open</dt><dd>9 to 5</dd>\n<dt>Site:</dt><dd><a href=\"http://a/\">a</a></dd><dd>b</dd></dl>",
            "- **Open:** 9 to 5\n- **Site:** [a](http://a/)\\\n  b\n");
}

static void running_text(void **state)
{
    (void)state;
    becomes("<p><strong>a</strong> <em>b</em> <code>c</code>H<sub>2</sub>O <del>d</del> <u>e</u>",
            "**a** _b_ `c`H<sub>2</sub>O <del>d</del> e\n");
    becomes("<p>a.<sup><a href=\"http://a/\" title=\"The &quot;A&quot;\">1</a></sup>",
            "a.<sup>[1](http://a/ \"The \\\"A\\\"\")</sup>\n");
    becomes("<p><strong> a </strong>b<em></em> <b>c<i>d</b>e</i>", "**a** b <strong>c<em>d</em></strong>e\n");
    becomes("<p>a<b>b:</b>c <i>d</i>e", "a<strong>b:</strong>c <em>d</em>e\n"); /* signs would not be read there */
    becomes("<p><code>`a`</code> <code>b``c</code>", "`` `a` `` ```b``c```\n");
    becomes("<p>Look!<a href=\"b (c)\">a</a> <a>d</a> <a href=e><img src=\"/f.png\" alt=\"g]\"></a>",
            "Look\\![a](b%20\\(c\\)) d [![g\\]](/f.png)](e)\n");
    becomes(
        "<figure><img src=\"/a.png\" alt=\"A\" width=\"1\"><figcaption>B. <a href=\"c\">C</a></figcaption></figure>",
        "![A](/a.png)\n\n_B. [C](c)_\n");
}

static void films(void **state)
{
    (void)state;
    becomes(
        "<figure><iframe src=\"https://a/\" title=\"A\"></iframe><figcaption><a href=\"b\">A</a></figcaption></figure>",
        "_[A](b)_\n");
    becomes("<figure><iframe src=\"https://a/\" title=\"A\"></iframe><figcaption>B</figcaption></figure>",
            "_B_\n\n[A](https://a/)\n");
    becomes("<iframe src=\"https://a/\"><b>no frames</b></iframe>", "[https://a/](https://a/)\n");
}

static void tables(void **state)
{
    (void)state;
    becomes("<table>\n<thead>\n<tr><th>A</th><th>B|C</th></tr>\n</thead>\n<tbody>\n<tr><td>1<br>2</td><td><code>a|b"
            "</code></td></tr>\n</tbody>\n</table>\n",
            "| A | B\\|C |\n| --- | --- |\n| 1<br>2 | `a\\|b` |\n");
    becomes("<table><caption>T</caption><tr><td>1<td><ul><li>2<li>3</ul><tr><td><td>4<td>5</table>",
            "T\n\n|  |  |  |\n| --- | --- | --- |\n| 1 | 2 3 |\n|  | 4 | 5 |\n");
    becomes("<table></table><table><tr><td>a<table><tr><td>b</table></table>c", "|  |\n| --- |\n| a b |\n\nc\n");
}

static void what_would_be_read_as_signs(void **state)
{
    (void)state;
    becomes("<p># a<p>1. b<p>12) c<p>- d<p>+ e<p>&gt; f<p>-5 g<p>3.5 h<p>C# i",
            "\\# a\n\n1\\. b\n\n12\\) c\n\n\\- d\n\n\\+ e\n\n\\> f\n\n-5 g\n\n3.5 h\n\nC# i\n");
    becomes("<p>a *b* _c_ d_e `f` [g] ~h~ \\ &lt;i&gt; 1 &lt; 2 &amp;amp; j&amp;k",
            "a \\*b\\* \\_c\\_ d_e \\`f\\` \\[g\\] \\~h\\~ \\\\ \\<i> 1 < 2 \\&amp; j&k\n");
    becomes("<p>a<br>=<br>---<br>| b", "a\\\n\\=\\\n\\---\\\n\\| b\n");
    becomes("<h2>1. a #</h2>", "## 1. a \\#\n");
}

static void readers_find_the_same(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "<h1>A # and #</h1><p>1. x *y* snake_case _z_ &amp;amp; &lt;b&gt; [w] !<a "
        "href=\"http://e/x_(y)?a=1&amp;b=2\">v</a>",
        "<ul><li>a<ul><li>b<ol "
        "start=3><li>c</ol></ul><li>d</ul><ul><li>e</ul><ol><li><p>f</p><p>g</p></ol><ol><li>h</ol>",
        "<p>a<b>b:</b>c<b>d </b>e<i>f</i><b>g</b><b>h</b><i>\"i\"</i>j<b>\xE2\x82\xAC</b>k <b><i>l</i></b>",
        "<p><code>a`b</code><code>c</code>&nbsp;<b>&nbsp;d</b><br>- e<br>=<br># f</p><hr><blockquote>g<pre>h\n\n "
        "i</pre>",
    };
    for (size_t i = 0; i < COUNT_OF(documents); i++)
        for (enum markdown_reader reader = 0; reader < READERS; reader++)
            assert_true(markdown_says_the_same(str_from(documents[i]), reader));
}

static struct buf read_file(const char *path)
{
    struct buf text = {0};
    char piece[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (size_t size; (size = fread(piece, 1, sizeof piece, file)) > 0;)
        buf_add(&text, piece, size);
    fclose(file);
    return text;
}

static void readers_find_the_same_in_articles(void **state)
{
    (void)state;
    static const char *const types[] = {"blog_post",
                                        "listicle",
                                        "local_places_roundup",
                                        "market_product_roundup",
                                        "market_single_product_review",
                                        "rewrite_blog_post",
                                        "service_page",
                                        "video_site_video"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        char path[100];
        snprintf(path, sizeof path, "spec/golden/%s/article.html", types[i]);
        struct buf html = read_file(path);
        assert_true(markdown_says_the_same((struct str){html.data, html.len}, READER_GITHUB));
        if (!strstr(html.data, "<table"))
            assert_true(markdown_says_the_same((struct str){html.data, html.len}, READER_CMARK));
        buf_free(&html);
    }
}

/* Deep, and many of what has no end. */
static void any_form_is_read(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "<ul><li>",   "<blockquote>",  "<b>a<i>",   "<table><tr><td>", "<br>",
        "</li>",      "<dl><dt>a<dd>", "<ol><li>a", "<pre>",           "<figure><iframe src=a></iframe>",
        "<a href=b>c"};
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct buf html = {0}, out = {0};
        for (int times = 0; times < 2000; times++)
            buf_str(&html, pieces[i]);
        buf_str(&html, "end");
        assert_true(markdown_from_html(&out, (struct str){html.data, html.len}));
        assert_non_null(strstr(buf_text(&out), "end"));
        assert_true(out.len < 100 * html.len);
        buf_free(&html);
        buf_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks),
        cmocka_unit_test(lists),
        cmocka_unit_test(running_text),
        cmocka_unit_test(films),
        cmocka_unit_test(tables),
        cmocka_unit_test(what_would_be_read_as_signs),
        cmocka_unit_test(readers_find_the_same),
        cmocka_unit_test(readers_find_the_same_in_articles),
        cmocka_unit_test(any_form_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
