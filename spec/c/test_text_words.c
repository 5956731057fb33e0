#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

/* Splits and joins the words as they stand with "|". */
static const char *split(const char *text)
{
    struct word *words;
    size_t count;
    assert_int_equal(words_split(arena, str_from(text), NULL, &words, &count, NULL), OK);
    struct buf out = {0};
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(&out, '|');
        buf_add(&out, text + words[i].start, words[i].end - words[i].start);
    }
    const char *joined = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return joined;
}

static void test_spans(void **state)
{
    (void)state;
    assert_string_equal(split(""), "");
    assert_string_equal(split("... -- !"), "");
    assert_string_equal(split("Don't use pg_dump 15.2, it's WAL-based."), "Don't|use|pg_dump|15.2|it's|WAL-based");
    assert_string_equal(split("'quoted' -dash- end."), "quoted|dash|end");
    assert_string_equal(split("a--b x..y"), "a|b|x|y");
    assert_string_equal(split("don’t Über—so"), "don’t|Über|so");
    assert_string_equal(split("日本abc語"), "日|本|abc|語");
    assert_string_equal(split("a\xFF"
                              "b c\x80"),
                        "a|b|c");
    assert_string_equal(split("e\xCC\x81té"), "e\xCC\x81té");
}

static struct word only_word(const char *text, const char *language)
{
    struct word *words;
    size_t count;
    assert_int_equal(words_split(arena, str_from(text), language_find(str_from(language)), &words, &count, NULL), OK);
    assert_int_equal(count, 1);
    return words[0];
}

static void assert_word(const char *text, const char *language, const char *folded, const char *stem, bool is_stop)
{
    struct word word = only_word(text, language);
    assert_string_equal(arena_copy_n(arena, word.folded.data, word.folded.len), folded);
    assert_string_equal(arena_copy_n(arena, word.stem.data, word.stem.len), stem);
    assert_int_equal(word.is_stop, is_stop);
}

static void test_analysis(void **state)
{
    (void)state;
    assert_word("Partitions", "English", "partitions", "partit", false);
    assert_word("THE", "English", "the", "the", true);
    assert_word("Don’t", "English", "don't", "don't", true);
    assert_word("Häuser", "German", "häuser", "haus", false);
    assert_word("Über", "German", "über", "uber", true);
    assert_word("l'eau", "French", "l'eau", "eau", false);
    assert_word("dell’arte", "Italian", "dell'arte", "arte", false);
    assert_word("Part\xC2\xADition", "English", "partition", "partit", false);
    assert_word("Words", "Polish", "words", "words", false);
}

/* A long text goes through the table of words that were met before; each word must come out as it does alone. */
static void test_long_text(void **state)
{
    (void)state;
    static const char *const sample[] = {"Partitioning", "the", "tables", "Häuser", "Indexes", "pg_dump", "of"};
    struct buf text = {0};
    for (size_t i = 0; i < 20000; i++) {
        buf_str(&text, sample[i % COUNT_OF(sample)]);
        buf_printf(&text, " %zu ", i % 9973);
    }
    struct word *words;
    size_t count;
    const struct language *english = language_find(STR("en"));
    assert_int_equal(words_split(arena, (struct str){text.data, text.len}, english, &words, &count, NULL), OK);
    assert_int_equal(count, 40000);
    for (size_t i = 0; i < 20000; i++) {
        struct word alone = only_word(sample[i % COUNT_OF(sample)], "English");
        assert_true(str_eq(words[2 * i].folded, alone.folded));
        assert_true(str_eq(words[2 * i].stem, alone.stem));
        assert_int_equal(words[2 * i].is_stop, alone.is_stop);
        char number[24];
        snprintf(number, sizeof number, "%zu", i % 9973);
        assert_true(str_eq(words[2 * i + 1].folded, str_from(number)));
    }
    buf_free(&text);
}

/* What a memory has met changes nothing, and its words outlive the text. */
static void test_memory(void **state)
{
    (void)state;
    const struct language *english = language_find(STR("en"));
    struct word_memory *memory = word_memory_new(english);
    struct word *first, *second, *fresh;
    size_t count;
    assert_non_null(memory);
    assert_int_equal(words_split_again(memory, arena, STR("The Planting of plants"), &first, &count, NULL), OK);
    assert_int_equal(words_split_again(memory, arena, STR("plants, PLANTING the"), &second, &count, NULL), OK);
    assert_int_equal(words_split(arena, STR("plants, PLANTING the"), english, &fresh, &count, NULL), OK);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_true(str_eq(second[i].folded, fresh[i].folded) && str_eq(second[i].stem, fresh[i].stem));
        assert_true(second[i].is_stop == fresh[i].is_stop && second[i].start == fresh[i].start);
    }
    assert_ptr_equal(second[0].folded.data, first[3].folded.data); /* kept once */
    word_memory_free(memory);
    word_memory_free(NULL);
}

static void test_hostile_lengths(void **state)
{
    (void)state;
    size_t size = 1 << 20, count;
    char *text = malloc(size);
    struct word *words;
    assert_non_null(text);
    memset(text, 'y', size);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(words_split(arena, (struct str){text, size}, language_find(STR("en")), &words, &count, NULL),
                         OK);
        assert_int_equal(count, 1);
        assert_int_equal(words[0].end, size);
        memset(text, '\xC3', size);
        memset(text, 'z', 1);
        for (size_t at = 1; at + 1 < size; at += 2)
            text[at + 1] = '\xBC';
        size--;
    }
    memset(text, '\xFF', size);
    assert_int_equal(words_split(arena, (struct str){text, size}, language_find(STR("en")), &words, &count, NULL), OK);
    assert_int_equal(count, 0);
    free(text);
}

static void test_count(void **state)
{
    (void)state;
    assert_int_equal(words_count(STR("")), 0);
    assert_int_equal(words_count(STR("Three short words.")), 3);
    assert_int_equal(words_count(STR("state-of-the-art - it's 15.2 — ok")), 4);
    assert_int_equal(words_count(STR("one\xC2\xA0two")), 2);
    assert_int_equal(words_count(STR("日本語")), 2);
    assert_int_equal(words_count(STR("日 abc")), 2);
}

static void test_stemmer(void **state)
{
    (void)state;
    struct stemmer *none = stemmer_new(NULL);
    assert_true(str_eq(stemmer_stem(none, STR("tables")), STR("tables")));
    stemmer_free(none);
    stemmer_free(NULL);
    size_t count;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++) {
        struct stemmer *stemmer = stemmer_new(&languages[i]);
        assert_non_null(stemmer); /* every algorithm that the table names exists */
        assert_true(stemmer_stem(stemmer, STR("word")).len > 0);
        assert_int_equal(stemmer_stem(stemmer, STR("")).len, 0);
        stemmer_free(stemmer);
    }
}

static void test_word_list(void **state)
{
    (void)state;
    static const char *const list[] = {"nav", "tab-list", NULL};
    assert_true(word_list_has(list, STR("nav")));
    assert_true(word_list_has(list, STR("tab-list")));
    assert_false(word_list_has(list, STR("Nav")));
    assert_false(word_list_has(list, STR("tab")));
    assert_false(word_list_has(list, STR("")));
    assert_false(word_list_has(NULL, STR("nav")));
    assert_true(word_list_ihas(list, STR("TAB-List")));
    assert_false(word_list_ihas(list, STR("navy")));
    assert_false(word_list_ihas(list, (struct str){NULL, 0}));
    assert_false(word_list_ihas(NULL, STR("nav")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans),     cmocka_unit_test(test_analysis), cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_count),     cmocka_unit_test(test_stemmer),  cmocka_unit_test(test_hostile_lengths),
        cmocka_unit_test(test_word_list), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
