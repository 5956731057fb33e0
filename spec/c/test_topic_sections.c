/* Which sections are about a subject, and texts compared with it. */
#include "test_topic.h"

static void sections_have_reasons(void **state)
{
    (void)state;
    build_in("en", "= Mail servers\n# Introduction\nA mail server is a mail server.\n"
                   "# Greylisting\nThe mail server waits.\nA mail server that waits is a greylisting server.\n"
                   "# Bread\nDough rises.\n"
                   "= Services\n# Setting up a mail server\nIt is set up.\n## Lists\nThe server has lists.\n"
                   "## Dough\nIt rises.\n"
                   "# The mail server at home\nThe mail server hums.\nMail servers hum.\n"
                   "# Web\nThe web.\n");
    struct topic topic = open_topic("mail server");
    assert_int_equal(topic.tier, TOPIC_FULL);
    const char *found = sections_of(&topic);
    assert_non_null(strstr(found, "Setting up a mail server"));
    assert_non_null(strstr(found, "The mail server at home"));
    assert_null(strstr(found, "Introduction"));
    assert_null(strstr(found, "Bread"));
    assert_null(strstr(found, "Web"));
    assert_null(strstr(found, "Lists")); /* inside one that is there */
}

static void the_concept_comes_before_what_is_done_with_it(void **state)
{
    (void)state;
    build_in("en", "= Add layer mask\nA layer mask is added.\n= Show layer mask\nA layer mask is shown.\n"
                   "= Dialogs\n# Layer masks\nA layer mask hides.\nA layer mask shows.\n");
    struct topic topic = open_topic("layer masks");
    assert_string_equal(sections_of(&topic), "Layer masks|Add layer mask|Show layer mask");
}

static void a_part_of_an_enumeration_is_admitted_by_itself(void **state)
{
    (void)state;
    build_in("en", "= Basics: network, accounts, printing\n# Another language\nThe language is set.\n"
                   "# Network setup\nThe network.\n");
    struct topic topic = open_topic("network configuration");
    assert_null(strstr(sections_of(&topic), "Basics"));
    assert_null(strstr(sections_of(&topic), "language"));
}

static void a_task_is_told_of_where_the_title_is_what_is_done(void **state)
{
    (void)state;
    build_in("en", "= Sorting\n# Basics\nTo sort a list, call it.\nA list sorts itself.\nSort a list twice.\n"
                   "# Key functions\nA key sorts.\nThe sort has keys.\nKeys sort what is to be sorted.\n# Bread\nIt "
                   "rises.\n"
                   "= Bisection\n# Searching sorted lists\nA sorted list is halved.\nIt is a list.\n");
    struct topic topic = open_shape("sort a list", KEYWORD_HOW_TO);
    assert_int_equal(best_page(&topic), 0);
    assert_non_null(strstr(sections_of(&topic), "Basics|"));
    assert_non_null(strstr(sections_of(&topic), "Key functions"));
    assert_null(strstr(sections_of(&topic), "Bread"));
}

static void a_page_that_another_one_holds_gives_no_sections(void **state)
{
    (void)state;
    build_in("en", "= Software RAID\n# RAID of software\nSoftware RAID.\n= RAID by software\nSoftware RAID.\n");
    size_t held_by[] = {NO_PAGE, 0};
    struct topic topic = open_topic("RAID for software");
    assert_non_null(strstr(sections_of(&topic), "RAID by software"));
    corpus.held_by = held_by;
    topic = open_topic("RAID for software");
    assert_null(strstr(sections_of(&topic), "RAID by software"));
    assert_int_not_equal(topic.section_count, 0);
}

static void no_heading_stands_twice(void **state)
{
    (void)state;
    build_in("en", "= Software RAID\nRaid of software.\n= RAID\n# Software RAID\nIt is software.\n"
                   "# Software RAID levels\nLevels of it.\n");
    struct topic topic = open_topic("software RAID");
    assert_string_equal(sections_of(&topic), "Software RAID|Software RAID levels");
}

static void a_subject_of_function_words_is_found_in_titles_alone(void **state)
{
    (void)state;
    build_in("en", "= The Who\nA band.\n= Who is who\nThey are.\n");
    struct topic topic = open_topic("the who");
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(best_page(&topic), 0);
    assert_int_equal(topic.pages[1].tier, TOPIC_NOT);
    assert_int_equal(open_topic("").tier, TOPIC_NOT);
}

static void an_empty_corpus_speaks_of_nothing(void **state)
{
    (void)state;
    build_in("en", "");
    struct topic topic = open_topic("software RAID");
    assert_int_equal(topic.tier, TOPIC_NOT);
    assert_int_equal(topic.section_count, 0);
}

static void texts_are_compared(void **state)
{
    (void)state;
    build_in("en", "= Full Text Search\nAn index helps the search.\n");
    struct topic topic = open_topic("full text search");
    struct terms same = terms_of("The full search of text"), part = terms_of("search the index");
    assert_true(topic_holds(&topic, &same, 0));
    assert_float_equal(topic_likeness(&topic, &same), 1, 1e-9);
    assert_float_equal(topic_share(&topic, &part), 1.0 / 3, 1e-9);
    assert_float_equal(topic_likeness(&topic, &part), 2.0 / 5, 1e-9);
    assert_true(topic_has_head(&topic, &part));
    assert_false(topic_holds(&topic, &part, 5));
    assert_true(topic_has(&topic, part.ids[0]));
    assert_false(topic_has(&topic, part.ids[1]));
    struct terms apart = terms_of("full of old text, a search");
    assert_false(topic_holds(&topic, &apart, 0));
    assert_true(topic_holds(&topic, &apart, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sections_have_reasons),
        TEST(the_concept_comes_before_what_is_done_with_it),
        TEST(a_part_of_an_enumeration_is_admitted_by_itself),
        TEST(a_task_is_told_of_where_the_title_is_what_is_done),
        TEST(a_page_that_another_one_holds_gives_no_sections),
        TEST(no_heading_stands_twice),
        TEST(a_subject_of_function_words_is_found_in_titles_alone),
        TEST(an_empty_corpus_speaks_of_nothing),
        TEST(texts_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
