/* The store as a whole: opening, the writer and its groups, readers, processes. */
#include "old_database.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static struct store *open_store(struct fixture *f)
{
    struct store *store = NULL;
    if (database_open(f->folder, &store, &f->err))
        fail_msg("%s", f->err.message);
    return store;
}

static enum status make_account(struct db *db, void *argument, struct error *err)
{
    return make_account_with(db, argument, "free", -1, -1, err);
}

static enum status count_accounts(struct db *db, void *argument, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM account", DB_NOTHING, NULL, read_number, argument, err);
}

static int64_t accounts(struct store *store)
{
    int64_t count = -1;
    assert_int_equal(store_read(store, count_accounts, &count, NULL), OK);
    return count;
}

/* Runs a check in a child; whatever is not true ends it with the number of the line. */
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            _exit(__LINE__ & 0xff ? __LINE__ & 0xff : 1);                                                              \
    } while (0)

static void assert_child(pid_t child)
{
    assert_true(child > 0);
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fail_msg("the child ended with status %x (line %d, modulo 256)", (unsigned)status, WEXITSTATUS(status));
}

/* --- opening --- */

static void what_was_written_is_there_again(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    assert_int_equal(accounts(store), 0);
    assert_int_equal(store_write(store, make_account, "a", &f->err), OK);
    assert_int_equal(accounts(store), 1);
    store_close(store);
    store = open_store(f);
    assert_int_equal(accounts(store), 1);
    store_close(store);
    store_close(NULL);
}

static mode_t mode_of(const struct fixture *f, const char *name)
{
    char path[128];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    assert_int_equal(stat(path, &info), 0);
    return info.st_mode & 07777;
}

static void files_are_for_the_owner_alone(void **state)
{
    ON_SQLITE_ONLY("the files of its database");
    struct fixture *f = *state;
    char folder[96];
    snprintf(folder, sizeof folder, "%s/deep/er", f->folder);
    mode_t before = umask(0);
    struct store *store = NULL;
    assert_int_equal(store_open(folder, &store, &f->err), OK);
    assert_int_equal(store_write(store, make_account, "a", &f->err), OK);
    assert_int_equal(accounts(store), 1);
    umask(before);
    assert_int_equal(mode_of(f, "deep"), 0700);
    assert_int_equal(mode_of(f, "deep/er"), 0700);
    assert_int_equal(mode_of(f, "deep/er/lock"), 0600);
    assert_int_equal(mode_of(f, "deep/er/copydesk.db"), 0600);
    assert_int_equal(mode_of(f, "deep/er/copydesk.db-wal"), 0600);
    assert_int_equal(mode_of(f, "deep/er/copydesk.db-shm"), 0600);
    store_close(store);
}

static void a_folder_is_used_once(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f), *second = NULL;
    assert_int_equal(database_connect(f->folder, &second, &f->err), E_CONFLICT);
    assert_non_null(strstr(f->err.message, f->folder));
    assert_null(second);
    pid_t child = fork();
    if (child == 0) {
        CHECK(database_connect(f->folder, &second, &f->err) == E_CONFLICT);
        _exit(0);
    }
    assert_child(child);
    store_close(store);
    store_close(open_store(f));
}

static void a_folder_that_cannot_be_used(void **state)
{
    struct fixture *f = *state;
    struct store *store = NULL;
    char path[128];
    snprintf(path, sizeof path, "%s/file", f->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(database_connect(path, &store, &f->err), E_IO);
    assert_non_null(strstr(f->err.message, path));
    strcat(path, "/below");
    assert_int_equal(database_connect(path, &store, &f->err), E_IO);
    assert_non_null(strstr(f->err.message, path));
    assert_int_equal(database_connect("", &store, &f->err), E_INVALID);
    assert_null(store);
}

static void a_read_only_folder(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(chmod(f->folder, 0555), 0);
    pid_t child = fork();
    if (child == 0) {
        CHECK(geteuid() != 0 || setuid(65534) == 0); /* nothing is read-only for root */
        struct store *store = NULL;
        CHECK(database_connect(f->folder, &store, &f->err) == E_IO);
        CHECK(strstr(f->err.message, f->folder));
        CHECK(strstr(f->err.message, "Permission denied"));
        _exit(0);
    }
    assert_child(child);
    assert_int_equal(chmod(f->folder, 0755), 0);
}

/* --- damage --- */

static void assert_refused(struct fixture *f, enum status expected)
{
    struct store *store = NULL;
    assert_int_equal(database_connect(f->folder, &store, &f->err), expected);
    assert_null(store);
    if (!database_server() && !strstr(f->err.message, f->path))
        fail_msg("no path in: %s", f->err.message);
}

static void garbage_is_refused(void **state)
{
    ON_SQLITE_ONLY("the bytes of a file are damaged");
    struct fixture *f = *state;
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    for (int i = 0; i < 9000; i++)
        fputc('A' + i % 23, file);
    fclose(file);
    assert_refused(f, E_CORRUPT);
    assert_refused(f, E_CORRUPT);
}

static enum status make_many_accounts(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    enum status status = OK;
    for (int i = 0; i < 5000 && !status; i++) {
        char id[32];
        snprintf(id, sizeof id, "account-%d", i);
        status = make_account_with(db, id, "free", -1, -1, err);
    }
    return status;
}

static void a_truncated_file_is_refused(void **state)
{
    ON_SQLITE_ONLY("a file is cut off");
    struct fixture *f = *state;
    struct store *store = open_store(f);
    assert_int_equal(store_write(store, make_many_accounts, NULL, &f->err), OK);
    store_close(store);
    struct stat info;
    assert_int_equal(stat(f->path, &info), 0);
    assert_int_equal(truncate(f->path, info.st_size / 2), 0);
    assert_refused(f, E_CORRUPT);
}

static enum status pretend_newer(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_run(db, "INSERT INTO schema_version (version, migrated_at, beside) VALUES (999, 0, 999)", DB_NOTHING,
                  NULL, err);
}

static void a_newer_database_is_refused(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    assert_int_equal(store_write(store, pretend_newer, NULL, &f->err), OK);
    store_close(store);
    assert_refused(f, E_INVALID);
    assert_string_equal(f->err.code, "newer_schema");
    assert_non_null(strstr(f->err.message, "999"));
}

static enum status change_plan(struct db *db, void *argument, struct error *err)
{
    struct account account;
    enum status status = account_get(db, argument, "old", &account, err);
    if (status == OK)
        assert_string_equal(account.plan, "starter");
    return status == OK ? make_account_with(db, "old", "a plan that came later", -1, -1, err) : status;
}

static void an_older_database_is_migrated(void **state)
{
    struct fixture *f = *state;
    make_old_database(f, 2, "INSERT INTO account (id, plan) VALUES ('old', 'starter')");
    db_close(f->db);
    f->db = NULL;
    struct store *store = open_store(f);
    assert_int_equal(store_write(store, change_plan, f->arena, &f->err), OK);
    store_close(store);
}

/* --- the writer --- */

struct script {
    struct store *store;
    sem_t entered, go; /* of the work that holds the writer up */
    char order[8];     /* which answers came, in order */
};

static enum status hold_up(struct db *db, void *argument, struct error *err)
{
    (void)db, (void)err;
    struct script *script = argument;
    sem_post(&script->entered);
    while (sem_wait(&script->go))
        continue;
    return OK;
}

static void ignore(void *argument, enum status status, const struct error *err)
{
    (void)argument, (void)status, (void)err;
}

/* After this everything that is submitted waits, until script->go is posted. */
static void hold_writer(struct script *script, struct store *store)
{
    *script = (struct script){.store = store};
    sem_init(&script->entered, 0, 0);
    sem_init(&script->go, 0, 0);
    assert_int_equal(store_submit(store, hold_up, script, ignore, NULL), OK);
    while (sem_wait(&script->entered))
        continue;
}

struct item {
    struct script *script;
    char name[2];
    enum status outcome; /* what the work returns after it has written */
    enum status status;  /* the answer */
    struct error err;
};

static enum status write_item(struct db *db, void *argument, struct error *err)
{
    struct item *item = argument;
    enum status status = make_account(db, item->name, err);
    if (status || !item->outcome)
        return status;
    return item->outcome == E_INTERNAL ? E_INTERNAL : error_set(err, item->outcome, "code", "refused %s", item->name);
}

static void note_answer(void *argument, enum status status, const struct error *err)
{
    struct item *item = argument;
    item->status = status;
    item->err = *err;
    strcat(item->script->order, item->name);
}

static void one_failure_undoes_only_itself(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    struct script script;
    hold_writer(&script, store);
    struct item items[] = {{.name = "a"},
                           {.name = "b", .outcome = E_LIMIT},
                           {.name = "c"},
                           {.name = "d", .outcome = E_INTERNAL},
                           {.name = "e"}};
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        items[i].script = &script;
        assert_int_equal(store_submit(store, write_item, &items[i], note_answer, &f->err), OK);
    }
    sem_post(&script.go);
    int64_t count = 0;
    assert_int_equal(store_write(store, count_accounts, &count, &f->err), OK);
    assert_int_equal(count, 3);
    assert_string_equal(script.order, "abcde");
    for (size_t i = 0; i < COUNT_OF(items); i++)
        assert_int_equal(items[i].status, items[i].outcome);
    assert_int_equal(items[1].err.status, E_LIMIT);
    assert_string_equal(items[1].err.code, "code");
    assert_string_equal(items[1].err.message, "refused b");
    assert_int_equal(items[3].err.status, E_INTERNAL); /* also when the work says nothing */
    store_close(store);
}

static enum status lose_transaction(struct db *db, void *argument, struct error *err)
{
    (void)argument, (void)err;
    db_rollback(db); /* as SQLite does when memory or the disk runs out in the middle */
    return OK;
}

static void a_lost_transaction_fails_what_was_in_it(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    struct script script;
    hold_writer(&script, store);
    struct item items[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        items[i].script = &script;
        store_work work = i == 1 ? lose_transaction : write_item;
        assert_int_equal(store_submit(store, work, &items[i], note_answer, &f->err), OK);
    }
    sem_post(&script.go);
    assert_int_equal(store_write(store, make_account, "z", &f->err), OK);
    assert_string_equal(script.order, "abc");
    /* a was held up together with nothing else: it shares its transaction with b */
    assert_int_equal(items[0].status, E_IO);
    assert_int_not_equal(items[1].status, OK);
    assert_int_equal(items[2].status, OK);
    assert_int_equal(accounts(store), 2);
    store_close(store);
}

static enum status write_within(struct db *db, void *argument, struct error *err)
{
    (void)db;
    return store_write(argument, make_account, "inner", err);
}

static void a_write_within_a_write_is_refused(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    assert_int_equal(store_write(store, write_within, store, &f->err), E_INTERNAL);
    assert_int_equal(accounts(store), 0);
    assert_int_equal(store_write(store, make_account, "outer", &f->err), OK);
    store_close(store);
}

static enum status look_at_signals(struct db *db, void *argument, struct error *err)
{
    (void)db, (void)err;
    return pthread_sigmask(SIG_BLOCK, NULL, argument) ? E_INTERNAL : OK;
}

static void the_writer_takes_no_signals(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    sigset_t blocked, mine;
    assert_int_equal(store_write(store, look_at_signals, &blocked, &f->err), OK);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &mine), 0);
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGPIPE, SIGXFSZ, SIGALRM};
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        assert_true(sigismember(&blocked, signals[i]));
        assert_false(sigismember(&mine, signals[i]));
    }
    store_close(store);
}

static enum status nothing(struct db *db, void *argument, struct error *err)
{
    (void)db, (void)argument, (void)err;
    return OK;
}

struct chain {
    struct store *store;
    long answered;
    enum status refusal;
};

static void submit_again(void *argument, enum status status, const struct error *err)
{
    (void)err;
    struct chain *chain = argument;
    chain->answered += status == OK;
    chain->refusal = store_submit(chain->store, nothing, chain, submit_again, NULL);
}

static void closing_answers_what_was_queued_and_refuses_more(void **state)
{
    struct fixture *f = *state;
    struct chain chain = {.store = open_store(f)};
    assert_int_equal(store_submit(chain.store, nothing, &chain, submit_again, &f->err), OK);
    store_close(chain.store);
    assert_int_equal(chain.refusal, E_CANCELLED);
    assert_true(chain.answered > 0);
}

/* --- the disk --- */

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = size;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static enum status add_page(struct db *db, void *argument, struct error *err)
{
    static char html[300 * 1024];
    memset(html, 'x', sizeof html);
    struct domain domain = {.id = argument, .account_id = "me", .name = "Site", .created_at = 1};
    struct domain_page page = {.url = "https://example.org/", .html = {html, sizeof html}};
    enum status status = make_account(db, "me", err);
    if (!status)
        status = domain_insert(db, &domain, err);
    return status ? status : domain_put_pages(db, argument, &page, 1, 1, err);
}

static enum status count_pages(struct db *db, void *argument, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM domain_page", DB_NOTHING, NULL, read_number, argument, err);
}

/* In a child, since the limit is the process's. */
static void fill_the_disk(struct fixture *f)
{
    struct store *store = NULL;
    int64_t pages = -1;
    CHECK(store_open(f->folder, &store, &f->err) == OK);
    CHECK(store_write(store, add_page, "before", &f->err) == OK);
    limit_files(400 * 1024);
    struct script script;
    hold_writer(&script, store);
    struct item small = {.script = &script, .name = "s"};
    CHECK(store_submit(store, write_item, &small, note_answer, &f->err) == OK);
    sem_post(&script.go);
    CHECK(store_write(store, add_page, "full", &f->err) == E_IO);
    CHECK(f->err.status == E_IO && f->err.message[0]);
    CHECK(store_read(store, count_pages, &pages, &f->err) == OK && pages == 1);
    CHECK(small.status == OK || small.status == E_IO);
    int64_t seen = accounts(store);
    CHECK(seen == (small.status == OK ? 2 : 1)); /* what was refused is not there, what was acknowledged is */
    limit_files(RLIM_INFINITY);
    CHECK(store_write(store, add_page, "after", &f->err) == OK);
    store_close(store);
    CHECK(store_open(f->folder, &store, &f->err) == OK);
    CHECK(store_read(store, count_pages, &pages, &f->err) == OK && pages == 2);
    CHECK(accounts(store) == seen);
    store_close(store);
    _exit(0);
}

static void a_full_disk_loses_nothing_that_was_acknowledged(void **state)
{
    ON_SQLITE_ONLY("the size of files is limited for this process");
    struct fixture *f = *state;
    pid_t child = fork();
    if (child == 0)
        fill_the_disk(f);
    assert_child(child);
}

/* --- readers and processes --- */

static void connections_are_as_durable_as_promised(void **state)
{
    ON_SQLITE_ONLY("its own settings");
    struct fixture *f = *state;
    store_close(open_store(f));
    assert_int_equal(db_open(&db_sqlite, f->path, DB_WRITER, &f->db, &f->err), OK);
    assert_int_equal(number(f->db, "PRAGMA synchronous"), 2); /* FULL */
    assert_int_equal(number(f->db, "PRAGMA foreign_keys"), 1);
    struct db *reader = NULL;
    assert_int_equal(db_open(&db_sqlite, f->path, DB_READER, &reader, &f->err), OK);
    assert_int_equal(number(reader, "PRAGMA query_only"), 1);
    db_close(reader);
}

static void readers_cannot_write(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    assert_int_equal(store_read(store, make_account, "a", &f->err), E_IO);
    assert_int_equal(accounts(store), 0);
    store_close(store);
}

static void a_failed_read_leaves_its_connection_usable(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    for (int i = 0; i < 20; i++)
        assert_int_not_equal(store_read(store, make_account, "a", &f->err), OK);
    assert_int_equal(store_write(store, make_account, "a", &f->err), OK);
    assert_int_equal(accounts(store), 1);
    store_close(store);
}

static off_t wal_size(const struct fixture *f)
{
    char path[sizeof f->path + 8];
    struct stat info;
    snprintf(path, sizeof path, "%s-wal", f->path);
    return stat(path, &info) == 0 ? info.st_size : -1;
}

static void a_forked_child_leaves_the_store_alone(void **state)
{
    struct fixture *f = *state;
    struct store *store = open_store(f);
    assert_int_equal(store_write(store, make_account, "a", &f->err), OK);
    assert_int_equal(accounts(store), 1);
    off_t before = wal_size(f);
    assert_true(before > 0 || database_server());
    pid_t child = fork();
    if (child == 0) {
        int64_t count;
        CHECK(store_write(store, make_account, "b", &f->err) == E_INTERNAL);
        CHECK(store_submit(store, make_account, "b", ignore, &f->err) == E_INTERNAL);
        CHECK(store_read(store, count_accounts, &count, &f->err) == E_INTERNAL);
        store_close(store);
        store_close(store);
        _exit(0);
    }
    assert_child(child);
    assert_int_equal(wal_size(f), before);
    struct store *second = NULL;
    assert_int_equal(database_connect(f->folder, &second, &f->err), E_CONFLICT);
    assert_int_equal(store_write(store, make_account, "c", &f->err), OK);
    assert_int_equal(accounts(store), 2);
    store_close(store);
    assert_int_equal(wal_size(f), -1); /* the last one to close leaves one file */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_written_is_there_again),
        TEST(files_are_for_the_owner_alone),
        TEST(a_folder_is_used_once),
        TEST(a_folder_that_cannot_be_used),
        TEST(a_read_only_folder),
        TEST(garbage_is_refused),
        TEST(a_truncated_file_is_refused),
        TEST(a_newer_database_is_refused),
        TEST(an_older_database_is_migrated),
        TEST(one_failure_undoes_only_itself),
        TEST(a_lost_transaction_fails_what_was_in_it),
        TEST(a_write_within_a_write_is_refused),
        TEST(the_writer_takes_no_signals),
        TEST(closing_answers_what_was_queued_and_refuses_more),
        TEST(a_full_disk_loses_nothing_that_was_acknowledged),
        TEST(connections_are_as_durable_as_promised),
        TEST(readers_cannot_write),
        TEST(a_failed_read_leaves_its_connection_usable),
        TEST(a_forked_child_leaves_the_store_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
