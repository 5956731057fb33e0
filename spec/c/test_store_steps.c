/* Steps of an article, and the polishing of a finished one. */
#include "old_database.h"

static struct article claim(struct fixture *f, const char *worker, int64_t now)
{
    struct article article = {0};
    assert_int_equal(article_claim(f->db, f->arena, worker, now, 1000, CLAIM_FROM_ANY, &article, &f->err), OK);
    return article;
}

static struct lease begin(struct fixture *f)
{
    assert_int_equal(insert_article(f->db, "me", "a", 1, &f->err), OK);
    claim(f, "w", 100);
    return (struct lease){"a", "w", 1};
}

static enum status put(struct fixture *f, const struct lease *lease, const char *name, int version, struct str output)
{
    struct article_step step = {.name = name, .version = version, .is_done = true, .status = "done", .output = output};
    return step_put(f->db, lease, &step, &f->err);
}

static void assert_output(struct fixture *f, const char *name, int version, struct str expected)
{
    struct str output;
    assert_int_equal(step_get(f->db, f->arena, "a", name, version, &output, &f->err), OK);
    assert_true(str_eq(output, expected));
}

static void assert_not_done(struct fixture *f, const char *name, int version)
{
    struct str output;
    assert_int_equal(step_get(f->db, f->arena, "a", name, version, &output, &f->err), E_NOT_FOUND);
}

static void steps_are_kept_for_the_next_attempt(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f);
    assert_not_done(f, "outline", 1);
    assert_int_equal(put(f, &lease, "outline", 1, STR("one\0two")), OK);
    assert_int_equal(put(f, &lease, "empty", 1, (struct str){NULL, 0}), OK);
    claim(f, "w2", 5000);
    assert_output(f, "outline", 1, STR("one\0two"));
    assert_output(f, "empty", 1, STR(""));
    struct lease second = {"a", "w2", 2};
    assert_int_equal(put(f, &lease, "outline", 1, STR("late")), E_CONFLICT);
    assert_int_equal(put(f, &second, "outline", 1, STR("again")), OK);
    assert_output(f, "outline", 1, STR("again"));
}

static void a_step_of_another_version_is_not_loaded(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f);
    assert_int_equal(put(f, &lease, "outline", 2, STR("two")), OK);
    assert_not_done(f, "outline", 1);
    assert_not_done(f, "outline", 3);
    assert_int_equal(put(f, &lease, "outline", 3, STR("three")), OK);
    assert_output(f, "outline", 2, STR("two"));
    assert_output(f, "outline", 3, STR("three"));
}

static void a_failed_call_stays_beside_the_one_that_was_done(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f);
    const struct article_step failed = {.name = "section-1",
                                        .version = 1,
                                        .model = "luna",
                                        .started_at = 111,
                                        .seconds = 2.5,
                                        .input_tokens = 900,
                                        .output_tokens = 0,
                                        .status = "the model cannot be reached",
                                        .output = STR("half a")};
    assert_int_equal(step_put(f->db, &lease, &failed, &f->err), OK);
    assert_not_done(f, "section-1", 1);
    assert_int_equal(put(f, &lease, "section-1", 1, STR("whole")), OK);
    assert_output(f, "section-1", 1, STR("whole"));
    struct article_step *steps;
    size_t count;
    assert_int_equal(step_list(f->db, f->arena, "a", &steps, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_string_equal(steps[0].name, "section-1");
    assert_string_equal(steps[0].model, "luna");
    assert_int_equal(steps[0].started_at, 111);
    assert_true(steps[0].seconds == 2.5);
    assert_int_equal(steps[0].input_tokens, 900);
    assert_int_equal(steps[0].output_tokens, 0);
    assert_false(steps[0].is_done);
    assert_string_equal(steps[0].status, "the model cannot be reached");
    assert_null(steps[0].output.data);
    assert_true(steps[1].is_done);
    assert_null(steps[1].model);
    assert_int_equal(step_list(f->db, f->arena, "b", &steps, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

static void an_end_drops_outputs_and_keeps_records(void **state)
{
    struct fixture *f = *state;
    struct lease lease = begin(f);
    assert_int_equal(put(f, &lease, "outline", 1, STR("x")), OK);
    struct article result = {.state = ARTICLE_FAILED, .error = "No.", .error_code = "no_sources", .run = "[1]"};
    assert_int_equal(article_end(f->db, &lease, &result, 200, &f->err), OK);
    assert_not_done(f, "outline", 1);
    struct article ended;
    assert_int_equal(article_get(f->db, f->arena, "me", "a", &ended, &f->err), OK);
    assert_string_equal(ended.run, "[1]"); /* also of one that failed */
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step"), 1);
    assert_int_equal(article_delete(f->db, "me", "a", &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step"), 0);
}

/* --- polishing --- */

static struct lease finish(struct fixture *f)
{
    struct lease lease = begin(f);
    struct article result = {.state = ARTICLE_FINISHED, .detail = "Finished", .html = "<p>x</p>", .words_charged = 3};
    assert_int_equal(article_end(f->db, &lease, &result, 200, &f->err), OK);
    return lease;
}

static struct article get(struct fixture *f)
{
    struct article article = {0};
    assert_int_equal(article_get(f->db, f->arena, "me", "a", &article, &f->err), OK);
    return article;
}

static enum status ask(struct fixture *f, const char *settings)
{
    return article_polish(f->db, "me", "a", settings, 300, &f->err);
}

static enum status claim_polish(struct fixture *f, const char *worker, int64_t now, struct article *article)
{
    return polish_claim(f->db, f->arena, worker, now, 1000, CLAIM_FROM_ANY, article, &f->err);
}

static void only_a_finished_article_is_polished(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(ask(f, "{}"), E_NOT_FOUND);
    struct lease lease = begin(f);
    assert_int_equal(ask(f, "{}"), E_CONFLICT);
    struct article result = {.state = ARTICLE_FAILED, .error = "No.", .error_code = "no_sources"};
    assert_int_equal(article_end(f->db, &lease, &result, 200, &f->err), OK);
    assert_int_equal(ask(f, "{}"), E_CONFLICT);
    assert_int_equal(article_polish(f->db, "you", "a", "{}", 300, &f->err), E_NOT_FOUND);
    struct article none;
    assert_int_equal(claim_polish(f, "w", 1000, &none), E_NOT_FOUND);
}

static void polishing_is_a_job_with_a_lease(void **state)
{
    struct fixture *f = *state;
    struct article article;
    finish(f);
    int64_t version = get(f).version;
    assert_int_equal(ask(f, "{\"a\":1}"), OK);
    struct article asked = get(f);
    assert_int_equal(asked.state, ARTICLE_FINISHED);
    assert_string_equal(asked.detail, "Polishing");
    assert_int_equal(asked.version, version + 1);
    assert_int_equal(ask(f, "{\"a\":1}"), OK); /* the same again */
    assert_int_equal(get(f).version, version + 1);
    assert_int_equal(ask(f, "{\"a\":2}"), E_CONFLICT);
    assert_int_equal(article_claim(f->db, f->arena, "w", 1000, 1000, CLAIM_FROM_ANY, &article, &f->err), E_NOT_FOUND);

    assert_int_equal(claim_polish(f, "w1", 1000, &article), OK);
    assert_string_equal(article.polish, "{\"a\":1}");
    assert_int_equal(article.attempt, 2);
    assert_int_equal(article.polish_attempts, 1);
    assert_false(article.taken_over);
    assert_int_equal(claim_polish(f, "w2", 1999, &article), E_NOT_FOUND);
    struct lease first = {"a", "w1", 2};
    assert_int_equal(put(f, &first, "polish/1", 1, STR("x")), OK);
    assert_int_equal(article_progress(f->db, &first, 0.3, "Polishing section 1", 1500, &f->err), OK);
    assert_true(get(f).progress == 1);

    assert_int_equal(claim_polish(f, "w2", 2000, &article), OK); /* the lease ran out */
    assert_true(article.taken_over);
    assert_int_equal(article.polish_attempts, 2);
    assert_output(f, "polish/1", 1, STR("x"));
    assert_int_equal(put(f, &first, "polish/2", 1, STR("x")), E_CONFLICT);
    assert_int_equal(polish_end(f->db, &first, "<p>late</p>", "[]", 2100, &f->err), E_CONFLICT);
    struct lease second = {"a", "w2", 3};
    struct article again = {.state = ARTICLE_FINISHED, .html = "<p>other</p>", .words_charged = 9};
    assert_int_equal(article_end(f->db, &second, &again, 2100, &f->err), E_CONFLICT); /* it is not written again */
    assert_int_equal(polish_end(f->db, &second, "<p>y</p>", "[\"n\"]", 2100, &f->err), OK);
    struct article done = get(f);
    assert_string_equal(done.html, "<p>x</p>");
    assert_string_equal(done.polished_html, "<p>y</p>");
    assert_string_equal(done.notes, "[\"n\"]");
    assert_string_equal(done.detail, "Finished");
    assert_null(done.polish);
    assert_not_done(f, "polish/1", 1);
    assert_int_equal(polish_end(f->db, &second, "<p>z</p>", "[]", 2200, &f->err), E_CONFLICT);
    assert_int_equal(number(f->db, "SELECT words FROM ledger WHERE subject = 'a'"), -3);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article'"), 1);
}

static void a_polishing_that_fails_leaves_what_there_was(void **state)
{
    struct fixture *f = *state;
    struct article article;
    finish(f);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(f, "{}"), OK);
        assert_int_equal(claim_polish(f, "w", 1000, &article), OK);
        assert_int_equal(article.polish_attempts, 1); /* counted anew */
        const char *polished = i == 0 ? "<p>y</p>" : NULL;
        assert_int_equal(polish_end(f->db, &(struct lease){"a", "w", article.attempt}, polished, "[]", 1100, &f->err),
                         OK);
    }
    assert_string_equal(get(f).polished_html, "<p>y</p>");
}

static void polishing_goes_on_in_the_next_process(void **state)
{
    struct fixture *f = *state;
    struct article article;
    finish(f);
    assert_int_equal(ask(f, "{}"), OK);
    assert_int_equal(claim_polish(f, "w1", 1000, &article), OK);
    assert_int_equal(store_recover(f->db, "n", true, &f->err), OK);
    assert_int_equal(polish_end(f->db, &(struct lease){"a", "w1", 2}, "<p>y</p>", "[]", 1100, &f->err), E_CONFLICT);
    assert_int_equal(claim_polish(f, "w2", 1100, &article), OK);
    assert_true(article.taken_over);
    assert_int_equal(article_release(f->db, &(struct lease){"a", "w2", 3}, 1200, &f->err), OK);
    assert_int_equal(claim_polish(f, "w3", 1200, &article), OK);
    assert_false(article.taken_over);
    assert_int_equal(article_delete(f->db, "me", "a", &f->err), OK);
    assert_int_equal(polish_end(f->db, &(struct lease){"a", "w3", 4}, "<p>y</p>", "[]", 1300, &f->err), E_CONFLICT);
}

/* --- older databases --- */

static const char steps_of_version_3[] =
    "INSERT INTO account (id, plan) VALUES ('me', 'starter');"
    "INSERT INTO article (id, account_id, engine, state, detail, progress, created_at, updated_at, version, config, "
    "sources, notes) VALUES ('a', 'me', 2, 'processing', '', 0, 1, 77, 1, '{}', '[]', '[]'), ('b', 'me', 2, "
    "'processing', '', 0, 1, 78, 1, '{}', '[]', '[]');"
    "INSERT INTO step VALUES ('a', 'outline', x'6f6e65'), ('a', 'section-1', x''), ('b', 'outline', x'62');";

static void steps_of_an_older_database_are_still_done(void **state)
{
    struct fixture *f = *state;
    make_old_database(f, 3, steps_of_version_3);
    assert_int_equal(schema_migrate(f->db, &f->err), OK);
    assert_int_equal(db_begin(f->db, DB_WRITER, &f->err), OK);
    assert_output(f, "outline", 1, STR("one"));
    assert_output(f, "section-1", 1, STR(""));
    struct article_step *steps;
    size_t count;
    assert_int_equal(step_list(f->db, f->arena, "a", &steps, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_string_equal(steps[0].name, "outline");
    assert_int_equal(steps[0].started_at, 77);
    assert_string_equal(steps[0].status, "done");
    assert_true(steps[0].is_done);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_are_kept_for_the_next_attempt),
        TEST(a_step_of_another_version_is_not_loaded),
        TEST(a_failed_call_stays_beside_the_one_that_was_done),
        TEST(an_end_drops_outputs_and_keeps_records),
        TEST(only_a_finished_article_is_polished),
        TEST(polishing_is_a_job_with_a_lease),
        TEST(a_polishing_that_fails_leaves_what_there_was),
        TEST(polishing_goes_on_in_the_next_process),
        cmocka_unit_test_setup_teardown(steps_of_an_older_database_are_still_done, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
