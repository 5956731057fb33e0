/* The built-in writer's own decisions: titles, outlines, paragraphs, questions. */
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

static const char *title_for(const char *keyword, const char *language, const char *const *headings)
{
    struct builtin_brief brief = brief_for(keyword, language);
    struct builtin_outline outline = {.sections = ARENA_ARRAY(arena, 8, struct builtin_section)};
    for (; *headings; headings++)
        outline.sections[outline.count++].title = str_from(*headings);
    const struct builtin_title_request request = {&outline};
    struct str title;
    assert_int_equal(builtin_title(&brief, &request, arena, &title, &err), OK);
    return arena_copy_n(arena, title.data, title.len);
}

#define HEADINGS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void titles_hold_the_keyword_and_short_topics(void **state)
{
    (void)state;
    assert_string_equal(
        title_for("table partitioning", "English", HEADINGS("Overview", "Limitations", "Best practices")),
        "table partitioning: Overview, Limitations and Best practices");
    assert_string_equal(title_for("herbs for the kitchen", "English", HEADINGS("Is it worth it?")),
                        "herbs for the kitchen");
    assert_string_equal(title_for("iPhone and SQL tips", "English", HEADINGS("WITH CLAUSE", "Soil, water and light")),
                        "iPhone and SQL tips");
    assert_string_equal(title_for("indoor herbs", "English", HEADINGS("Light for Indoor Herbs", "Pests")),
                        "indoor herbs: Light and Pests");
    assert_string_equal(title_for("kräuter im topf", "German", HEADINGS("Licht", "Erde")),
                        "kräuter im topf: Licht und Erde");
    assert_string_equal(title_for("éclairage", "French", HEADINGS("Lampes")), "éclairage : Lampes");
    /* What would make it too long stays out. */
    const char *longest = title_for("a keyword of quite some length about many things", "English",
                                    HEADINGS("Uncommonly extensive considerations", "Short"));
    assert_true(strlen(longest) <= 72);
}

static struct builtin_outline outline_for(const struct builtin_heading *headings, size_t count, size_t min, size_t max)
{
    struct builtin_brief brief = brief_for("indoor herbs", "English");
    const struct builtin_outline_request request = {headings, count, min, max};
    struct builtin_outline outline;
    assert_int_equal(builtin_outline(&brief, &request, arena, &outline, &err), OK);
    return outline;
}

static void outlines_join_alike_headings(void **state)
{
    (void)state;
    const struct builtin_heading headings[] = {
        {STR("Indoor Herbs"), 0, 0, false, 0, 1, 0, 400},
        {STR("Harvesting herbs"), 0, 1, false, 0.8, 1, 100, 100},
        {STR("Light"), 0, 1, false, 0.2, 1, 100, 100},
        {STR("Pests"), 0, 1, false, 0.5, 1, 100, 100},
        {STR("Indoor Herbs"), 1, 0, false, 0, 1, 0, 400},
        {STR("The harvest"), 1, 1, false, 0.9, 1, 90, 90},
        {STR("Lighting indoor herbs"), 1, 1, false, 0.1, 1, 90, 90},
        {STR("Too thin"), 1, 1, false, 0.3, 1, 20, 20},
        {STR("Off topic"), 1, 1, false, 0.4, 0.1, 300, 300},
    };
    struct builtin_outline outline = outline_for(headings, COUNT_OF(headings), 0, 0);
    static const char *const wanted[] = {"Light", "Pests", "Harvesting herbs"};
    assert_int_equal(outline.count, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        assert_true(str_eq(outline.sections[i].title, str_from(wanted[i])));
    assert_int_equal(outline_for(headings, COUNT_OF(headings), 2, 2).count, 2);
}

static void outlines_take_subtopic_pages_as_sections(void **state)
{
    (void)state;
    const struct builtin_heading headings[] = {
        {STR("Watering"), 0, 0, true, 0, 0.8, 80, 300},    {STR("Cans"), 0, 1, true, 0.1, 0.5, 80, 80},
        {STR("Rain"), 0, 1, true, 0.2, 0.5, 80, 80},       {STR("Tiny"), 0, 1, true, 0.25, 0.5, 10, 10},
        {STR("Repotting"), 1, 0, true, 0.5, 0.8, 80, 200},
    };
    struct builtin_outline outline = outline_for(headings, COUNT_OF(headings), 2, 3);
    assert_int_equal(outline.count, 2);
    assert_true(str_eq(outline.sections[0].title, STR("Watering")));
    assert_int_equal(outline.sections[0].count, 2);
    assert_true(str_eq(outline.sections[0].subsections[1].title, STR("Rain")));
    assert_true(str_eq(outline.sections[1].title, STR("Repotting")));
}

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
        buf_str(&out, i ? " / " : "");
        for (size_t j = 0; j < text->blocks[i].count; j++)
            buf_printf(&out, "%s%.*s", j ? " " : "", STR_ARG(text->blocks[i].sentences[j].text));
    }
    const char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static const char *text_for(enum builtin_part part, const struct builtin_passage *passages, size_t count)
{
    struct builtin_brief brief = brief_for("indoor herbs", "English");
    const struct builtin_text_request request = {
        .part = part, .heading = STR("Heading"), .passages = passages, .count = count};
    struct model_text text;
    assert_int_equal(builtin_text(&brief, &request, arena, &text, &err), OK);
    return shape(&text);
}

static void sections_hear_each_source_in_its_own_order(void **state)
{
    (void)state;
    const struct builtin_passage passages[] = {
        passage(1, 7, 70, 2, false), passage(0, 3, 30, 2, false), passage(1, 4, 40, 2, false),
        passage(1, 5, 40, 1, false), passage(0, 9, 90, 3, true),
    };
    assert_string_equal(text_for(PART_SECTION, passages, COUNT_OF(passages)),
                        "S1.4.0. S1.4.1. S1.5.0. / S1.7.0. S1.7.1. / S0.3.0. S0.3.1. / S0.9.0. S0.9.1. S0.9.2.");
    assert_string_equal(text_for(PART_SECTION, passages, 0), "");
}

static void frames_begin_with_the_writers_own_sentence(void **state)
{
    (void)state;
    const struct builtin_passage passages[] = {passage(0, 1, 10, 2, false), passage(0, 2, 20, 2, false),
                                               passage(0, 3, 30, 3, false)};
    assert_string_equal(text_for(PART_INTRODUCTION, passages, COUNT_OF(passages)),
                        "This article covers the essentials of indoor herbs. S0.1.0. S0.1.1. / S0.2.0. S0.2.1.");
    assert_string_equal(text_for(PART_INTRODUCTION, passages, 0),
                        "This article covers the essentials of indoor herbs.");
    assert_string_equal(text_for(PART_CONCLUSION, passages + 2, 1),
                        "A few points about indoor herbs deserve to be remembered. S0.3.0. S0.3.1.");
    assert_string_equal(text_for(PART_CONCLUSION, passages, 0), "");
    assert_string_equal(text_for(PART_TAKEAWAYS, passages, COUNT_OF(passages)), "S0.1.0. S0.2.0. S0.3.0.");
}

static struct builtin_passage said(const char *text)
{
    struct builtin_passage made = passage(0, 1, 10, 1, false);
    made.sentences[0].text = str_from(text);
    return made;
}

static void questions_come_from_definitions(void **state)
{
    (void)state;
    struct builtin_brief brief = brief_for("indoor herbs", "English");
    const struct builtin_passage passages[] = {
        said("Basil is a tender annual."),
        said("A starter is a mixture of flour and water."),
        said("The table is a piece of furniture."),
        said("If the table is a partition, the rows are moved."),
        said("Herbs are the leaves of plants such as basil."),
        said("GIN indexes are the preferred index type."),
        said("Basil is the king of herbs."),
        said("Watering is easy."),
    };
    const struct builtin_question asked[] = {{STR("Do herbs need sun?"), said("They do.")}};
    const struct builtin_questions_request request = {asked, 1, passages, COUNT_OF(passages), 10};
    struct builtin_question *questions;
    size_t count;
    assert_int_equal(builtin_questions(&brief, &request, arena, &questions, &count, &err), OK);
    static const char *const wanted[] = {"Do herbs need sun?", "What is basil?", "What is a starter?",
                                         "What are herbs?", "What are GIN indexes?"};
    assert_int_equal(count, COUNT_OF(wanted));
    for (size_t i = 0; i < count; i++)
        assert_string_equal(arena_copy_n(arena, questions[i].text.data, questions[i].text.len), wanted[i]);
}

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
        struct builtin_passage one = said("S.");
        for (int view = THIRD_PERSON; view <= SECOND_PERSON; view++) {
            const struct builtin_text_request requests[] = {{.part = PART_INTRODUCTION, .passages = &one, .count = 1},
                                                            {.part = PART_CONCLUSION, .passages = &one, .count = 1}};
            for (size_t j = 0; j < COUNT_OF(requests); j++) {
                struct model_text text;
                brief.point_of_view = (enum point_of_view)view;
                assert_int_equal(builtin_text(&brief, &requests[j], arena, &text, &err), OK);
                assert_non_null(strstr(shape(&text), "xyz"));
                assert_null(strchr(shape(&text), '%'));
            }
        }
        writable++;
    }
    assert_true(writable >= 5);
}

static void a_language_without_phrases_is_refused(void **state)
{
    (void)state;
    struct builtin_brief brief = brief_for("gardd", "Welsh");
    struct builtin_passage one = said("S.");
    const struct builtin_text_request text_request = {.part = PART_INTRODUCTION, .passages = &one, .count = 1};
    const struct builtin_outline outline = {0};
    const struct builtin_title_request title_request = {&outline};
    const struct builtin_questions_request questions_request = {NULL, 0, &one, 1, 3};
    struct model_text text;
    struct builtin_question *questions;
    struct str title;
    size_t count;
    assert_int_equal(builtin_text(&brief, &text_request, arena, &text, &err), E_INVALID);
    assert_string_equal(err.code, "model_unavailable");
    assert_non_null(strstr(err.message, "Welsh"));
    assert_int_equal(builtin_title(&brief, &title_request, arena, &title, &err), E_INVALID);
    assert_int_equal(builtin_questions(&brief, &questions_request, arena, &questions, &count, &err), E_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(titles_hold_the_keyword_and_short_topics),
        cmocka_unit_test(outlines_join_alike_headings),
        cmocka_unit_test(outlines_take_subtopic_pages_as_sections),
        cmocka_unit_test(sections_hear_each_source_in_its_own_order),
        cmocka_unit_test(frames_begin_with_the_writers_own_sentence),
        cmocka_unit_test(questions_come_from_definitions),
        cmocka_unit_test(every_writable_language_has_its_phrases),
        cmocka_unit_test(a_language_without_phrases_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
