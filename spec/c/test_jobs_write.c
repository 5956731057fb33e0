/* What the writer of an article is given by the worker that runs it. write_article and indexes_open are this file's own
 * here. */
#include "account_fixture.h"
#include "base/system/system.h"
#include "database.h"
#include "model/model.h"
#include "service/api/api.h"
#include "service/domain/domain.h"
#include "service/jobs/job.h"
#include "service/jobs/job_write.h"
#include "write/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* --- indexes that cannot be had for a while --- */

static struct {
    int failures; /* that are left */
    const char *code;
    int calls;
} indexes;

enum status indexes_open(struct index_cache *cache, const char *account_id, const char *domain_id,
                         struct link_index **index, struct error *err)
{
    (void)cache;
    *index = NULL;
    indexes.calls++;
    if (indexes.failures-- > 0)
        return error_set(err, E_IO, indexes.code, "it is away");
    assert_string_equal(account_id, "me");
    assert_string_equal(domain_id, "d");
    return OK;
}

/* --- a writer that looks at its job --- */

static struct {
    int engine;
    const struct turns *processors;
    enum status own, foreign, unknown; /* what loading these brands gave */
    char *brand;                       /* the own one, as JSON */
} seen;

enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err)
{
    json_t *brand = NULL;
    seen.processors = services->processors;
    (void)arena;
    seen.engine = job->engine;
    seen.foreign = job->load_brand(job->context, "b-you", &brand, err);
    assert_null(brand);
    seen.unknown = job->load_brand(job->context, "none", &brand, err);
    assert_null(brand);
    seen.own = job->load_brand(job->context, "b-me", &brand, err);
    seen.brand = json_dumps(brand, JSON_COMPACT);
    json_decref(brand);
    result->notes = json_array();
    result->sources = json_array();
    return error_set(err, E_INVALID, "no_sources", "enough was seen");
}

/* --- a store with an account, a stranger, and a brand of each --- */

struct fixture {
    char folder[64];
    struct store *store;
    struct models *models;
    struct arena *arena;
    struct jobs_options options;
};

static enum status fill(struct db *db, void *argument, struct error *err)
{
    static const struct brand brands[] = {
        {.id = "b-me",
         .account_id = "me",
         .name = "Hearth",
         .voice = "warm \"and\" short",
         .avoid = "[\"cheap\"]",
         .links = "[{\"text\":\"shop\",\"url\":\"https://hearth.example/\"}]",
         .created_at = 7},
        {.id = "b-you", .account_id = "you", .name = "Secret", .avoid = "[]", .links = "[]"},
    };
    (void)argument;
    enum status status = make_account_with(db, "me", "professional", -1, -1, err);
    if (status == OK)
        status = make_account_with(db, "you", "professional", -1, -1, err);
    for (size_t i = 0; i < COUNT_OF(brands) && status == OK; i++)
        status = brand_insert(db, &brands[i], err);
    return status;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    snprintf(f->folder, sizeof f->folder, "/tmp/copydesk-jobs-XXXXXX");
    f->arena = arena_new();
    if (!mkdtemp(f->folder) || database_open(f->folder, &f->store, NULL) != OK ||
        models_open(NULL, &f->models, NULL) != OK || store_write(f->store, fill, NULL, NULL) != OK)
        return -1;
    f->options = (struct jobs_options){.store = f->store, .models = f->models, .write_brand = brands_write};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[100];
    models_close(f->models);
    store_close(f->store);
    database_drop(f->folder);
    arena_free(f->arena);
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    free(f);
    free(seen.brand);
    seen.brand = NULL;
    return system(command);
}

static void write_it(struct fixture *f, int engine)
{
    struct turns processors;
    const struct write_services services = {.processors = &processors};
    struct job job = {0};
    struct job_outcome outcome;
    struct article article = {.id = "a",
                              .account_id = "me",
                              .engine = engine,
                              .config = "{\"targetKeyword\":\"herbs\",\"brandId\":\"b-me\"}",
                              .notes = "[]"};
    job_init(&job);
    job_open(&job, &article, "w/1");
    job_write(&job, &f->options, &services, f->arena, &article, &outcome);
    assert_true(outcome.ended);
    assert_ptr_equal(seen.processors, &processors);
    assert_string_equal(article.error_code, "no_sources"); /* the writer was called */
    job_close(&job);
    job_destroy(&job);
}

static void the_engine_is_that_of_the_article(void **state)
{
    write_it(*state, 1);
    assert_int_equal(seen.engine, 1);
    free(seen.brand);
    write_it(*state, 2);
    assert_int_equal(seen.engine, 2);
}

static void a_brand_comes_as_it_is_shown_and_only_the_accounts_own(void **state)
{
    write_it(*state, 2);
    assert_int_equal(seen.foreign, E_NOT_FOUND);
    assert_int_equal(seen.unknown, E_NOT_FOUND);
    assert_int_equal(seen.own, OK);
    assert_string_equal(seen.brand,
                        "{\"brandId\":\"b-me\",\"name\":\"Hearth\",\"url\":null,\"description\":null,"
                        "\"voice\":\"warm \\\"and\\\" short\",\"knowledge\":null,\"audience\":null,"
                        "\"avoid\":[\"cheap\"],\"links\":[{\"text\":\"shop\",\"url\":\"https://hearth.example/\"}],"
                        "\"createdAt\":7,\"updatedAt\":7}");
}

/* Fails so many times, as while the database is away. */
static enum status fail_for_a_while(struct db *db, void *argument, struct error *err)
{
    int *left = argument;
    (void)db;
    return (*left)-- > 0 ? error_set(err, E_IO, "database_gone", "it is away") : OK;
}

static void what_cannot_be_read_for_a_moment_is_tried_again(void **state)
{
    struct fixture *f = *state;
    struct error err = {0};
    atomic_bool stops = false;
    int left = 1;
    assert_int_equal(job_read(f->store, fail_for_a_while, &left, "a", &stops, &err), OK);
    assert_int_equal(left, -1);
    stops = true;
    left = 1;
    assert_int_equal(job_read(f->store, fail_for_a_while, &left, "a", &stops, &err), E_IO);
    assert_string_equal(err.message, "it is away");
    assert_int_equal(left, 0);
}

/* Opens an index in a job whose worker goes on, or is to stop. */
static enum status open_index(struct fixture *f, bool stops, bool *is_cut_off, struct error *err)
{
    struct job job = {0};
    struct link_index *index;
    struct job_calls calls = {.job = &job, .options = &f->options, .account_id = "me"};
    const struct article article = {.id = "a", .account_id = "me"};
    json_t *config = json_object();
    job_init(&job);
    job_open(&job, &article, "w/1");
    atomic_store(&job.cancel, stops);
    const struct write_job write_job = job_callbacks(&calls, config);
    enum status status = write_job.open_index(write_job.context, "d", &index, err);
    *is_cut_off = atomic_load(&calls.is_cut_off);
    job_close(&job);
    job_destroy(&job);
    json_decref(config);
    return status;
}

static void an_index_that_cannot_be_had_for_a_moment_is_asked_for_again(void **state)
{
    struct fixture *f = *state;
    struct error err = {0};
    bool is_cut_off;
    indexes.failures = 1;
    indexes.code = "database_gone";
    indexes.calls = 0;
    assert_int_equal(open_index(f, false, &is_cut_off, &err), OK);
    assert_int_equal(indexes.calls, 2);
    assert_false(is_cut_off);
    indexes.failures = 9;
    assert_int_equal(open_index(f, true, &is_cut_off, &err), E_IO);
    assert_string_equal(err.message, "it is away");
    assert_int_equal(indexes.calls, 3);
    assert_true(is_cut_off); /* the article goes on later */
    indexes.code = "disk_full";
    assert_int_equal(open_index(f, true, &is_cut_off, &err), E_IO);
    assert_false(is_cut_off);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_engine_is_that_of_the_article),
        TEST(a_brand_comes_as_it_is_shown_and_only_the_accounts_own),
        TEST(an_index_that_cannot_be_had_for_a_moment_is_asked_for_again),
        TEST(what_cannot_be_read_for_a_moment_is_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
