/* The trigrams by which articles are found: what is kept of which article, and how a text is looked for. */
#include "test_store.h"

#include "store/store.h"
#include "text/text.h"

enum { MANY = 3 * GRAMS_STEP };

/* An article of "me" with a keyword, made at that time; its id. */
static const char *new_article(struct fixture *f, int64_t ms, const char *keyword)
{
    char id[UUID_LENGTH + 1];
    uuid_v7_at(ms, id);
    const struct article article = {.id = arena_copy(f->arena, id),
                                    .account_id = "me",
                                    .engine = 2,
                                    .config = arena_printf(f->arena, "{\"targetKeyword\":\"%s\"}", keyword),
                                    .created_at = ms};
    assert_int_equal(article_insert(f->db, &article, &f->err), OK);
    return article.id;
}

static struct article_grams ask(struct fixture *f, const char *text)
{
    struct buf folded = {0};
    struct article_grams asked;
    text_fold(&folded, str_from(text));
    assert_int_equal(article_grams_ask(f->db, "me", str_from(buf_text(&folded)), &asked, &f->err), OK);
    buf_free(&folded);
    return asked;
}

/* So many are found for a text; *newest gets the first of them. */
static size_t look_for(struct fixture *f, const char *text, int64_t *newest)
{
    size_t count = 0;
    struct article_grams asked = ask(f, text);
    struct gram_walk walk = {.asked = &asked, .before = INT64_MAX};
    for (bool is_first = true; !walk.is_end; is_first = false) {
        assert_int_equal(article_grams_step(f->db, f->arena, &walk, &f->err), OK);
        if (is_first && walk.count && newest)
            *newest = walk.found[0];
        count += walk.count;
    }
    return count;
}

static void a_time_is_the_beginning_of_an_id(void **state)
{
    char id[UUID_LENGTH + 1], prefix[GRAM_PREFIX + 1];
    (void)state;
    for (int64_t ms = 1; ms < (int64_t)1 << 47; ms = ms * 3 + 1) {
        uuid_v7_at(ms, id);
        article_gram_prefix(article_gram_at(id), prefix);
        assert_memory_equal(prefix, id, GRAM_PREFIX);
        assert_int_equal(prefix[GRAM_PREFIX], '\0');
    }
    assert_int_equal(article_gram_at("no id"), -1);
}

static void an_article_is_found_by_any_part_of_its_keyword(void **state)
{
    struct fixture *f = *state;
    new_article(f, 1000, "indoor herb garden");
    const char *late = new_article(f, 2000, "Kr\xc3\x84uter im Topf");
    static const char *const parts[] = {"herb", "oor h", "indoor herb garden", "arden", "GARDEN"};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        assert_int_equal(look_for(f, parts[i], NULL), 1);
    int64_t newest = 0;
    assert_int_equal(look_for(f, "kr\xc3\xa4ut", &newest), 1);
    assert_int_equal(newest, article_gram_at(late));
    assert_int_equal(look_for(f, "herbs", NULL), 0);
    assert_int_equal(look_for(f, "garden herb", NULL), 0);
    assert_int_equal(ask(f, "he").count, 0);
}

static void another_account_is_another_index(void **state)
{
    struct fixture *f = *state;
    new_article(f, 1000, "indoor herb garden");
    struct article_grams asked;
    assert_int_equal(article_grams_ask(f->db, "you", STR("herb"), &asked, &f->err), OK);
    struct gram_walk walk = {.asked = &asked, .before = INT64_MAX};
    assert_int_equal(article_grams_step(f->db, f->arena, &walk, &f->err), OK);
    assert_int_equal(walk.count, 0);
}

static void a_title_is_added_and_all_goes_with_the_article(void **state)
{
    struct fixture *f = *state;
    const char *id = new_article(f, 1000, "soil");
    assert_int_equal(article_grams_put(f->db, "me", id, "Of earth and worms", &f->err), OK);
    assert_int_equal(look_for(f, "worms", NULL), 1);
    assert_int_equal(look_for(f, "soil", NULL), 1);
    assert_int_equal(db_run(f->db, "UPDATE article SET title = 'Of earth and worms'", DB_NOTHING, NULL, &f->err), OK);
    assert_int_equal(article_delete(f->db, "me", id, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM article_gram"), 0);
}

/* Of two that were made in one millisecond one may go: what both have stays. */
static void what_two_articles_share_stays(void **state)
{
    struct fixture *f = *state;
    const char *ids[] = {"01890000-0000-7abc-8000-000000000001", "01890000-0000-7abc-8000-000000000002"};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        const struct article article = {
            .id = ids[i], .account_id = "me", .engine = 2, .config = "{\"targetKeyword\":\"soil\"}", .created_at = 1};
        assert_int_equal(article_insert(f->db, &article, &f->err), OK);
    }
    assert_int_equal(article_delete(f->db, "me", ids[0], &f->err), OK);
    assert_int_equal(look_for(f, "soil", NULL), 1);
    assert_int_equal(article_delete(f->db, "me", ids[1], &f->err), OK);
    assert_int_equal(look_for(f, "soil", NULL), 0);
}

/* The rarest trigram leads: one step reads all, where those of "herb" alone would be several. */
static void a_rare_text_takes_one_step(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < MANY; i++) {
        char id[UUID_LENGTH + 1];
        uuid_v7_at(1000 + i, id);
        assert_int_equal(article_grams_put(f->db, "me", id, i == 7 ? "herb quiz" : "herb", &f->err), OK);
    }
    struct article_grams asked = ask(f, "herb quiz");
    struct gram_walk walk = {.asked = &asked, .before = INT64_MAX};
    assert_int_equal(article_grams_step(f->db, f->arena, &walk, &f->err), OK);
    assert_int_equal(walk.count, 1);
    assert_true(walk.is_end);
    assert_int_equal(look_for(f, "herb", NULL), MANY);
}

static void articles_of_an_older_program_get_theirs(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 5; i++)
        new_article(f, 1000 + i, "indoor herb garden");
    assert_int_equal(
        db_script(f->db, "DELETE FROM article_gram; UPDATE article_gram_fill SET is_complete = 0", &f->err), OK);
    bool is_complete = true;
    assert_int_equal(article_grams_complete(f->db, &is_complete, &f->err), OK);
    assert_false(is_complete);
    assert_int_equal(db_run(f->db,
                            "INSERT INTO node (id, name, address, version, schema, workers, busy, started_at, seen_at) "
                            "VALUES ('n', 'old', 'http://127.0.0.1:1', '1', 10, 1, 0, 1, 1)",
                            DB_NOTHING, NULL, &f->err),
                     OK);
    enum grams_left left;
    assert_int_equal(article_grams_fill(f->db, 2, &left, &f->err), OK);
    assert_int_equal(left, GRAMS_NOT_YET);
    assert_int_equal(look_for(f, "herb", NULL), 0);
    assert_int_equal(db_run(f->db, "DELETE FROM node", DB_NOTHING, NULL, &f->err), OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(article_grams_fill(f->db, 2, &left, &f->err), OK);
        assert_int_equal(left, GRAMS_SOME_LEFT);
    }
    assert_int_equal(article_grams_fill(f->db, 2, &left, &f->err), OK);
    assert_int_equal(left, GRAMS_NONE_LEFT);
    assert_int_equal(look_for(f, "herb", NULL), 5);
    assert_int_equal(article_grams_complete(f->db, &is_complete, &f->err), OK);
    assert_true(is_complete);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_is_the_beginning_of_an_id),
        TEST(an_article_is_found_by_any_part_of_its_keyword),
        TEST(another_account_is_another_index),
        TEST(a_title_is_added_and_all_goes_with_the_article),
        TEST(what_two_articles_share_stays),
        TEST(a_rare_text_takes_one_step),
        TEST(articles_of_an_older_program_get_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
