#include "text/escape.h"

#include <md4c.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena_fixture.h"

static const char *escaped(void (*escape)(struct buf *, struct str), struct str text)
{
    struct buf out = {0};
    escape(&out, text);
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void test_html(void **state)
{
    (void)state;
    assert_string_equal(escaped(escape_html, STR("")), "");
    assert_string_equal(escaped(escape_html, (struct str){NULL, 0}), "");
    assert_string_equal(escaped(escape_html, STR("a <b> & \"c\" 'd'")), "a &lt;b&gt; &amp; \"c\" 'd'");
    assert_string_equal(escaped(escape_attribute, STR("\"><script>&amp;")), "&quot;&gt;&lt;script&gt;&amp;amp;");
}

static void test_markdown(void **state)
{
    (void)state;
    assert_string_equal(escaped(escape_markdown, STR("plain text, 3.5 - or pg_dump (x)!")),
                        "plain text, 3.5 - or pg_dump (x)!");
    assert_string_equal(escaped(escape_markdown, STR("*a* _b_ `c` [d](e) <f> g|h ~~i~~ \\j")),
                        "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\> g\\|h \\~\\~i\\~\\~ \\\\j");
    assert_string_equal(escaped(escape_markdown, STR("# a\n- b\n+ c\n12. d\n3) e\n> f\n=== g\n  # h")),
                        "\\# a\n\\- b\n\\+ c\n12\\. d\n3\\) e\n\\> f\n\\=== g\n  \\# h");
    assert_string_equal(escaped(escape_markdown, STR("&amp; & &#38; AT&T")), "\\&amp; & \\&#38; AT\\&T");
}

/* What a Markdown parser makes of escaped text. */
struct seen {
    struct buf text;
    int spans, blocks;
};

static int on_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    ((struct seen *)context)->blocks += type != MD_BLOCK_DOC && type != MD_BLOCK_P;
    return 0;
}

static int on_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)type;
    (void)detail;
    ((struct seen *)context)->spans++;
    return 0;
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct seen *seen = context;
    assert_true(type == MD_TEXT_NORMAL || type == MD_TEXT_SOFTBR);
    buf_add(&seen->text, text, size);
    return 0;
}

static int on_leave(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)type;
    (void)detail;
    (void)context;
    return 0;
}

static int on_leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)type;
    (void)detail;
    (void)context;
    return 0;
}

/* Every text of up to three of these pieces must come back from a parser as plain text. */
static void test_markdown_round_trip(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "*", "_", "`", "[", "]", "(x)", "<b>",  "&lt;",         "#",   "-",       "+", "1.", "2)", "~", "~~", "|", "\\",
        "!", "a", " ", "=", ">", "---", "<!--", "http://x.org", "a_b", "[a]: /b", "::"};
    const MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH,
                              .enter_block = on_block,
                              .leave_block = on_leave,
                              .enter_span = on_span,
                              .leave_span = on_leave_span,
                              .text = on_text};
    size_t count = COUNT_OF(pieces);
    for (size_t i = 0; i < count * count * count; i++) {
        struct buf text = {0}, markdown = {0};
        struct seen seen = {.spans = 0};
        buf_printf(&text, "%s%s%sz", pieces[i % count], pieces[i / count % count], pieces[i / count / count]);
        struct str trimmed = str_trim((struct str){text.data, text.len});
        escape_markdown(&markdown, trimmed);
        assert_int_equal(md_parse(markdown.data, (MD_SIZE)markdown.len, &parser, &seen), 0);
        if (seen.spans || seen.blocks || !str_eq(trimmed, (struct str){seen.text.data, seen.text.len}))
            fail_msg("%s became %s", text.data, buf_text(&seen.text));
        buf_free(&text);
        buf_free(&markdown);
        buf_free(&seen.text);
    }
}

static void test_slug(void **state)
{
    (void)state;
    assert_string_equal(slug_from(arena, STR("Indoor Herb Garden: Über uns")), "indoor-herb-garden-uber-uns");
    assert_string_equal(slug_from(arena, STR("  What's new -- in C11? ")), "whats-new-in-c11");
    assert_string_equal(slug_from(arena, STR("Straße, Ångström & Café")), "strasse-angstrom-cafe");
    assert_string_equal(slug_from(arena, STR("Привет, мой дом")), "привет-мой-дом");
    assert_string_equal(slug_from(arena, STR("日本語 ガイド")), "日本語-ガイド");
    assert_string_equal(slug_from(arena, STR("हिन्दी")), "हिन्दी");
    assert_string_equal(slug_from(arena, STR("!!!")), "");
    assert_string_equal(slug_from(arena, STR("")), "");
    assert_string_equal(slug_from(arena, STR("a\xFF"
                                             "b")),
                        "a-b");
    assert_string_equal(
        slug_from(arena, STR("one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
                             "fifteen")),
        "one-two-three-four-five-six-seven-eight-nine-ten-eleven-twelve-thirteen-fourteen");
    struct buf text = {0};
    for (int i = 0; i < 1000; i++)
        buf_str(&text, "ä語");
    assert_true(strlen(slug_from(arena, (struct str){text.data, text.len})) <= 80);
    buf_free(&text);
}

static void test_squeeze(void **state)
{
    (void)state;
    assert_string_equal(text_squeeze(arena, STR(" \n a \t b\xC2\xA0\xC2\xA0"
                                                "c\r\n")),
                        "a b c");
    assert_string_equal(text_squeeze(arena, STR("")), "");
    assert_string_equal(text_squeeze(arena, STR(" ")), "");
    assert_string_equal(text_squeeze(arena, STR("\xFF x")), "\xFF x");
}

static void test_cut(void **state)
{
    (void)state;
    assert_string_equal(text_cut(arena, STR("Herbs indoors"), 13), "Herbs indoors");
    assert_string_equal(text_cut(arena, STR("Herbs, indoors and out"), 13), "Herbs…");
    assert_string_equal(text_cut(arena, STR("Herbs indoors"), 6), "Herbs…");
    assert_string_equal(text_cut(arena, STR("Kräutertöpfe"), 8), "Kräuter…"); /* no blank: within the word */
    assert_string_equal(text_cut(arena, STR(""), 5), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_html), cmocka_unit_test(test_markdown), cmocka_unit_test(test_markdown_round_trip),
        cmocka_unit_test(test_slug), cmocka_unit_test(test_squeeze),  cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
