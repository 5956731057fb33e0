/* The tokenizer: spans, modes, hostile input, decoding. The standard's own cases are in test_html_conformance.c. */
#include "text/html/html_tokenizer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Tokenizes all of it: tokens by kind, and that their spans cover the input without gap or overlap. */
static size_t count_tokens(struct str input, enum html_kind kind)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(input);
    assert_non_null(tokenizer);
    struct html_token token;
    size_t at = 0, count = 0;
    while (html_next(tokenizer, &token)) {
        assert_int_equal(token.start, at);
        assert_true(token.end > token.start && token.end <= input.len);
        at = token.end;
        count += token.kind == kind;
    }
    assert_int_equal(at, input.len);
    assert_int_equal(token.kind, HTML_END);
    assert_false(html_tokenizer_failed(tokenizer));
    html_tokenizer_free(tokenizer);
    return count;
}

static void says_where_tokens_stand(void **state)
{
    (void)state;
    struct str input = STR("a &amp; <B id=x>b</B ><!--c--></><x y");
    static const struct {
        enum html_kind kind;
        size_t start, end;
    } expected[] = {
        {HTML_TEXT, 0, 8},      {HTML_START, 8, 16},    {HTML_TEXT, 16, 17},    {HTML_CLOSE, 17, 22},
        {HTML_COMMENT, 22, 30}, {HTML_IGNORED, 30, 33}, {HTML_IGNORED, 33, 37},
    };
    struct html_tokenizer *tokenizer = html_tokenizer_new(input);
    struct html_token token;
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        assert_true(html_next(tokenizer, &token));
        assert_int_equal(token.kind, expected[i].kind);
        assert_int_equal(token.start, expected[i].start);
        assert_int_equal(token.end, expected[i].end);
    }
    assert_false(html_next(tokenizer, &token));
    html_tokenizer_free(tokenizer);
}

static void finds_attributes(void **state)
{
    (void)state;
    struct html_tokenizer *tokenizer = html_tokenizer_new(STR("<a HREF='x&amp;y' b c= d href=z />"));
    struct html_token token;
    assert_true(html_next(tokenizer, &token));
    assert_int_equal(token.attribute_count, 3);
    assert_true(str_eq(html_attribute(&token, STR("href")), STR("x&amp;y")));
    assert_null(html_attribute(&token, STR("b")).data);
    assert_true(str_eq(html_attribute(&token, STR("C")), STR("d")));
    assert_null(html_attribute(&token, STR("none")).data);
    assert_true(token.self_closing);
    html_tokenizer_free(tokenizer);
}

static void drops_duplicates_among_many_attributes(void **state)
{
    (void)state;
    struct buf input = {0};
    buf_str(&input, "<a");
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 1000; i++)
            buf_printf(&input, " %c%d=%d", round == 1 ? 'N' : 'n', i, round);
    buf_str(&input, "><b x y x>");
    struct html_tokenizer *tokenizer = html_tokenizer_new((struct str){input.data, input.len});
    struct html_token token;
    assert_true(html_next(tokenizer, &token));
    assert_int_equal(token.attribute_count, 1000);
    for (size_t i = 0; i < token.attribute_count; i++)
        assert_true(str_eq(token.attributes[i].value, STR("0")));
    assert_true(html_next(tokenizer, &token));
    assert_int_equal(token.attribute_count, 2);
    html_tokenizer_free(tokenizer);
    buf_free(&input);
}

static void changes_modes_by_itself(void **state)
{
    (void)state;
    assert_int_equal(count_tokens(STR("<script>if (a<b) '<i>'</script><i>"), HTML_START), 2);
    assert_int_equal(count_tokens(STR("<title><b></title><textarea><b></textarea><style><b></style>"), HTML_START), 3);
    assert_int_equal(count_tokens(STR("<xmp><b></xmp><iframe><b></iframe><noembed><b></noembed>"), HTML_START), 3);
    assert_int_equal(count_tokens(STR("<plaintext><b></plaintext><b>"), HTML_START), 1);
    assert_int_equal(count_tokens(STR("<svg><style/><b></b></svg><b>"), HTML_START), 4);
    assert_int_equal(count_tokens(STR("<style/><b></style><b>"), HTML_START), 2);
}

static void leaves_modes_to_the_caller(void **state)
{
    (void)state;
    struct html_tokenizer *tokenizer = html_tokenizer_new(STR("<script><b></script>a]]>b"));
    struct html_token token;
    html_tokenizer_manual_modes(tokenizer);
    assert_true(html_next(tokenizer, &token) && html_next(tokenizer, &token));
    assert_int_equal(token.kind, HTML_START);
    assert_true(html_next(tokenizer, &token));
    assert_int_equal(token.kind, HTML_CLOSE);
    html_tokenizer_set_mode(tokenizer, HTML_CDATA, (struct str){NULL, 0});
    assert_true(html_next(tokenizer, &token));
    assert_true(token.is_raw && str_eq(token.data, STR("a")));
    assert_int_equal(token.end - token.start, 4);
    assert_true(html_next(tokenizer, &token));
    assert_true(!token.is_raw && str_eq(token.data, STR("b")));
    html_tokenizer_free(tokenizer);
}

/* Each of these, a megabyte long, would take minutes in a tokenizer that looks ahead from every place. */
static void is_linear_on_hostile_input(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "<",
        "<!",
        "<!-",
        "<!--",
        "<!--a--!",
        "</",
        "<a ",
        "<a b=",
        "<a b='",
        "<a b=\"x",
        "&",
        "&#",
        "&#x110000",
        "&amp",
        "<script>",
        "<script><!--",
        "</script",
        "<title>",
        "<b>",
        "</b>",
        "<svg>",
        "<!doctype ",
        "<![CDATA[",
        "]]>",
        "<a/",
        "=",
        "\0",
        "<textarea></textare",
        "<!doctype a public \"",
        "<script><!--<script>",
    };
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct buf input = {0};
        while (input.len < 1024 * 1024)
            buf_add(&input, pieces[i], strlen(pieces[i]) + (pieces[i][0] == '\0'));
        struct str text = {input.data, input.len};
        count_tokens(text, HTML_TEXT);
        struct buf decoded = {0};
        html_decode(&decoded, text, false);
        html_decode(&decoded, text, true);
        assert_false(decoded.failed);
        buf_free(&decoded);
        buf_free(&input);
    }
}

static void reads_deep_nesting(void **state)
{
    (void)state;
    struct buf input = {0};
    for (int i = 0; i < 20000; i++)
        buf_str(&input, "<div><b>");
    assert_int_equal(count_tokens((struct str){input.data, input.len}, HTML_START), 40000);
    buf_free(&input);
}

static void reads_nothing(void **state)
{
    (void)state;
    assert_int_equal(count_tokens(STR(""), HTML_TEXT), 0);
    assert_int_equal(count_tokens((struct str){NULL, 0}, HTML_TEXT), 0);
}

static void decodes_references(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
        bool in_attribute;
    } cases[] = {
        {"a &amp; b &lt;c&gt; &quot;", "a & b <c> \"", false},
        {"&notit; &notin; &copy2",
         "\xC2\xACit; \xE2\x88\x89 \xC2\xA9"
         "2",
         false},
        {"?a=1&copy=2&copy;", "?a=1&copy=2\xC2\xA9", true},
        {"&#65;&#x41;&#x80;&#0;&#xD800;&#9999999999;", "AA\xE2\x82\xAC\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", false},
        {"&;&#;&#x;&nosuch;&", "&;&#;&#x;&nosuch;&", false},
        {"a\r\nb\rc&#13;", "a\nb\nc\r", false},
        {"&CounterClockwiseContourIntegral;&NotEqualTilde;", "\xE2\x88\xB3\xE2\x89\x82\xCC\xB8", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf out = {0};
        html_decode(&out, str_from(cases[i].text), cases[i].in_attribute);
        assert_string_equal(buf_text(&out), cases[i].expected);
        buf_free(&out);
    }
}

static void knows_elements(void **state)
{
    (void)state;
    assert_true(html_is_void(STR("BR")) && html_is_void(STR("img")) && !html_is_void(STR("b")));
    assert_true(html_is_inline(STR("Strong")) && html_is_inline(STR("a")) && !html_is_inline(STR("p")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_where_tokens_stand),
        cmocka_unit_test(finds_attributes),
        cmocka_unit_test(drops_duplicates_among_many_attributes),
        cmocka_unit_test(changes_modes_by_itself),
        cmocka_unit_test(leaves_modes_to_the_caller),
        cmocka_unit_test(is_linear_on_hostile_input),
        cmocka_unit_test(reads_deep_nesting),
        cmocka_unit_test(reads_nothing),
        cmocka_unit_test(decodes_references),
        cmocka_unit_test(knows_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
