/* What a run says of its sources. */
#include "write/writing/writing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void add(json_t *sources, const char *url, const char *title, enum source_reason reason, const char *detail)
{
    const struct source_fate fate = {url, title, reason, detail};
    assert_int_equal(source_report_add(sources, &fate, NULL), OK);
}

static void assert_source(const json_t *sources, size_t at, const char *url, const char *title, bool used,
                          const char *why)
{
    const json_t *source = json_array_get(sources, at);
    assert_int_equal(json_object_size(source), 4);
    assert_string_equal(json_string_value(json_object_get(source, "url")), url);
    assert_string_equal(json_string_value(json_object_get(source, "title")), title);
    assert_int_equal(json_is_true(json_object_get(source, "used")), used);
    assert_string_equal(json_string_value(json_object_get(source, "why")), why);
}

static void each_source_says_what_came_of_it(void **state)
{
    (void)state;
    json_t *sources = json_array();
    add(sources, "http://a/", NULL, SOURCE_UNREACHABLE, "it answered with status 404");
    add(sources, "http://b/", "B", SOURCE_SAME, "http://c/%s");
    add(sources, "http://c/%s", "C", SOURCE_CITED, NULL);
    add(sources, "http://d/", "D", SOURCE_UNFIT, NULL);
    assert_int_equal(json_array_size(sources), 4);
    assert_source(sources, 0, "http://a/", "", false, "It could not be read: it answered with status 404.");
    assert_source(sources, 1, "http://b/", "B", false, "It is the same as http://c/%s.");
    assert_source(sources, 2, "http://c/%s", "C", true, "The article cites it.");
    assert_source(sources, 3, "http://d/", "D", false, "Nothing in it fits the subject.");
    json_decref(sources);
}

static void reasons_of_one_source_add_up(void **state)
{
    (void)state;
    json_t *sources = json_array();
    add(sources, "http://a/", NULL, SOURCE_CUT, NULL);
    add(sources, "http://b/", "B", SOURCE_UNCITED, NULL);
    add(sources, "http://a/", "A", SOURCE_CITED, NULL);
    add(sources, "http://a/", "Other", SOURCE_CUT, NULL);
    assert_int_equal(json_array_size(sources), 2);
    assert_source(sources, 0, "http://a/", "A", true,
                  "It is too long: only its beginning was read. The article cites it.");
    assert_source(sources, 1, "http://b/", "B", false, "It was read, and the article does not cite it.");
    json_decref(sources);
}

static void every_reason_has_its_sentence(void **state)
{
    (void)state;
    json_t *sources = json_array();
    char url[] = "http://a/";
    for (int i = 0; i < SOURCE_REASONS; i++) {
        url[7] = (char)('a' + i);
        add(sources, url, "T", (enum source_reason)i, "that");
        const char *why = json_string_value(json_object_get(json_array_get(sources, (size_t)i), "why"));
        assert_non_null(why);
        assert_int_equal(why[strlen(why) - 1], '.');
        assert_null(strstr(why, "%s"));
    }
    json_decref(sources);
}

static void what_an_earlier_attempt_found_is_kept(void **state)
{
    (void)state;
    struct error err;
    json_t *stored = json_array(), *now = json_array();
    add(stored, "http://a/", "A", SOURCE_CUT, NULL);
    add(stored, "http://b/", NULL, SOURCE_UNREACHABLE, "no answer");
    add(now, "http://a/", "A", SOURCE_CUT, NULL);
    add(now, "http://a/", "A", SOURCE_REPEATS, NULL);
    json_t *expected = json_deep_copy(now);
    json_array_append(expected, json_array_get(stored, 1));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(source_report_merge(now, stored, &err), OK);
        assert_true(json_equal(now, expected));
    }
    assert_int_equal(source_report_merge(stored, expected, &err), OK); /* the longer reason stands */
    assert_true(json_equal(stored, expected));
    json_decref(stored);
    json_decref(now);
    json_decref(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_source_says_what_came_of_it), cmocka_unit_test(reasons_of_one_source_add_up),
        cmocka_unit_test(every_reason_has_its_sentence), cmocka_unit_test(what_an_earlier_attempt_found_is_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
