/* Many threads on one store. Most of what this finds it finds under the thread sanitizer. */
#include "test_store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { THREADS = 64, ARTICLES_EACH = 10, FORKS = 100, READERS = 4, CHILD_SECONDS = 120 };

struct shared {
    struct store *store;
    atomic_int answered, claimed, failures;
};

struct worker {
    struct shared *shared;
    int number, next;
    char name[24];
    char id[32];
};

static enum status make_me(struct db *db, void *argument, struct error *err)
{
    return make_account_with(db, argument, "professional", -1, -1, err);
}

static enum status insert_next(struct db *db, void *argument, struct error *err)
{
    struct worker *worker = argument;
    snprintf(worker->id, sizeof worker->id, "%03d-%03d", worker->number, worker->next);
    return insert_article(db, "me", worker->id, worker->next, err);
}

static enum status find_mine(struct db *db, void *argument, struct error *err)
{
    struct worker *worker = argument;
    struct arena *arena = arena_new();
    struct article article;
    enum status status = arena ? article_get(db, arena, "me", worker->id, &article, err) : error_memory(err);
    arena_free(arena);
    return status;
}

static void count_answer(void *argument, enum status status, const struct error *err)
{
    (void)err;
    struct shared *shared = argument;
    atomic_fetch_add(status ? &shared->failures : &shared->answered, 1);
}

static enum status count_all(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    int64_t count = 0;
    return db_one(db, "SELECT COUNT(*) FROM article", DB_NOTHING, NULL, read_number, &count, err);
}

/* Inserts, and reads back at once what it was told is written. */
static void *insert_and_read(void *argument)
{
    struct worker *worker = argument;
    struct shared *shared = worker->shared;
    for (; worker->next < ARTICLES_EACH; worker->next++) {
        if (store_write(shared->store, insert_next, worker, NULL) || store_read(shared->store, find_mine, worker, NULL))
            atomic_fetch_add(&shared->failures, 1);
        if (store_submit(shared->store, count_all, shared, count_answer, NULL))
            atomic_fetch_add(&shared->failures, 1);
    }
    return NULL;
}

static enum status claim_one(struct db *db, void *argument, struct error *err)
{
    struct worker *worker = argument;
    struct arena *arena = arena_new();
    struct article article;
    enum status status =
        arena ? article_claim(db, arena, worker->name, 1000, 1000, CLAIM_FROM_ANY, &article, err) : error_memory(err);
    if (!status)
        snprintf(worker->id, sizeof worker->id, "%s", article.id);
    arena_free(arena);
    return status;
}

static enum status end_one(struct db *db, void *argument, struct error *err)
{
    struct worker *worker = argument;
    struct lease lease = {worker->id, worker->name, 1};
    struct article result = {.state = ARTICLE_FINISHED, .words_charged = 2};
    return article_end(db, &lease, &result, 1001, err);
}

static void *claim_and_end(void *argument)
{
    struct worker *worker = argument;
    struct shared *shared = worker->shared;
    enum status status;
    while ((status = store_write(shared->store, claim_one, worker, NULL)) == OK) {
        atomic_fetch_add(&shared->claimed, 1);
        if (store_write(shared->store, end_one, worker, NULL))
            atomic_fetch_add(&shared->failures, 1);
    }
    if (status != E_NOT_FOUND)
        atomic_fetch_add(&shared->failures, 1);
    return NULL;
}

static void run_threads(struct shared *shared, void *(*body)(void *))
{
    static struct worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.shared = shared, .number = i};
        snprintf(workers[i].name, sizeof workers[i].name, "worker %d", i);
        assert_int_equal(pthread_create(&threads[i], NULL, body, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void every_article_is_written_once(void **state)
{
    struct fixture *f = *state;
    struct shared shared = {0};
    assert_int_equal(database_open(f->folder, &shared.store, &f->err), OK);
    assert_int_equal(store_write(shared.store, make_me, "me", &f->err), OK);
    run_threads(&shared, insert_and_read);
    run_threads(&shared, claim_and_end);
    store_close(shared.store);
    assert_int_equal(shared.failures, 0);
    assert_int_equal(shared.answered, THREADS * ARTICLES_EACH);
    assert_int_equal(shared.claimed, THREADS * ARTICLES_EACH);
    database_target(f->folder, f->path);
    assert_int_equal(db_open(db_driver_of(f->path), f->path, DB_WRITER, &f->db, &f->err), OK);
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM article WHERE state = 'finished'"), THREADS * ARTICLES_EACH);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger"), THREADS * ARTICLES_EACH);
    assert_int_equal(number(f->db, "SELECT words_used FROM account"), 2 * THREADS * ARTICLES_EACH);
}

struct reading {
    struct store *store;
    atomic_bool over;
};

static void *read_on(void *argument)
{
    struct reading *reading = argument;
    while (!reading->over)
        store_read(reading->store, count_all, NULL, NULL);
    return NULL;
}

/* What the child of a fork does; it gives its exit status. */
static int open_anew(const char *folder)
{
    struct store *store;
    alarm(CHILD_SECONDS);
    if (mkdir(folder, 0700) != 0 || database_connect(folder, &store, NULL) != OK)
        return 1;
    enum status status = store_write(store, make_me, "me", NULL);
    store_close(store);
    remove_folder(folder);
    return status == OK ? 0 : 2;
}

/* Whatever lock another thread holds at that moment, in the child nobody will ever release it. */
static void a_fork_leaves_no_lock_held(void **state)
{
#if defined __SANITIZE_ADDRESS__
    skip(); /* its own locks are not safe over a fork of a process with threads */
#endif
    struct fixture *f = *state;
    struct reading reading = {0};
    pthread_t threads[READERS];
    char folder[80];
    snprintf(folder, sizeof folder, "%s/child", f->folder);
    assert_int_equal(database_open(f->folder, &reading.store, &f->err), OK);
    for (int i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_on, &reading), 0);
    int ended = 0, forks = database_server() ? FORKS / 10 : FORKS; /* to connect takes longer */
    if (database_server())
        database_make(folder);
    for (int status = 0; status == 0 && ended < forks; ended += status == 0) {
        pid_t child = fork();
        if (child == 0)
            _exit(open_anew(folder));
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    reading.over = true;
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    store_close(reading.store);
    database_drop(folder);
    assert_int_equal(ended, forks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_article_is_written_once, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(a_fork_leaves_no_lock_held, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
