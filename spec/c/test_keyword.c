/* What a keyword asks for. */
#include "research/topic/topic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

struct keyword_case {
    const char *language, *text;
    enum keyword_shape shape;
    const char *subject, *other;
    size_t announced;
    const char *counted;
};

static const struct keyword_case KEYWORDS[] = {
    {"en", "table partitioning", KEYWORD_NOUN, "table partitioning", "", 0, ""},
    {"en", "what is a firewall", KEYWORD_WHAT_IS, "firewall", "", 0, ""},
    {"en", "What is a firewall?", KEYWORD_WHAT_IS, "firewall", "", 0, ""},
    {"en", "What Is the WAL", KEYWORD_WHAT_IS, "WAL", "", 0, ""},
    {"en", "how does a firewall work", KEYWORD_WHAT_IS, "firewall work", "", 0, ""},
    {"en", "how to back up a PostgreSQL database", KEYWORD_HOW_TO, "back up a PostgreSQL database", "", 0, ""},
    {"en", "How To Tune Autovacuum", KEYWORD_HOW_TO, "Tune Autovacuum", "", 0, ""},
    {"en", "how do I prune roses", KEYWORD_HOW_TO, "prune roses", "", 0, ""},
    {"en", "10 tips for secure passwords", KEYWORD_COUNTED, "secure passwords", "", 10, "tips"},
    {"en", "Seven ways to save water", KEYWORD_COUNTED, "save water", "", 7, "ways"},
    {"en", "5 best practices for code review", KEYWORD_COUNTED, "code review", "", 5, "best practices"},
    {"en", "7 weeknight dinner ideas", KEYWORD_COUNTED, "weeknight dinner", "", 7, "ideas"},
    {"en", "12 step programmes", KEYWORD_NOUN, "12 step programmes", "", 0, ""},
    {"en", "3 phase power", KEYWORD_NOUN, "3 phase power", "", 0, ""},
    {"en", "best text editors", KEYWORD_BEST, "text editors", "", 0, ""},
    {"en", "top 5 text editors", KEYWORD_BEST, "text editors", "", 5, ""},
    {"en", "the 10 best text editors", KEYWORD_BEST, "text editors", "", 10, ""},
    {"en", "best practices for passwords", KEYWORD_NOUN, "passwords", "", 0, ""},
    {"en", "btrees vs hash indexes", KEYWORD_VERSUS, "btrees", "hash indexes", 0, ""},
    {"en", "btrees vs. hash indexes", KEYWORD_VERSUS, "btrees", "hash indexes", 0, ""},
    {"en", "vs code", KEYWORD_NOUN, "vs code", "", 0, ""},
    {"en", "a beginner's guide to layer masks", KEYWORD_NOUN, "layer masks", "", 0, ""},
    {"en", "layer masks tutorial", KEYWORD_NOUN, "layer masks", "", 0, ""},
    {"en", "Layer Masks: A Complete Guide", KEYWORD_NOUN, "Layer Masks", "", 0, ""},
    {"en", "understanding layer masks for beginners", KEYWORD_NOUN, "layer masks", "", 0, ""},
    {"en", "a guide to what is a firewall", KEYWORD_WHAT_IS, "firewall", "", 0, ""},
    {"en", "what is C++?", KEYWORD_WHAT_IS, "C++", "", 0, ""},
    {"es", "particionado manual", KEYWORD_NOUN, "particionado manual", "", 0, ""}, /* by hand */
    {"es", "manual de particionado", KEYWORD_NOUN, "particionado", "", 0, ""},
    {"en", "guide", KEYWORD_NOUN, "guide", "", 0, ""},           /* nothing would be left */
    {"en", "how to", KEYWORD_NOUN, "how to", "", 0, ""},         /* nor here */
    {"en", "what is it", KEYWORD_NOUN, "what is it", "", 0, ""}, /* nor a word with a meaning */
    {"en", "", KEYWORD_NOUN, "", "", 0, ""},
    {"sq", "how to prune", KEYWORD_NOUN, "how to prune", "", 0, ""}, /* a language without frames */
};

static void keywords_are_taken_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(KEYWORDS); i++) {
        const struct keyword_case *wanted = &KEYWORDS[i];
        struct keyword keyword;
        assert_int_equal(
            keyword_read(arena, str_from(wanted->text), language_find(str_from(wanted->language)), &keyword, NULL), OK);
        const char *got =
            arena_printf(arena, "%s: %d [%.*s] [%.*s] %zu [%.*s]", wanted->text, keyword.shape,
                         STR_ARG(keyword.subject), STR_ARG(keyword.other), keyword.announced, STR_ARG(keyword.counted));
        assert_string_equal(got, arena_printf(arena, "%s: %d [%s] [%s] %zu [%s]", wanted->text, wanted->shape,
                                              wanted->subject, wanted->other, wanted->announced, wanted->counted));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keywords_are_taken_apart, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
