/* What the built-in writer chooses: openings, refusals, and a plan for each shape of keyword. */
#include "write/compose/lead/lead.h"

#include "test_write.h"

#include <sys/stat.h>

/* --- sentences that may open an article --- */

static const char page_of_masks[] =
    "# Layer masks\n\n"
    "Choose a layer in the dialog and press the button of the mask. A layer mask is a picture of gray pixels that "
    "hides parts of a layer. It can be painted on like any other layer.\n\n"
    "## Adding a layer mask\n\n"
    "When a layer has no mask, the entry of the menu is active. The command for a layer mask creates a new mask on "
    "the layer that is active now.\n\n"
    "## Painting\n\n"
    "Brushes of any size can be used on masks and on layers. Layer masks allow corrections that can be undone "
    "at any time.\n";

struct opened {
    struct arena *arena;
    struct page page;
    struct corpus corpus;
    struct topic topic;
    struct lead lead;
};

static void open_lead_of(struct opened *opened, const char *language, enum keyword_shape shape, const char *text,
                         const char *subject)
{
    struct error err;
    const struct corpus_options options = {.language = language_find(str_from(language))};
    const struct topic_query query = {.subject = str_from(subject), .shape = shape};
    *opened = (struct opened){.arena = arena_new()};
    assert_int_equal(page_read(opened->arena, str_from(text), PAGE_MARKDOWN, "utf-8", "page.md", &opened->page, &err),
                     OK);
    assert_int_equal(corpus_build(opened->arena, &opened->page, 1, &options, &opened->corpus, &err), OK);
    assert_int_equal(topic_open(&opened->corpus, &query, opened->arena, &opened->topic, &err), OK);
    assert_int_equal(lead_open(&opened->corpus, &opened->topic, shape, opened->arena, &opened->lead, &err), OK);
}

static void open_lead(struct opened *opened, const char *text, const char *subject)
{
    open_lead_of(opened, "en", KEYWORD_NOUN, text, subject);
}

static const struct lead_sentence *sentence_with(const struct opened *opened, const char *words)
{
    for (size_t i = 0; i < opened->lead.count; i++) {
        struct str text = opened->corpus.sentences[opened->lead.list[i].sentence].text;
        if (str_find(text, str_from(words), 0) < text.len)
            return &opened->lead.list[i];
    }
    fail_msg("no sentence has \"%s\"", words);
    return NULL;
}

static void a_definition_opens_before_all_else(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened, page_of_masks, "layer masks");
    const struct lead_sentence *definition = sentence_with(&opened, "is a picture of gray pixels");
    assert_true(definition->step == 4);
    assert_int_equal(definition->definition.kind, DEFINES_STRICTLY);
    assert_true(definition->definition.is_whole && definition->definition.ends_with_head);
    assert_int_equal(definition->place, 2);
    for (size_t i = 0; i < opened.lead.count; i++)
        assert_true(opened.lead.list[i].step <= definition->step && opened.lead.list[i].rank <= definition->rank);
    const struct lead_sentence *wider = sentence_with(&opened, "allow corrections");
    assert_int_equal(wider->definition.kind, DEFINES_WIDELY);
    assert_true(wider->step > 3.5 && wider->step < definition->step);
    arena_free(opened.arena);
}

static void what_leans_or_commands_opens_nothing(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened, page_of_masks, "layer masks");
    assert_true(sentence_with(&opened, "Choose a layer")->step < LEAD_OPENS);
    assert_true(sentence_with(&opened, "It can be painted")->step < LEAD_OPENS);
    assert_true(sentence_with(&opened, "When a layer has no mask")->definition.is_subordinate);
    assert_true(sentence_with(&opened, "Brushes of any size")->step < LEAD_OPENS);
    assert_false(lead_is_fit(&opened.lead, sentence_with(&opened, "It can be painted")));
    arena_free(opened.arena);
}

static void a_list_keeps_the_sentence_that_it_needs(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Layer masks\n\nA layer mask is a picture of gray pixels that hides parts of a layer. Three kinds of "
              "layer masks are common:\n\n- White masks hide nothing of the layer.\n- Black masks hide all of the "
              "layer.\n- Gray masks hide a part of the layer.\n",
              "layer masks");
    assert_false(lead_holds_list(&opened.lead, sentence_with(&opened, "is a picture")));
    assert_true(lead_holds_list(&opened.lead, sentence_with(&opened, "are common")));
    assert_false(lead_is_loose(&opened.lead, sentence_with(&opened, "is a picture")));
    arena_free(opened.arena);
}

static double step_of(const struct opened *opened, const char *words)
{
    return sentence_with(opened, words)->step;
}

static void a_part_of_the_subject_with_its_article_defines_nothing(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Layer masks\n\nPixels of a layer can be hidden by other pixels that stand before them.\n\n"
              "## Layers and masks\n\nThe mask is a set of pixels in gray tones on a scale of values.\n\n"
              "## Uses\n\nA layer mask lets you define which parts of the layer are opaque or transparent.\n",
              "layer masks");
    assert_true(step_of(&opened, "The mask is a set") < 3.5);
    assert_true(step_of(&opened, "lets you define") > 3.5);
    arena_free(opened.arena);
}

static void what_is_named_stands_before_its_name_or_around_it(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Row security policies\n\nTables can have policies that say which rows a user may read or change. This "
              "feature is "
              "also known as row security.\n\n"
              "## Owners\n\nIf row security is switched on for a table, its owner is still free to read all rows.\n",
              "row security");
    assert_true(step_of(&opened, "Tables can have policies") > 3.8);
    assert_true(step_of(&opened, "If row security") < LEAD_OPENS);
    arena_free(opened.arena);
    open_lead(
        &opened,
        "# Autovacuum\n\nDatabases have a feature called autovacuum, whose purpose is to clean tables by itself. A "
        "list that is cleaned by hand is referred to as a cleaned table.\n",
        "autovacuum");
    assert_true(sentence_with(&opened, "feature called")->definition.is_named);
    assert_true(step_of(&opened, "feature called") > 3.8);
    arena_free(opened.arena);
    open_lead_of(
        &opened, "de", KEYWORD_NOUN,
        "# Autovacuum\n\nDer Server hat einen Dienst namens Autovacuum, der die Tabellen von allein aufräumt und "
        "nicht vergessen wird.\n",
        "Autovacuum");
    assert_true(sentence_with(&opened, "namens")->definition.is_named);
    arena_free(opened.arena);
}

static void where_to_click_opens_nothing(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Layer masks\n\nThe layer mask button in the dialog shows the mask of the active layer on the image. A "
              "layer mask has the same size as its layer and hides parts of it.\n",
              "layer masks");
    assert_true(sentence_with(&opened, "button in the dialog")->tells_of_screen);
    assert_true(step_of(&opened, "button in the dialog") < LEAD_OPENS);
    assert_true(sentence_with(&opened, "has the same size")->definition.is_about);
    assert_true(step_of(&opened, "has the same size") > 3.3);
    arena_free(opened.arena);
    open_lead_of(&opened, "de", KEYWORD_NOUN,
                 "# Ebenenmasken\n\nSobald eine Ebenenmaske erstellt wurde, ist sie für alle Werkzeuge aktiv. Der "
                 "Menüpunkt Ebenenmaske anzeigen macht das Bild für eine Weile unsichtbar. Eine Ebenenmaske hat die "
                 "gleiche Größe und Pixelanzahl wie die dazugehörige Ebene.\n",
                 "Ebenenmasken");
    assert_true(step_of(&opened, "Sobald") < LEAD_OPENS && step_of(&opened, "Der Menüpunkt") < LEAD_OPENS);
    assert_true(step_of(&opened, "gleiche Größe") > LEAD_OPENS);
    arena_free(opened.arena);
}

static void what_is_done_may_open_a_task(void **state)
{
    (void)state;
    static const char page[] =
        "# How to sort a list\n\nTo sort a list in place, call its method for sorting without any argument. "
        "Lists are sequences that can be changed.\n";
    struct opened opened;
    open_lead_of(&opened, "en", KEYWORD_HOW_TO, page, "sort a list");
    assert_true(opened.lead.is_task && step_of(&opened, "To sort a list") >= LEAD_OPENS);
    arena_free(opened.arena);
    open_lead_of(&opened, "en", KEYWORD_NOUN, page, "sort a list");
    assert_true(step_of(&opened, "To sort a list") < LEAD_OPENS);
    arena_free(opened.arena);
}

static void labels_vague_nouns_and_code_open_nothing(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Layer masks\n\nImplementation detail: While a layer mask is painted, no tool can change the layer. "
              "The effect is that a "
              "layer mask hides more of the layer than before. The $mask variable of a layer mask is read by "
              "scripts. A layer mask might be the best way to hide parts.\n",
              "layer masks");
    assert_false(lead_is_fit(&opened.lead, sentence_with(&opened, "Implementation detail")));
    assert_true(sentence_with(&opened, "The effect is")->is_vague);
    assert_true(step_of(&opened, "The effect is") < LEAD_OPENS && step_of(&opened, "$mask") < LEAD_OPENS);
    assert_true(sentence_with(&opened, "might be")->doubts);
    arena_free(opened.arena);
}

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
};

static char folder[] = "/tmp/copydesk-compose-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    for (size_t i = 0; i < COUNT_OF(notes); i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", folder, notes[i][0]);
        FILE *file = fopen(path, "w");
        if (!file || fputs(notes[i][1], file) < 0 || fclose(file))
            return -1;
    }
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
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

/* A definition answers a question of the subject, not of whatever shares a word with it. */
static void questions_ask_for_the_subject(void **state)
{
    (void)state;
    struct written w =
        write_with(folder, "parcel uploads",
                   "{\"includeFaq\": true, \"disableIntroduction\": true, \"outline\": [{\"title\": \"Signing\"}]}");
    assert_int_equal(w.status, OK);
    assert_non_null(strstr(w.result.html, "What is a delayed upload?"));
    assert_null(strstr(w.result.html, " salvaging?"));
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

/* "Setup and options" says nothing; what the section speaks of most stands over it, as it is written there. A section
 * whose heading says nothing on a page about something else stays out. */
static void a_heading_that_says_nothing_gives_way(void **state)
{
    (void)state;
    struct written w = write_with(folder, "toasters", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Heat level']"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Toaster slots']"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Setup and options'] | //h2[. = 'Getting started']"), 0);
    assert_int_equal(count_of(&w, "//*[contains(text(), 'next to the oven')]"), 0);
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definition_opens_before_all_else),
        cmocka_unit_test(what_leans_or_commands_opens_nothing),
        cmocka_unit_test(a_list_keeps_the_sentence_that_it_needs),
        cmocka_unit_test(a_part_of_the_subject_with_its_article_defines_nothing),
        cmocka_unit_test(what_is_named_stands_before_its_name_or_around_it),
        cmocka_unit_test(where_to_click_opens_nothing),
        cmocka_unit_test(what_is_done_may_open_a_task),
        cmocka_unit_test(labels_vague_nouns_and_code_open_nothing),
        cmocka_unit_test(a_question_is_answered_and_keeps_its_mark),
        cmocka_unit_test(questions_ask_for_the_subject),
        cmocka_unit_test(counts_and_rankings_are_not_claimed),
        cmocka_unit_test(a_comparison_needs_both_sides),
        cmocka_unit_test(a_refusal_says_what_was_read_and_what_is_missing),
        cmocka_unit_test(given_headings_get_their_own_text_alone),
        cmocka_unit_test(no_heading_is_stuffed_with_the_keyword),
        cmocka_unit_test(steps_carry_their_listings),
        cmocka_unit_test(long_listings_and_short_sections_stay_out),
        cmocka_unit_test(a_heading_that_says_nothing_gives_way),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
