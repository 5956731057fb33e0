/* The built-in writer's own wording: titles, headings, frames, paragraphs. */
#include "model/builtin/builtin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct error err;

static struct builtin_brief brief_for(const char *keyword, const char *language)
{
    return (struct builtin_brief){.keyword = str_from(keyword), .language = language_find(str_from(language))};
}

static const char *copy(struct str text)
{
    return arena_copy_n(arena, text.data, text.len);
}

/* --- titles --- */

#define HEADINGS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char *title_for(const char *keyword, const char *language, bool keeps_first)
{
    struct builtin_brief brief = brief_for(keyword, language);
    struct str title;
    assert_int_equal(builtin_title(&brief, brief.keyword, keeps_first, arena, &title, &err), OK);
    return copy(title);
}

static void a_title_begins_as_the_language_and_the_sources_write(void **state)
{
    (void)state;
    assert_string_equal(title_for("nginx logs", "English", true), "nginx logs");
    assert_string_equal(title_for("nginx logs", "English", false), "Nginx logs");
    assert_string_equal(title_for("iPhone tips", "English", false), "iPhone tips");
    assert_string_equal(title_for("ikili dosyalar", "Turkish", false), "İkili dosyalar");
    assert_string_equal(title_for("маска слоя", "Russian", false), "Маска слоя");
}

static void headings_with_a_phrase_are_known_again(void **state)
{
    (void)state;
    assert_true(phrases_fits("% in short", STR("Kettles in short")));
    assert_true(phrases_fits("Questions about %", STR("Questions about kettles")));
    assert_true(phrases_fits("Fragen zu „%“", STR("Fragen zu „Kesseln“")));
    assert_false(phrases_fits("% in short", STR(" in short")));
    assert_false(phrases_fits("Questions about %", STR("Questions about ")));
    assert_false(phrases_fits("% in short", STR("Kettles")));
}

/* --- headings --- */

static void headings_lose_what_is_not_for_readers(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Resources Available {#toc1}", "Resources Available"},
        {"Watering¶", "Watering"},
        {"Watering #", "Watering"},
        {"What it takes …", "What it takes"},
        {"Soil and pots:", "Soil and pots"},
        {"How much light?", "How much light?"},
        {"9:30 a.m. Opening remarks", "Opening remarks"},
        {"10:00 – 11:30: Panel", "Panel"},
        {"Herbs: soil", "soil"},
        {"Herbs", "Herbs"},
        {"C#", "C#"},
        {"3.5 litres of soil", "3.5 litres of soil"},
        {"{}", "{}"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(copy(heading_for_readers(str_from(cases[i][0]), STR("herbs"))), cases[i][1]);
}

static struct cases cases_of(const char *const *headings, const char *const *texts)
{
    struct cases cases;
    cases_init(&cases, language_find(STR("en")), arena);
    for (const char *const *heading = headings; *heading; heading++)
        assert_int_equal(cases_know(&cases, str_from(*heading), &err), OK);
    for (; *texts; texts++)
        cases_count(&cases, str_from(*texts));
    return cases;
}

static void headings_are_written_as_sentences(void **state)
{
    (void)state;
    static const char *const headings[] = {"Partition Pruning",
                                           "Installing Postfix",
                                           "How venvs Work",
                                           "watering pots",
                                           "pgbench runs",
                                           "The SQL Dump",
                                           "Rare Zibelline",
                                           "Setup: The First Step",
                                           "Using iPhone Apps",
                                           "Writing foo_Bar()",
                                           "Look-Ahead Sampling",
                                           "Using the Partition Postfix of Runs (PPR) Pots",
                                           "Partition Pruning (SQL)",
                                           NULL};
    static const char *const texts[] = {
        "With partition pruning the planner is faster, and installing it is easy. Setup follows the first step.",
        "Mail is sent by Postfix, and Postfix works. In fact Postfix, of all, works when using apps.",
        "Watering is simple. the pots work in runs, called pgbench runs. a dump, a sampling.", NULL};
    static const char *const wanted[] = {"Partition pruning",
                                         "Installing Postfix",
                                         "How venvs work",
                                         "Watering pots",
                                         "pgbench runs",
                                         "The SQL dump",
                                         "Rare zibelline",
                                         "Setup: The first step",
                                         "Using iPhone apps",
                                         "Writing foo_Bar()",
                                         "Look-Ahead sampling",
                                         "Using the Partition Postfix of Runs (PPR) pots",
                                         "Partition pruning (SQL)",
                                         NULL};
    struct cases cases = cases_of(headings, texts);
    for (size_t i = 0; headings[i]; i++)
        assert_string_equal(copy(cases_sentence(&cases, str_from(headings[i]), true)), wanted[i]);
}

/* A name of several words is whole or no name; a page that is mentioned by its title is none. */
static void names_of_several_words_keep_their_letters(void **state)
{
    (void)state;
    static const char *const headings[] = {"Integrating the Sender Policy Framework (SPF)",
                                           "Options of the “Add Layer Mask” Dialog",
                                           "Regular Expression Syntax",
                                           "Running Red Hat",
                                           "The Backslash Plague",
                                           "My Own Certificate Authority",
                                           NULL};
    static const char *const texts[] = {
        "The Sender Policy Framework (SPF) is a policy of the sender. A policy is a framework for a sender.",
        "With the Add Layer Mask command you add a mask to the layer in a dialog with options.",
        "The syntax of a regular expression is told elsewhere, see Regular Expression Syntax for more of that syntax.",
        "People at Red Hat say that Red Hat runs, and others at Red Hat wear a red hat.",
        "This is told in The Backslash Plague below.",
        "You are your own authority. Ask a Certificate Authority (CA) for a certificate; my certificate is mine.",
        NULL};
    static const char *const wanted[] = {"Integrating the Sender Policy Framework (SPF)",
                                         "Options of the “Add Layer Mask” dialog",
                                         "Regular expression syntax",
                                         "Running Red Hat",
                                         "The backslash plague",
                                         "My own Certificate Authority"};
    struct cases cases = cases_of(headings, texts);
    for (size_t i = 0; headings[i]; i++)
        assert_string_equal(copy(cases_sentence(&cases, str_from(headings[i]), true)), wanted[i]);
}

/* --- spelling --- */

static const char *spelt(const char *typed, const char *const *texts)
{
    struct spelling spelling = spelling_begin(str_from(typed));
    const struct span code = {SPAN_CODE, 0, 3};
    for (; *texts; texts++) {
        struct spans spans = {&code, str_starts(str_from(*texts), STR("apt "))};
        spelling_count(&spelling, str_from(*texts), &spans);
    }
    return copy(spelling_apply(&spelling, arena));
}

static void what_was_typed_small_gets_the_capitals_of_the_sources(void **state)
{
    (void)state;
    const char *const texts[] = {
        "SSL keeps apart what Apache sends. A certificate for SSL is read by Apache.",
        "In the end Apache reads the file /etc/ssl/certs, and ssl.conf too; the Virtual Host is one of Apache.",
        "An iPhone asks, and another iPhone answers. The virtual host answers, as a virtual host does.",
        "apt reads a list. Apt was small in code. It was in small letters that they wrote to US.",
        NULL,
    };
    assert_string_equal(spelt("ssl certificates for apache", texts), "SSL certificates for Apache");
    assert_string_equal(spelt("apache virtual host", texts), "Apache virtual host");
    assert_string_equal(spelt("Ssl on an iphone", texts), "Ssl on an iPhone");
    const char *const titles[] = {"See Composite Types, Array Types, Index Types and Range Types of the types.", NULL};
    assert_string_equal(spelt("index types", titles), "index types");
    assert_string_equal(spelt("give us apt", texts), "give us apt");
    assert_string_equal(spelt("it: masques de calque", texts), "it: masques de calque");
    assert_string_equal(spelt("", texts), "");
}

static void articles_go_by_sound(void **state)
{
    (void)state;
    static const char *const with_an[] = {"hour",
                                          "honest answer",
                                          "heir",
                                          "HTML page",
                                          "SSL connection",
                                          "SSH key",
                                          "apple",
                                          "umbrella",
                                          "MP3",
                                          "RFC",
                                          "8-bit value",
                                          "11 pages",
                                          "FTP",
                                          "LVM volume",
                                          "unimportant detail",
                                          "uninteresting thing",
                                          "X server",
                                          "MTA",
                                          "SQL dump"};
    static const char *const with_a[] = {"unique index", "user account", "university", "one-off",    "European",
                                         "URL",          "USB stick",    "UK firm",    "useful tip", "hat",
                                         "union",        "unit",         "PDF file",   "DNS server"};
    for (size_t i = 0; i < COUNT_OF(with_an); i++)
        assert_string_equal(sound_article(str_from(with_an[i])), "an");
    for (size_t i = 0; i < COUNT_OF(with_a); i++)
        assert_string_equal(sound_article(str_from(with_a[i])), "a");
    assert_string_equal(sound_article(STR("")), "a");
}

/* --- texts --- */

static struct builtin_passage passage(int source, size_t place, size_t paragraph, size_t count, bool is_list)
{
    struct builtin_passage made = {
        .source = source, .section = 1, .place = place, .paragraph = paragraph, .count = count};
    made.sentences = ARENA_ARRAY(arena, count, struct model_sentence);
    for (size_t i = 0; i < count; i++)
        made.sentences[i] =
            (struct model_sentence){.text = str_from(arena_printf(arena, "S%d.%zu.%zu.", source, place, i)),
                                    .source = source,
                                    .id = (long)(place * 10 + i),
                                    .item = is_list ? (int)i : 0};
    return made;
}

static const char *shape(const struct model_text *text)
{
    struct buf out = {0};
    for (size_t i = 0; i < text->count; i++) {
        const struct model_block *block = &text->blocks[i];
        buf_printf(&out, "%s%s", i ? " / " : "",
                   block->kind == TEXT_CODE    ? "code "
                   : block->kind == TEXT_TABLE ? "table "
                   : block->is_ordered         ? "steps "
                                               : "");
        buf_add(&out, block->code.data, block->code.len);
        for (size_t j = 0; j < block->count; j++)
            buf_printf(&out, "%s%.*s", j ? " " : "", STR_ARG(block->sentences[j].text));
    }
    const char *made = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return made;
}

static const char *text_for(const struct builtin_passage *passages, size_t count)
{
    struct model_text text;
    assert_int_equal(builtin_text(passages, count, arena, &text, &err), OK);
    return shape(&text);
}

static void sections_hear_each_source_in_its_own_order(void **state)
{
    (void)state;
    const struct builtin_passage passages[] = {
        passage(1, 7, 70, 2, false), passage(0, 3, 30, 2, false), passage(1, 4, 40, 2, false),
        passage(1, 5, 40, 1, false), passage(0, 9, 90, 3, true),
    };
    assert_string_equal(text_for(passages, COUNT_OF(passages)),
                        "S1.4.0. S1.4.1. S1.5.0. / S1.7.0. S1.7.1. / S0.3.0. S0.3.1. / S0.9.0. S0.9.1. S0.9.2.");
    assert_string_equal(text_for(passages, 0), "");
}

static void code_and_tables_stand_behind_what_introduces_them(void **state)
{
    (void)state;
    struct builtin_passage passages[] = {passage(0, 1, 10, 1, false), passage(0, 2, 10, 1, false),
                                         passage(0, 3, 10, 3, true)};
    struct builtin_passage cells = passage(0, 8, 80, 2, false);
    passages[0].code = STR("ls -l");
    passages[1].cells = cells.sentences;
    passages[1].cell_count = cells.count;
    passages[1].columns = 2;
    passages[2].is_ordered = true;
    assert_string_equal(text_for(passages, COUNT_OF(passages)),
                        "S0.1.0. / code ls -l / S0.2.0. / table S0.8.0. S0.8.1. / steps S0.3.0. S0.3.1. S0.3.2.");
    struct model_text text;
    assert_int_equal(builtin_list(cells.sentences, cells.count, arena, &text, &err), OK);
    assert_int_equal(text.blocks[0].sentences[1].item, 2);
    assert_int_equal(builtin_list(cells.sentences, 0, arena, &text, &err), OK);
    assert_int_equal(text.count, 0);
}

/* --- frames --- */

static void frames_end_the_first_paragraph(void **state)
{
    (void)state;
    const struct builtin_passage passages[] = {passage(0, 1, 10, 2, false), passage(0, 2, 20, 2, false)};
    struct builtin_brief brief = brief_for("how to grow basil", "English");
    struct model_text text;
    brief.is_explained = true;
    assert_int_equal(builtin_text(passages, 2, arena, &text, &err), OK);
    assert_int_equal(builtin_end_introduction(&brief, arena, &text, &err), OK);
    assert_int_equal(text.count, 2);
    assert_int_equal(text.blocks[0].count, 3);
    assert_int_equal(text.blocks[0].sentences[2].source, OWN_WORDS);
    assert_non_null(strstr(shape(&text), "S0.1.1. "));
    assert_non_null(strstr(shape(&text), "how to grow basil. / S0.2.0."));
    brief.is_list = true;
    assert_int_equal(builtin_end_introduction(&brief, arena, &text, &err), OK);
    assert_int_equal(text.blocks[0].count, 3);
}

/* The same keyword always gets the same sentence, and different ones not all the same. */
static void frames_vary_with_the_keyword(void **state)
{
    (void)state;
    static const char *const keywords[] = {"basil", "mint", "thyme", "sage", "dill", "chives", "parsley", "oregano"};
    size_t others = 0;
    const char *before = NULL;
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        struct builtin_brief brief = brief_for(keywords[i], "English");
        struct model_sentence one, again;
        assert_int_equal(builtin_frame(&brief, FRAME_INTRODUCTION, arena, &one, &err), OK);
        assert_int_equal(builtin_frame(&brief, FRAME_INTRODUCTION, arena, &again, &err), OK);
        assert_true(str_eq(one.text, again.text));
        const char *start = copy((struct str){one.text.data, str_find(one.text, brief.keyword, 0)});
        others += before && strcmp(before, start) != 0;
        before = start;
    }
    assert_true(others > 0);
}

/* --- languages --- */

/* A language that can be written has all its words. */
static void every_writable_language_has_its_phrases(void **state)
{
    (void)state;
    size_t count, writable = 0;
    const struct language *list = language_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (!language_can_write(&list[i]))
            continue;
        struct builtin_brief brief = brief_for("xyz", list[i].tag);
        for (int kind = 0; kind < 3 * POINTS_OF_VIEW; kind++) {
            brief.point_of_view = (enum point_of_view)(kind % POINTS_OF_VIEW);
            brief.is_explained = kind / POINTS_OF_VIEW == 1;
            brief.is_list = kind / POINTS_OF_VIEW == 2;
            for (int frame = FRAME_INTRODUCTION; frame <= FRAME_CONCLUSION; frame++) {
                struct model_sentence sentence;
                assert_int_equal(builtin_frame(&brief, (enum builtin_frame)frame, arena, &sentence, &err), OK);
                assert_non_null(strstr(copy(sentence.text), "xyz"));
                assert_null(strchr(copy(sentence.text), '%'));
            }
        }
        writable++;
    }
    assert_true(writable >= 5);
}

static void a_language_without_phrases_is_refused(void **state)
{
    (void)state;
    struct builtin_brief brief = brief_for("aiheesta", "Klingon");
    const struct language bare = {.name = "Klingon", .tag = "tlh"};
    brief.language = &bare;
    struct model_sentence sentence;
    struct model_text text = {0};
    struct str title;
    assert_int_equal(builtin_frame(&brief, FRAME_INTRODUCTION, arena, &sentence, &err), E_INVALID);
    assert_string_equal(err.code, "model_unavailable");
    assert_non_null(strstr(err.message, "Klingon"));
    assert_int_equal(builtin_end_introduction(&brief, arena, &text, &err), E_INVALID);
    assert_int_equal(builtin_title(&brief, brief.keyword, false, arena, &title, &err), E_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_title_begins_as_the_language_and_the_sources_write),
        cmocka_unit_test(headings_with_a_phrase_are_known_again),
        cmocka_unit_test(headings_lose_what_is_not_for_readers),
        cmocka_unit_test(headings_are_written_as_sentences),
        cmocka_unit_test(names_of_several_words_keep_their_letters),
        cmocka_unit_test(what_was_typed_small_gets_the_capitals_of_the_sources),
        cmocka_unit_test(articles_go_by_sound),
        cmocka_unit_test(sections_hear_each_source_in_its_own_order),
        cmocka_unit_test(code_and_tables_stand_behind_what_introduces_them),
        cmocka_unit_test(frames_end_the_first_paragraph),
        cmocka_unit_test(frames_vary_with_the_keyword),
        cmocka_unit_test(every_writable_language_has_its_phrases),
        cmocka_unit_test(a_language_without_phrases_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
