/* What a model claims, compared with the passages that it cites: a sentence, and what is found in it. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct check_material material;
static struct model_excerpt english[7], german[2];

static struct model_excerpt excerpt(const char *heading, const char *text, int source)
{
    return (struct model_excerpt){str_from(text), str_from(heading), STR("Manual"), source};
}

/* No two of them stand side by side on a page: each counts by itself. */
static int begin(void **state)
{
    english[0] = excerpt("Plain Writing Act of 2010",
                         "Not later than 9 months after the date of enactment of this Act, the head of each agency "
                         "shall designate senior officials to oversee the implementation and train employees.",
                         0);
    english[1] = excerpt("Avoid idioms",
                         "In our 2015 website survey more than 25% of the 30,000 respondents lived "
                         "outside the United States. About 20% were there for the first time.",
                         1);
    english[2] = excerpt("Covered documents",
                         "The Act requires federal agencies to write covered documents clearly. It includes a letter, "
                         "publication, form or notice; it does not include a regulation.",
                         0);
    english[3] = excerpt("RAID > RAID 5",
                         "RAID 5 needs at least 3 disks. One disk may fail. `mdadm --create` makes it "
                         "from md0.",
                         2);
    english[4] = excerpt("Shops", "Acme sells the best backup software of the town. Buy the software at Acme.", 3);
    english[5] = excerpt("RAID",
                         "Die Platten eines RAID 6 speichern ihre Daten mit zwei Bl\xC3\xB6"
                         "cken f\xC3\xBCr die Parit\xC3\xA4t, und deshalb d\xC3\xBCrfen auch 2 von ihnen ausfallen.",
                         4);
    english[6] =
        excerpt("Rebuild", "The rebuild of the array takes up to 12 hours while applications go on running.", 2);
    german[0] = excerpt("RAID",
                        "RAID 5 ben\xC3\xB6tigt mindestens 3 Festplatten. Der Kernel verteilt die Daten auf alle "
                        "Platten.",
                        0);
    german[1] = excerpt("Sicherung", "Backups sch\xC3\xBCtzen vor ver\xC3\xA4nderten und gel\xC3\xB6schten Daten.", 1);
    material = (struct check_material){english, COUNT_OF(english), language_find(STR("en")), STR("")};
    return set_up(state);
}

static void read(struct manuscript *manuscript, struct line_check *check, const char *answer)
{
    *manuscript = (struct manuscript){.arena = arena, .language = material.language, .passages = material.count};
    assert_int_equal(line_check_open(check, arena, &material, 8, NULL), OK);
    assert_int_equal(manuscript_read(manuscript, PART_OPENING, str_from(answer), NULL), OK);
    assert_int_equal(line_check_all(check, manuscript, NULL), OK);
}

/* An answer, and what is found in its lines, one behind the other: "figure 40; name Novak"; empty: nothing. */
struct expected {
    const char *answer, *found;
};

static void are_judged(const struct expected *rows, size_t count)
{
    size_t wrong = 0;
    for (size_t row = 0; row < count; row++) {
        struct manuscript manuscript;
        struct line_check check;
        struct buf out = {0};
        read(&manuscript, &check, rows[row].answer);
        for (size_t i = 0; i < manuscript.count; i++)
            for (size_t k = 0; k < manuscript.list[i].finding_count; k++) {
                const struct finding *finding = &manuscript.list[i].findings[k];
                buf_printf(&out, "%s%s%s%.*s", out.len ? "; " : "", finding_name(finding->kind),
                           finding->what.len ? " " : "", STR_ARG(finding->what));
                if (finding->near)
                    buf_printf(&out, " (see [%zu])", finding->near);
            }
        if (strcmp(buf_text(&out), rows[row].found) != 0)
            print_error("\"%s\": %s\n", rows[row].answer, buf_text(&out)), wrong++;
        buf_free(&out);
    }
    assert_int_equal(wrong, 0);
}

#define JUDGED(...)                                                                                                    \
    do {                                                                                                               \
        static const struct expected rows[] = {__VA_ARGS__};                                                           \
        are_judged(rows, COUNT_OF(rows));                                                                              \
    } while (0)

static void true_sentences_stay(void **state)
{
    (void)state;
    JUDGED({"RAID 5 needs at least 3 disks, of which one may fail [4].", ""},
           {"In the 2015 survey of the website, more than 25% of the 30,000 respondents lived outside the United "
            "States [2].",
            ""},
           {"Regulations are not included, but a letter, form or notice is [3].", ""},
           {"A rebuild takes up to 12 hours [7].", ""}, {"RAID 5 needs 3 disks or more [3][4].", ""},
           {"Then the work goes on.", ""});
}

static void a_citation_must_say_it(void **state)
{
    (void)state;
    JUDGED({"RAID 5 needs at least 3 disks, of which one may fail [3].",
            "elsewhere RAID (see [4]); elsewhere 5 (see [4]); elsewhere 3 (see [4]); support (see [4])"},
           {"Many gardens look nice in the summer [3].", "support"});
}

static void figures_stand_in_what_is_cited(void **state)
{
    (void)state;
    JUDGED({"RAID 5 needs at least 8 TB of disks [4].", "figure 8; name TB"},
           {"80 percent of the disks of a RAID 5 may fail.", "figure 80; elsewhere 5 (see [4])"},
           {"About 25% of the respondents of the website survey lived outside the United States [2].", "limit 25"},
           {"A survey of the website found in 2015 that 25% of the respondents lived outside the United States [2].",
            "limit 25"},
           {"A rebuild of the array takes 12 hours [7].", "limit 12"},
           {"The array needs 30.000 respondents of the survey outside the United States [2].", ""},
           {"- RAID 5 needs 77 disks [4]\n", "figure 77"},
           {"| Level | Disks |\n|---|---|\n| RAID 5 | 99 [4] |\n", "figure 99"},
           {"## Rebuilds in 40 hours\nWhile it is rebuilt, applications go on running [7].", "figure 40"},
           {"## Rebuilds in 12 Hours\nWhile it is rebuilt, applications go on running [7].", ""});
    JUDGED({"RAID 5 of at least 3 disks keeps 2 of them for data, about 67% [4].", "elsewhere 2 (see [6]); sum 67"},
           {"Say a box has 24 disks, each of 18 litres. That makes 432 litres, and with 2 of them lost 396.", ""},
           {"Of 210 people 24 have the mark. That is about 11.4%.", "figure 210; figure 24"},
           {"For 19 arrays of it a cabinet holds 57 disks [4].", "reckoned 19; reckoned 57; support"},
           {"Bays of 3.5\" or 2.5\" are all that a box has.", "figure 3.5; figure 2.5"});
    material.allowed = STR("8 TB");
    JUDGED({"RAID 5 needs at least 3 disks of 8 TB each, one may fail [4].", ""});
}

static void names_and_code_stand_in_a_passage(void **state)
{
    (void)state;
    JUDGED({"RAID 5 makes one array of 3 disks or more on Windows with `mdadm --create` [4].", "name Windows"},
           {"RAID 5 makes it from 3 disks with `zpool create` [4].", "code zpool create"},
           {"RAID 5 makes it from at least 3 disks with `mdadm --create` [4].", ""},
           {"RAID 5 makes it from at least 3 disks with `mdadm --create` [7].",
            "elsewhere 5 (see [4]); elsewhere 3 (see [4]); support (see [4])"},
           {"It starts so [4]:\n\n```\nmdadm --create\n```\n", ""},
           {"It starts so [4]:\n\n```\nzpool create\n```\n", "code zpool create"});
    material.allowed = STR("Windows");
    JUDGED({"RAID 5 makes it of at least 3 disks on Windows with `mdadm --create` [4].", ""});
}

static void nothing_is_said_more_strongly(void **state)
{
    (void)state;
    JUDGED({"The best backup software of the town is sold by Acme [7].",
            "elsewhere Acme (see [5]); stronger best; support (see [5])"},
           {"Acme sells backup software in the town [5].", ""},
           {"RAID 5 is the safest array: it needs at least 3 disks, one may fail [4].", "stronger safest"});
}

static void what_cites_nothing_claims_nothing(void **state)
{
    (void)state;
    JUDGED(
        {"Such an array can replace every backup in most of the usual cases.", ""}, /* an opinion */
        {"Old tapes never survive damp cellars, cheap drives, careless owners or long summers.", "uncited"},
        {"The disks of a RAID 5 array may fail while the rebuild of the array takes hours.", "elsewhere 5 (see [4])"},
        {"The disks of an array may fail while the rebuild of the array takes hours.", ""});
}

/* Of a passage in another language words cannot be compared, figures and names can. */
static void foreign_passages_have_their_figures(void **state)
{
    (void)state;
    JUDGED({"A RAID 6 keeps two blocks for parity, so 2 disks may fail [6].", ""},
           {"Parity lets a RAID 6 lose 70 disks [6].", "figure 70"},
           {"Parity lets a RAID 6 lose 9 disks [6].", "elsewhere 9 (see [1])"});
}

static void german_sentences_are_compared(void **state)
{
    (void)state;
    material = (struct check_material){german, COUNT_OF(german), language_find(STR("de")), STR("")};
    JUDGED({"F\xC3\xBCr ein RAID 5 werden mindestens 3 Festplatten ben\xC3\xB6tigt [1].", ""},
           {"Ein RAID 5 ben\xC3\xB6tigt h\xC3\xB6"
            "chstens 3 Festplatten [1].",
            "limit 3; stronger h\xC3\xB6"
            "chstens"},
           {"Backups sch\xC3\xBCtzen gel\xC3\xB6schte und ver\xC3\xA4nderte Daten [1].", "support (see [2])"},
           {"Ein RAID 5 ben\xC3\xB6tigt 7 Festplatten [1].", "figure 7"});
}

/* Without passages only the customer's own words are known. */
static void without_sources_nothing_is_invented(void **state)
{
    (void)state;
    material = (struct check_material){NULL, 0, language_find(STR("en")), STR("basil in 2024")};
    JUDGED({"Basil likes sun.", ""}, {"Basil of 2024 likes sun [3].", "passage number 3"},
           {"Basil needs 6 hours of sun.", "figure 6"}, {"Basil is grown with `plant2`.", "code plant2"});
}

static enum status count_removed(void *context, const struct line *line, const struct finding *why)
{
    (void)line;
    (void)why;
    ++*(size_t *)context;
    return OK;
}

/* What must not reach a reader goes, with or without an editor. */
static void inventions_go(void **state)
{
    static const char *const inventions[] = {
        "RAID 5 needs at least 8 TB of disks [4].",
        "80 percent of the disks of a RAID 5 may fail.",
        "RAID 5 makes it from 3 disks with `zpool create` [4].",
        "RAID 5 makes it from 3 disks, says Peter Novak [4].",
        "\"RAID 5 is enough for everyone\", says the manual [4].",
        "It starts so [4]:\n\n```\nzpool create\n```\n",
        "- RAID 5 needs 77 disks [4]\n",
        "| Level | Disks |\n|---|---|\n| RAID 5 | 99 [4] |\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(inventions); i++) {
        struct manuscript manuscript;
        struct line_check check;
        size_t count = 0;
        read(&manuscript, &check, inventions[i]);
        assert_int_equal(edit_take_out(&manuscript, count_removed, &count), OK);
        if (count != 1)
            fail_msg("it stays: %s", inventions[i]);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(true_sentences_stay),
        TEST(a_citation_must_say_it),
        TEST(figures_stand_in_what_is_cited),
        TEST(names_and_code_stand_in_a_passage),
        TEST(nothing_is_said_more_strongly),
        TEST(what_cites_nothing_claims_nothing),
        TEST(foreign_passages_have_their_figures),
        TEST(german_sentences_are_compared),
        TEST(without_sources_nothing_is_invented),
        TEST(inventions_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
