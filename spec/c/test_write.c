/* What each parameter does to an article from the example library. */
#include "test_write.h"

static void has_the_shape_of_a_blog_post(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h1"), 1);
    assert_int_equal(count_of(&w, "/article/*[1][self::h1]"), 1);
    assert_string_equal(text_of(&w, "//h1"), w.result.title);
    assert_int_equal(count_of(&w, "/article/*[2][self::p]"), 1);
    assert_non_null(strstr(text_of(&w, "/article/p[1]"), "indoor herb garden"));
    assert_non_null(strstr(w.result.title, "Indoor herb garden"));
    assert_true(count_of(&w, "//h2[contains(., 'indoor herb garden')]") >= 1);
    assert_string_equal(text_of(&w, "//h2[last()]"), "Conclusion");
    assert_int_equal(count_of(&w, "//*[not(*) and normalize-space(.) = '']"), 0);
    assert_int_equal(json_array_size(w.result.notes), 0);
    assert_false(w.desk->has_fallen);
    assert_true(strlen(w.result.slug) > 0 && !strpbrk(w.result.slug, " ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    assert_true(utf8_length(str_from(w.result.meta_description)) <= 160);
    written_free(&w);
}

static void counts_the_words_that_a_reader_sees(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", "{\"shouldCiteSources\":false}");
    int64_t words = 0;
    for (xmlNode *node = xmlDocGetRootElement(w.tree)->children; node; node = node->next) {
        xmlChar *text = xmlNodeGetContent(node);
        words += (int64_t)words_count(str_from((const char *)text));
        xmlFree(text);
    }
    assert_int_equal(w.result.words, words);
    written_free(&w);
}

static void cites_every_sentence_of_a_source(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", NULL);
    /* Whatever stands before a heading ends with a citation; they are numbered without gaps. */
    assert_int_equal(count_of(&w, "//h2/preceding-sibling::*[1][self::p][not(*[last()][self::sup])]"), 0);
    assert_int_equal(count_of(&w, "//h2/preceding-sibling::*[1][self::ul][not(li[last()]/*[last()][self::sup])]"), 0);
    int sources = (int)json_array_size(w.result.sources);
    assert_true(sources >= 5);
    assert_int_equal(count_of(&w, "//ol/li"), sources);
    for (int i = 0; i < sources; i++) {
        const json_t *source = json_array_get(w.result.sources, (size_t)i);
        char *path = arena_printf(w.arena, "//sup[. = '%d']", i + 1);
        assert_true(count_of(&w, path) >= 1);
        path = arena_printf(w.arena, "//ol/li[%d]", i + 1);
        assert_string_equal(text_of(&w, path), json_string_value(json_object_get(source, "title")));
    }
    /* A document that says no address is cited by name alone. */
    assert_int_equal(count_of(&w, "//a[not(starts-with(@href, 'https://www.example.org/'))]"), 0);
    written_free(&w);

    w = write_with(LIBRARY, "indoor herb garden", "{\"shouldCiteSources\":false}");
    assert_int_equal(count_of(&w, "//a | //sup | //ol"), 0);
    assert_true(json_array_size(w.result.sources) >= 5);
    written_free(&w);
}

static void length_decides_the_number_of_sections(void **state)
{
    (void)state;
    static const struct {
        const char *own;
        int min, max;
    } cases[] = {
        {"{\"articleLength\":\"shorter\"}", 2, 3},
        {"{\"articleLength\":\"short\"}", 3, 5},
        {"{\"articleLength\":\"medium\"}", 5, 7},
        {"{\"articleLength\":\"long\"}", 7, 10},
        {"{\"articleLength\":\"longer\"}", 10, 12},
        {"{\"articleLength\":\"default\"}", 3, 15},
        {"{\"articleLength\":\"custom\",\"numberOfSections\":1}", 1, 1},
        {"{\"articleLength\":\"custom\",\"numberOfSections\":6}", 6, 6},
        {"{\"articleLength\":\"custom\",\"numberOfSections\":15}", 15, 15},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct written w = write_with(LIBRARY, "indoor herb garden", cases[i].own);
        assert_int_equal(w.status, OK);
        assert_in_range(count_of(&w, BODY_SECTIONS), cases[i].min, cases[i].max);
        assert_false(has_note(&w, "were asked for"));
        written_free(&w);
    }
}

static void says_when_the_sources_cannot_fill_the_sections(void **state)
{
    (void)state;
    struct written w =
        write_with(LIBRARY, "indoor herb garden", "{\"articleLength\":\"custom\",\"numberOfSections\":48}");
    int written = count_of(&w, BODY_SECTIONS);
    assert_in_range(written, 20, 47);
    assert_true(has_note(
        &w, arena_printf(w.arena, "48 sections were asked for; the sources have enough to say for %d", written)));
    written_free(&w);
}

static void headings_of_the_caller_stand_as_they_are(void **state)
{
    (void)state;
    struct written w =
        write_with(LIBRARY, "indoor herb garden",
                   "{\"outline\":[{\"title\":\"Feeding\",\"subsections\":[{\"title\":\"Salt & <crusts>\"}]},"
                   "{\"title\":\"watering\"},{\"title\":\"Orbital mechanics\"}]}");
    assert_int_equal(w.status, OK);
    assert_string_equal(text_of(&w, "//h2[1]"), "Feeding");
    assert_string_equal(text_of(&w, "//h3[1]"), "Salt & <crusts>");
    assert_string_equal(text_of(&w, "//h2[2]"), "watering");
    assert_string_equal(text_of(&w, "//h2[3]"), "Orbital mechanics");
    assert_int_equal(count_of(&w, BODY_SECTIONS), 3);
    assert_non_null(strstr(text_of(&w, "//h2[2]/following-sibling::p[1]"), "water"));
    assert_true(has_note(&w, "Orbital mechanics"));
    written_free(&w);

    w = write_with(LIBRARY, "indoor herb garden",
                   "{\"extraOutlinePrompt\":\"Light\\n  Lamps\\n\\tWindows\\n\\nPests\\r\\n\"}");
    assert_string_equal(text_of(&w, "//h2[1]"), "Light");
    assert_string_equal(text_of(&w, "//h3[1]"), "Lamps");
    assert_string_equal(text_of(&w, "//h3[2]"), "Windows");
    assert_string_equal(text_of(&w, "//h2[2]"), "Pests");
    assert_int_equal(count_of(&w, BODY_SECTIONS), 2);
    written_free(&w);
}

static void title_of_the_caller_stands_as_it_is(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", "{\"title\":\"Herbs & <You>\"}");
    assert_string_equal(w.result.title, "Herbs & <You>");
    assert_string_equal(text_of(&w, "//h1"), "Herbs & <You>");
    assert_string_equal(w.result.slug, "herbs-you");
    written_free(&w);
}

static void parts_come_and_go(void **state)
{
    (void)state;
    struct written w =
        write_with(LIBRARY, "indoor herb garden",
                   "{\"disableIntroduction\":true,\"includeConclusion\":false,\"includeKeyTakeaways\":true}");
    assert_int_equal(count_of(&w, "/article/*[2][self::h2]"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Conclusion']"), 0);
    assert_true(has_note(&w, "introduction, which is disabled"));
    written_free(&w);

    w = write_with(LIBRARY, "indoor herb garden", "{\"includeFaq\":true,\"includeKeyTakeaways\":true}");
    assert_true(count_of(&w, "//h2[1]/preceding-sibling::ul/li") >= 3);
    assert_string_equal(text_of(&w, "//h2[last()]"), "Frequently Asked Questions");
    assert_string_equal(text_of(&w, "//h2[last() - 1]"), "Conclusion");
    assert_true(count_of(&w, "//h2[last()]/following-sibling::h3") >= 3);
    assert_int_equal(count_of(&w, "//h2[last()]/following-sibling::h3[not(contains(., '?'))]"), 0);
    assert_int_equal(count_of(&w, "//h2[last()]/following-sibling::h3[not(following-sibling::*[1][self::p])]"), 0);
    written_free(&w);
}

static void writes_in_the_language_asked_for(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "Kräutergarten auf der Fensterbank",
                                  "{\"language\":\"German\",\"includeFaq\":true,\"includeKeyTakeaways\":true}");
    assert_int_equal(w.status, OK);
    assert_true(json_array_size(w.result.sources) >= 1);
    assert_int_equal(count_of(&w, "//a[not(contains(@href, '/kraeuter/'))]"), 0);
    assert_int_equal(count_of(&w, "//h2[. = 'Häufige Fragen' or starts-with(., 'Fragen zum Thema ')]"), 1);
    assert_int_equal(count_of(&w, "//p/strong[. = 'Quellen']"), 1);
    assert_int_equal(count_of(&w, "//p/strong[. = 'Das Wichtigste in Kürze']"), 1);
    assert_non_null(strstr(text_of(&w, "//p[1]"), "Kräutergarten auf der Fensterbank"));
    assert_int_equal(count_of(&w, "//*[contains(., ' the ')]"), 0);
    written_free(&w);

    w = write_with(LIBRARY, "indoor herb garden", "{\"language\":\"French\"}");
    assert_string_equal(w.err.code, "no_sources");
    assert_non_null(strstr(w.err.message, "French"));
    written_free(&w);

    w = write_with(LIBRARY, "indoor herb garden", "{\"language\":\"Polish\"}");
    assert_string_equal(w.err.code, "model_unavailable");
    assert_non_null(strstr(w.err.message, "Polish"));
    written_free(&w);
}

/* The writer's own sentence stands only where the sources' do not name the keyword, or speak for nobody. */
static void frames_in_the_point_of_view_asked_for(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"first_person_singular", " I ", "I would"},
        {"first_person_plural", " we ", "we would"},
        {"second_person", " you ", "you "},
    };
    struct written plain = write_with(LIBRARY, "indoor herb garden", NULL);
    const char *lead = text_of(&plain, "//p[1]");
    assert_non_null(strstr(lead, "An indoor herb garden is a small collection"));
    assert_null(strstr(lead, "article"));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *own = arena_printf(plain.arena, "{\"pointOfView\":\"%s\"}", cases[i][0]);
        struct written w = write_with(LIBRARY, "indoor herb garden", own);
        const char *first = text_of(&w, "//p[1]");
        assert_int_equal(strncmp(first, "An indoor herb garden is", 24), 0);
        assert_non_null(strstr(first + strlen(first) / 2, cases[i][1])); /* it ends the paragraph */
        assert_non_null(strstr(text_of(&w, "//h2[. = 'Conclusion']/following-sibling::p[1]"), cases[i][2]));
        written_free(&w);
    }
    written_free(&plain);
    struct written w = write_with(LIBRARY, "how to grow basil indoors", NULL);
    assert_int_equal(strncmp(text_of(&w, "//p[1]"), "Basil is a tender annual", 24), 0);
    assert_null(strstr(text_of(&w, "//p[1]"), "article"));
    written_free(&w);
}

static double mean_sentence_words(const struct written *w)
{
    const char *text = text_of(w, "/article");
    size_t ends = 0;
    for (const char *at = text; *at; at++)
        ends += strchr(".!?", *at) && (at[1] == ' ' || at[1] == '\n');
    return (double)w->result.words / (double)ends;
}

static void eighth_grade_reads_easier(void **state)
{
    (void)state;
    const char *plain = "{\"shouldCiteSources\":false}";
    const char *easy = "{\"shouldCiteSources\":false,\"readabilityMode\":\"8th_grade\"}";
    struct written first = write_with(LIBRARY, "indoor herb garden", plain);
    double usual = mean_sentence_words(&first);
    int64_t words = first.result.words;
    written_free(&first);
    struct written second = write_with(LIBRARY, "indoor herb garden", easy);
    assert_true(mean_sentence_words(&second) < usual);
    assert_true(second.result.words * 10 >= words * 8); /* simplified, not left out */
    written_free(&second);
}

static void wanted_entities_are_mentioned_or_noted(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden",
                                  "{\"seoOptimizationLevel\":\"manual\",\"articleLength\":\"shorter\","
                                  "\"extraEntitiesPrompt\":\"nematodes, Botulism , ,kohlrabi\"}");
    assert_non_null(strcasestr(w.result.html, "nematodes"));
    assert_non_null(strcasestr(w.result.html, "botulism"));
    assert_true(has_note(&w, "kohlrabi"));
    assert_false(has_note(&w, "nematodes"));
    assert_false(has_note(&w, "Botulism"));
    written_free(&w);
}

static void says_what_to_add_when_there_is_nothing(void **state)
{
    (void)state;
    struct written w = write_with(NULL, "indoor herb garden", NULL);
    assert_int_not_equal(w.status, OK);
    assert_string_equal(w.err.code, "no_sources");
    assert_non_null(strstr(w.err.message, "urls"));
    assert_non_null(strstr(w.err.message, "library"));
    written_free(&w);

    w = write_with(LIBRARY, "orbital mechanics", NULL);
    assert_string_equal(w.err.code, "no_sources");
    assert_non_null(strstr(w.err.message, "orbital mechanics"));
    written_free(&w);

    w = write_with("/nonexistent/folder", "indoor herb garden", NULL);
    assert_string_equal(w.err.code, "no_sources");
    assert_true(has_note(&w, "library folder"));
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_shape_of_a_blog_post),
        cmocka_unit_test(counts_the_words_that_a_reader_sees),
        cmocka_unit_test(cites_every_sentence_of_a_source),
        cmocka_unit_test(length_decides_the_number_of_sections),
        cmocka_unit_test(says_when_the_sources_cannot_fill_the_sections),
        cmocka_unit_test(headings_of_the_caller_stand_as_they_are),
        cmocka_unit_test(title_of_the_caller_stands_as_it_is),
        cmocka_unit_test(parts_come_and_go),
        cmocka_unit_test(writes_in_the_language_asked_for),
        cmocka_unit_test(frames_in_the_point_of_view_asked_for),
        cmocka_unit_test(eighth_grade_reads_easier),
        cmocka_unit_test(wanted_entities_are_mentioned_or_noted),
        cmocka_unit_test(says_what_to_add_when_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
