/* Several nodes on one store, in one process: they see each other come, fall silent, come back and go. */
#include "service/nodes.h"

#include "test_store.h"

#include "service/jobs/jobs.h"
#include "store/store.h"

#include <fcntl.h>

enum { BEAT_MS = 5, ONE_BEAT_MS = 3600 * 1000, PATIENCE_MS = 120 * 1000 };

#define ONE   "01890000-0000-7000-8000-000000000001"
#define TWO   "01890000-0000-7000-8000-000000000002"
#define THREE "01890000-0000-7000-8000-000000000003"

static struct store *store;

/* --- the log --- */

static int standard_error = -1;
static char log_path[96];

static void begin_log(const struct fixture *f)
{
    snprintf(log_path, sizeof log_path, "%s/log", f->folder);
    int file = open(log_path, O_CREAT | O_WRONLY | O_APPEND, 0600);
    assert_true(file >= 0);
    fflush(stderr);
    standard_error = dup(STDERR_FILENO);
    assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
    close(file);
    log_set_level(LOG_INFO);
}

static void end_log(void)
{
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    log_set_level(LOG_WARN);
}

static int count_in_log(const char *part)
{
    static char text[1 << 16];
    int count = 0;
    FILE *file = fopen(log_path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void wait_for(const char *part)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; !count_in_log(part) && clock_mono_ms() < until;)
        nanosleep(&pause, NULL);
    if (!count_in_log(part))
        fail_msg("nothing was said of \"%s\" (%d lines)", part, count_in_log("\n"));
}

/* --- the store --- */

static enum status run(struct db *db, void *argument, struct error *err)
{
    return db_run(db, argument, DB_NOTHING, NULL, err);
}

static void write_sql(const char *sql)
{
    struct error err;
    if (store_write(store, run, (void *)sql, &err))
        fail_msg("%s: %s", sql, err.message);
}

struct question {
    const char *sql;
    int64_t number;
};

static enum status read_one(struct db *db, void *argument, struct error *err)
{
    struct question *question = argument;
    return db_one(db, question->sql, DB_NOTHING, NULL, read_number, &question->number, err);
}

static int64_t ask(const char *sql)
{
    struct error err;
    struct question question = {sql, -1};
    if (store_read(store, read_one, &question, &err))
        fail_msg("%s: %s", sql, err.message);
    return question.number;
}

static void wait_until(const char *sql)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; !ask(sql) && clock_mono_ms() < until;)
        nanosleep(&pause, NULL);
    if (!ask(sql))
        fail_msg("%s did not come true", sql);
}

static enum status make_place(struct db *db, void *argument, struct error *err)
{
    struct article article;
    enum status status = make_account_with(db, "me", "free", -1, -1, err);
    if (status == OK)
        status = insert_article(db, "me", "a", 1, err);
    return status ? status
                  : article_claim(db, argument, THREE "/0", db_now(db), 3600000, CLAIM_FROM_ANY, &article, err);
}

static atomic_int freed;

static void count_freed(void *context)
{
    (void)context;
    atomic_fetch_add(&freed, 1);
}

static const char *node_folder; /* NULL: none */

static struct nodes *join_with(const char *id, const char *name, bool is_shared, int64_t beat_ms)
{
    struct error err;
    struct nodes *nodes = NULL;
    const struct nodes_options options = {.store = store,
                                          .id = id,
                                          .folder = node_folder,
                                          .name = name,
                                          .address = "",
                                          .workers = 2,
                                          .is_shared = is_shared,
                                          .beat_ms = beat_ms,
                                          .freed = count_freed};
    if (nodes_join(&options, &nodes, &err))
        fail_msg("%s", err.message);
    return nodes;
}

static struct nodes *join(const char *id, const char *name, bool is_shared)
{
    return join_with(id, name, is_shared, BEAT_MS);
}

static void start(struct nodes *nodes, const char *address, struct workers *workers)
{
    struct error err;
    if (nodes_start(nodes, address, workers, &err))
        fail_msg("%s", err.message);
}

/* No workers at all: nothing is ever under way. */
static struct workers *no_workers(void)
{
    struct error err;
    static atomic_bool stopping;
    static struct jobs_counters counters;
    struct workers *workers = NULL;
    const struct jobs_options options = {.instance = ONE, .store = store, .stopping = &stopping, .counters = &counters};
    if (workers_start(&options, &workers, &err))
        fail_msg("%s", err.message);
    return workers;
}

static int set_up(void **state)
{
    set_up_folder(state);
    struct fixture *f = *state;
    if (store_open(f->folder, &store, &f->err) || store_write(store, make_place, f->arena, &f->err))
        fail_msg("%s", f->err.message);
    begin_log(f);
    return 0;
}

static int shut_down(void **state)
{
    end_log();
    store_close(store);
    return tear_down(state);
}

/* --- alone --- */

static void who_is_alone_is_the_only_one(void **state)
{
    (void)state;
    write_sql("INSERT INTO node VALUES ('" THREE "', 'c', '', '1', 10, 1, 1, 5, 9000000000000000)");
    assert_int_equal(ask("SELECT lease_until > 0 FROM article"), 1);
    struct nodes *nodes = join(ONE, NULL, false);
    assert_true(strlen(nodes_name(nodes)) > 0);
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 1);
    assert_int_equal(ask("SELECT lease_until > 0 FROM article"), 0);
    struct workers *workers = no_workers();
    int64_t seen = ask("SELECT seen_at FROM node");
    start(nodes, "http://a:1", workers); /* and nothing more is written */
    nodes_stop(nodes);
    workers_stop(workers);
    assert_int_equal(ask("SELECT seen_at FROM node"), seen);
    nodes_leave(nodes);
    nodes_leave(NULL);
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 0);
}

/* --- among others --- */

static void nodes_see_each_other(void **state)
{
    (void)state;
    struct workers *workers = no_workers();
    struct nodes *one = join(ONE, "desk-a", true);
    start(one, "http://a:1", workers);
    wait_until("SELECT address = 'http://a:1' FROM node WHERE id = '" ONE "'");
    struct nodes *two = join(TWO, "desk-b", true);
    start(two, "http://b:1", workers);
    wait_for("node seen id=" TWO " name=desk-b");
    wait_for("node seen id=" ONE " name=desk-a address=http://a:1 version=");
    assert_int_equal(ask("SELECT COUNT(*) FROM node WHERE workers = 2 AND busy = 0"), 2);
    int64_t started = ask("SELECT started_at FROM node WHERE id = '" ONE "'");
    assert_true(started > 0);
    nodes_stop(two);
    wait_until("SELECT MAX(seen_at) > MIN(seen_at) FROM node"); /* the first goes on */
    nodes_leave(two);
    wait_for("node has left id=" TWO);
    assert_int_equal(count_in_log("node seen id=" TWO), 1);
    /* Others have forgotten it, and it was only paused. */
    write_sql("DELETE FROM node");
    wait_until("SELECT COUNT(*) = 1 FROM node");
    assert_int_equal(ask("SELECT started_at FROM node"), started);
    nodes_stop(one);
    workers_stop(workers);
    nodes_leave(one);
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 0);
}

/* The row of a third node, as if it had been seen so many milliseconds ago. */
static void put_third(int64_t ago)
{
    char sql[200];
    snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO node VALUES ('%s', 'desk-c', '', '1', 10, 1, 1, 5, %lld)", THREE,
             (long long)(clock_now_ms() - ago));
    write_sql(sql);
}

static void a_node_dies(void **state)
{
    (void)state;
    put_third(0);
    struct workers *workers = no_workers();
    struct nodes *one = join(ONE, "desk-a", true);
    start(one, "http://a:1", workers);
    wait_for("node seen id=" THREE);
    put_third(NODE_DEAD_MS + 1000);
    wait_for("node is taken for dead id=" THREE " name=desk-c");
    assert_int_equal(ask("SELECT lease_until > 0 FROM article"), 1); /* its lease is its own until it is forgotten */
    put_third(0);
    wait_for("node is back id=" THREE);
    put_third(NODE_FORGET_MS);
    wait_until("SELECT COUNT(*) = 1 FROM node");
    wait_for("node forgotten id=" THREE);
    assert_int_equal(ask("SELECT lease_until > 0 FROM article"), 0);
    nodes_stop(one);
    workers_stop(workers);
    nodes_leave(one);
}

static void send_from_third(void)
{
    write_sql(
        "INSERT INTO delivery (id, account_id, article_id, target, url, event, state, next_at, lease_until, node, "
        "created_at, updated_at) VALUES ('d', 'me', 'a', 'u', 'u', 'e', 'pending', 9000000000000000, "
        "9000000000000000, '" THREE "', 1, 1)");
}

static void what_a_silent_node_was_sending_is_due_again(void **state)
{
    (void)state;
    atomic_store(&freed, 0);
    struct workers *workers = no_workers();
    struct nodes *one = join_with(ONE, "desk-a", true, ONE_BEAT_MS);
    put_third(NODE_DEAD_MS + 1000);
    send_from_third();
    start(one, "http://a:1", workers);
    wait_for("node is taken for dead id=" THREE);
    assert_int_equal(ask("SELECT lease_until > 0 FROM delivery"), 1); /* after one beat nobody is judged */
    struct nodes *two = join(TWO, "desk-b", true);
    write_sql("UPDATE delivery SET lease_until = 9000000000000000"); /* it takes up at once what it finds */
    start(two, "http://b:1", workers);
    wait_until("SELECT lease_until = 0 FROM delivery");
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 3);
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; !atomic_load(&freed) && clock_mono_ms() < until;)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    assert_int_equal(atomic_load(&freed), 1);
    nodes_stop(one);
    nodes_stop(two);
    workers_stop(workers);
    nodes_leave(one);
    nodes_leave(two);
}

/* --- one after the other on a folder --- */

static struct nodes *join_in(const char *folder, const char *id)
{
    node_folder = folder;
    struct nodes *nodes = join(id, "desk", true);
    node_folder = NULL;
    return nodes;
}

static void copy_file(struct fixture *f, const char *from, const char *to)
{
    assert_int_equal(system(arena_printf(f->arena, "cp -r %s %s", from, to)), 0);
}

static void who_is_started_again_on_its_folder_takes_up_what_it_had(void **state)
{
    struct fixture *f = *state;
    const char *folder = arena_printf(f->arena, "%s/desk", f->folder),
               *copy = arena_printf(f->arena, "%s/b", f->folder);
    int lock = -1;
    assert_int_equal(folder_make(folder, &f->err), OK);
    assert_int_equal(folder_lock(folder, FOLDER_LOCK, &lock, &f->err), OK);
    struct nodes *killed = join_in(folder, THREE); /* which holds the article, and is never heard of again */
    send_from_third();
    copy_file(f, folder, copy);
    struct nodes *other = join_in(copy, TWO);
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 2);
    assert_int_equal(ask("SELECT lease_until > 0 FROM article"), 1); /* the third may be alive */
    struct nodes *one = join_in(folder, ONE);
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 2);
    assert_int_equal(ask("SELECT COUNT(*) FROM node WHERE id = '" THREE "'"), 0);
    assert_int_equal(ask("SELECT lease_until > 0 FROM article"), 0);
    assert_int_equal(ask("SELECT lease_until > 0 FROM delivery"), 0);
    nodes_leave(one);
    nodes_leave(other);
    nodes_leave(killed);
    folder_unlock(lock);
}

/* A folder that cannot be written is no reason not to start. */
static void a_node_starts_without_a_word_in_its_folder(void **state)
{
    struct fixture *f = *state;
    struct nodes *one = join_in(arena_printf(f->arena, "%s/none", f->folder), ONE);
    wait_for("after a kill the next start on this folder will have to wait");
    assert_int_equal(ask("SELECT COUNT(*) FROM node"), 1);
    nodes_leave(one);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, shut_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_is_alone_is_the_only_one),
        TEST(nodes_see_each_other),
        TEST(a_node_dies),
        TEST(who_is_started_again_on_its_folder_takes_up_what_it_had),
        TEST(a_node_starts_without_a_word_in_its_folder),
        TEST(what_a_silent_node_was_sending_is_due_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
