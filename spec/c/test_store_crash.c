/* Durability: a process is killed at random moments; what it had acknowledged must be there afterwards. */
#include "test_store.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

enum { ROUNDS = 20, PRODUCERS = 8, MOST_ACKNOWLEDGED = 400 };

/*
 * What the child says through the pipe, after the store said OK. Smaller than PIPE_BUF: never torn by another
 * thread's.
 */
struct acknowledged {
    char id[UUID_LENGTH + 1];
    bool ended;
};

/* --- the child: creates articles, and brings every other one to its end --- */

struct producer {
    pthread_t thread;
    struct store *store;
    int pipe;
    char id[UUID_LENGTH + 1];
};

static enum status create(struct db *db, void *argument, struct error *err)
{
    struct producer *producer = argument;
    return insert_article(db, "me", producer->id, 1, err);
}

static enum status claim_and_end(struct db *db, void *argument, struct error *err)
{
    struct producer *producer = argument;
    struct arena *arena = arena_new();
    struct article article;
    enum status status =
        arena ? article_claim(db, arena, "w", 2, 1000, CLAIM_FROM_ANY, &article, err) : error_memory(err);
    if (!status) {
        memcpy(producer->id, article.id, sizeof producer->id);
        struct lease lease = {article.id, "w", article.attempt};
        struct article result = {.state = ARTICLE_FINISHED, .html = "<p>x</p>", .words_charged = 3};
        status = article_end(db, &lease, &result, 3, err);
    }
    arena_free(arena);
    return status;
}

static void acknowledge(const struct producer *producer, bool ended)
{
    struct acknowledged row = {.ended = ended};
    memcpy(row.id, producer->id, sizeof row.id);
    if (write(producer->pipe, &row, sizeof row) != sizeof row)
        _exit(3);
}

static void *produce(void *argument)
{
    struct producer *producer = argument;
    for (;;) {
        uuid_v7(producer->id);
        if (store_write(producer->store, create, producer, NULL))
            _exit(4);
        acknowledge(producer, false);
        if (store_write(producer->store, claim_and_end, producer, NULL) == OK)
            acknowledge(producer, true);
    }
    return NULL;
}

static enum status make_me(struct db *db, void *argument, struct error *err)
{
    return make_account_with(db, argument, "professional", -1, -1, err);
}

static void run_child(const char *folder, int pipe)
{
    struct store *store = NULL;
    struct error err;
    struct producer producers[PRODUCERS];
    if (database_open(folder, &store, &err) || store_write(store, make_me, "me", &err))
        _exit(2);
    for (int i = 0; i < PRODUCERS; i++) {
        producers[i] = (struct producer){.store = store, .pipe = pipe};
        if (pthread_create(&producers[i].thread, NULL, produce, &producers[i]))
            _exit(5);
    }
    pthread_join(producers[0].thread, NULL); /* the end comes from outside */
    _exit(6);
}

/* --- the parent --- */

static bool read_row(int pipe, struct acknowledged *row)
{
    size_t have = 0;
    while (have < sizeof *row) {
        ssize_t n = read(pipe, (char *)row + have, sizeof *row - have);
        if (n <= 0)
            return false;
        have += (size_t)n;
    }
    return true;
}

/* Kills the child after a random number of acknowledgements; returns all that it gave. */
static size_t collect_until_killed(pid_t child, int pipe, struct acknowledged *rows, size_t room)
{
    size_t deadline = 1 + random_below(MOST_ACKNOWLEDGED), count = 0;
    while (count < room && read_row(pipe, &rows[count]))
        if (++count == deadline)
            kill(child, SIGKILL);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_true(count >= deadline && count < room);
    return count;
}

static void assert_kept(struct db *db, struct arena *arena, const struct acknowledged *row)
{
    struct article article = {0};
    struct error err;
    if (article_get(db, arena, "me", row->id, &article, &err))
        fail_msg("an acknowledged article is lost: %s", err.message);
    if (row->ended)
        assert_int_equal(article.state, ARTICLE_FINISHED);
}

static void is_ok(struct db_row *row, void *out)
{
    const char *text = row_text(row);
    *(bool *)out = text && strcmp(text, "ok") == 0;
}

static void assert_sound(struct db *db, struct arena *arena)
{
    bool sound = false, dangling = true;
    if (!database_server()) {
        assert_int_equal(db_one(db, "PRAGMA integrity_check", DB_NOTHING, arena, is_ok, &sound, NULL), OK);
        assert_true(sound);
        assert_int_equal(db_exists(db, "PRAGMA foreign_key_check", DB_NOTHING, &dangling, NULL), OK);
        assert_false(dangling);
    }
    /* An end and its charge are one: never the one without the other. */
    assert_int_equal(number(db, "SELECT COUNT(*) FROM article WHERE state = 'finished'"),
                     number(db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article' AND words = -3"));
    assert_int_equal(number(db, "SELECT -SUM(words) FROM ledger"), number(db, "SELECT words_used FROM account"));
}

static void run_round(struct fixture *f)
{
    enum { ROOM = 100 * 1000 };
    struct acknowledged *rows = calloc(ROOM, sizeof *rows);
    int ends[2];
    assert_non_null(rows);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        run_child(f->folder, ends[1]);
    }
    close(ends[1]);
    size_t count = collect_until_killed(child, ends[0], rows, ROOM);
    close(ends[0]);
    struct db *db = NULL;
    struct arena *arena = arena_new();
    assert_non_null(arena);
    database_target(f->folder, f->path);
    assert_int_equal(db_open(db_driver_of(f->path), f->path, DB_WRITER, &db, &f->err), OK);
    assert_int_equal(db_begin(db, DB_READER, &f->err), OK);
    for (size_t i = 0; i < count; i++)
        assert_kept(db, arena, &rows[i]);
    assert_sound(db, arena);
    db_close(db);
    arena_free(arena);
    free(rows);
}

static void acknowledged_rows_survive_kill_9(void **state)
{
    for (int round = 0; round < ROUNDS; round++)
        run_round(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(acknowledged_rows_survive_kill_9, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
