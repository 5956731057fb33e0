/* Do two texts say the same? */
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_WORDS = 20000 };

/* The shingles of a text whose words are the numbers [from, to). */
static struct hashes shingles(uint64_t *words, int from, int to, size_t run)
{
    for (int i = from; i < to; i++)
        words[i - from] = (uint64_t)i;
    return shingles_of(words, (size_t)(to - from), run);
}

static void runs_are_in_the_order_of_the_text(void **state)
{
    (void)state;
    uint64_t text[] = {7, 8, 9, 7, 8, 9}, other[] = {8, 9, 7};
    assert_int_equal(shingles_roll(text, COUNT_OF(text), 3), 4);
    assert_int_equal(shingles_roll(other, COUNT_OF(other), 3), 1);
    assert_true(text[0] == text[3]);
    assert_true(text[1] == other[0]);
    assert_true(text[0] != text[1] && text[1] != text[2]); /* the order of words counts */
    assert_int_equal(shingles_roll(text, 2, 3), 0);
    assert_int_equal(shingles_roll(text, 0, 3), 0);
}

static void a_run_counts_once(void **state)
{
    (void)state;
    uint64_t text[] = {7, 8, 9, 7, 8, 9};
    const struct hashes set = shingles_of(text, COUNT_OF(text), 3);
    assert_int_equal(set.count, 3);
    assert_true(set.list[0] < set.list[1] && set.list[1] < set.list[2]);
}

/* Runs of five in 500 words: 496, of which the other has those of the words that both have. */
static void shares_are_those_of_the_runs(void **state)
{
    (void)state;
    static uint64_t room[3][MOST_WORDS];
    const struct hashes a = shingles(room[0], 0, 500, 5), b = shingles(room[1], 100, 500, 5), none = {NULL, 0};
    const struct hashes c = shingles(room[2], 298, 698, 5);
    assert_int_equal(hashes_shared(&a, &b), 396);
    assert_float_equal(shingles_held(&a, &b), 396.0 / 496, 1e-9);
    assert_float_equal(shingles_held(&b, &a), 1, 1e-9);
    assert_float_equal(shingles_held(&none, &a), 0, 1e-9);
    assert_true(shingles_overlap(&a, &b, 1));
    assert_true(shingles_overlap(&c, &b, 0.5) && !shingles_overlap(&b, &c, 0.51));
    assert_true(shingles_overlap(&b, &a, 1));
    assert_false(shingles_overlap(&a, &none, 0));
    assert_float_equal(shingles_resemblance(&a, &a, 1024), 1, 1e-9);
    assert_float_equal(shingles_resemblance(&a, &b, 1024), 396.0 / 496, 1e-9);
    assert_float_equal(shingles_resemblance(&b, &a, 1024), 396.0 / 496, 1e-9);
    assert_float_equal(shingles_resemblance(&a, &none, 1024), 0, 1e-9);
    assert_float_equal(shingles_resemblance(&none, &none, 1024), 0, 1e-9);
}

static void long_texts_are_compared_by_a_sample(void **state)
{
    (void)state;
    static uint64_t room[2][MOST_WORDS];
    static const double expected[] = {0.9, 0.8, 0.5, 0.1};
    const struct hashes a = shingles(room[0], 0, MOST_WORDS, 5);
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        const struct hashes b = shingles(room[1], 0, (int)(MOST_WORDS * expected[i]), 5);
        assert_float_equal(shingles_resemblance(&a, &b, 1024), expected[i], 0.04); /* three standard errors */
    }
}

static void words_are_told_in_any_letter_case(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct word *words;
    size_t count;
    struct hashes a, b;
    assert_int_equal(words_split(arena, STR("Mint wants water, and light."), NULL, &words, &count, NULL), OK);
    assert_int_equal(shingles_of_words(arena, words, count, 3, &a, NULL), OK);
    assert_int_equal(words_split(arena, STR("mint wants WATER"), NULL, &words, &count, NULL), OK);
    assert_int_equal(shingles_of_words(arena, words, count, 3, &b, NULL), OK);
    assert_int_equal(a.count, 3);
    assert_float_equal(shingles_held(&b, &a), 1, 1e-9);
    assert_int_equal(shingles_of_words(arena, words, 0, 3, &b, NULL), OK);
    assert_int_equal(b.count, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_in_the_order_of_the_text), cmocka_unit_test(a_run_counts_once),
        cmocka_unit_test(shares_are_those_of_the_runs),      cmocka_unit_test(long_texts_are_compared_by_a_sample),
        cmocka_unit_test(words_are_told_in_any_letter_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
