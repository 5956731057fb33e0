/*
 * Links in Markdown. The judges are cmark and md4c: with the links left out, the linked document means what the
 * original means. test_link_commonmark.c asks them about the examples of the specification.
 */
#include "link/lexer/lexer.h"
#include "link_fixture.h"
#include "markdown_html.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct link_index *index_of_words;

static int build_index(void **state)
{
    (void)state;
    static const char *const titles[] = {
        "foo", "bar", "baz",  "bim",       "hello", "world",    "title", "foo bar", "aaa",
        "bbb", "ccc", "hi",   "link",      "Foo",   "code",     "url",   "item",    "this",
        "is",  "not", "text", "paragraph", "with",  "the list", "test",  "one",
    };
    index_of_words = fixture_index_of(titles, COUNT_OF(titles), 3);
    return index_of_words ? 0 : 1;
}

static int close_index(void **state)
{
    (void)state;
    link_close(index_of_words);
    return 0;
}

static struct link_result link_all(struct arena *arena, struct str content)
{
    struct link_options options = {.format = LINK_MARKDOWN, .min_score = 0};
    struct link_result result;
    struct error err = {0};
    if (link_content(index_of_words, content, &options, arena, &result, &err) != OK)
        fail_msg("%s", err.message);
    return result;
}

static void assert_linked(const char *content, const char *expected)
{
    struct arena *arena = arena_new();
    struct link_result result = link_all(arena, str_from(content));
    char *linked = arena_copy_n(arena, result.content.data, result.content.len);
    for (char *url; (url = strstr(linked, "](/page/"));) /* the URL itself is of no interest here */
        memmove(url + 1, strchr(url, ')') + 1 + strcspn(strchr(url, ')') + 1, ")") + 1,
                strlen(strchr(url, ')') + 1 + strcspn(strchr(url, ')') + 1, ")") + 1) + 1);
    assert_string_equal(linked, expected);
    for (int reader = 0; reader < READERS; reader++)
        assert_true(
            markdown_means_the_same(str_from(content), result.content, result.count, (enum markdown_reader)reader));
    arena_free(arena);
}

static void links_running_text(void **state)
{
    (void)state;
    assert_linked("Say hello to the world.", "Say [hello] to the [world].");
    assert_linked("- foo\n- bar\n\n> baz\n", "- [foo]\n- [bar]\n\n> [baz]\n");
    assert_linked("**foo** and *bar*, _baz_", "**[foo]** and *[bar]*, _[baz]_");
    assert_linked("| foo | bar |\n|---|---|\n| baz | x |\n", "| [foo] | [bar] |\n|---|---|\n| [baz] | x |\n");
    assert_linked("foo\nbar", "[foo\nbar]");
    assert_linked("foo  \nbar", "[foo]  \n[bar]");
    assert_linked("> 1. foo\n>\n>    bar\nbaz\n", "> 1. [foo]\n>\n>    [bar]\n[baz]\n");
    assert_linked("-\tfoo\n\n\tbar\n\n\t\tbaz\n", "-\t[foo]\n\n\t[bar]\n\n\t\tbaz\n");
    assert_linked("a[^1] foo\n\n[^1]: bar\n", "a[^1] [foo]\n\n[^1]: bar\n");
    assert_linked("[a](b) foo, ![a](b) bar", "[a](b) [foo], ![a](b) [bar]");
    assert_linked("Fran&ccedil;ois &amp; foo &lt;", "Fran&ccedil;ois &amp; [foo] &lt;");
    assert_linked("+++\na = 1\n+++\nfoo", "+++\na = 1\n+++\n[foo]");
    assert_linked("\xEF\xBB\xBF---\na: 1\n---\nfoo", "\xEF\xBB\xBF---\na: 1\n---\n[foo]");
}

static void leaves_the_rest_alone(void **state)
{
    (void)state;
    static const char *const untouched[] = {
        "# foo",
        "foo\n===",
        "foo\nbar\n---",
        "```\nfoo\n```",
        "~~~ foo\nfoo\n\nfoo\n~~~",
        "    foo\n",
        "- a\n\n      foo\n",
        "`foo` `` foo ` bar ``",
        "[foo](x) [foo][bar] ![foo](x) [foo]",
        "[foo]: /url \"title\"",
        "<https://foo.example/bar> <foo@bar.example>",
        "https://example.org/foo www.foo.bar me@foo.bar",
        "<div>\nfoo\n</div>\n\nno",
        "<!-- foo\n\nbar -->",
        "<pre>\nfoo\n\nbar\n</pre>",
        "<a href=\"x\">foo</a> <code>bar</code>",
        "\\foo !foo",
        "> ```\n> foo\n",
        "---\ntitle: foo\n---\n",
        "---\ntitle: foo\n\nfoo\n...\n",
        "+++\ntitle = 'foo'\n+++\n",
        "[^1]: foo bar\n\n    foo\n",
        "> - ```\n>   foo\n>   ```\n",
        "1.  # foo\n2.      foo\n",
        "&foo; &#foo; [foo]:foo",
        "(https://example.org/foo) [a](<b foo> 'foo')",
        "<foo@bar.example>foo@bar.example",
    };
    for (size_t i = 0; i < COUNT_OF(untouched); i++)
        assert_linked(untouched[i], untouched[i]);
}

static void reads_html_as_html_and_writes_markdown(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct link_result result = link_all(arena, STR("<p>Say <b>hello</b>.</p>"));
    assert_int_equal(result.count, 1);
    assert_memory_equal(result.content.data, "<p>Say <b>[hello](", 18);
    arena_free(arena);
}

static void escapes_urls(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct link_result result = link_all(arena, STR("foo"));
    assert_string_equal(result.content.data, "[foo](/page/0\\_\\(0\\)?a=1\\&b=\"2\")");
    arena_free(arena);
}

/* A vertical tab is white space to some: what comes behind such a line gets no links. */
static void reads_in_order_behind_odd_lines(void **state)
{
    (void)state;
    static const char *const contents[] = {"<p>foo\n\v\nbar", "foo\n\v\nbar", "> <p>foo\n> \v\nbar",
                                           "```\nfoo\n\v\nbar", "- foo\n  <p>\v\nbar"};
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        struct arena *arena = arena_new();
        struct lexed lexed;
        assert_int_equal(lex_markdown(arena, str_from(contents[i]), LINK_MAX_WORDS, NULL, &lexed, NULL), OK);
        assert_true(lexed.count >= 2);
        for (size_t k = 1; k < lexed.count; k++)
            assert_true(lexed.lexemes[k].start >= lexed.lexemes[k - 1].end);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_running_text),
        cmocka_unit_test(leaves_the_rest_alone),
        cmocka_unit_test(reads_html_as_html_and_writes_markdown),
        cmocka_unit_test(escapes_urls),
        cmocka_unit_test(reads_in_order_behind_odd_lines),
    };
    return cmocka_run_group_tests(tests, build_index, close_index);
}
