/* What the built-in writer chooses: refusals, and a plan for each shape of keyword. */
#include "test_write.h"

#include <sys/stat.h>

/* --- whole articles, from a folder of notes --- */

#define TEN_LINES "power 1\npower 2\npower 3\npower 4\npower 5\npower 6\npower 7\npower 8\npower 9\npower 10\n"

static const char *const notes[][2] = {
    {"firewall.md",
     "# Firewalls\n\nA firewall is a gate that lets packets through by rules. It stands between two networks.\n\n"
     "## Firewall rules\n\nFirewall rules name a port and say whether packets to it may pass. The first rule that fits "
     "decides on a packet, and those behind it are not read any more. Whoever changes a firewall rule should write "
     "down why it was changed and by whom.\n\n"
     "## Firewall logs\n\nA firewall log lists the packets that were stopped by a rule. It is read every week by "
     "somebody who knows the network, because a rule that stops nothing for a year is a rule too many. Logs of a "
     "firewall are kept for a month.\n"},
    {"proxy.md",
     "# Proxies\n\nA proxy is a server that fetches pages for others. It keeps copies of what was fetched.\n\n"
     "## Proxy copies\n\nA proxy keeps copies of pages for an hour, so that the second reader need not wait. Copies "
     "that are older than an hour are fetched by the proxy once more. A proxy for a hundred readers needs a disk of "
     "its own for these copies.\n"},
    {"kettle.md",
     "# Kettles\n\n## Descaling a kettle\n\nDescaling a kettle takes an hour when the steps are done in their order. "
     "Hard water leaves a white layer that makes the kettle slow and loud, and the layer grows with every litre that "
     "is boiled. These steps descale a kettle:\n\n"
     "1. Fill the kettle with vinegar and print the date:\n\n   ```\n   date +%F\n   ```\n\n"
     "2. Wait for an hour before the vinegar is poured away.\n"
     "3. Rinse the kettle twice with cold water.\n\n"
     "## Kettle reports\n\nA kettle report says how much power a kettle has drawn since the morning. Every kettle in "
     "the house sends one at noon, and the reports of a week show which kettle needs to be descaled first. A report is "
     "kept for a year. Whoever owns two kettles gets two reports a day, and "
     "both of them name the kettle. The report of a kettle looks like this:\n\n```\n" TEN_LINES TEN_LINES TEN_LINES
     "```\n\n"
     "## Kettle noise\n\nA kettle is loud.\n"},
    {"toaster.md",
     "# Toasters\n\nA toaster is a device that browns slices of bread. It stands in the kitchen.\n\n"
     "## Toaster slots\n\nA toaster has two slots or four, and a slot takes one slice. The slots of a toaster are as "
     "wide as a thumb, so that a thick slice fits too. Crumbs fall through a slot into the tray below it, and whoever "
     "empties the tray of a toaster once a week keeps the mice away from it.\n\n"
     "## Setup and options\n\nThe heat level of a toaster is set with a wheel at its side. With a low heat level the "
     "toaster keeps a slice for a minute, and with a high one for three. Frozen bread needs a toaster whose wheel "
     "goes up to six. A toaster that burns bread at the lowest heat level has to be repaired.\n"},
    {"ovens.md",
     "# Ovens\n\nAn oven is a box that is heated.\n\n## Getting started\n\nA toaster stands next to the oven. The "
     "toaster is cold when the oven is hot, and a toaster is never put into an oven. The toaster of a cook is clean. "
     "Whoever has a toaster needs no oven for slices, since a toaster takes less power than an oven does.\n"},
    {"parcel.md",
     "# Parcel uploads\n\nParcel uploads bring a parcel to the depot by the net. They are signed by their sender.\n\n"
     "## Signing parcel uploads\n\nThe sender signs a parcel upload with a key, and the depot asks a list of keys for "
     "it. An upload without a signature is thrown away by the depot in the night. Whoever loses a key writes to the "
     "depot before the next upload.\n\n"
     "## Words of the trade\n\nParcel salvaging is a care for parcels that nobody owns any more in the whole depot. A "
     "salvager asks the owner for a month before the work begins. The owner may say no. In the end the list of "
     "owners is changed.\n\nA delayed upload is an order that waits for a day at the gate of the depot. The gate is "
     "opened by a clerk. The clerk looks at the papers. The papers are blue.\n"},
    {"sundial.md",
     "# Sundials\n\nA sundial is a plate that shows the time by a shadow. The shadow is that of a rod.\n\n"
     "Sundials keep the hours of the sun in the garden. They are ahead of the clock in spring and behind it in "
     "autumn.\n\n"
     "## Places of sundials\n\nGardens and walls of churches have a sundial more often than houses have one. A sundial "
     "that stands in a garden lies flat, and on a wall it stands upright. The makers of a sundial measure where the "
     "place lies before they "
     "draw its lines, and the lines of a sundial from the north are of no use in the south.\n\n"
     "## Repairs of a sundial\n\nA sundial is repaired with a new rod when the old one is bent, because a bent rod "
     "throws its shadow beside the line. The plate of a sundial is cleaned with water and a brush once a year.\n"},
    {"labels.md",
     "# Labels of coffee grinders\n\nLabels are printed in the office.\n\n## Grinder labels\n\nA coffee grinder label "
     "is a strip of paper that tells how heavy the beans are. The paper of the label is white.\n"},
    {"grinder.html",
     "<html><head><title>Coffee grinders</title></head><body><h1>Coffee grinders</h1><p>A coffee grinder is a device "
     "that breaks beans into a powder. It is turned by hand or by a motor.</p><h2>Coffee grinders by kind</h2><p>The "
     "kinds of coffee grinders are told apart by the burr that they have inside, and by its pace.</p><dl>"
     "<dt>Grinder one</dt><dd><p>A grinder of this kind has a burr of steel that turns fifty times a minute, and it "
     "grinds as much coffee as a kitchen of two people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder two</dt><dd><p>A grinder of this kind has a burr of steel that turns ninety times a minute, and it "
     "grinds as much coffee as a kitchen of three people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder three</dt><dd><p>A grinder of this kind has a burr of steel that turns sixty times a minute, and it "
     "grinds as much coffee as a kitchen of four people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder four</dt><dd><p>A grinder of this kind has a burr of steel that turns eighty times a minute, and it "
     "grinds as much coffee as a kitchen of five people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder five</dt><dd><p>A grinder of this kind has a burr of steel that turns seventy times a minute, and it "
     "grinds as much coffee as a kitchen of six people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder six</dt><dd><p>A grinder of this kind has a burr of steel that turns forty times a minute, and it "
     "grinds as much coffee as a kitchen of seven people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder seven</dt><dd><p>A grinder of this kind has a burr of steel that turns thirty times a minute, and it "
     "grinds as much coffee as a kitchen of eight people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder eight</dt><dd><p>A grinder of this kind has a burr of steel that turns twenty times a minute, and it "
     "grinds as much coffee as a kitchen of nine people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder nine</dt><dd><p>A grinder of this kind has a burr of steel that turns a hundred times a minute, and "
     "it grinds as much coffee as a kitchen of ten people drinks in a day of work at home.</p></dd>"
     "<dt>Grinder ten</dt><dd><p>A grinder of this kind has a burr of steel that turns a dozen times a minute, and it "
     "grinds as much coffee as a kitchen of eleven people drinks in a day of work at home.</p></dd>"
     "</dl></body></html>"},
};

static char folder[] = "/tmp/copydesk-compose-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return folder_of(folder, notes, COUNT_OF(notes));
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static void a_question_is_answered_and_keeps_its_mark(void **state)
{
    (void)state;
    struct written w = write_with(folder, "what is a firewall", NULL);
    assert_int_equal(w.status, OK);
    assert_string_equal(w.result.title, "What is a firewall?");
    assert_int_equal(strncmp(text_of(&w, "//p[1]"), "A firewall is a gate", 20), 0);
    assert_null(strstr(w.result.html, "what is a firewall.")); /* no frame: the subject is named */
    assert_string_equal(w.result.meta_description, "A firewall is a gate that lets packets through by rules.");
    written_free(&w);
}

static void counts_and_rankings_are_not_claimed(void **state)
{
    (void)state;
    struct written w = write_with(folder, "10 tips for firewalls", NULL);
    assert_int_equal(w.status, OK);
    assert_string_equal(w.result.title, "Tips for firewalls");
    assert_true(has_note(&w, "without its number: the sources have sections for"));
    written_free(&w);
    w = write_with(folder, "best firewalls", NULL);
    assert_int_equal(w.status, OK);
    assert_string_equal(w.result.title, "Firewalls");
    assert_true(has_note(&w, "not about the best"));
    written_free(&w);
}

static void a_comparison_needs_both_sides(void **state)
{
    (void)state;
    struct written w = write_with(folder, "Firewalls vs proxies", NULL);
    assert_int_equal(w.status, OK);
    assert_string_equal(w.result.title, "Firewalls vs proxies");
    const char *lead = text_of(&w, "//p[1]");
    assert_non_null(strstr(lead, "A firewall is a gate"));
    assert_non_null(strstr(lead, "A proxy is a server"));
    assert_int_equal(count_of(&w, "//h2[contains(., 'irewall')] | //h2[contains(., 'rox')]"),
                     count_of(&w, BODY_SECTIONS));
    written_free(&w);
    w = write_with(folder, "firewalls vs modems", NULL);
    assert_int_not_equal(w.status, OK);
    assert_string_equal(w.err.code, "no_sources");
    assert_non_null(strstr(w.err.message, "\"modems\""));
    written_free(&w);
}

static void a_refusal_says_what_was_read_and_what_is_missing(void **state)
{
    (void)state;
    struct written w = write_with(folder, "firewall hardware prices", NULL);
    assert_int_not_equal(w.status, OK);
    assert_string_equal(w.err.code, "no_sources");
    static const char *const says[] = {"no source speaks of", "firewall hardware prices", "read: \"", "urls",
                                       "library"};
    for (size_t i = 0; i < COUNT_OF(says); i++)
        assert_non_null(strstr(w.err.message, says[i]));
    written_free(&w);
}

/* Nothing stands twice, and a section is not filled from elsewhere. */
static void given_headings_get_their_own_text_alone(void **state)
{
    (void)state;
    struct written w = write_with(folder, "firewalls",
                                  "{\"outline\":[{\"title\":\"Firewall logs\"},{\"title\":\"Bananas and pears\"}]}");
    assert_int_equal(w.status, OK);
    assert_non_null(strstr(text_of(&w, "//h2[1]/following-sibling::p[1]"), "log"));
    assert_int_equal(count_of(&w, "//h2[. = 'Bananas and pears']/following-sibling::p[not(strong)][not(preceding::h2[. "
                                  "= 'Conclusion'])]"),
                     0);
    assert_true(has_note(&w, "No source has a section on \"Bananas and pears\""));
    assert_int_equal(count_of(&w, "//p[. = preceding::p]"), 0);
    written_free(&w);
}

/* The keyword stands in front of no heading: where none has it, that of the conclusion or the questions may. */
static void no_heading_is_stuffed_with_the_keyword(void **state)
{
    (void)state;
    static const char *const keywords[] = {"firewalls", "what is a firewall", "how to descale a kettle", "best kettles",
                                           "kettles"};
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        struct written w = write_with(folder, keywords[i], NULL);
        assert_int_equal(w.status, OK);
        assert_int_equal(count_of(&w, "//h2[contains(., ':')] | //h3[contains(., ':')]"), 0);
        assert_true(w.result.title[0] >= 'A' && w.result.title[0] <= 'Z');
        written_free(&w);
    }
}

static void steps_carry_their_listings(void **state)
{
    (void)state;
    struct written w = write_with(folder, "how to descale a kettle", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//ol/li[1]/pre[contains(., 'date +%F')]"), 1);
    assert_int_equal(count_of(&w, "//ol[li/pre]/li"), 3);
    written_free(&w);
}

/* A paragraph whose sentences lean on each other goes into the introduction whole, from the section that opened it. */
static void an_introduction_goes_on_by_whole_paragraphs(void **state)
{
    (void)state;
    struct written w = write_with(folder, "sundials", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//p[contains(., 'by a shadow')][not(preceding::h2)]"), 1);
    assert_int_equal(count_of(&w, "//p[contains(., 'garden. They are ahead')][not(preceding::h2)]"), 1);
    written_free(&w);
}

static void long_listings_and_short_sections_stay_out(void **state)
{
    (void)state;
    struct written w = write_with(folder, "kettles", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Kettle reports']"), 1);
    assert_int_equal(count_of(&w, "//pre[contains(., 'power')]"), 0);
    assert_int_equal(count_of(&w, "//*[contains(text(), 'looks like this')]"), 0);
    assert_int_equal(count_of(&w, "//h2[. = 'Kettle noise'] | //h3[. = 'Kettle noise']"), 0);
    written_free(&w);
}

static void a_page_keeps_its_headings(void **state)
{
    (void)state;
    struct written w = write_with(folder, "toasters", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Toaster slots']"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Toasters'] | //h2[. = 'Introduction']"), 0);
    written_free(&w);
}

/* Of things that are described one after another the article names all, though they are more than a section's words. */
static void descriptions_are_all_there(void **state)
{
    (void)state;
    struct written w = write_with(folder, "coffee grinders", "{\"articleLength\":\"shorter\"}");
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//strong[starts-with(., 'Grinder ') and . != 'Grinder labels']"), 10);
    assert_int_equal(count_of(&w, "//h2[1]/preceding-sibling::p[contains(., 'strip of paper')]"), 0); /* of a label */
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_answered_and_keeps_its_mark),
        cmocka_unit_test(counts_and_rankings_are_not_claimed),
        cmocka_unit_test(a_comparison_needs_both_sides),
        cmocka_unit_test(a_refusal_says_what_was_read_and_what_is_missing),
        cmocka_unit_test(given_headings_get_their_own_text_alone),
        cmocka_unit_test(no_heading_is_stuffed_with_the_keyword),
        cmocka_unit_test(steps_carry_their_listings),
        cmocka_unit_test(an_introduction_goes_on_by_whole_paragraphs),
        cmocka_unit_test(long_listings_and_short_sections_stay_out),
        cmocka_unit_test(a_page_keeps_its_headings),
        cmocka_unit_test(descriptions_are_all_there),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
