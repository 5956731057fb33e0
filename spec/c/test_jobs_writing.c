/*
 * What workers give the writer, and what they do with its results. The writer here is a scripted one: its functions
 * stand in the place of those of write/.
 */
#include "account_fixture.h"
#include "base/system/system.h"
#include "database.h"
#include "service/jobs/jobs.h"
#include "write/params/params.h"
#include "write/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 100, THREADS = 8 };

/* --- the scripted writer --- */

struct fixture {
    char folder[64];
    struct store *store;
    struct arena *arena;
    struct jobs_counters counters;
    atomic_bool stopping;
    struct jobs_options options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int writing; /* articles that are being written */
    bool go;     /* those that wait go on */
    struct article article;
};

static struct fixture *now; /* of the test that runs */

/* For the writer's threads, out of which no test can be left. */
static void check(bool good)
{
    if (!good)
        abort();
}

/* What the writer does; each test sets one. */
static enum status (*on_write)(const struct write_services *services, const struct write_job *job, struct arena *arena,
                               struct write_result *result, struct error *err);
static enum status (*on_polish)(const struct write_job *job, const char *html, const char **polished,
                                struct error *err);

enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err)
{
    *result = (struct write_result){.notes = json_array(), .sources = json_array(), .run = json_array()};
    return on_write(services, job, arena, result, err);
}

enum status write_polish(const struct write_services *services, const struct write_job *job, struct arena *arena,
                         const char *html, const char **polished, const char **refused, struct error *err)
{
    (void)services, (void)arena, (void)refused;
    return on_polish(job, html, polished, err);
}

/* --- around it --- */

static void note_change(void *context, const char *account_id, const char *article_id)
{
    struct fixture *f = context;
    (void)account_id, (void)article_id;
    pthread_mutex_lock(&f->lock);
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

static void add(struct fixture *f, const char *id)
{
    struct article article = {.id = id,
                              .account_id = "me",
                              .engine = 2,
                              .config = "{\"targetKeyword\":\"herbs\",\"language\":\"German\",\"polishSettings\":{}}",
                              .detail = "Queued",
                              .created_at = 1};
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
        store_write(f->store, add_account, NULL, NULL) != OK)
        return -1;
    struct models *models;
    if (models_open(NULL, &models, NULL) != OK)
        return -1;
    f->options = (struct jobs_options){
        .workers = 1,
        .instance = "run",
        .store = f->store,
        .models = models,
        .changed = note_change,
        .context = f,
        .stopping = &f->stopping,
        .counters = &f->counters,
    };
    log_set_level(LOG_ERROR);
    now = *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[100];
    store_close(f->store);
    database_drop(f->folder);
    models_close((struct models *)f->options.models);
    arena_free(f->arena);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    free(f);
    return system(command);
}

static struct workers *start(struct fixture *f)
{
    struct workers *workers = NULL;
    atomic_store(&f->stopping, false);
    assert_int_equal(workers_start(&f->options, &workers, NULL), OK);
    return workers;
}

static void stop(struct fixture *f, struct workers *workers)
{
    atomic_store(&f->stopping, true);
    workers_stop(workers);
}

static void wait_for_ends(struct fixture *f, unsigned long count)
{
    pthread_mutex_lock(&f->lock);
    while (atomic_load(&f->counters.finished) + atomic_load(&f->counters.failed) < count)
        pthread_cond_wait(&f->changed, &f->lock);
    pthread_mutex_unlock(&f->lock);
}

static enum status finish(struct write_result *result)
{
    result->title = result->slug = result->meta_description = "t";
    result->html = "<p>one two</p>";
    result->words = 2;
    return OK;
}

/* Waits until the test lets it go on, or it is called off. */
static enum status wait_for_go(const struct write_job *job, struct error *err)
{
    pthread_mutex_lock(&now->lock);
    now->writing++;
    pthread_cond_broadcast(&now->changed);
    while (!now->go && !atomic_load(job->cancel)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 10 * 1000 * 1000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&now->changed, &now->lock, &until);
    }
    now->writing--;
    bool go = now->go;
    pthread_mutex_unlock(&now->lock);
    return go ? OK : error_set(err, E_CANCELLED, NULL, "called off");
}

static void wait_for_writing(struct fixture *f, int count)
{
    pthread_mutex_lock(&f->lock);
    while (f->writing < count)
        pthread_cond_wait(&f->changed, &f->lock);
    pthread_mutex_unlock(&f->lock);
}

static void let_go(struct fixture *f)
{
    pthread_mutex_lock(&f->lock);
    f->go = true;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

/* --- many threads of one article --- */

struct section {
    const struct write_job *job;
    pthread_t thread;
    int number;
    enum status status;
};

static enum status write_section(struct section *section, struct error *err)
{
    const struct write_job *job = section->job;
    char name[32];
    struct str output = STR("text");
    struct arena *arena = arena_new();
    snprintf(name, sizeof name, "section-%d", section->number);
    struct write_step step = {.name = name,
                              .version = 3,
                              .model = "luna",
                              .started_at = 5,
                              .seconds = 0.5,
                              .usage = {10, 20},
                              .status = "the answer was no JSON"};
    enum status status = job->save_step(job->context, &step, err);
    step.is_done = true;
    step.status = "done";
    step.output = output;
    if (!status)
        status = job->save_step(job->context, &step, err);
    if (!status)
        status = job->load_step(job->context, arena, name, 3, &output, err);
    if (!status)
        status = job->progress(job->context, 0.1 * section->number, name, err);
    if (!status && job->load_step(job->context, arena, name, 4, &output, err) != E_NOT_FOUND)
        status = E_INTERNAL;
    arena_free(arena);
    return status;
}

static void *run_section(void *argument)
{
    struct error err;
    struct section *section = argument;
    section->status = write_section(section, &err);
    return NULL;
}

static enum status write_side_by_side(const struct write_services *services, const struct write_job *job,
                                      struct arena *arena, struct write_result *result, struct error *err)
{
    struct section sections[THREADS];
    (void)services, (void)arena, (void)err;
    for (int i = 0; i < THREADS; i++) {
        sections[i] = (struct section){.job = job, .number = i};
        check(thread_start_small(&sections[i].thread, run_section, &sections[i], NULL) == OK);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(sections[i].thread, NULL);
        check(sections[i].status == OK);
    }
    json_array_append_new(result->run, json_pack("{sssb}", "url", "https://example.org/", "used", 1));
    result->polished_html = "<p>three</p>";
    return finish(result);
}

struct listing {
    struct arena *arena;
    struct article_step *steps;
    size_t count;
};

static enum status list_steps(struct db *db, void *argument, struct error *err)
{
    struct listing *listing = argument;
    return step_list(db, listing->arena, "a", &listing->steps, &listing->count, err);
}

static void several_threads_write_one_article(void **state)
{
    struct fixture *f = *state;
    on_write = write_side_by_side;
    add(f, "a");
    struct workers *workers = start(f);
    workers_wake(workers);
    wait_for_ends(f, 1);
    stop(f, workers);
    struct listing listing = {.arena = f->arena};
    assert_int_equal(store_read(f->store, list_steps, &listing, NULL), OK);
    assert_int_equal(listing.count, 2 * THREADS);
    int done = 0;
    for (size_t i = 0; i < listing.count; i++) {
        const struct article_step *step = &listing.steps[i];
        assert_string_equal(step->model, "luna");
        assert_int_equal(step->input_tokens, 10);
        assert_int_equal(step->output_tokens, 20);
        assert_string_equal(step->status, step->is_done ? "done" : "the answer was no JSON");
        done += step->is_done;
    }
    assert_int_equal(done, THREADS);
    assert_int_equal(get(f, "a")->state, ARTICLE_FINISHED);
    assert_string_equal(f->article.run, "{\"sources\":[{\"url\":\"https://example.org/\",\"used\":true}]}");
    assert_string_equal(f->article.polished_html, "<p>three</p>");
}

/* --- many articles at once --- */

static enum status write_when_told(const struct write_services *services, const struct write_job *job,
                                   struct arena *arena, struct write_result *result, struct error *err)
{
    (void)services, (void)arena;
    enum status status = wait_for_go(job, err);
    return status ? status : finish(result);
}

static void one_wake_up_gets_all_workers_to_work(void **state)
{
    struct fixture *f = *state;
    char id[16];
    on_write = write_when_told;
    f->options.workers = MANY;
    for (int i = 0; i < MANY; i++) {
        snprintf(id, sizeof id, "a%03d", i);
        add(f, id);
    }
    struct workers *workers = start(f);
    workers_wake(workers);
    wait_for_writing(f, MANY);
    assert_int_equal(workers_busy(workers), MANY);
    let_go(f);
    wait_for_ends(f, MANY);
    stop(f, workers);
    assert_int_equal(atomic_load(&f->counters.finished), MANY);
    assert_int_equal(atomic_load(&f->counters.words), 2 * MANY);
}

static enum status fail_with_sources(const struct write_services *services, const struct write_job *job,
                                     struct arena *arena, struct write_result *result, struct error *err)
{
    (void)services, (void)job, (void)arena;
    json_array_append_new(result->run, json_pack("{ssss}", "url", "u", "why", "it cannot be read"));
    return error_set(err, E_NOT_FOUND, "no_sources", "Nothing can be read.");
}

static void a_failed_article_tells_what_was_looked_at(void **state)
{
    struct fixture *f = *state;
    on_write = fail_with_sources;
    add(f, "a");
    struct workers *workers = start(f);
    workers_wake(workers);
    wait_for_ends(f, 1);
    stop(f, workers);
    assert_int_equal(get(f, "a")->state, ARTICLE_FAILED);
    assert_string_equal(f->article.run, "{\"sources\":[{\"url\":\"u\",\"why\":\"it cannot be read\"}]}");
}

/* --- polishing --- */

static enum status write_at_once(const struct write_services *services, const struct write_job *job,
                                 struct arena *arena, struct write_result *result, struct error *err)
{
    (void)services, (void)job, (void)arena, (void)err;
    return finish(result);
}

static enum status ask(struct db *db, void *argument, struct error *err)
{
    return article_polish(db, "me", "a", argument, 5, err);
}

/* With the article "a", finished, that is to be polished. */
static void finish_and_ask(struct fixture *f, const char *settings)
{
    on_write = write_at_once;
    add(f, "a");
    struct workers *workers = start(f);
    workers_wake(workers);
    wait_for_ends(f, 1);
    stop(f, workers);
    assert_int_equal(store_write(f->store, ask, (void *)settings, NULL), OK);
}

static void wait_for_polish(struct fixture *f)
{
    pthread_mutex_lock(&f->lock);
    for (;;) {
        pthread_mutex_unlock(&f->lock);
        bool done = !get(f, "a")->polish;
        pthread_mutex_lock(&f->lock);
        if (done)
            break;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&f->changed, &f->lock, &until);
    }
    pthread_mutex_unlock(&f->lock);
}

static enum status polish_as_asked(const struct write_job *job, const char *html, const char **polished,
                                   struct error *err)
{
    check(strcmp(html, "<p>one two</p>") == 0);
    check(config_is(job->config, "language", "German"));
    check(config_is(job->config, "polishCustomInstructions", "Shorter."));
    check(json_is_true(json_object_get(json_object_get(job->config, "polishSettings"), "humanize")));
    *polished = "<p>two</p>";
    return job->progress(job->context, 0.5, "Polishing section 1", err);
}

static void a_finished_article_is_polished(void **state)
{
    struct fixture *f = *state;
    finish_and_ask(f, "{\"polishSettings\":{\"humanize\":true},\"polishCustomInstructions\":\"Shorter.\"}");
    assert_string_equal(get(f, "a")->detail, "Polishing");
    on_polish = polish_as_asked;
    struct workers *workers = start(f);
    workers_wake(workers);
    wait_for_polish(f);
    stop(f, workers);
    assert_int_equal(get(f, "a")->state, ARTICLE_FINISHED);
    assert_string_equal(f->article.detail, "Finished");
    assert_string_equal(f->article.polished_html, "<p>two</p>");
    assert_string_equal(f->article.html, "<p>one two</p>");
    assert_string_equal(
        f->article.notes,
        "[\"polishSettings.humanize is left to a language model: the built-in writer takes no phrase "
        "out of a sentence.\",\"The instructions for polishing were without effect: only a language model can follow "
        "them.\"]");
    assert_int_equal(atomic_load(&f->counters.finished), 1);
    assert_int_equal(atomic_load(&f->counters.words), 2);
}

static enum status refuse_to_polish(const struct write_job *job, const char *html, const char **polished,
                                    struct error *err)
{
    (void)job, (void)html, (void)polished;
    return error_set(err, E_NETWORK, "model_unavailable", "The model cannot be reached.");
}

static void a_polishing_that_fails_is_noted_until_the_next(void **state)
{
    struct fixture *f = *state;
    finish_and_ask(f, "{}");
    on_polish = refuse_to_polish;
    for (int i = 0; i < 2; i++) {
        struct workers *workers = start(f);
        workers_wake(workers);
        wait_for_polish(f);
        stop(f, workers);
        assert_int_equal(get(f, "a")->state, ARTICLE_FINISHED);
        assert_null(f->article.polished_html);
        assert_string_equal(f->article.notes, "[\"The article could not be polished: The model cannot be reached.\"]");
        assert_int_equal(store_write(f->store, ask, "{}", NULL), OK);
    }
}

static enum status polish_when_told(const struct write_job *job, const char *html, const char **polished,
                                    struct error *err)
{
    (void)html;
    *polished = "<p>late</p>";
    return wait_for_go(job, err);
}

static void an_interrupted_polishing_goes_on_later(void **state)
{
    struct fixture *f = *state;
    finish_and_ask(f, "{}");
    on_polish = polish_when_told;
    struct workers *workers = start(f);
    workers_wake(workers);
    wait_for_writing(f, 1);
    stop(f, workers);
    assert_non_null(get(f, "a")->polish);
    assert_null(f->article.polished_html);
    workers = start(f);
    workers_wake(workers);
    wait_for_writing(f, 1);
    let_go(f);
    wait_for_polish(f);
    stop(f, workers);
    assert_string_equal(get(f, "a")->polished_html, "<p>late</p>");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(several_threads_write_one_article),
        TEST(one_wake_up_gets_all_workers_to_work),
        TEST(a_failed_article_tells_what_was_looked_at),
        TEST(a_finished_article_is_polished),
        TEST(a_polishing_that_fails_is_noted_until_the_next),
        TEST(an_interrupted_polishing_goes_on_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
