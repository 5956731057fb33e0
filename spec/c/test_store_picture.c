/* Pictures of an article: kept as long as somebody may read it. */
#include "test_store.h"

static struct lease begin(struct fixture *f, const char *id)
{
    struct article article = {0};
    assert_int_equal(insert_article(f->db, "me", id, 1, &f->err), OK);
    assert_int_equal(article_claim(f->db, f->arena, "w", 100, 1000, CLAIM_FROM_ANY, &article, &f->err), OK);
    assert_string_equal(article.id, id);
    return (struct lease){id, "w", 1};
}

static enum status put(struct fixture *f, const struct lease *lease, const char *id, struct str bytes)
{
    struct stored_picture picture = {.id = id, .type = "image/png", .bytes = bytes};
    return picture_put(f->db, lease, &picture, &f->err);
}

static enum status find(struct fixture *f, const char *id)
{
    struct stored_picture picture;
    return picture_get(f->db, f->arena, id, &picture, &f->err);
}

static void a_picture_comes_back_as_it_was(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f, "a");
    struct stored_picture picture;
    assert_int_equal(put(f, &lease, "p1", STR("\x89PNG\0\xff")), OK);
    assert_int_equal(put(f, &lease, "p2", STR("other")), OK);
    assert_int_equal(picture_get(f->db, f->arena, "p1", &picture, &f->err), OK);
    assert_string_equal(picture.id, "p1");
    assert_string_equal(picture.type, "image/png");
    assert_true(str_eq(picture.bytes, STR("\x89PNG\0\xff")));
    assert_int_equal(find(f, "p3"), E_NOT_FOUND);
    assert_int_equal(put(f, &lease, "p1", STR("again")), E_CONFLICT);
}

static void it_is_refused_without_the_lease(void **state)
{
    struct fixture *f = *state;
    begin(f, "a");
    struct lease lost = {"a", "another", 1};
    assert_int_equal(put(f, &lost, "p1", STR("x")), E_CONFLICT);
    assert_string_equal(f->err.code, "lease_lost");
    assert_int_equal(find(f, "p1"), E_NOT_FOUND);
}

static void there_is_a_limit_for_one_and_for_all_of_an_article(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f, "a");
    struct lease other = begin(f, "b");
    char *large = calloc(1, PICTURE_BYTES + 1);
    char id[16];
    int count = PICTURES_BYTES / PICTURE_BYTES;
    assert_non_null(large);
    assert_int_equal(put(f, &lease, "large", (struct str){large, PICTURE_BYTES + 1}), E_LIMIT);
    for (int i = 0; i < count; i++) {
        snprintf(id, sizeof id, "p%d", i);
        assert_int_equal(put(f, &lease, id, (struct str){large, PICTURE_BYTES}), OK);
    }
    assert_int_equal(put(f, &lease, "last", STR("x")), E_LIMIT);
    assert_int_equal(put(f, &other, "last", STR("x")), OK);
    free(large);
}

static struct article ended(enum article_state state)
{
    return (struct article){.state = state, .html = state == ARTICLE_FINISHED ? "<p>x</p>" : NULL};
}

static void it_stays_with_a_finished_article_until_that_is_deleted(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f, "a");
    struct article finished = ended(ARTICLE_FINISHED);
    assert_int_equal(put(f, &lease, "p1", STR("x")), OK);
    assert_int_equal(article_end(f->db, &lease, &finished, 200, &f->err), OK);
    assert_int_equal(find(f, "p1"), OK);
    assert_int_equal(put(f, &lease, "p2", STR("x")), E_CONFLICT);
    assert_int_equal(article_delete(f->db, "me", "a", &f->err), OK);
    assert_int_equal(find(f, "p1"), E_NOT_FOUND);
}

static void it_goes_with_an_article_that_fails(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f, "a"), other = begin(f, "b");
    struct article failed = ended(ARTICLE_FAILED);
    assert_int_equal(put(f, &lease, "p1", STR("x")), OK);
    assert_int_equal(put(f, &other, "p2", STR("x")), OK);
    assert_int_equal(article_end(f->db, &lease, &failed, 200, &f->err), OK);
    assert_int_equal(find(f, "p1"), E_NOT_FOUND);
    assert_int_equal(find(f, "p2"), OK);
}

static void it_goes_with_an_article_that_is_cancelled(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f, "a");
    assert_int_equal(put(f, &lease, "p1", STR("x")), OK);
    assert_int_equal(article_cancel(f->db, "me", "a", 200, &f->err), OK);
    assert_int_equal(find(f, "p1"), E_NOT_FOUND);
    assert_int_equal(put(f, &lease, "p2", STR("x")), E_CONFLICT);
}

static void it_waits_for_the_next_attempt(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f, "a");
    struct article article;
    assert_int_equal(put(f, &lease, "p1", STR("x")), OK);
    assert_int_equal(article_release(f->db, &lease, 200, &f->err), OK);
    assert_int_equal(article_claim(f->db, f->arena, "w2", 300, 1000, CLAIM_FROM_ANY, &article, &f->err), OK);
    assert_int_equal(find(f, "p1"), OK);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_picture_comes_back_as_it_was),
        TEST(it_is_refused_without_the_lease),
        TEST(there_is_a_limit_for_one_and_for_all_of_an_article),
        TEST(it_stays_with_a_finished_article_until_that_is_deleted),
        TEST(it_goes_with_an_article_that_fails),
        TEST(it_goes_with_an_article_that_is_cancelled),
        TEST(it_waits_for_the_next_attempt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
