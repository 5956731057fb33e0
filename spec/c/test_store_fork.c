/* A program that forks with its database open: the child has the database for itself, locks and all. */
#include "test_store.h"

#include "store/db/fork_guard.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <sys/wait.h>

#if defined __SANITIZE_ADDRESS__
#define SKIP_WITH_THREADS() skip() /* its own locks are not safe over a fork of a process with threads */
#else
#define SKIP_WITH_THREADS() (void)0
#endif

/* In a child, where a failed assertion would run the tests a second time. */
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            _exit(1);                                                                                                  \
        }                                                                                                              \
    } while (0)

/* Two processes that take turns. When one ends, the other one's wait fails. */
struct turns {
    int to_child[2], to_parent[2];
    int in, out; /* of this process, after the fork */
};

static void open_turns(struct turns *turns)
{
    assert_int_equal(pipe(turns->to_child), 0);
    assert_int_equal(pipe(turns->to_parent), 0);
}

static pid_t fork_in_turns(struct turns *turns)
{
    pid_t child = fork();
    bool is_child = child == 0;
    close(turns->to_child[is_child]);
    close(turns->to_parent[!is_child]);
    turns->in = is_child ? turns->to_child[0] : turns->to_parent[0];
    turns->out = is_child ? turns->to_parent[1] : turns->to_child[1];
    return child;
}

static void close_turns(struct turns *turns)
{
    close(turns->in);
    close(turns->out);
}

static bool pass(const struct turns *turns)
{
    return write(turns->out, "x", 1) == 1;
}

static bool wait_for_turn(const struct turns *turns)
{
    char byte;
    return read(turns->in, &byte, 1) == 1;
}

static void assert_child(pid_t child)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static struct db *open_writer(struct fixture *f)
{
    struct db *db = NULL;
    return db_open(&db_sqlite, f->path, DB_WRITER, &db, &f->err) ? NULL : db;
}

static bool add(struct db *db, const char *row, struct error *err)
{
    return db_run(db, "INSERT INTO row (name) VALUES ($1)", DB_BIND(db_text(row)), NULL, err) == OK;
}

static struct db *create(struct fixture *f)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fclose(file);
    struct db *db = open_writer(f);
    assert_non_null(db);
    assert_int_equal(db_script(db, "CREATE TABLE row (name TEXT NOT NULL) STRICT", &f->err), OK);
    return db;
}

/* --- the child goes on where its parent was --- */

static void write_in_turns(struct fixture *f, struct turns *turns)
{
    alarm(60);
    CHECK(wait_for_turn(turns));
    struct db *db = open_writer(f);
    CHECK(db);
    CHECK(add(db, "first", &f->err));
    CHECK(pass(turns));
    CHECK(wait_for_turn(turns));
    CHECK(add(db, "second", &f->err));
    CHECK(number(db, "SELECT COUNT(*) FROM row") == 3);
    db_close(db);
    _exit(0);
}

static bool has_log(const struct fixture *f)
{
    char path[sizeof f->path + 8];
    snprintf(path, sizeof path, "%s-wal", f->path);
    return access(path, F_OK) == 0;
}

/*
 * The parent's connections are closed after the fork. While the child has the database open, another process that opens
 * and closes it is not the last one.
 */
static void fork_with(struct fixture *f, struct db *writer, struct db *reader)
{
    struct turns turns;
    open_turns(&turns);
    pid_t child = fork_in_turns(&turns);
    if (child == 0)
        write_in_turns(f, &turns);
    db_rollback(writer);
    db_close(reader);
    db_close(writer);
    assert_true(pass(&turns));
    assert_true(wait_for_turn(&turns));
    struct db *other = open_writer(f);
    assert_non_null(other);
    assert_true(add(other, "other", &f->err));
    db_close(other);
    assert_true(has_log(f));
    assert_true(pass(&turns));
    assert_child(child);
    close_turns(&turns);
    f->db = open_writer(f);
    assert_non_null(f->db);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM row"), 3);
}

static struct db *open_reader(struct fixture *f)
{
    struct db *reader = NULL;
    assert_int_equal(db_open(&db_sqlite, f->path, DB_READER, &reader, &f->err), OK);
    assert_int_equal(number(reader, "SELECT COUNT(*) FROM row"), 0);
    return reader;
}

static void outside_a_transaction(void **state)
{
    struct fixture *f = *state;
    struct db *writer = create(f);
    fork_with(f, writer, open_reader(f));
}

static void inside_a_transaction_that_writes(void **state)
{
    struct fixture *f = *state;
    struct db *writer = create(f), *reader = open_reader(f);
    assert_int_equal(db_begin(writer, DB_WRITER, &f->err), OK);
    assert_true(add(writer, "undone", &f->err));
    fork_with(f, writer, reader);
}

static void inside_a_transaction_that_reads(void **state)
{
    struct fixture *f = *state;
    struct db *writer = create(f), *reader = open_reader(f);
    assert_int_equal(db_begin(reader, DB_READER, &f->err), OK);
    assert_int_equal(number(reader, "SELECT COUNT(*) FROM row"), 0);
    fork_with(f, writer, reader);
}

/* --- both at once --- */

static void read_beside_the_parent(struct fixture *f, struct turns *turns)
{
    struct db *reader = NULL;
    alarm(60);
    CHECK(db_open(&db_sqlite, f->path, DB_READER, &reader, &f->err) == OK);
    CHECK(db_begin(reader, DB_READER, &f->err) == OK);
    CHECK(number(reader, "SELECT COUNT(*) FROM row") == 1);
    CHECK(pass(turns));
    CHECK(wait_for_turn(turns));
    CHECK(number(reader, "SELECT COUNT(*) FROM row") == 1);
    db_close(reader);
    _exit(0);
}

/* What the child reads stays as it was: its parent knows of the transaction. */
static void a_child_reads_while_its_parent_writes(void **state)
{
    struct fixture *f = *state;
    struct turns turns;
    open_turns(&turns);
    f->db = create(f);
    assert_int_equal(number(f->db, "PRAGMA busy_timeout = 0"), 0);
    assert_true(add(f->db, "before", &f->err));
    pid_t child = fork_in_turns(&turns);
    if (child == 0)
        read_beside_the_parent(f, &turns);
    assert_true(wait_for_turn(&turns));
    assert_true(add(f->db, "after", &f->err));
    assert_int_equal(number(f->db, "PRAGMA wal_checkpoint(RESTART)"), 1); /* 1: somebody reads from the log */
    assert_true(pass(&turns));
    assert_child(child);
    assert_int_equal(number(f->db, "PRAGMA wal_checkpoint(RESTART)"), 0);
    close_turns(&turns);
}

static void add_as_grandchild(struct fixture *f)
{
    alarm(60);
    CHECK(fork_guard_generation() == 2);
    struct db *db = open_writer(f);
    CHECK(db);
    CHECK(add(db, "grandchild", &f->err));
    db_close(db);
    _exit(0);
}

/* The child holds a transaction open at its own fork. */
static void fork_again(struct fixture *f)
{
    struct turns turns;
    int status = -1;
    alarm(60);
    struct db *db = open_writer(f);
    CHECK(db && fork_guard_generation() == 1);
    CHECK(add(db, "child", &f->err));
    CHECK(db_begin(db, DB_WRITER, &f->err) == OK);
    CHECK(pipe(turns.to_child) == 0 && pipe(turns.to_parent) == 0);
    pid_t child = fork_in_turns(&turns);
    if (child == 0) {
        CHECK(wait_for_turn(&turns));
        add_as_grandchild(f);
    }
    CHECK(child > 0);
    db_rollback(db);
    db_close(db);
    CHECK(pass(&turns));
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    _exit(0);
}

static void a_child_may_fork_again(void **state)
{
    struct fixture *f = *state;
    f->db = create(f);
    pid_t child = fork();
    if (child == 0)
        fork_again(f);
    assert_child(child);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM row"), 2);
}

/* --- the store --- */

struct held {
    struct store *store;
    sem_t begun, may_end;
    enum status status;
};

static enum status make_me(struct db *db, void *argument, struct error *err)
{
    return make_account_with(db, argument, "professional", 1000, 10, err);
}

static enum status hold(struct db *db, void *argument, struct error *err)
{
    struct held *held = argument;
    enum status status = make_me(db, "parent", err);
    sem_post(&held->begun);
    while (sem_wait(&held->may_end) != 0)
        continue;
    return status;
}

static void *hold_on(void *argument)
{
    struct held *held = argument;
    held->status = store_write(held->store, hold, held, NULL);
    return NULL;
}

static void succeed(struct fixture *f, struct turns *turns)
{
    struct store *store = NULL;
    alarm(60);
    CHECK(wait_for_turn(turns));
    CHECK(store_open(f->folder, &store, &f->err) == OK);
    CHECK(store_write(store, make_me, "child", &f->err) == OK);
    store_close(store);
    _exit(0);
}

/* The fork does not wait for the transaction, which would wait for whatever the work waits for. */
static void while_another_thread_writes(void **state)
{
    SKIP_WITH_THREADS();
    struct fixture *f = *state;
    struct held held = {0};
    struct turns turns;
    pthread_t thread;
    open_turns(&turns);
    sem_init(&held.begun, 0, 0);
    sem_init(&held.may_end, 0, 0);
    assert_int_equal(store_open(f->folder, &held.store, &f->err), OK);
    assert_int_equal(pthread_create(&thread, NULL, hold_on, &held), 0);
    while (sem_wait(&held.begun) != 0)
        continue;
    pid_t child = fork_in_turns(&turns);
    if (child == 0)
        succeed(f, &turns);
    sem_post(&held.may_end);
    pthread_join(thread, NULL);
    store_close(held.store);
    assert_int_equal(held.status, OK);
    assert_true(pass(&turns));
    assert_child(child);
    close_turns(&turns);
    sem_destroy(&held.begun);
    sem_destroy(&held.may_end);
    f->db = open_writer(f);
    assert_non_null(f->db);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM account"), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(outside_a_transaction),           TEST(inside_a_transaction_that_writes),
        TEST(inside_a_transaction_that_reads), TEST(a_child_reads_while_its_parent_writes),
        TEST(a_child_may_fork_again),          TEST(while_another_thread_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
