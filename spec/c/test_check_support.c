/* Sentences compared with what they cite: citations kept, moved and removed, doubts, verdicts. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct check_material material;
static struct check_wanted wanted;
static struct checked checked;
static struct model_excerpt english[7], german[2];

static struct model_excerpt excerpt(const char *heading, const char *text)
{
    return (struct model_excerpt){str_from(text), str_from(heading), STR("Manual"), 3};
}

static int begin(void **state)
{
    english[0] = excerpt("Plain Writing Act of 2010",
                         "Not later than 9 months after the date of enactment of this Act, the head of each agency "
                         "shall designate senior officials to oversee the implementation and train employees.");
    english[1] = excerpt("Avoid idioms", "In our 2015 website survey more than 25% of the 30,000 respondents lived "
                                         "outside the United States. About 20% were there for the first time.");
    english[2] = excerpt("Covered documents",
                         "The Act requires federal agencies to write covered documents clearly. It includes a letter, "
                         "publication, form or notice; it does not include a regulation.");
    english[3] = excerpt("RAID > RAID 5", "RAID 5 needs at least 3 disks. One disk may fail. `mdadm --create` makes it "
                                          "from md0.");
    english[4] = excerpt("Shops", "Acme sells the best backup software of the town. Buy the software at Acme.");
    english[5] = excerpt("RAID", "Die Platten eines RAID 6 speichern ihre Daten mit zwei Bl\xC3\xB6"
                                 "cken f\xC3\xBCr die "
                                 "Parit\xC3\xA4t, und deshalb d\xC3\xBCrfen auch 2 von ihnen ausfallen.");
    english[6] = excerpt("Rebuild", "The rebuild of the array takes up to 12 hours while applications go on running.");
    german[0] =
        excerpt("RAID", "RAID 5 ben\xC3\xB6tigt mindestens 3 Festplatten. Der Kernel verteilt die Daten auf alle "
                        "Platten.");
    german[1] = excerpt("Sicherung", "Backups sch\xC3\xBCtzen vor ver\xC3\xA4nderten und gel\xC3\xB6schten Daten.");
    material = (struct check_material){english, COUNT_OF(english), language_find(STR("en")), STR(""), STR("")};
    wanted = (struct check_wanted){.allows_lists = true};
    return set_up(state);
}

/* The only sentence that is left of the answer; NULL: none is. */
static const struct checked_sentence *sentence_of(const char *answer)
{
    assert_int_equal(check_prose(arena, &material, &wanted, str_from(answer), &checked, NULL), OK);
    return checked.count ? &checked.blocks[0].sentences[0] : NULL;
}

static void is_judged(const char *answer, int cites, bool is_doubtful)
{
    const struct checked_sentence *sentence = sentence_of(answer);
    if (!sentence || sentence->cites[0] != cites || sentence->is_doubtful != is_doubtful)
        fail_msg("\"%s\": [%d]%s", answer, sentence ? sentence->cites[0] : -1,
                 sentence && sentence->is_doubtful ? " doubtful" : "");
}

static void goes(const char *answer)
{
    const struct checked_sentence *sentence = sentence_of(answer);
    if (sentence)
        fail_msg("it stays: %.*s", STR_ARG(sentence->text));
}

static void test_share(void **state)
{
    (void)state;
    const struct language *en = language_find(STR("en"));
    assert_true(check_support(en, STR("The disks failed"), STR("A disk fails")) > 0.99);
    assert_true(check_support(en, STR("The disks of the cats"), STR("A disk fails")) == 0.5);
    assert_true(check_support(en, STR(""), STR("A disk fails")) == 0);
    assert_true(check_support(language_find(STR("ja")), STR("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"),
                              STR("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x81\xAE")) > 0.99);
}

static void test_true_sentences_stay(void **state)
{
    (void)state;
    is_judged("RAID 5 needs at least 3 disks, of which one may fail [4].", 4, false);
    is_judged("In the 2015 survey of the website, more than 25% of the 30,000 respondents lived outside the United "
              "States [2].",
              2, false);
    is_judged("Regulations are not included, but a letter, form or notice is [3].", 3, false);
    is_judged("A rebuild takes up to 12 hours [7].", 7, false);
}

static void test_citations_are_moved_and_removed(void **state)
{
    (void)state;
    is_judged("RAID 5 needs at least 3 disks, of which one may fail [3].", 4, false);
    is_judged("Many gardens look nice in the summer [3].", 0, false);
    assert_int_equal(checked.removed_citations, 1);
    is_judged("RAID 5 needs 3 disks or more [3][4].", 4, false);
    is_judged("RAID 5 needs disks.", 0, false); /* no citation is ever added */
}

static void test_figures(void **state)
{
    (void)state;
    goes("RAID 5 needs at least 8 TB of disks [4].");
    goes("80 percent of the disks of a RAID 5 may fail.");
    is_judged("About 25% of the respondents of the website survey lived outside the United States [2].", 2, true);
    is_judged("A survey of the website found in 2015 that 25% of the respondents lived outside the United States [2].",
              2, true);
    is_judged("A rebuild of the array takes 12 hours [7].", 7, true);
    is_judged("It applies to letters, publications and regulations, and agencies must comply within 9 months [1].", 1,
              true);
    is_judged("The array needs 30.000 respondents of the survey outside the United States [2].", 2, false);
    material.allowed = STR("8 TB");
    is_judged("RAID 5 needs at least 3 disks of 8 TB each, one may fail [4].", 4, false);
}

static void test_names_and_code(void **state)
{
    (void)state;
    is_judged("RAID 5 makes one array of 3 disks or more on Windows with `mdadm --create` [4].", 4, true);
    goes("RAID 5 makes it from 3 disks with `zpool create` [4].");
    is_judged("RAID 5 makes it from at least 3 disks with `mdadm --create` [3].", 4, false);
    material.allowed = STR("Windows");
    is_judged("RAID 5 makes it of at least 3 disks on Windows with `mdadm --create` [4].", 4, false);
}

static void test_praise(void **state)
{
    (void)state;
    is_judged("Acme sells the best backup software of the town [5].", 5, true);
    is_judged("Acme sells backup software in the town [5].", 5, false);
    is_judged("RAID 5 is the safest array: it needs at least 3 disks, one may fail [4].", 4, true);
    material.allowed = STR("Acme");
    is_judged("Acme sells the best backup software of the town [5].", 5, false);
}

static void test_uncited(void **state)
{
    (void)state;
    is_judged("Such an array can replace every backup in most of the usual cases.", 0, true);
    is_judged("Then the work goes on.", 0, false);
    is_judged("The disks of a RAID 5 array may fail while the rebuild of the array takes hours.", 0, false);
}

static void test_foreign_passages(void **state)
{
    (void)state;
    is_judged("A RAID 6 keeps two blocks for parity, so 2 disks may fail [6].", 6, true);
    is_judged("Parity lets a RAID 6 lose disks [6].", 6, true);
}

static void test_german(void **state)
{
    (void)state;
    material = (struct check_material){german, COUNT_OF(german), language_find(STR("de")), STR(""), STR("")};
    is_judged("F\xC3\xBCr ein RAID 5 werden mindestens 3 Festplatten ben\xC3\xB6tigt [1].", 1, false);
    is_judged("Ein RAID 5 ben\xC3\xB6tigt h\xC3\xB6"
              "chstens 3 Festplatten [1].",
              1, true);
    is_judged("Backups sch\xC3\xBCtzen gel\xC3\xB6schte und ver\xC3\xA4nderte Daten [1].", 2, false);
    goes("Ein RAID 5 ben\xC3\xB6tigt 7 Festplatten [1].");
}

static void test_unsourced(void **state)
{
    (void)state;
    material = (struct check_material){NULL, 0, language_find(STR("en")), STR("basil in 2024"), STR("")};
    wanted.is_unsourced = true;
    is_judged("Basil likes sun.", 0, false);
    is_judged("Basil of 2024 likes sun [3].", 0, false);
    goes("Basil needs 6 hours of sun.");
    goes("Basil is grown with `plant2`.");
}

static void settle(const char *fix, bool is_verified)
{
    struct verdict verdict = {1, str_from(fix ? fix : "")};
    assert_int_equal(check_settle(arena, &material, &checked, &verdict, fix != NULL, is_verified, NULL), OK);
}

static void test_doubts_and_verdicts(void **state)
{
    (void)state;
    const char *answer = "RAID 5 needs at least 3 disks [4]. A rebuild of the array takes 12 hours [7].";
    struct doubt *doubts;
    size_t count;
    sentence_of(answer);
    assert_int_equal(check_doubts(arena, &checked, &doubts, &count, NULL), OK);
    assert_int_equal(count, 1);
    assert_int_equal(doubts[0].place, 1);
    assert_ptr_equal(doubts[0].sentence, &checked.blocks[0].sentences[1]);
    settle(NULL, true); /* no fault was found */
    assert_int_equal(checked.blocks[0].count, 2);
    sentence_of(answer);
    settle("A rebuild of the array takes up to 12 hours [7].", true);
    assert_int_equal(checked.blocks[0].count, 2);
    assert_true(str_eq(checked.blocks[0].sentences[1].text, STR("A rebuild of the array takes up to 12 hours.")));
    assert_int_equal(checked.blocks[0].sentences[1].cites[0], 7);
    sentence_of(answer);
    settle("A rebuild takes 99 hours [7].", true); /* no better */
    assert_int_equal(checked.blocks[0].count, 1);
    sentence_of(answer);
    settle("See https://example.org/ for the rebuild of the array [7].", true);
    assert_int_equal(checked.blocks[0].count, 1);
    sentence_of(answer);
    settle("", true);
    assert_int_equal(checked.blocks[0].count, 1);
    sentence_of(answer);
    settle(NULL, false); /* a cited one stays without a second look */
    assert_int_equal(checked.blocks[0].count, 2);
    sentence_of(
        "RAID 5 needs at least 3 disks [4]. Such an array can replace every backup in most of the usual cases.");
    settle(NULL, false); /* an uncited one does not */
    assert_int_equal(checked.blocks[0].count, 1);
}

static void test_who_condemns_everything_is_not_heard(void **state)
{
    (void)state;
    struct verdict verdicts[] = {{1, STR("")}, {2, STR("")}, {3, STR("")}, {7, STR("")}};
    const char *answer =
        "A rebuild of the array takes 12 hours [7]. The rebuild of an array takes 12 hours [7]. Rebuild of "
        "arrays takes 12 hours [7].";
    sentence_of(answer);
    assert_int_equal(check_settle(arena, &material, &checked, verdicts, 3, true, NULL), OK);
    assert_int_equal(checked.blocks[0].count, 3);
    sentence_of(answer);
    assert_int_equal(check_settle(arena, &material, &checked, verdicts, 2, true, NULL), OK);
    assert_int_equal(checked.blocks[0].count, 1);
}

static void test_copied(void **state)
{
    (void)state;
    struct str source = STR("the quick brown fox jumps over the lazy dog");
    assert_true(check_copied(STR("the quick brown fox jumps"), source) == 1);
    assert_true(check_copied(STR("a quick brown fox jumps over"), source) == 0.5);
    assert_true(check_copied(STR("\"the quick brown fox jumps over\""), source) == 0);
    assert_true(check_copied(STR("`the quick brown fox jumps over`"), source) == 0);
    assert_true(check_copied(STR("short"), source) == 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_share),     TEST(test_true_sentences_stay), TEST(test_citations_are_moved_and_removed),
        TEST(test_figures),   TEST(test_names_and_code),      TEST(test_praise),
        TEST(test_uncited),   TEST(test_foreign_passages),    TEST(test_german),
        TEST(test_unsourced), TEST(test_doubts_and_verdicts), TEST(test_who_condemns_everything_is_not_heard),
        TEST(test_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
