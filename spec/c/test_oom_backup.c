/*
 * The n-th allocation fails, for n after n until a backup is made and restored: nothing crashes or leaks, there is no
 * backup where none was made, and a data folder is as it was where nothing was restored. Our allocations, with
 * jansson's, and SQLite's are counted apart.
 */
#include "test_store.h"

#include "oom.h"
#include "store/backup/backup.h"

#include <glob.h>
#include <jansson.h>
#include <sqlite3.h>

static long sqlite_left; /* allocations of SQLite until the one that fails; 0: none does */
static sqlite3_mem_methods sqlite_default;

static bool sqlite_fails(void)
{
    return sqlite_left > 0 && --sqlite_left == 0;
}

static void *sqlite_malloc(int size)
{
    return sqlite_fails() ? NULL : sqlite_default.xMalloc(size);
}

static void *sqlite_realloc(void *memory, int size)
{
    return sqlite_fails() ? NULL : sqlite_default.xRealloc(memory, size);
}

static int configure(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_default), SQLITE_OK);
    sqlite3_mem_methods failing = sqlite_default;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    return 0;
}

struct place {
    char around[64], data[80], backup[80], target[80];
};

static bool exists(const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* A data folder whose file of the key says that. */
static void make_data(const char *folder, const char *key)
{
    struct store *store = NULL;
    char path[128];
    if (store_open(folder, &store, NULL))
        fail_msg("no store in %s", folder);
    store_close(store);
    snprintf(path, sizeof path, "%s/key", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(key, file);
    fclose(file);
}

static void assert_key(const char *folder, const char *key)
{
    char path[128], text[16] = "";
    snprintf(path, sizeof path, "%s/key", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, key);
}

/* Has it a folder in which a restore put what was there? */
static bool has_aside(const char *folder)
{
    glob_t found;
    char pattern[128];
    snprintf(pattern, sizeof pattern, "%s/before-restore-*", folder);
    bool has = glob(pattern, 0, NULL, &found) == 0;
    globfree(&found);
    return has;
}

static void make_place(struct place *place)
{
    snprintf(place->around, sizeof place->around, "/tmp/copydesk-backup-XXXXXX");
    assert_non_null(mkdtemp(place->around));
    snprintf(place->data, sizeof place->data, "%s/data", place->around);
    snprintf(place->backup, sizeof place->backup, "%s/backup", place->around);
    snprintf(place->target, sizeof place->target, "%s/target", place->around);
    make_data(place->data, "saved");
}

/* With an arena of its own, which is made before anything is counted. */
static enum status run(struct place *place, bool restores, long ours, long sqlite, bool *reached, struct error *err)
{
    struct backup_report report;
    struct arena *arena = arena_new();
    oom_allocations_left = ours - 1;
    oom_only_one_fails = true;
    sqlite_left = sqlite;
    enum status status = restores ? backup_restore(place->backup, place->target, true, arena, &report, err)
                                  : backup_make(place->data, place->backup, arena, &report, err);
    *reached = ours ? oom_allocations_left == -1 : sqlite_left == 0;
    oom_allocations_left = -1;
    sqlite_left = 0;
    arena_free(arena);
    return status;
}

/* What is in the way of a failure is as it was before. */
static void assert_untouched(const struct place *place, bool restores)
{
    if (!restores) {
        assert_false(exists(place->around, "backup"));
        return;
    }
    assert_true(exists(place->target, "copydesk.db"));
    assert_key(place->target, "old");
    assert_false(has_aside(place->target));
    assert_false(exists(place->target, "restoring"));
    assert_false(exists(place->target, "restore.part"));
}

/* jansson (2.14) may leave out a part of what it reads when an allocation fails, without a word: a manifest that lacks
 * something is refused as well. */
static bool is_out_of_memory(enum status status, const struct error *err)
{
    bool is_incomplete = status == E_CORRUPT && strstr(err->message, "manifest.json is not what copydesk writes");
    return err->status == status && (status == E_MEMORY || is_incomplete);
}

static void fail_each(bool restores, bool is_ours, long stride)
{
    struct place place;
    struct error err;
    bool reached = true;
    make_place(&place);
    if (restores) {
        assert_int_equal(run(&place, false, 0, 0, &reached, &err), OK);
        make_data(place.target, "old");
    }
    sqlite3_int64 before = sqlite3_memory_used();
    long n = 1, failures = 0;
    for (reached = true; reached; n += stride) {
        enum status status = run(&place, restores, is_ours ? n : 0, is_ours ? 0 : n, &reached, &err);
        if (status != OK && !is_out_of_memory(status, &err))
            fail_msg("allocation %ld: %s: %s", n, status_name(status), err.message);
        failures += status != OK;
        if (status) {
            assert_untouched(&place, restores);
        } else if (restores) {
            assert_key(place.target, "saved");
            remove_folder(place.target);
            make_data(place.target, "old");
        } else {
            remove_folder(place.backup);
        }
        assert_int_equal(sqlite3_memory_used(), before);
    }
    assert_in_range(failures, 8, 10000);
    remove_folder(place.around);
}

static void our_allocations_fail_in_a_backup(void **state)
{
    (void)state;
    fail_each(false, true, 1);
}

static void the_databases_allocations_fail_in_a_backup(void **state)
{
    (void)state;
    fail_each(false, false, 3);
}

static void our_allocations_fail_in_a_restore(void **state)
{
    (void)state;
    fail_each(true, true, 1);
}

static void the_databases_allocations_fail_in_a_restore(void **state)
{
    (void)state;
    fail_each(true, false, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_allocations_fail_in_a_backup),
        cmocka_unit_test(the_databases_allocations_fail_in_a_backup),
        cmocka_unit_test(our_allocations_fail_in_a_restore),
        cmocka_unit_test(the_databases_allocations_fail_in_a_restore),
    };
    return cmocka_run_group_tests(tests, configure, NULL);
}
