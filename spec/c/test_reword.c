/* Sentences put another way by rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "write/types/rewrite_marks.h"

#define PAGE "the material dries out. the plants droop, and the heap is warm. das Wasser"

static void assert_reworded(const char *tag, const char *sentence, const char *expected)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct str out = reword(arena, str_from(sentence), language_find(str_from(tag)), STR(PAGE));
    assert_false(arena_failed(arena));
    assert_string_equal(arena_copy_n(arena, out.data, out.len), expected);
    arena_free(arena);
}

static void openers_and_asides_go(void **state)
{
    (void)state;
    assert_reworded("en", "However, most heaps stay wet.", "Most heaps stay wet.");
    assert_reworded("en", "Otherwise, most heaps stay wet.", "Otherwise, most heaps stay wet.");
    assert_reworded("en", "Coffee (with the filter) is green.", "Coffee is green.");
    assert_reworded("en", "Coffee (10 grams) is green.", "Coffee (10 grams) is green.");
    assert_reworded("en", "The plant(s) and f (x) (y (z)) stay.", "The plant(s) and f (y (z)) stay.");
    assert_reworded("de", "Mit anderen Worten, das Wasser steht.", "Das Wasser steht.");
}

static void clauses_change_places(void **state)
{
    (void)state;
    assert_reworded("en", "If the place is sunny, the material dries out.",
                    "The material dries out if the place is sunny.");
    assert_reworded("en", "The heap fails because water stays below.", "Because water stays below, the heap fails.");
    assert_reworded("fr", "Si le sol est sec, les plantes souffrent vite.",
                    "Les plantes souffrent vite si le sol est sec.");
}

static void what_would_change_its_meaning_stays(void **state)
{
    (void)state;
    static const char *const same[] = {
        "If the plant is dry, water it at once.",           /* a pronoun would come before its noun */
        "The heap is good only because water stays below.", /* a condition of the reason */
        "Check if the soil is dry.",                        /* no condition, but what is checked */
        "If it rains, it pours, and it stays.",             /* more than two clauses */
        "Is it dry because the sun shines there?",          /* a question */
        "Wenn der Boden trocken ist, leiden die Pflanzen.",
        "If.",
        "",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_reworded("en", same[i], same[i]);
    assert_reworded("de", "Wenn der Boden trocken ist, leiden die Pflanzen.",
                    "Wenn der Boden trocken ist, leiden die Pflanzen.");
}

static void assert_joined(const char *first, const char *second, const char *expected)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct str out = reword_join(arena, str_from(first), str_from(second), language_find(STR("en")), STR(PAGE));
    assert_false(arena_failed(arena));
    assert_string_equal(arena_copy_n(arena, out.data, out.len), expected);
    arena_free(arena);
}

static void short_sentences_are_joined(void **state)
{
    (void)state;
    assert_joined("Green brings nitrogen.", "The heap is warm.", "Green brings nitrogen, and the heap is warm.");
    assert_joined("Green brings nitrogen.", "Basil is green.", ""); /* may be a name */
    assert_joined("Green brings nitrogen.", "However it is warm.", "");
    assert_joined("Is it green?", "The heap is warm.", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openers_and_asides_go),
        cmocka_unit_test(clauses_change_places),
        cmocka_unit_test(what_would_change_its_meaning_stays),
        cmocka_unit_test(short_sentences_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
