/*
 * Links in Markdown. The measure is md4c: with the links left out, the linked document means what the original means.
 * Every example of the CommonMark specification is tried (skipped where ../shared/conformance is absent).
 */
#include "link_fixture.h"
#include "markdown_events.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define SPECIFICATION "../shared/conformance/commonmark/spec.txt"

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

/* Returns the number of links, -1 when they change anything else. */
static int check(struct str content)
{
    struct arena *arena = arena_new();
    struct link_result result = link_all(arena, content);
    struct markdown_events before = markdown_events(content), after = markdown_events(result.content);
    bool same =
        strcmp(buf_text(&before.text), buf_text(&after.text)) == 0 && after.links == before.links + result.count;
    if (!same)
        print_error("--- content\n%.*s\n--- linked\n%.*s\n--- before%s\n--- after%s\n", STR_ARG(content),
                    STR_ARG(result.content), buf_text(&before.text), buf_text(&after.text));
    int count = same ? (int)result.count : -1;
    buf_free(&before.text);
    buf_free(&after.text);
    arena_free(arena);
    return count;
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
    assert_true(check(str_from(content)) >= 0);
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

/* By contract such content is read as HTML and gets Markdown links all the same; md4c would not see them. */
static bool is_wholly_html(struct str content)
{
    content = str_trim(content);
    return str_starts(content, STR("<")) && str_ends(content, STR(">"));
}

/* One example; advances *rest behind it. The suite writes tabs as arrows. */
static bool next_example(struct str *rest, struct buf *content)
{
    struct str line;
    bool inside = false;
    buf_clear(content);
    while (str_split(rest, '\n', &line)) {
        if (!inside) {
            inside = str_starts(line, STR("````````````````")) && str_ends(line, STR("example"));
            continue;
        }
        if (str_eq(line, STR(".")))
            return true;
        for (size_t at = 0; at < line.len; at++) {
            bool is_tab = str_starts((struct str){line.data + at, line.len - at}, STR("\xE2\x86\x92"));
            buf_char(content, is_tab ? '\t' : line.data[at]);
            at += is_tab ? 2 : 0;
        }
        buf_char(content, '\n');
    }
    return false;
}

static void keeps_the_meaning_of_every_commonmark_example(void **state)
{
    (void)state;
    FILE *file = fopen(SPECIFICATION, "rb");
    if (!file) {
        print_message("skipped: %s is not there\n", SPECIFICATION);
        skip();
    }
    struct buf text = {0}, content = {0};
    char piece[4096];
    for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0;)
        buf_add(&text, piece, length);
    fclose(file);
    struct str rest = {text.data, text.len};
    int examples = 0, links = 0, broken = 0;
    while (next_example(&rest, &content)) {
        if (is_wholly_html((struct str){buf_text(&content), content.len}))
            continue;
        int count = check((struct str){buf_text(&content), content.len});
        examples++;
        broken += count < 0;
        links += count > 0 ? count : 0;
    }
    print_message("%d examples, %d links, %d broken\n", examples, links, broken);
    assert_true(examples > 500);
    assert_true(links > 100);
    assert_int_equal(broken, 0);
    buf_free(&text);
    buf_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_running_text),
        cmocka_unit_test(leaves_the_rest_alone),
        cmocka_unit_test(reads_html_as_html_and_writes_markdown),
        cmocka_unit_test(escapes_urls),
        cmocka_unit_test(keeps_the_meaning_of_every_commonmark_example),
    };
    return cmocka_run_group_tests(tests, build_index, close_index);
}
