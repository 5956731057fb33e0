/* Sentences that may open an article: which answer what the keyword asks, and how surely. */
#include "test_lead.h"

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

static void a_definition_opens_before_all_else(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened, page_of_masks, "layer masks");
    const struct lead_sentence *definition = sentence_with(&opened, "is a picture of gray pixels");
    assert_true(definition->step == STEP_DEFINES);
    assert_int_equal(definition->definition.kind, DEFINES_STRICTLY);
    assert_true(definition->definition.is_whole && definition->definition.ends_with_head);
    assert_int_equal(definition->place, 2);
    for (size_t i = 0; i < opened.lead.count; i++)
        assert_true(opened.lead.list[i].step <= definition->step);
    const struct lead_sentence *wider = sentence_with(&opened, "allow corrections");
    assert_int_equal(wider->definition.kind, DEFINES_WIDELY);
    assert_true(wider->step > STEP_DEFINES_HEAD && wider->step < definition->step);
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

static enum lead_step step_of(const struct opened *opened, const char *words)
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
    assert_true(step_of(&opened, "The mask is a set") < STEP_DEFINES_HEAD);
    assert_true(step_of(&opened, "lets you define") > STEP_DEFINES_HEAD);
    arena_free(opened.arena);
}

static void what_is_named_stands_around_its_name(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Row security policies\n\nTables can have policies that say which rows a user may read or change. This "
              "feature is "
              "also known as row security.\n\n"
              "## Owners\n\nIf row security is switched on for a table, its owner is still free to read all rows.\n",
              "row security");
    assert_true(step_of(&opened, "If row security") < LEAD_OPENS);
    arena_free(opened.arena);
    open_lead(
        &opened,
        "# Autovacuum\n\nDatabases have a feature called autovacuum, whose purpose is to clean tables by itself. A "
        "list that is cleaned by hand is referred to as a cleaned table.\n",
        "autovacuum");
    assert_true(sentence_with(&opened, "feature called")->definition.is_named);
    assert_true(step_of(&opened, "feature called") > STEP_OPENS_PAGE);
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
    assert_true(step_of(&opened, "has the same size") > STEP_SUBJECT_NEAR);
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

static void labels_and_vague_nouns_open_nothing(void **state)
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
    assert_true(step_of(&opened, "The effect is") < LEAD_OPENS);
    assert_true(sentence_with(&opened, "might be")->doubts);
    arena_free(opened.arena);
}

/* --- what is said of a case of the subject --- */

static const char page_of_commands[] =
    "# Add layer mask\n\n"
    "The Add Layer Mask command adds a layer mask to the active layer of the picture. The layer mask can be seen in "
    "the "
    "list of layers then.\n\n"
    "## Kinds\n\n"
    "Layer masks that hide nothing are white from edge to edge. Layer masks and channels can both be painted on with "
    "any brush. A layer mask can be painted on with brushes of any size.\n";

static void a_heading_that_names_more_opens_nothing(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened, page_of_commands, "layer masks");
    const struct lead_sentence *command = sentence_with(&opened, "The Add Layer Mask command");
    assert_true(lead_is_narrower(&opened.lead, &opened.corpus.sections[command->section].terms));
    assert_true(command->step < LEAD_OPENS);
    assert_true(sentence_with(&opened, "can be seen in the list")->step < LEAD_OPENS); /* the one spoken of there */
    assert_true(sentence_with(&opened, "with brushes of any size")->step >= LEAD_OPENS);
    arena_free(opened.arena);
    open_lead(&opened, page_of_commands, "add layer mask");
    command = sentence_with(&opened, "The Add Layer Mask command");
    assert_false(lead_is_narrower(&opened.lead, &opened.corpus.sections[command->section].terms));
    assert_true(command->step >= LEAD_OPENS);
    arena_free(opened.arena);
}

static void a_limited_subject_is_not_what_is_spoken_of(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened, page_of_commands, "layer masks");
    assert_false(sentence_with(&opened, "that hide nothing")->definition.is_about);
    assert_false(sentence_with(&opened, "and channels can both")->definition.is_about);
    assert_true(sentence_with(&opened, "with brushes of any size")->definition.is_about);
    arena_free(opened.arena);
    static const char german[] =
        "# Masken\n\nMasken, die nichts verbergen, sind von Rand zu Rand ganz weiß. Masken können "
        "mit Pinseln jeder Art und Breite bemalt werden.\n";
    open_lead_of(&opened, "de", KEYWORD_NOUN, german, "Masken");
    assert_false(sentence_with(&opened, "die nichts verbergen")->definition.is_about);
    assert_true(sentence_with(&opened, "mit Pinseln")->definition.is_about);
    arena_free(opened.arena);
}

static void a_title_is_read_without_its_frame(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Introduction to layer masks\n\nLayer masks hide parts of a layer and leave its pixels as they were "
              "before. They are painted on with brushes.\n",
              "layer masks");
    assert_true(opened.lead.titles[0] > 0.999);
    assert_true(sentence_with(&opened, "hide parts of a layer")->step > STEP_DEFINES_HEAD);
    arena_free(opened.arena);
}

static void a_word_with_a_hyphen_is_several_of_the_subject(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Row level security\n\nTables can have policies that tell which rows each of the users may see and "
              "change. This "
              "feature is also known as Row-Level Security. Row level security is off by default.\n",
              "row level security");
    assert_true(sentence_with(&opened, "known as Row-Level")->definition.is_named);
    arena_free(opened.arena);
}

static void entries_of_manuals_are_no_sentences_of_their_own(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(
        &opened,
        "# Filters\n\nEvery picture can have filters of its own, which are kept with it when it is stored. Creates "
        "the filters of all pictures that are open at this time. Filters the pictures that have a mask in the "
        "order of their names. Filters are just a way to keep masks in the order of their names.\n",
        "filters");
    assert_true(sentence_with(&opened, "Creates the filters")->definition.is_imperative);
    assert_true(sentence_with(&opened, "Filters the pictures")->definition.is_imperative);
    const struct lead_sentence *definition = sentence_with(&opened, "just a way");
    assert_false(definition->definition.is_imperative);
    assert_int_equal(definition->definition.kind, DEFINES_STRICTLY);
    arena_free(opened.arena);
}

static void a_name_for_a_case_defines_nothing(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(
        &opened,
        "# Paths\n\nA path is called polygonal if each of its segments is straight from end to end. The term path "
        "refers to a line of segments that can be bent.\n",
        "path");
    assert_int_equal(sentence_with(&opened, "called polygonal")->definition.kind, DEFINES_NOTHING);
    assert_true(sentence_with(&opened, "The term path")->definition.is_named);
    arena_free(opened.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definition_opens_before_all_else),
        cmocka_unit_test(what_leans_or_commands_opens_nothing),
        cmocka_unit_test(a_list_keeps_the_sentence_that_it_needs),
        cmocka_unit_test(a_part_of_the_subject_with_its_article_defines_nothing),
        cmocka_unit_test(what_is_named_stands_around_its_name),
        cmocka_unit_test(where_to_click_opens_nothing),
        cmocka_unit_test(what_is_done_may_open_a_task),
        cmocka_unit_test(a_heading_that_names_more_opens_nothing),
        cmocka_unit_test(a_limited_subject_is_not_what_is_spoken_of),
        cmocka_unit_test(a_title_is_read_without_its_frame),
        cmocka_unit_test(a_word_with_a_hyphen_is_several_of_the_subject),
        cmocka_unit_test(entries_of_manuals_are_no_sentences_of_their_own),
        cmocka_unit_test(a_name_for_a_case_defines_nothing),
        cmocka_unit_test(labels_and_vague_nouns_open_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
