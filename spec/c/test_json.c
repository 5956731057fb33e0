/* base/json.h: what is JSON, what is not, and that reading gives what was written. jansson is the judge in spec/fuzz/json.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/base.h"

#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

static void skip_value(struct json_read *json)
{
    switch (json_read_value(json)) {
    case JSON_READ_ARRAY:
        while (json_read_item(json))
            skip_value(json);
        break;
    case JSON_READ_OBJECT:
        while (json_read_key(json))
            skip_value(json);
        break;
    default:
        break;
    }
}

/* The problem with a text; NULL when it is JSON. */
static const char *problem_of(struct str text)
{
    struct json_read json = json_read(text);
    skip_value(&json);
    bool good = json_read_end(&json);
    assert_int_equal(good, !json.problem);
    return json.problem;
}

static void accepts_json(void **state)
{
    (void)state;
    const char *good[] = {"null",
                          "true",
                          " false ",
                          "0",
                          "-0",
                          "-1.5e+3",
                          "\"\"",
                          "[]",
                          "[ ]",
                          "{}",
                          "{ }",
                          "[1,2 , 3]",
                          "[[],{}]",
                          "{\"\":0}",
                          "{\"a\":[{}]}",
                          "\t\r\n 1 \n",
                          "\"\\uD834\\uDD1E\"",
                          "\"\\u0000\"",
                          "1E5",
                          "\"\x7F\"",
                          "\"\xF4\x8F\xBF\xBF\"",
                          "{\"a\":1,\"a\":2}"};
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_null(problem_of(str_from(good[i])));
    assert_null(problem_of(STR("\"plain\"")));
}

static void refuses_what_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *text, *problem;
        size_t offset;
    } bad[] = {
        {"", "a value is expected", 0},
        {" ", "a value is expected", 1},
        {"nul", "a value is expected", 0},
        {"True", "a value is expected", 0},
        {"NaN", "a value is expected", 0},
        {"-", "a value is expected", 1},
        {"+1", "a value is expected", 0},
        {".5", "a value is expected", 0},
        {"-Infinity", "a value is expected", 1},
        {"01", "a number must not begin with 0", 2},
        {"1.", "a digit is expected", 2},
        {"1.e5", "a digit is expected", 2},
        {"1e", "a digit is expected", 2},
        {"1e+", "a digit is expected", 3},
        {"1e400", "a number is too large", 5},
        {"-1e400", "a number is too large", 6},
        {"0x10", "something follows the value", 1},
        {"1 2", "something follows the value", 2},
        {"[] ]", "something follows the value", 3},
        {"[", "a value is expected", 1},
        {"[1", "a comma or ] is expected", 2},
        {"[1 2]", "a comma or ] is expected", 3},
        {"[1,]", "a value is expected", 3},
        {"[,1]", "a value is expected", 1},
        {"[1}", "a comma or ] is expected", 2},
        {"{", "a key in quotes is expected", 1},
        {"{\"a\"}", "a colon is expected", 4},
        {"{\"a\":}", "a value is expected", 5},
        {"{\"a\":1", "a comma or } is expected", 6},
        {"{\"a\":1,}", "a key in quotes is expected", 7},
        {"{a:1}", "a key in quotes is expected", 1},
        {"{'a':1}", "a key in quotes is expected", 1},
        {"\"", "a string does not end", 1},
        {"\"abcdefghi", "a string does not end", 10},
        {"\"\\", "there is no such escape", 1},
        {"\"\\x41\"", "there is no such escape", 1},
        {"\"\\u12g4\"", "there is no such escape", 1},
        {"\"\\u12", "there is no such escape", 1},
        {"\"\\uDC00\"", "there is no such escape", 1},
        {"\"\\uD800\"", "there is no such escape", 1},
        {"\"\\uD800\\u0041\"", "there is no such escape", 1},
        {"\"a\nb\"", "a control character in a string", 2},
        {"\"\xC0\x80\"", "not UTF-8", 1},
        {"\"12345678\xED\xA0\x80\"", "not UTF-8", 9},
        {"\xEF\xBB\xBF{}", "a value is expected", 0},
        {"[1] // note", "something follows the value", 4},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct json_read json = json_read(str_from(bad[i].text));
        skip_value(&json);
        assert_false(json_read_end(&json));
        assert_string_equal(json.problem, bad[i].problem);
        assert_int_equal(json_read_offset(&json), bad[i].offset);
        assert_int_equal(json_read_value(&json), JSON_READ_BAD); /* and it stays so */
        assert_false(json_read_item(&json));
        assert_false(json_read_key(&json));
    }
    assert_string_equal(problem_of(STR("1\0")), "something follows the value");
    assert_string_equal(problem_of(STR("\"a\0b\"")), "a control character in a string");
}

static void bounds_the_depth(void **state)
{
    (void)state;
    char text[2 * JSON_READ_MAX_DEPTH + 3];
    memset(text, '[', JSON_READ_MAX_DEPTH);
    memset(text + JSON_READ_MAX_DEPTH, ']', JSON_READ_MAX_DEPTH);
    assert_null(problem_of((struct str){text, 2 * JSON_READ_MAX_DEPTH}));
    memset(text, '[', JSON_READ_MAX_DEPTH + 1);
    text[sizeof text - 1] = '\0';
    assert_string_equal(problem_of((struct str){text, JSON_READ_MAX_DEPTH + 1}),
                        "arrays and objects are nested too deeply");
}

static void any_byte_anywhere_is_plain_or_is_not(void **state)
{
    (void)state;
    char text[40];
    const size_t end = sizeof text - 1;
    for (int byte = 0; byte <= UCHAR_MAX; byte++) {
        bool stops = byte < ' ' || byte >= 0x80 || byte == '"' || byte == '\\';
        for (size_t at = 1; at < end; at++) {
            memset(text, 'x', end);
            text[0] = '"';
            text[at] = (char)byte;
            text[end] = '\0';
            struct json_read json = json_read((struct str){text, end});
            bool whole = json_read_value(&json) == JSON_READ_STRING;
            assert_int_equal(whole, byte == '"');
            assert_int_equal(json_read_offset(&json), whole ? at + 1 : stops ? at : end);
        }
    }
}

static void reads_strings(void **state)
{
    (void)state;
    char out[100];
    struct json_read json =
        json_read(STR("[\"plain\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"a\\u00e9b\\u20ACc\\uD834\\udd1E\\u0000\"]"));
    assert_int_equal(json_read_value(&json), JSON_READ_ARRAY);
    assert_true(json_read_item(&json));
    assert_int_equal(json_read_value(&json), JSON_READ_STRING);
    assert_false(json.escaped);
    assert_true(str_eq(json.string, STR("plain")));
    const struct str expected[] = {STR("\"\\/\b\f\n\r\t"), STR("a\xC3\xA9\x62\xE2\x82\xAC\x63\xF0\x9D\x84\x9E\0")};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        assert_true(json_read_item(&json));
        assert_int_equal(json_read_value(&json), JSON_READ_STRING);
        assert_true(json.escaped);
        assert_true(str_eq((struct str){out, json_read_escaped(json.string, out)}, expected[i]));
    }
    assert_false(json_read_item(&json));
    assert_true(json_read_end(&json));
}

static void reads_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t integer;
    } integers[] = {{"0", 0},
                    {"-0", 0},
                    {"17", 17},
                    {"1767225600123", 1767225600123},
                    {"9223372036854775807", INT64_MAX},
                    {"-9223372036854775808", INT64_MIN}};
    for (size_t i = 0; i < COUNT_OF(integers); i++) {
        struct json_read json = json_read(str_from(integers[i].text));
        assert_int_equal(json_read_value(&json), JSON_READ_INTEGER);
        assert_true(json.integer == integers[i].integer);
    }
    static const struct {
        const char *text;
        double real;
    } reals[] = {{"0.1", 0.1},
                 {"-2.5", -2.5},
                 {"1e3", 1000},
                 {"1E-7", 1e-7},
                 {"123.456e-2", 1.23456},
                 {"9223372036854775808", 0x1p63},
                 {"-9223372036854775809", -0x1p63},
                 {"123456789012345678901234567890", 123456789012345678901234567890.0},
                 {"9007199254740993.0", 9007199254740992.0},
                 {"1.7976931348623157e308", DBL_MAX},
                 {"5e-324", 0x1p-1074},
                 {"1e-400", 0},
                 {"2.2250738585072011e-308", 2.2250738585072011e-308},
                 {"0e999999999999", 0},
                 {"0.3000000000000000000000000000000001", 0.3}};
    for (size_t i = 0; i < COUNT_OF(reals); i++) {
        struct json_read json = json_read(str_from(reals[i].text));
        assert_int_equal(json_read_value(&json), JSON_READ_REAL);
        assert_true(json.real == reals[i].real);
    }
    struct json_read json = json_read(STR("-0.0"));
    assert_int_equal(json_read_value(&json), JSON_READ_REAL);
    assert_true(signbit(json.real));
}

static double read_back(const struct buf *text)
{
    struct json_read json = json_read((struct str){buf_text(text), text->len});
    double number = json_read_value(&json) == JSON_READ_INTEGER ? (double)json.integer : json.real;
    assert_true(json_read_end(&json));
    return number;
}

static void numbers_come_back(void **state)
{
    (void)state;
    double number = 1.0 / 3;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        struct buf text = {0};
        json_write_number(&text, number);
        assert_true(read_back(&text) == number);
        buf_free(&text);
        do { /* Marsaglia, "Xorshift RNGs", 2003 */
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            memcpy(&number, &bits, sizeof number);
        } while (!isfinite(number));
    }
}

static void the_locale_has_no_say(void **state)
{
    (void)state;
    /* Whichever is installed; without one the C locale is asked the same. */
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "C"};
    for (size_t i = 0; i < COUNT_OF(locales) && !setlocale(LC_NUMERIC, locales[i]); i++)
        continue;
    struct buf text = {0};
    json_write_number(&text, 0.30000000000000004);
    assert_string_equal(buf_text(&text), "0.30000000000000004");
    assert_true(read_back(&text) == 0.30000000000000004);
    buf_clear(&text);
    json_write_number(&text, 1e300);
    assert_string_equal(buf_text(&text), "1e+300");
    buf_free(&text);
    setlocale(LC_NUMERIC, "C");
}

static void writes_strings(void **state)
{
    (void)state;
    struct buf text = {0};
    json_write_string(&text, STR("q\"\\/\b\f\n\r\t\x01\0\x7F\xC3\xA9"));
    assert_string_equal(buf_text(&text), "\"q\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u0000\x7F\xC3\xA9\"");
    buf_clear(&text);
    json_write_string(&text, STR(""));
    assert_string_equal(buf_text(&text), "\"\"");
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_json),      cmocka_unit_test(refuses_what_is_not),
        cmocka_unit_test(bounds_the_depth),  cmocka_unit_test(any_byte_anywhere_is_plain_or_is_not),
        cmocka_unit_test(reads_strings),     cmocka_unit_test(reads_numbers),
        cmocka_unit_test(numbers_come_back), cmocka_unit_test(the_locale_has_no_say),
        cmocka_unit_test(writes_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
