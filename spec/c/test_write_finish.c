/* What is done to an article as a whole: the brand in texts, the table of terms, and an article that goes on after a
 * step. */
#include "test_write.h"

#include "write/writing/writing.h"

static struct writing writing_for(const char *name, const char *keyword, struct arena *arena, struct error *err)
{
    return (struct writing){
        .arena = arena,
        .err = err,
        .brief = {.keyword = str_from(keyword), .language = language_find(STR("en"))},
        .brand = {.name = str_from(name),
                  .description = STR("Acorn sells pots."),
                  .knowledge = STR("It was founded in Lund.\nAcorn ships on Tuesdays. Pots are fired twice"),
                  .mention = MENTION_SUBTLE},
    };
}

static void a_brand_is_found_as_words_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        size_t at;
    } rows[] = {
        {"Acorn", "Acorn pots", 0},
        {"Acorn", "pots of Acorn", 8},
        {"Acorn", "Acorns and oaks; Acorn", 17},
        {"Acorn", "an acorn in the woods", 21}, /* a common word */
        {"acorn", "Acorn opens in May", 0},
        {"acorn", "ACORN", 5},
        {"Hearth & Herb", "at HEARTH & HERB today", 3},
        {"Hearth & Herb", "Hearth and Herb", 15},
        {"Hearth & Herb", "Hearth & Herbs", 14},
        {"", "Acorn", 5},
        {"Acorn", "", 0},
    };
    struct error err;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct writing writing = writing_for(rows[i].name, "pots", NULL, &err);
        assert_int_equal(brand_find(&writing, str_from(rows[i].text), 0), rows[i].at);
    }
}

static void a_brand_in_the_keyword_cannot_be_left_out(void **state)
{
    (void)state;
    struct error err;
    struct writing writing = writing_for("Acorn", "pots", NULL, &err);
    assert_false(brand_is_avoided(&writing));
    writing.brand.mention = MENTION_NONE;
    assert_true(brand_is_avoided(&writing));
    writing.brief.keyword = STR("pots by Acorn");
    assert_false(brand_is_avoided(&writing));
}

static void what_is_known_of_a_brand_is_cut_into_sentences(void **state)
{
    (void)state;
    struct error err;
    struct arena *arena = arena_new();
    struct writing writing = writing_for("Acorn", "pots", arena, &err);
    struct str *sentences;
    size_t count;
    assert_int_equal(brand_sentences(&writing, &sentences, &count), OK);
    assert_int_equal(count, 4);
    assert_true(str_eq(sentences[1], STR("It was founded in Lund.")));
    assert_true(str_eq(brand_attributed(&writing, sentences[0]), STR("Acorn sells pots.")));
    assert_true(str_eq(brand_attributed(&writing, sentences[3]), STR("Acorn: Pots are fired twice.")));
    writing.brand.mention = MENTION_NONE;
    assert_int_equal(brand_sentences(&writing, &sentences, &count), OK);
    assert_int_equal(count, 2);
    arena_free(arena);
}

static void each_engine_has_its_pipeline(void **state)
{
    (void)state;
    assert_true(pipeline_find(1)->in_turn);
    assert_false(pipeline_find(2)->in_turn);
    assert_ptr_equal(pipeline_find(0), pipeline_find(2));
}

/* --- articles --- */

static const struct write_services from_library = {.library = LIBRARY};

static char *flat(struct written *w)
{
    char *seo = json_dumps(w->result.seo, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(seo);
    char *copy = strdup(arena_printf(w->arena, "%s\n%s", w->result.html, seo));
    free(seo);
    written_free(w);
    return copy;
}

/* The table of terms is stored, so that an article which goes on covers the same ones. */
static void an_article_goes_on_with_the_same_terms(void **state)
{
    (void)state;
    static const char own[] = "{\"seoOptimizationLevel\":\"ai_powered\",\"articleLength\":\"short\"}";
    struct desk desk = {0};
    struct written w = write_on(&desk, &from_library, "indoor herb garden", own);
    assert_int_equal(w.status, OK);
    int saves = desk.saves;
    char *wanted = flat(&w);
    for (int broken = 2; broken <= saves; broken++) {
        desk = (struct desk){.fail_save_at = broken};
        w = write_on(&desk, &from_library, "indoor herb garden", own);
        assert_int_equal(w.status, E_CONFLICT);
        result_clear(&w.result);
        arena_free(w.arena);
        desk.fail_save_at = 0;
        w = write_on(&desk, &from_library, "indoor herb garden", own);
        assert_int_equal(w.status, OK);
        assert_true(desk.loads > 0);
        char *text = flat(&w);
        assert_string_equal(text, wanted);
        free(text);
    }
    free(wanted);
}

static void a_term_that_is_put_in_raises_the_coverage(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden",
                                  "{\"seoOptimizationLevel\":\"ai_powered\",\"articleLength\":\"shorter\"}");
    assert_int_equal(w.status, OK);
    json_int_t before = json_integer_value(json_object_get(w.result.seo, "before"));
    json_int_t after = json_integer_value(json_object_get(w.result.seo, "after"));
    assert_true(before > 0 && after >= before && after <= 100);
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_brand_is_found_as_words_of_its_own),
        cmocka_unit_test(a_brand_in_the_keyword_cannot_be_left_out),
        cmocka_unit_test(what_is_known_of_a_brand_is_cut_into_sentences),
        cmocka_unit_test(each_engine_has_its_pipeline),
        cmocka_unit_test(an_article_goes_on_with_the_same_terms),
        cmocka_unit_test(a_term_that_is_put_in_raises_the_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
