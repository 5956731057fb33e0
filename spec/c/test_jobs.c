/* The parts of the workers, and all of them on a store without the service around them. */
#include "account_fixture.h"
#include "database.h"
#include "model/model.h"
#include "service/jobs/job.h"
#include "service/jobs/job_write.h"
#include "service/jobs/jobs.h"
#include "service/jobs/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RENEW_MS = 1000 };

/* --- the slot --- */

/* Its clock is the real one only in what job_open notes as the time of the claim. */
static void open_job(struct job *job)
{
    *job = (struct job){0};
    job_init(job);
    job_open(job, &(struct article){.id = "a", .attempt = 3, .progress = 0.5}, "w/1");
    job->renewed_at = 10000;
}

static void progress_is_taken_once(void **state)
{
    (void)state;
    struct job job;
    struct job_update update;
    open_job(&job);
    assert_false(job_take_update(&job, 10001, RENEW_MS, &update));
    assert_true(job_set_progress(&job, 0.7, "Writing"));
    assert_true(job_has_update(&job, 10001, RENEW_MS));
    assert_true(job_take_update(&job, 10001, RENEW_MS, &update));
    assert_true(update.has_progress);
    assert_false(update.renew);
    assert_true(update.fraction == 0.7);
    assert_string_equal(update.detail, "Writing");
    assert_string_equal(update.lease.article_id, "a");
    assert_string_equal(update.lease.worker, "w/1");
    assert_int_equal(update.lease.attempt, 3);
    assert_false(job_take_update(&job, 10001, RENEW_MS, &update));
    job_destroy(&job);
}

static void progress_never_falls(void **state)
{
    (void)state;
    struct job job;
    struct job_update update;
    open_job(&job);
    job_set_progress(&job, 0.2, "Again");
    assert_true(job_take_update(&job, 10001, RENEW_MS, &update));
    assert_true(update.fraction == 0.5);
    assert_string_equal(update.detail, "Again");
    job_destroy(&job);
}

static void a_lease_is_renewed_when_it_is_old_or_the_clock_was_set_back(void **state)
{
    (void)state;
    struct job job;
    struct job_update update;
    open_job(&job);
    assert_false(job_has_update(&job, 10999, RENEW_MS));
    assert_true(job_take_update(&job, 11000, RENEW_MS, &update));
    assert_true(update.renew);
    assert_false(update.has_progress);
    assert_false(job_has_update(&job, 11999, RENEW_MS));
    assert_true(job_take_update(&job, 500, RENEW_MS, &update));
    assert_true(update.renew);
    assert_false(job_has_update(&job, 501, RENEW_MS));
    job_destroy(&job);
}

static void a_lost_job_stops_and_stores_nothing_more(void **state)
{
    (void)state;
    struct job job;
    struct job_update update;
    open_job(&job);
    job_set_progress(&job, 0.7, "Writing");
    assert_true(job_take_update(&job, 10001, RENEW_MS, &update));
    job_close(&job);
    job_open(&job, &(struct article){.id = "a", .attempt = 4}, "w/1");
    job_lose(&job, &update); /* it was the attempt before that was lost */
    assert_true(job_set_progress(&job, 0.1, "Anew"));
    assert_true(job_take_update(&job, 10001, RENEW_MS, &update));
    job_lose(&job, &update);
    assert_true(atomic_load(&job.cancel));
    assert_false(job_set_progress(&job, 0.2, "Too late"));
    assert_false(job_has_update(&job, INT64_MAX, RENEW_MS));
    job_destroy(&job);
}

static void only_the_article_that_is_meant_is_cancelled(void **state)
{
    (void)state;
    struct job job;
    open_job(&job);
    assert_false(job_cancel(&job, "b"));
    assert_false(atomic_load(&job.cancel));
    assert_true(job_cancel(&job, "a"));
    assert_true(atomic_load(&job.cancel));
    job_close(&job);
    assert_false(job_cancel(&job, "a"));
    assert_false(job_cancel(&job, NULL));
    job_open(&job, &(struct article){.id = "b"}, "w/1");
    assert_false(atomic_load(&job.cancel));
    assert_true(job_cancel(&job, NULL));
    job_destroy(&job);
}

/* --- the signal --- */

static void a_signal_that_came_before_the_wait_is_seen_once(void **state)
{
    (void)state;
    unsigned long seen = 0;
    struct work_signal signal;
    work_signal_init(&signal);
    work_signal_raise(&signal);
    work_signal_raise(&signal);
    assert_true(work_signal_wait(&signal, &seen));
    assert_int_equal(seen, 2);
    work_signal_close(&signal);
    assert_false(work_signal_wait(&signal, &seen));
    work_signal_destroy(&signal);
}

/* --- the result --- */

static void the_record_hides_what_it_has_no_word_for(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct article article = {.words_charged = 7};
    struct error known = {.status = E_NOT_FOUND, .code = "no_sources", .message = "Add sources."};
    struct error unknown = {.status = E_IO, .code = "disk_full", .message = "/secret/path is full"};
    assert_null(job_result_fault(&article, &known, arena));
    assert_int_equal(article.state, ARTICLE_FAILED);
    assert_string_equal(article.error_code, "no_sources");
    assert_string_equal(article.error, "Add sources.");
    assert_int_equal(article.words_charged, 0);
    assert_string_equal(job_result_fault(&article, &unknown, arena), "/secret/path is full");
    assert_string_equal(article.error_code, "internal");
    assert_null(strstr(article.error, "secret"));
    arena_free(arena);
}

static void notes_of_the_writing_follow_those_of_the_request(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct article article = {.notes = "[\"a\"]"};
    json_t *more = json_pack("[s]", "b");
    assert_true(job_result_notes(&article, NULL, arena));
    assert_string_equal(article.notes, "[\"a\"]");
    assert_true(job_result_notes(&article, more, arena));
    assert_string_equal(article.notes, "[\"a\",\"b\"]");
    article.notes = NULL;
    assert_true(job_result_notes(&article, more, arena));
    assert_string_equal(article.notes, "[\"b\"]");
    json_decref(more);
    arena_free(arena);
}

/* --- on a store --- */

struct fixture {
    char folder[64];
    struct store *store;
    struct net *net;
    struct models *models;
    struct arena *arena;
    struct jobs_counters counters;
    atomic_bool stopping;
    struct jobs_options options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int changes;
    char last[UUID_LENGTH + 1]; /* article that changed last */
    struct article article;
};

static void note_change(void *context, const char *account_id, const char *article_id)
{
    struct fixture *f = context;
    (void)account_id;
    pthread_mutex_lock(&f->lock);
    f->changes++;
    snprintf(f->last, sizeof f->last, "%s", article_id);
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

static enum status add_account(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return make_account_with(db, "me", "professional", -1, -1, err);
}

static enum status add_article(struct db *db, void *argument, struct error *err)
{
    return article_insert(db, argument, err);
}

static void add(struct fixture *f, const char *id, const char *library, int64_t created_at)
{
    struct article article = {.id = id,
                              .account_id = "me",
                              .engine = 2,
                              .config = "{\"targetKeyword\":\"herbs\",\"articleType\":\"blog_post\"}",
                              .library = library,
                              .detail = "Queued",
                              .created_at = created_at};
    assert_int_equal(store_write(f->store, add_article, &article, NULL), OK);
}

static enum status get_article(struct db *db, void *argument, struct error *err)
{
    struct fixture *f = argument;
    return article_get(db, f->arena, "me", f->article.id, &f->article, err);
}

static const struct article *get(struct fixture *f, const char *id)
{
    f->article.id = id;
    assert_int_equal(store_read(f->store, get_article, f, NULL), OK);
    return &f->article;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    snprintf(f->folder, sizeof f->folder, "/tmp/copydesk-jobs-XXXXXX");
    f->arena = arena_new();
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    if (!mkdtemp(f->folder) || database_open(f->folder, &f->store, NULL) != OK ||
        net_new(&(struct net_options){0}, &f->net, NULL) != OK || models_open(NULL, &f->models, NULL) != OK ||
        store_write(f->store, add_account, NULL, NULL) != OK)
        return -1;
    f->options = (struct jobs_options){
        .workers = 1,
        .instance = "run",
        .store = f->store,
        .net = f->net,
        .models = f->models,
        .changed = note_change,
        .context = f,
        .stopping = &f->stopping,
        .counters = &f->counters,
    };
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[100];
    net_free(f->net);
    models_close(f->models);
    store_close(f->store);
    database_drop(f->folder);
    arena_free(f->arena);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    free(f);
    return system(command);
}

static void an_article_without_its_library_is_left_for_later(void **state)
{
    struct fixture *f = *state;
    struct article article;
    add(f, "first", "/nowhere/at/all", 1);
    assert_int_equal(job_claim(&f->options, "w", CLAIM_FROM_ANY, f->arena, &article, NULL), E_NOT_FOUND);
    assert_int_equal(f->changes, 1);
    assert_string_equal(f->last, "first");
    assert_non_null(strstr(get(f, "first")->detail, "/nowhere/at/all"));
    assert_int_equal(f->article.state, ARTICLE_QUEUED);
    assert_int_equal(f->article.attempt, 0);
    add(f, "second", NULL, 2);
    assert_int_equal(job_claim(&f->options, "w", CLAIM_FROM_ANY, f->arena, &article, NULL), OK);
    assert_string_equal(article.id, "second");
    assert_int_equal(article.attempt, 1);
    assert_int_equal(get(f, "second")->state, ARTICLE_PROCESSING);
}

static void workers_need_no_service_around_them(void **state)
{
    struct fixture *f = *state;
    struct workers *workers = NULL;
    assert_int_equal(workers_start(&f->options, &workers, NULL), OK);
    add(f, "a", NULL, 1);
    workers_wake(workers);
    pthread_mutex_lock(&f->lock);
    while (atomic_load(&f->counters.failed) == 0)
        pthread_cond_wait(&f->changed, &f->lock);
    pthread_mutex_unlock(&f->lock);
    assert_false(workers_cancel(workers, "b"));
    atomic_store(&f->stopping, true);
    workers_stop(workers);
    assert_int_equal(get(f, "a")->state, ARTICLE_FAILED);
    assert_string_equal(f->article.error_code, "no_sources"); /* it had nothing to draw from */
    assert_int_equal(atomic_load(&f->counters.finished), 0);
    assert_int_equal(atomic_load(&f->counters.words), 0);
    assert_string_equal(f->last, "a");
}

static void without_workers_articles_stay_queued(void **state)
{
    struct fixture *f = *state;
    struct workers *workers = NULL;
    f->options.workers = 0;
    assert_int_equal(workers_start(&f->options, &workers, NULL), OK);
    add(f, "a", NULL, 1);
    workers_wake(workers);
    workers_wake(NULL);
    assert_int_equal(workers_busy(workers), 0);
    assert_false(workers_cancel(workers, "a"));
    atomic_store(&f->stopping, true);
    workers_stop(workers);
    workers_stop(NULL);
    assert_int_equal(get(f, "a")->state, ARTICLE_QUEUED);
}

#define ON_STORE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_is_taken_once),
        cmocka_unit_test(progress_never_falls),
        cmocka_unit_test(a_lease_is_renewed_when_it_is_old_or_the_clock_was_set_back),
        cmocka_unit_test(a_lost_job_stops_and_stores_nothing_more),
        cmocka_unit_test(only_the_article_that_is_meant_is_cancelled),
        cmocka_unit_test(a_signal_that_came_before_the_wait_is_seen_once),
        cmocka_unit_test(the_record_hides_what_it_has_no_word_for),
        cmocka_unit_test(notes_of_the_writing_follow_those_of_the_request),
        ON_STORE(an_article_without_its_library_is_left_for_later),
        ON_STORE(workers_need_no_service_around_them),
        ON_STORE(without_workers_articles_stay_queued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
