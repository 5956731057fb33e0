/* Stock phrases, and single lines that may not stand in an article. */
#include "model/check/check.h"
#include "model/check/wording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text/text.h"

#include "arena_fixture.h"

static void finds(const char *tag, bool is_hard, const char *text, const char *expected)
{
    struct str found = stock_phrase_find(language_find(str_from(tag)), str_from(text), is_hard, 0);
    if (found.len != strlen(expected) || memcmp(found.data, expected, found.len) != 0)
        fail_msg("in \"%s\": \"%.*s\" instead of \"%s\"", text, STR_ARG(found), expected);
}

static void test_english(void **state)
{
    (void)state;
    finds("en", true, "In today's fast-paced digital world, readers skim.", "In today's fast-paced digital world");
    finds("en", true, "Let\xE2\x80\x99s dive in.", "Let\xE2\x80\x99s dive");
    finds("en", true, "It plays a vital role here.", "plays a vital role");
    finds("en", true, "It is important to note that disks fail.", "It is important to note that");
    finds("en", true, "It is not only fast but also safe.", "not only fast but also");
    finds("en", true, "It is not only fast. But also.", "");
    finds("en", false, "A robust array.", "robust");
    finds("en", false, "Overall, disks fail.", "Overall");
    finds("en", false, "The overall size.", "");
    finds("en", true, "A robust array.", "");
}

static void test_german(void **state)
{
    (void)state;
    finds("de", true, "In der heutigen digitalen Welt ist das so.", "In der heutigen digitalen Welt");
    finds("de", true, "Das spielt dabei eine entscheidende Rolle.", "spielt dabei eine entscheidende Rolle");
    finds("de", true,
          "Ein nahtloser \xC3\x9C"
          "bergang.",
          "nahtloser");
    finds("de", true,
          "Das ist von gro\xC3\x9F"
          "er Bedeutung.",
          "von gro\xC3\x9F"
          "er Bedeutung");
    finds("de", true, "Ein echter Gamechanger.", "Gamechanger");
    finds("de", false,
          "Dar\xC3\xBC"
          "ber hinaus gilt das.",
          "Dar\xC3\xBC"
          "ber hinaus");
    finds("de", true, "Das Fazit der Studie fehlt.", "");
}

/* Byte by byte; a mark without its partner in the paragraph opens nothing. */
static void test_quotations(void **state)
{
    (void)state;
    struct str text = STR("a \"b c\" d `e` \"f\n\n\" g \"h\" i \"");
    struct str held = STR("..#####...###.....#####.#####");
    struct quotations quotations = {.text = text};
    assert_int_equal(text.len, held.len);
    for (size_t i = 0; i < text.len; i++) {
        assert_int_equal(quotations_hold(&quotations, i), held.data[i] == '#');
        assert_int_equal(quotation_holds(text, i), held.data[i] == '#');
    }
}

/* A text is looked through once, however often it is asked. */
static void test_quotations_of_a_long_text(void **state)
{
    (void)state;
    struct buf text = {0};
    for (size_t i = 0; i < 100000; i++)
        buf_str(&text, "a \"b\" ");
    struct quotations quotations = {.text = {buf_text(&text), text.len}};
    size_t held = 0;
    for (size_t i = 0; i < text.len; i++)
        held += quotations_hold(&quotations, i);
    assert_int_equal(held, 300000);
    buf_free(&text);
}

static void test_never_in_quotations_code_and_names(void **state)
{
    (void)state;
    finds("en", true, "He called it \"a testament to\" the past.", "");
    finds("en", true, "Run `delve into` now.", "");
    finds("en", true, "The framework Tapestry renders pages.", "");
    finds("en", false, "The company Holistic sells it.", "");
    finds("de", false, "Die Firma Robust baut Leitern.", "");
    finds("fr", true, "In today's world.", "");
}

static void test_goes_on_behind_a_place(void **state)
{
    (void)state;
    const char *text = "A robust and vital part.";
    struct str first = stock_phrase_find(language_find(STR("en")), str_from(text), false, 0);
    size_t next = (size_t)(first.data - text) + first.len;
    struct str second = stock_phrase_find(language_find(STR("en")), str_from(text), false, next);
    assert_true(str_eq(first, STR("robust")) && str_eq(second, STR("vital")));
}

/* A pattern that could never match, or always would, is a mistake in the lists. */
static void each_is_sound(const char *const *patterns)
{
    for (; patterns && *patterns; patterns++) {
        const char *pattern = *patterns;
        bool opens = pattern[0] && pattern[0] != '?' && pattern[0] != '.' && pattern[0] != ' ';
        if (!opens || strstr(pattern, "  ") || pattern[strlen(pattern) - 1] == ' ' || strstr(pattern, "||") ||
            strstr(pattern, "| ") || strstr(pattern, "\xC3\x9F"))
            fail_msg("unsound: \"%s\"", pattern);
    }
}

static void test_lists_are_sound(void **state)
{
    (void)state;
    size_t count, known = 0;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++) {
        const struct wording *wording = wording_of(&languages[i]);
        if (!wording)
            continue;
        known++;
        const char *const *const lists[] = {wording->hard,          wording->soft,          wording->remarks,
                                            wording->refusals,      wording->lead_ins,      wording->offers,
                                            wording->superlatives,  wording->persons,       wording->source_lists,
                                            wording->qualifiers[0], wording->qualifiers[1], wording->qualifiers[2]};
        for (size_t k = 0; k < COUNT_OF(lists); k++)
            each_is_sound(lists[k]);
    }
    assert_int_equal(known, 7);
}

static bool matches(const char *pattern, const char *text)
{
    struct worded worded;
    size_t end;
    assert_int_equal(worded_split(arena, str_from(text), NULL, &worded, NULL), OK);
    return pattern_matches(pattern, &worded, 0, &end) && end == worded.count;
}

static void test_patterns(void **state)
{
    (void)state;
    assert_true(matches("a|b c", "b c"));
    assert_false(matches("a|b c", "c c"));
    assert_true(matches("a ?b|c d", "a d") && matches("a ?b|c d", "a c d"));
    assert_true(matches("a ..2 d", "a d") && matches("a ..2 d", "a b c d"));
    assert_false(matches("a ..2 d", "a b c x d"));
    assert_false(matches("a ..2 d", "a b. C d"));
    assert_true(matches("begin*", "beginning") && !matches("begin*", "begi"));
    assert_true(matches("a, b", "a, b") && !matches("a, b", "a b"));
    assert_true(matches("a: b", "a: b") && !matches("a b", "a: b"));
}

static void test_lines(void **state)
{
    (void)state;
    struct check_material material = {NULL, 0, language_find(STR("en")), STR("Acme 2024")};
    struct str source = STR("PostgreSQL needs 3 disks and runs on Debian.");
    assert_null(check_line(&material, source, STR("The database PostgreSQL needs 3 disks")));
    assert_null(check_line(&material, source, STR("In 2024 the maker Acme runs it on Debian")));
    assert_string_equal(check_line(&material, source, STR("It needs 4 disks")),
                        "it has a figure that is not in the text");
    assert_string_equal(check_line(&material, source, STR("It runs on Windows")),
                        "it has a name that is not in the text");
    assert_string_equal(check_line(&material, source, STR("See www.example.org for it")), "it has a web address");
    assert_string_equal(check_line(&material, source, STR("It <a href=x>runs</a>")), "it has HTML or a link");
    assert_string_equal(check_line(&material, source, STR("It plays a crucial role")), "it has a worn phrase");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_english),
        cmocka_unit_test(test_german),
        cmocka_unit_test(test_quotations),
        cmocka_unit_test(test_quotations_of_a_long_text),
        cmocka_unit_test(test_never_in_quotations_code_and_names),
        cmocka_unit_test(test_goes_on_behind_a_place),
        cmocka_unit_test(test_lists_are_sound),
        cmocka_unit_test_setup_teardown(test_patterns, set_up, tear_down),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
