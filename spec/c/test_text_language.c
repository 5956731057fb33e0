#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *tag_of(const char *name)
{
    const struct language *language = language_find(str_from(name));
    return language ? language->tag : "none";
}

static void test_find(void **state)
{
    (void)state;
    assert_string_equal(tag_of("German"), "de");
    assert_string_equal(tag_of("gErMaN"), "de");
    assert_string_equal(tag_of(" de "), "de");
    assert_string_equal(tag_of("de-AT"), "de");
    assert_string_equal(tag_of("DE_ch"), "de");
    assert_string_equal(tag_of("pt-BR"), "pt");
    assert_string_equal(tag_of("zh-Hant-TW"), "zh");
    assert_string_equal(tag_of("nb-NO"), "no");
    assert_string_equal(tag_of("iw"), "he");
    assert_string_equal(tag_of("Klingon"), "none");
    assert_string_equal(tag_of(""), "none");
    assert_string_equal(tag_of("x-private"), "none");
    assert_string_equal(tag_of("germanic"), "none");
}

static void test_table(void **state)
{
    (void)state;
    size_t count, writable = 0;
    const struct language *languages = language_list(&count);
    assert_true(count >= 30);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(language_find(str_from(languages[i].tag)), &languages[i]);
        assert_ptr_equal(language_find(str_from(languages[i].name)), &languages[i]);
        if (i)
            assert_true(strcmp(languages[i - 1].name, languages[i].name) < 0);
        writable += language_can_write(&languages[i]);
    }
    assert_true(writable >= 8);
}

/* Folded and in byte order: otherwise the search in a list misses words. */
static void assert_list(const char *const *list, size_t at_least)
{
    size_t count = 0;
    assert_non_null(list);
    for (; list[count]; count++) {
        struct buf folded = {0};
        text_fold(&folded, str_from(list[count]));
        assert_string_equal(folded.data, list[count]);
        buf_free(&folded);
        if (count)
            assert_true(strcmp(list[count - 1], list[count]) < 0);
    }
    assert_true(count >= at_least);
}

static void test_lists(void **state)
{
    (void)state;
    size_t count;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (!languages[i].stop_words) {
            assert_false(language_can_write(&languages[i]));
            continue;
        }
        bool has_dots = !languages[i].is_unspaced; /* and endings that a stemmer takes off */
        assert_true(has_dots == (languages[i].stemmer != NULL));
        assert_list(languages[i].stop_words, 100);
        assert_list(languages[i].abbreviations, has_dots ? 10 : 0);
        assert_list(languages[i].number_abbreviations, has_dots ? 5 : 0);
        for (size_t j = 0; j < languages[i].stop_word_count; j++)
            assert_true(language_is_stop_word(&languages[i], str_from(languages[i].stop_words[j])));
        assert_null(languages[i].stop_words[languages[i].stop_word_count]);
        assert_false(language_is_stop_word(&languages[i], STR("partition")));
        assert_false(language_is_stop_word(&languages[i], STR("")));
    }
    assert_false(language_is_stop_word(NULL, STR("the")));
    assert_false(language_is_stop_word(language_find(STR("Polish")), STR("the")));
}

static const struct {
    const char *tag, *text;
} samples[] = {
    {"en", "The table is split into smaller pieces, which can be searched much faster than the whole of it."},
    {"de", "Die Tabelle wird in kleinere Teile zerlegt, die sich viel schneller durchsuchen lassen als das Ganze."},
    {"fr", "La table est divisée en parties plus petites, qui peuvent être parcourues plus vite que le tout."},
    {"es", "La tabla se divide en partes más pequeñas, que se pueden recorrer más rápido que el conjunto."},
    {"it", "La tabella viene divisa in parti più piccole, che si possono leggere più in fretta dell'intero."},
    {"pt", "A tabela é dividida em partes menores, que podem ser lidas mais depressa do que o conjunto."},
    {"nl", "De tabel wordt in kleinere delen gesplitst, die veel sneller doorzocht kunnen worden dan het geheel."},
    {"sv", "Tabellen delas upp i mindre delar, som kan genomsökas mycket snabbare än det hela, och det är bra."},
    {"da", "Tabellen deles op i mindre dele, som kan gennemsøges meget hurtigere end det hele, og det er godt."},
    {"no", "Tabellen deles opp i mindre deler, som kan gjennomsøkes mye raskere enn det hele, og det er bra."},
};

static void test_detect(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        const struct language *language = language_detect(str_from(samples[i].text));
        assert_non_null(language);
        assert_string_equal(language->tag, samples[i].tag);
    }
}

static void test_detect_nothing(void **state)
{
    (void)state;
    assert_null(language_detect(STR("")));
    assert_null(language_detect(STR("CREATE TABLE measurement PARTITION BY RANGE logdate")));
    assert_null(language_detect(STR("1 2 3 \xFF\xFF")));
    assert_null(language_detect(STR("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E")));
    assert_null(language_detect(STR("Tabela zostaje podzielona na mniejsze fragmenty")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),   cmocka_unit_test(test_table),          cmocka_unit_test(test_lists),
        cmocka_unit_test(test_detect), cmocka_unit_test(test_detect_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
