/* What a keyword announces, and lists and service pages of the example library. */
#include "test_write.h"

#include "write/writing/writing.h"

static void keyword_says(const char *language, const char *keyword, size_t wanted, const char *about)
{
    struct arena *arena = arena_new();
    struct error err;
    struct str subject;
    size_t count;
    assert_non_null(arena);
    assert_int_equal(
        keyword_announces(arena, str_from(keyword), language_find(str_from(language)), &count, &subject, &err), OK);
    if (count != wanted || !str_eq(subject, str_from(about)))
        fail_msg("%s: %zu of \"%.*s\"", keyword, count, STR_ARG(subject));
    arena_free(arena);
}

static void keywords_announce_numbers_in_ten_languages(void **state)
{
    (void)state;
    keyword_says("en", "7 best herbs", 7, "herbs");
    keyword_says("en", "The Top 10 herbs for cooks", 10, "herbs for cooks");
    keyword_says("en", "twenty herbs", 20, "herbs");
    keyword_says("en", "best herbs", 0, "herbs");
    keyword_says("en", "50 herbs", 50, "herbs");
    keyword_says("de", "die fünf besten Kräuter", 5, "Kräuter");
    keyword_says("de", "Zwölf Kräuter", 12, "Kräuter");
    keyword_says("fr", "les dix-sept meilleures herbes", 17, "herbes");
    keyword_says("es", "los dieciséis mejores quesos", 16, "quesos");
    keyword_says("it", "i tre migliori formaggi", 3, "formaggi");
    keyword_says("nl", "de zeven beste kruiden", 7, "kruiden");
    keyword_says("pt", "as duas melhores ervas", 2, "ervas");
    keyword_says("pt", "quatorze ervas", 14, "ervas");
    keyword_says("sv", "de åtta bästa örterna", 8, "örterna");
    keyword_says("da", "ni krydderurter", 9, "krydderurter");
    keyword_says("no", "tjue urter", 20, "urter");
}

static void other_numbers_are_no_count(void **state)
{
    (void)state;
    keyword_says("en", "30 minute meals", 0, "30 minute meals");
    keyword_says("en", "12-inch pots", 0, "12-inch pots");
    keyword_says("en", "50% discounts", 0, "50% discounts");
    keyword_says("en", "$20 lamps", 0, "$20 lamps");
    keyword_says("en", "2024 phones", 0, "2024 phones");
    keyword_says("en", "51 herbs", 0, "51 herbs");
    keyword_says("en", "1 herb", 0, "1 herb");
    keyword_says("en", "tents for 2 people", 0, "tents for 2 people");
    keyword_says("en", "7", 0, "7");
    keyword_says("en", "indoor herb garden", 0, "indoor herb garden");
    keyword_says("en", "the herb garden", 0, "the herb garden");
    keyword_says("xx", "7 herbs", 7, "herbs"); /* no such language: digits alone count */
}

#define LIST "\"articleType\":\"listicle\",\"enableSupplementalInformation\":true"

static void lists_what_the_sources_name(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "seven herbs for a windowsill", "{" LIST ",\"enableAutomaticLength\":true}");
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[contains(., '. ')]"), 7);
    assert_string_equal(text_of(&w, "//h2[1]"), "1. Rosemary");
    assert_int_equal(count_of(&w, "//h2[following-sibling::*[1][self::h2]]"), 0); /* each has a text */
    assert_true(count_of(&w, "//h2[not(contains(., '. '))]") >= 1);
    assert_non_null(strstr(text_of(&w, "//p[1]"), "seven herbs for a windowsill"));
    assert_false(w.desk->has_fallen);
    written_free(&w);

    w = write_with(LIBRARY, "herbs for a windowsill",
                   "{" LIST ",\"enableAutomaticLength\":false,\"numberOfItems\":40}");
    int items = count_of(&w, "//h2[contains(., '. ')]");
    assert_true(items >= 5 && items < 40);
    assert_true(has_note(&w, "40 items were wanted"));
    written_free(&w);
}

static void says_what_lists_need(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_write_lists_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/plain.md", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("# Garden walls\n\nA garden wall of stone keeps the warmth of the day for hours after the sun has gone.\n",
          file);
    fclose(file);
    struct written w = write_with(folder, "best garden walls", "{" LIST ",\"enableAutomaticLength\":true}");
    assert_string_equal(w.err.code, "no_sources");
    assert_non_null(strstr(w.err.message, "list nothing that fits"));
    written_free(&w);
    unlink(path);
    rmdir(folder);
}

static void calls_in_the_point_of_view_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *own, *says;
    } rows[] = {
        {"{\"includeCta\":true}", "The next step towards an indoor herb garden"},
        {"{\"includeCta\":true,\"pointOfView\":\"first_person_singular\"}", "My next step"},
        {"{\"includeCta\":true,\"pointOfView\":\"first_person_plural\"}", "Our next step"},
        {"{\"includeCta\":true,\"pointOfView\":\"second_person\"}", "Your next step"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct written w = write_with(LIBRARY, "indoor herb garden", rows[i].own);
        assert_string_equal(text_of(&w, "//h2[last()]"), "Next step");
        assert_non_null(strstr(text_of(&w, "//h2[last()]/following-sibling::p[1]"), rows[i].says));
        assert_int_equal(count_of(&w, "//h2[last()]/following-sibling::p[1]/sup"), 0);
        written_free(&w);
    }
}

static void has_the_shape_of_a_service_page(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", "{\"articleType\":\"service_page\"}");
    assert_int_equal(w.status, OK);
    assert_string_equal(text_of(&w, "//h2[1]"), "Benefits");
    assert_string_equal(text_of(&w, "//h2[2]"), "Process");
    assert_string_equal(text_of(&w, "//h2[last()]"), "Next step");
    assert_true(has_note(&w, "\"Proof\" was left out"));
    assert_true(has_note(&w, "No heading has the keyword"));
    assert_int_equal(count_of(&w, "//h2[following-sibling::*[1][self::h2]]"), 0);
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keywords_announce_numbers_in_ten_languages),
        cmocka_unit_test(other_numbers_are_no_count),
        cmocka_unit_test(lists_what_the_sources_name),
        cmocka_unit_test(says_what_lists_need),
        cmocka_unit_test(calls_in_the_point_of_view_asked_for),
        cmocka_unit_test(has_the_shape_of_a_service_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
