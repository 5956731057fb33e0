/*
 * The n-th allocation fails, for n after n until the whole life of a store goes well: nothing crashes, nothing leaks,
 * what was refused is not there, what was acknowledged is, and the store works on. Our allocations and SQLite's are
 * counted apart.
 */
#include "test_store.h"

#include <sqlite3.h>
#include <stdatomic.h>

/* --- allocators that fail when told to --- */

/* Allocations until the one that fails; 0: none will. */
static atomic_long countdown_ours, countdown_sqlite;

static bool fails(atomic_long *countdown)
{
    return atomic_load(countdown) > 0 && atomic_fetch_sub(countdown, 1) == 1;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails(&countdown_ours) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails(&countdown_ours) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails(&countdown_ours) ? NULL : __real_realloc(memory, size);
}

static sqlite3_mem_methods sqlite_default;

static void *sqlite_malloc(int size)
{
    return fails(&countdown_sqlite) ? NULL : sqlite_default.xMalloc(size);
}

static void *sqlite_realloc(void *memory, int size)
{
    return fails(&countdown_sqlite) ? NULL : sqlite_default.xRealloc(memory, size);
}

static int configure_sqlite(void **state)
{
    (void)state;
    log_set_level(LOG_ERROR); /* the writer warns each time it undoes a group */
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_default), SQLITE_OK);
    sqlite3_mem_methods failing = sqlite_default;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    return 0;
}

/* --- the life of a store --- */

struct life {
    struct store *store;
    char id[UUID_LENGTH + 1];
    int attempt;
    struct error err;
};

static enum status insert(struct db *db, void *argument, struct error *err)
{
    struct life *life = argument;
    static int64_t given;
    const struct ledger_terms terms = {++given, 5, AMOUNT_UNLIMITED, AMOUNT_UNLIMITED};
    enum status status = make_account_with(db, "me", "professional", AMOUNT_UNLIMITED, AMOUNT_UNLIMITED, err);
    if (!status) /* unlimited and limited again, and a month that gives more than the time before */
        status = ledger_renew(db, "me", &terms, 1, err);
    return status ? status : insert_article(db, "me", life->id, 1, err);
}

static enum status claim(struct db *db, void *argument, struct error *err)
{
    struct life *life = argument;
    struct arena *arena = arena_new();
    struct article article;
    enum status status =
        arena ? article_claim(db, arena, "w", 2, 1000, CLAIM_FROM_ANY, &article, err) : error_memory(err);
    if (!status)
        life->attempt = article.attempt;
    arena_free(arena);
    return status;
}

static enum status end(struct db *db, void *argument, struct error *err)
{
    struct life *life = argument;
    struct lease lease = {life->id, "w", life->attempt};
    struct article result = {.state = ARTICLE_FINISHED, .html = "<p>x</p>", .words_charged = 3};
    struct article_step step = {.name = "outline", .is_done = true, .status = "done", .output = STR("one")};
    struct stored_picture picture = {.id = life->id, .type = "image/png", .bytes = STR("\x89PNG")};
    enum status status = step_put(db, &lease, &step, err);
    if (!status)
        status = picture_put(db, &lease, &picture, err);
    return status ? status : article_end(db, &lease, &result, 3, err);
}

static enum status read_back(struct db *db, void *argument, struct error *err)
{
    struct life *life = argument;
    struct arena *arena = arena_new();
    struct article article, *articles;
    struct stored_picture picture;
    struct ledger_entry *entries;
    struct ledger_day *days;
    size_t count;
    enum status status = arena ? article_get(db, arena, "me", life->id, &article, err) : error_memory(err);
    if (!status)
        status = article_list(db, arena, "me", -1, NULL, 50, &articles, &count, err);
    if (!status)
        status = picture_get(db, arena, life->id, &picture, err);
    if (!status)
        status = ledger_list(db, arena, "me", NULL, NULL, 50, &entries, &count, err);
    if (!status)
        status = ledger_days(db, arena, "me", 0, INT64_MAX, &days, &count, err);
    arena_free(arena);
    return status;
}

static enum status remove_it(struct db *db, void *argument, struct error *err)
{
    struct life *life = argument;
    enum status status = article_delete(db, "me", life->id, err);
    return status == E_NOT_FOUND ? OK : status;
}

static void count_answer(void *argument, enum status status, const struct error *err)
{
    (void)err;
    *(enum status *)argument = status;
}

static enum status nothing(struct db *db, void *argument, struct error *err)
{
    (void)db, (void)argument, (void)err;
    return OK;
}

/* Up to the first failure. */
static enum status live(struct life *life)
{
    static const store_work works[] = {insert, claim, end};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(works) && !status; i++)
        status = store_write(life->store, works[i], life, &life->err);
    if (!status)
        status = store_read(life->store, read_back, life, &life->err);
    return status;
}

static void assert_out_of_memory(const struct life *life, enum status status, long n)
{
    if (status != E_MEMORY || life->err.status != E_MEMORY)
        fail_msg("allocation %ld: status %s, error %s: %s", n, status_name(status), status_name(life->err.status),
                 life->err.message);
}

/* For store_connect. */
static const char *address_of(const struct fixture *f)
{
    return database_server() ? f->path : NULL;
}

/* One life in which an allocation fails. Returns false when none did. */
static bool run_life(struct fixture *f, atomic_long *countdown, long n)
{
    struct life life = {.err = {OK}};
    uuid_v7(life.id);
    atomic_store(countdown, n);
    enum status status = store_connect(f->folder, address_of(f), &life.store, &life.err);
    bool opened = status == OK;
    if (opened)
        status = live(&life);
    bool reached = atomic_exchange(countdown, 0) <= 0;
    if (status)
        assert_out_of_memory(&life, status, n);
    if (!opened)
        assert_int_equal(store_connect(f->folder, address_of(f), &life.store, &life.err), OK);
    assert_int_equal(store_write(life.store, remove_it, &life, &life.err), OK);
    uuid_v7(life.id);
    if (live(&life)) /* it must work on */
        fail_msg("after allocation %ld failed: %s", n, life.err.message);
    assert_int_equal(store_write(life.store, remove_it, &life, &life.err), OK);
    atomic_store(countdown, n);
    enum status answer = OK;
    enum status submitted = store_submit(life.store, nothing, &answer, count_answer, &life.err);
    assert_true(submitted == OK || submitted == E_MEMORY);
    store_close(life.store);
    atomic_store(countdown, 0);
    return reached;
}

/* `stride`: SQLite makes thousands of allocations, and many are alike. */
static void try_each(struct fixture *f, atomic_long *countdown, long stride)
{
    sqlite3_int64 before = sqlite3_memory_used();
    long n = 1;
    database_target(f->folder, f->path);
    while (run_life(f, countdown, n)) {
        assert_int_equal(sqlite3_memory_used(), before);
        n += stride;
    }
    assert_in_range(n, 20, 100 * 1000);
    assert_int_equal(db_open(db_driver_of(f->path), f->path, DB_WRITER, &f->db, &f->err), OK);
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM article"), 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM picture"), 0);
    assert_int_equal(number(f->db, "SELECT SUM(words) FROM ledger"),
                     number(f->db, "SELECT words_balance FROM account"));
    assert_int_equal(number(f->db, "SELECT -SUM(words) FROM ledger WHERE kind = 'article'"),
                     number(f->db, "SELECT words_used FROM account"));
}

static void our_allocations_fail(void **state)
{
    try_each(*state, &countdown_ours, database_server() ? 5 : 1); /* to connect takes longer */
}

static void the_databases_allocations_fail(void **state)
{
    ON_SQLITE_ONLY("libpq's allocations cannot be told to fail");
    try_each(*state, &countdown_sqlite, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(our_allocations_fail, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(the_databases_allocations_fail, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, configure_sqlite, NULL);
}
