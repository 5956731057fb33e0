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

/* "ore" are hours in Italian, and "best" praises nothing in Spanish. */
static void words_of_a_language_count_in_its_own_keywords_alone(void **state)
{
    (void)state;
    keyword_says("it", "le 24 ore di Le Mans", 0, "le 24 ore di Le Mans");
    keyword_says("en", "10 ore mines", 10, "ore mines");
    keyword_says("en", "best herbs", 0, "herbs");
    keyword_says("es", "best seller", 0, "best seller");
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

#define LONG_TEXT                                                                                                      \
    "Its letters stay on two machines in one town, and nobody but the owner of a box can open what lies in it. Every " \
    "box holds ten thousand letters with their pictures, and a year of it costs as much as a good meal for two.\n\n"

static void lists_what_the_sources_name(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "seven herbs for a windowsill", "{" LIST ",\"enableAutomaticLength\":true}");
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[contains(., '. ')]"), 7);
    assert_string_equal(text_of(&w, "//h2[1]"), "1. Rosemary");
    assert_int_equal(count_of(&w, "//h2[following-sibling::*[1][self::h2]]"), 0); /* each has a text */
    assert_true(count_of(&w, "//h2[not(contains(., '. '))]") >= 1);
    assert_string_equal(text_of(&w, "//h1"), "Seven herbs for a windowsill");
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

/* A call that leads nowhere would say nothing. */
static void does_not_call_without_a_page_to_lead_to(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", "{\"includeCta\":true}");
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Next step']"), 0);
    assert_true(has_note(&w, "There is no call to action"));
    written_free(&w);
}

/* Criteria and the parts of a recipe are no things; fewer than three things are no list. */
static void lists_no_sides_of_a_thing(void **state)
{
    (void)state;
    static const char *const pages[] = {
        "# Mail providers\n\nMail providers keep letters for the people who write them every day.\n\n"
        "## Privacy\n\n" LONG_TEXT "## Security\n\n" LONG_TEXT "## Pricing\n\n" LONG_TEXT "## Features\n\n" LONG_TEXT,
        "# Mail providers\n\nMail providers keep letters for the people who write them every day.\n\n"
        "## Postbox\n\nPostbox is one of the mail providers. " LONG_TEXT
        "## Letterly\n\nLetterly is one of the mail providers. " LONG_TEXT "## Criteria\n\n" LONG_TEXT,
    };
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        char folder[] = "/tmp/test_write_lists_XXXXXX", path[64];
        assert_non_null(mkdtemp(folder));
        snprintf(path, sizeof path, "%s/mail.md", folder);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(pages[i], file);
        fclose(file);
        struct written w = write_with(folder, "best mail providers", "{" LIST "}");
        assert_string_equal(w.err.code, "no_sources");
        written_free(&w);
        unlink(path);
        rmdir(folder);
    }
}

/* The names below several headings of one page are of one kind, and the title has their number. */
static void joins_names_below_several_headings(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_write_lists_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mail.md", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("# Mail providers\n\nMail providers keep letters for the people who write them every day.\n\n"
          "## Recommended providers\n\n### Postbox\n\n"
          "Postbox keeps letters on two machines in one town. Nobody but the owner opens what lies in a box of "
          "Postbox. A year of Postbox costs as much as a good meal for two people.\n\n"
          "### Letterly\n\n"
          "Letterly asks for no telephone number, since a long word opens every box. The people behind Letterly answer "
          "questions within one day. Old boxes move to Letterly in one evening.\n\n"
          "## More providers\n\n### Stampede\n\n"
          "Stampede stores pictures that are larger than a page in a second box. Letters at Stampede are sorted by the "
          "machine before breakfast. Stampede closes boxes that nobody opens for a year.\n\n"
          "## Criteria\n\n### Privacy\n\n" LONG_TEXT "### Security\n\n" LONG_TEXT,
          file);
    fclose(file);
    struct written w = write_with(folder, "5 best mail providers", "{" LIST ",\"enableAutomaticLength\":true}");
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[contains(., '. ')]"), 3);
    assert_string_equal(text_of(&w, "//h2[1]"), "1. Postbox");
    assert_string_equal(text_of(&w, "//h1"), "3 best mail providers");
    assert_int_equal(count_of(&w, "//h2[contains(., 'Privacy')]"), 0);
    written_free(&w);
    unlink(path);
    rmdir(folder);
}

static void has_the_shape_of_a_service_page(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", "{\"articleType\":\"service_page\"}");
    assert_int_equal(w.status, OK);
    assert_string_equal(text_of(&w, "//h2[1]"), "Benefits");
    assert_string_equal(text_of(&w, "//h2[2]"), "Process");
    assert_true(has_note(&w, "There is no call to action"));
    assert_true(has_note(&w, "\"Experience and references\" was left out"));
    assert_true(has_note(&w, "No heading has the keyword"));
    assert_int_equal(count_of(&w, "//h2[following-sibling::*[1][self::h2]]"), 0);
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keywords_announce_numbers_in_ten_languages),
        cmocka_unit_test(words_of_a_language_count_in_its_own_keywords_alone),
        cmocka_unit_test(other_numbers_are_no_count),
        cmocka_unit_test(lists_what_the_sources_name),
        cmocka_unit_test(says_what_lists_need),
        cmocka_unit_test(lists_no_sides_of_a_thing),
        cmocka_unit_test(joins_names_below_several_headings),
        cmocka_unit_test(does_not_call_without_a_page_to_lead_to),
        cmocka_unit_test(has_the_shape_of_a_service_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
