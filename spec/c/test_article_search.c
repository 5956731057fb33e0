/* Searches for articles that run out of time go on where they were, and find each article once. */
#include "test_store.h"

#include "service/api/articles.h"

enum { MANY = 250 };

static const char *const KEYWORDS[] = {"indoor herb garden", "a lawn", "HERBS", "x"};

static void make_articles(struct fixture *f)
{
    for (int i = 0; i < MANY; i++) {
        char id[UUID_LENGTH + 1];
        uuid_v7_at(1000 + i / 3, id);
        const struct article article = {
            .id = id,
            .account_id = "me",
            .engine = 2,
            .config = arena_printf(f->arena, "{\"targetKeyword\":\"%s\"}", KEYWORDS[i % (int)COUNT_OF(KEYWORDS)]),
            .created_at = i};
        assert_int_equal(article_insert(f->db, &article, &f->err), OK);
    }
}

/* Follows the pages to the end: how many were found, each older than the one before. */
static size_t find_all(struct fixture *f, const char *text, int state, size_t limit)
{
    size_t count = 0;
    const char *last = "z";
    struct article_search search = {.account_id = "me", .state = state, .text = text, .limit = limit};
    for (;;) {
        struct article_found found = {0};
        assert_int_equal(article_search(f->db, f->arena, &search, &found, &f->err), OK);
        for (size_t i = 0; i < found.count; i++) {
            assert_true(strcmp(found.articles[i].id, last) < 0);
            last = found.articles[i].id;
        }
        count += found.count;
        if (!found.next && found.count < limit)
            return count;
        search.before = found.next ? found.next : last;
    }
}

static void check(struct fixture *f)
{
    static const size_t limits[] = {1, 3, 100};
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        assert_int_equal(find_all(f, "herb", -1, limits[i]), 125);
        assert_int_equal(find_all(f, "Herb", ARTICLE_QUEUED, limits[i]), 125);
        assert_int_equal(find_all(f, "herb", ARTICLE_FINISHED, limits[i]), 0);
        assert_int_equal(find_all(f, "rb ga", -1, limits[i]), 63);
        assert_int_equal(find_all(f, "x", -1, limits[i]), 62);
        assert_int_equal(find_all(f, "herbal", -1, limits[i]), 0);
        assert_int_equal(find_all(f, "", -1, limits[i]), MANY);
    }
}

static void each_article_is_found_once(void **state)
{
    struct fixture *f = *state;
    make_articles(f);
    check(f);
}

static void so_it_is_without_the_index(void **state)
{
    struct fixture *f = *state;
    make_articles(f);
    assert_int_equal(
        db_script(f->db, "DELETE FROM article_gram; UPDATE article_gram_fill SET is_complete = 0", &f->err), OK);
    check(f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(each_article_is_found_once), TEST(so_it_is_without_the_index)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
