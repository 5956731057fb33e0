/* Backups of a data folder: what is in them, what is refused, and that a restore is all or nothing. */
#include "test_store.h"

#include "store/backup/backup.h"
#include "store/store.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

struct place {
    struct fixture fixture;
    char around[40], backup[320], target[96];
    struct backup_report report;
};

static void write_text(const char *folder, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static void assert_text(const char *folder, const char *name, const char *text)
{
    char path[512], content[256] = "";
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("there is no %s", path);
    size_t length = fread(content, 1, sizeof content - 1, file);
    content[length] = '\0';
    fclose(file);
    assert_string_equal(content, text);
}

static bool exists(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* Entries of a folder; 0 for one that is not there. */
static size_t entries_of(const char *folder)
{
    size_t count = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        count += entry->d_name[0] != '.';
    if (entries)
        closedir(entries);
    return count;
}

static enum status add_account(struct db *db, void *argument, struct error *err)
{
    enum status status = make_account_with(db, argument, "professional", 1000, 10, err);
    return status ? status : insert_article(db, argument, argument, 1, err);
}

static void add_to(struct place *place, const char *folder, const char *name)
{
    struct fixture *f = &place->fixture;
    struct store *store = NULL;
    if (store_open(folder, &store, &f->err) || store_write(store, add_account, (void *)name, &f->err))
        fail_msg("%s", f->err.message);
    store_close(store);
}

static void add(struct place *place, const char *name)
{
    add_to(place, place->fixture.folder, name);
}

/* A data folder with the account "me" and its files; target: where it is restored, backup: both in the fixture. */
static int set_up_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    struct fixture *f = &place->fixture;
    assert_non_null(place);
    snprintf(place->around, sizeof place->around, "/tmp/copydesk-backup-XXXXXX");
    assert_non_null(mkdtemp(place->around));
    snprintf(f->folder, sizeof f->folder, "%s/data", place->around);
    snprintf(place->backup, sizeof place->backup, "%s/backup", place->around);
    snprintf(place->target, sizeof place->target, "%s/target", place->around);
    f->arena = arena_new();
    add(place, "me");
    write_text(f->folder, "key", "one");
    write_text(f->folder, "key.other-account", "two");
    write_text(f->folder, "secret.key", "three");
    write_text(f->folder, "endpoint", "{}");
    write_text(f->folder, "notes.txt", "mine");
    *state = place;
    return 0;
}

static int tear_down_place(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    db_close(f->db);
    arena_free(f->arena);
    remove_folder(place->around);
    free(place);
    return 0;
}

static void assert_backup(struct place *place)
{
    struct fixture *f = &place->fixture;
    if (backup_make(f->folder, place->backup, f->arena, &place->report, &f->err))
        fail_msg("%s", f->err.message);
}

static void assert_restore(struct place *place, bool may_replace)
{
    struct fixture *f = &place->fixture;
    if (backup_restore(place->backup, place->target, may_replace, f->arena, &place->report, &f->err))
        fail_msg("%s", f->err.message);
}

static void assert_backup_refused(struct place *place, const char *target, enum status status, const char *part)
{
    struct fixture *f = &place->fixture;
    assert_int_equal(backup_make(f->folder, target, f->arena, &place->report, &f->err), status);
    if (!strstr(f->err.message, part))
        fail_msg("no \"%s\" in: %s", part, f->err.message);
}

static void assert_restore_refused(struct place *place, enum status status, const char *part)
{
    struct fixture *f = &place->fixture;
    assert_int_equal(backup_restore(place->backup, place->target, false, f->arena, &place->report, &f->err), status);
    if (!strstr(f->err.message, part))
        fail_msg("no \"%s\" in: %s", part, f->err.message);
}

static int64_t number_in(struct place *place, const char *folder, const char *sql)
{
    struct fixture *f = &place->fixture;
    char path[128];
    snprintf(path, sizeof path, "%s/copydesk.db", folder);
    assert_int_equal(db_open(&db_sqlite, path, DB_READER, &f->db, &f->err), OK);
    int64_t found = number(f->db, sql);
    db_close(f->db);
    f->db = NULL;
    return found;
}

static void assert_mode(const char *path, mode_t mode)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, mode);
}

/* --- making one --- */

static void a_backup_has_what_cannot_be_made_anew(void **state)
{
    struct place *place = *state;
    char path[512];
    assert_backup(place);
    assert_int_equal(place->report.files, 4);
    assert_int_equal(entries_of(place->backup), 5); /* and the manifest */
    assert_text(place->backup, "key", "one");
    assert_text(place->backup, "key.other-account", "two");
    assert_text(place->backup, "secret.key", "three");
    assert_int_equal(number_in(place, place->backup, "SELECT COUNT(*) FROM article"), 1);
    assert_false(exists(place->backup, "copydesk.db-wal"));
    assert_mode(place->backup, 0700);
    static const char *const names[] = {"key", "copydesk.db", "manifest.json"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(path, sizeof path, "%s/%s", place->backup, names[i]);
        assert_mode(path, 0600);
    }
}

/* The folder around holds nothing but the data folder and what is named here. */
static void assert_nothing_beside(struct place *place, size_t count)
{
    assert_int_equal(entries_of(place->around), 1 + count);
}

static void a_backup_takes_no_place_that_is_taken(void **state)
{
    struct place *place = *state;
    char file[128];
    assert_backup(place);
    assert_backup_refused(place, place->backup, E_CONFLICT, "is a backup already");
    snprintf(file, sizeof file, "%s/key", place->fixture.folder);
    assert_backup_refused(place, file, E_CONFLICT, "is no folder");
    assert_backup_refused(place, "", E_INVALID, "no name");
    assert_backup_refused(place, "/nowhere/at/all", E_IO, "/nowhere/at/all");
    assert_nothing_beside(place, 1);
}

static void a_folder_takes_backups_named_by_the_time(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    char path[128];
    assert_int_equal(mkdir(place->target, 0755), 0);
    snprintf(path, sizeof path, "%s/", place->target);
    assert_int_equal(backup_make(f->folder, path, f->arena, &place->report, &f->err), OK);
    assert_int_equal(strncmp(place->report.path, place->target, strlen(place->target)), 0);
    assert_non_null(strstr(place->report.path, "/target/copydesk-2"));
    assert_true(exists(place->report.path, "manifest.json"));
}

static void nothing_to_save_is_said(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    assert_int_equal(backup_make("/nowhere", place->backup, f->arena, &place->report, &f->err), E_NOT_FOUND);
    assert_non_null(strstr(f->err.message, "/nowhere"));
}

static void damage(const char *folder, const char *name, long offset, const char *bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_true(fputs(bytes, file) >= 0);
    fclose(file);
}

static void a_damaged_or_foreign_database_is_not_saved(void **state)
{
    struct place *place = *state;
    damage(place->fixture.folder, "copydesk.db", 4096, "this is no page of a database any more");
    assert_backup_refused(place, place->backup, E_CORRUPT, "copydesk.db");
    damage(place->fixture.folder, "copydesk.db", 0, "this is not even a database");
    assert_backup_refused(place, place->backup, E_CORRUPT, "copydesk.db");
    assert_nothing_beside(place, 0);
}

static void script(struct place *place, const char *sql)
{
    struct fixture *f = &place->fixture;
    char path[128];
    snprintf(path, sizeof path, "%s/copydesk.db", f->folder);
    if (db_open(&db_sqlite, path, DB_WRITER, &f->db, &f->err) || db_script(f->db, sql, &f->err))
        fail_msg("%s", f->err.message);
    db_close(f->db);
    f->db = NULL;
}

static void a_database_of_somebody_else_is_not_saved(void **state)
{
    struct place *place = *state;
    script(place, "DELETE FROM schema_version");
    assert_backup_refused(place, place->backup, E_INVALID, "not written by copydesk");
    script(place, "DROP TABLE schema_version");
    assert_backup_refused(place, place->backup, E_INVALID, "not written by copydesk");
    assert_nothing_beside(place, 0);
}

static void a_newer_database_is_not_saved(void **state)
{
    struct place *place = *state;
    script(place, "INSERT INTO schema_version (version, migrated_at, beside) VALUES (999, 0, 999)");
    assert_backup_refused(place, place->backup, E_INVALID, "999");
    assert_string_equal(place->fixture.err.code, "newer_schema");
}

/* --- putting one back --- */

static void a_restored_folder_is_as_the_saved_one_was(void **state)
{
    struct place *place = *state;
    char path[512];
    assert_backup(place);
    add(place, "later");
    assert_restore(place, false);
    assert_null(place->report.aside);
    assert_text(place->target, "key", "one");
    assert_text(place->target, "key.other-account", "two");
    assert_text(place->target, "secret.key", "three");
    assert_int_equal(entries_of(place->target), 5); /* and the lock */
    assert_int_equal(number_in(place, place->target, "SELECT COUNT(*) FROM article"), 1);
    assert_mode(place->target, 0700);
    snprintf(path, sizeof path, "%s/copydesk.db", place->target);
    assert_mode(path, 0600);
    struct store *store = NULL;
    assert_int_equal(store_open(place->target, &store, &place->fixture.err), OK);
    store_close(store);
}

static void what_was_there_is_moved_aside(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    assert_backup(place);
    snprintf(place->target, sizeof place->target, "%s", f->folder);
    add(place, "later");
    write_text(f->folder, "key", "another");
    assert_restore_refused(place, E_CONFLICT, "--force");
    assert_string_equal(f->err.code, "not_empty");
    assert_text(f->folder, "key", "another");
    assert_restore(place, true);
    assert_text(f->folder, "key", "one");
    assert_text(f->folder, "notes.txt", "mine"); /* not ours */
    assert_false(exists(f->folder, "endpoint"));
    assert_int_equal(number_in(place, f->folder, "SELECT COUNT(*) FROM article"), 1);
    assert_text(place->report.aside, "key", "another");
    assert_int_equal(number_in(place, place->report.aside, "SELECT COUNT(*) FROM article"), 2);
    const char *first = place->report.aside;
    assert_restore(place, true); /* once more, within the same second */
    assert_string_not_equal(place->report.aside, first);
}

static void a_folder_with_other_things_is_not_empty(void **state)
{
    struct place *place = *state;
    assert_backup(place);
    assert_int_equal(mkdir(place->target, 0700), 0);
    write_text(place->target, "thesis.txt", "x");
    assert_restore_refused(place, E_CONFLICT, "thesis.txt");
    assert_restore(place, true);
    assert_text(place->target, "thesis.txt", "x");
    assert_null(place->report.aside);
}

static void a_folder_in_use_is_left_alone(void **state)
{
    struct place *place = *state;
    struct store *store = NULL;
    assert_backup(place);
    assert_int_equal(store_open(place->target, &store, &place->fixture.err), OK);
    assert_restore_refused(place, E_CONFLICT, "stop it first");
    assert_string_equal(place->fixture.err.code, "in_use");
    store_close(store);
}

static void damage_is_named_and_nothing_is_touched(void **state)
{
    static const struct {
        const char *name, *text, *message; /* text NULL: the file is removed */
        enum status status;
    } rows[] = {
        {"key", "ONE", "key is not what was saved", E_CORRUPT},
        {"secret.key", "", "secret.key is cut short", E_CORRUPT},
        {"key.other-account", "two and more", "key.other-account is too long", E_CORRUPT},
        {"copydesk.db", NULL, "copydesk.db is missing", E_CORRUPT},
        {"manifest.json", "{\"format\": 1", "manifest.json is not what copydesk writes", E_CORRUPT},
        {"manifest.json", "[]", "manifest.json is not what copydesk writes", E_CORRUPT},
        {"manifest.json", "{\"format\": 2, \"copydesk\": \"7.0\", \"schema\": 9}", "newer copydesk (7.0, format 2",
         E_INVALID},
        {"manifest.json", "{\"format\": 1, \"copydesk\": \"7.0\", \"schema\": 999}", "schema version 999", E_INVALID},
        {"manifest.json", "{\"format\": 1, \"copydesk\": \"1\", \"schema\": 1, \"files\": []}", "manifest.json is not",
         E_CORRUPT},
        {"manifest.json",
         "{\"format\": 1, \"copydesk\": \"1\", \"schema\": 1, \"files\": [{\"name\": \"../../etc/passwd\", \"bytes\": "
         "1, \"sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\"}]}",
         "manifest.json is not", E_CORRUPT},
        {"manifest.json", NULL, "is no backup", E_NOT_FOUND},
    };
    struct place *place = *state;
    char path[512];
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_backup(place);
        snprintf(path, sizeof path, "%s/%s", place->backup, rows[i].name);
        if (rows[i].text)
            write_text(place->backup, rows[i].name, rows[i].text);
        else
            assert_int_equal(unlink(path), 0);
        assert_restore_refused(place, rows[i].status, rows[i].message);
        assert_int_equal(entries_of(place->target), 0);
        remove_folder(place->backup);
    }
}

static void a_changed_database_is_found(void **state)
{
    struct place *place = *state;
    assert_backup(place);
    damage(place->backup, "copydesk.db", 5000, "x");
    assert_restore_refused(place, E_CORRUPT, "copydesk.db is not what was saved");
}

static void only_files_are_saved_and_restored(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    char path[512], other[256];
    snprintf(path, sizeof path, "%s/secret.key", f->folder);
    snprintf(other, sizeof other, "%s/elsewhere", place->around);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(symlink(other, path), 0);
    assert_backup(place); /* what a link leads to is saved as a file */
    assert_text(place->backup, "secret.key", "three");
    snprintf(path, sizeof path, "%s/key", place->backup);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_restore_refused(place, E_INVALID, "key is no plain file");
    assert_int_equal(entries_of(place->target), 0);
}

/* A process that died while the files were moved left this mark. */
static void a_restore_that_was_broken_off_is_done_again(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    struct store *store = NULL;
    char mark[128];
    assert_backup(place);
    snprintf(place->target, sizeof place->target, "%s", f->folder);
    snprintf(mark, sizeof mark, "%s/%s", f->folder, FOLDER_RESTORING);
    assert_int_equal(mkdir(mark, 0700), 0);
    assert_int_equal(store_open(f->folder, &store, &f->err), E_IO);
    assert_string_equal(f->err.code, "restore_unfinished");
    assert_int_equal(backup_make(f->folder, mark, f->arena, &place->report, &f->err), E_IO);
    assert_restore(place, true);
    assert_int_equal(store_open(f->folder, &store, &f->err), OK);
    store_close(store);
}

/* --- meanwhile --- */

struct changes {
    const char *folder;
    atomic_bool is_over;
};

/* Another key all the time, as a rotation writes it. */
static void *change_keys(void *argument)
{
    struct changes *changes = argument;
    char fresh[520], path[512], text[32];
    snprintf(path, sizeof path, "%s/secret.key", changes->folder);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    for (long i = 0; !atomic_load(&changes->is_over); i++) {
        snprintf(text, sizeof text, "key %ld", i);
        write_text(changes->folder, "secret.key.new", text);
        if (rename(fresh, path) != 0)
            break;
    }
    return NULL;
}

/* Sooner or later they change while they are copied: beside other work that takes its time. */
static void keys_and_database_are_of_the_same_moment(void **state)
{
    enum { PATIENCE_MS = 120 * 1000 };
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    struct changes changes = {.folder = f->folder};
    enum status status = OK;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, change_keys, &changes), 0);
    for (int64_t begun = clock_mono_ms(); clock_mono_ms() - begun < PATIENCE_MS && !status;) {
        status = backup_make(f->folder, place->backup, f->arena, &place->report, &f->err);
        remove_folder(place->backup);
    }
    atomic_store(&changes.is_over, true);
    pthread_join(thread, NULL);
    assert_int_equal(status, E_CONFLICT);
    assert_string_equal(f->err.code, "keys_change");
    assert_nothing_beside(place, 0);
    assert_backup(place);
}

/* --- killed --- */

enum { KILLS = 40, LONGEST_US = 6000 };

static void pause_us(long us)
{
    const struct timespec pause = {.tv_nsec = us * 1000};
    nanosleep(&pause, NULL);
}

/* Runs the work again and again in a process, and kills that at some moment; is_done: after it was done once. */
static void kill_within(void (*work)(struct place *place), struct place *place, bool is_done)
{
    int done[2];
    char byte = 0;
    assert_int_equal(pipe(done), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    while (child == 0) {
        work(place);
        if (write(done[1], &byte, 1) != 1)
            _exit(1);
    }
    close(done[1]);
    if (is_done)
        assert_int_equal(read(done[0], &byte, 1), 1);
    pause_us((long)random_below(LONGEST_US));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(done[0]);
}

static void back_up_and_rename(struct place *place)
{
    struct fixture *f = &place->fixture;
    char name[160];
    snprintf(name, sizeof name, "%s/whole-%llu", place->around, (unsigned long long)random_below(UINT64_MAX));
    if (backup_make(f->folder, name, f->arena, &place->report, &f->err))
        _exit(1);
}

/* Whatever has the name of a backup is whole. */
static void a_backup_that_is_killed_is_none(void **state)
{
    struct place *place = *state;
    size_t whole = 0, parts = 0;
    for (int i = 0; i < KILLS; i++)
        kill_within(back_up_and_rename, place, true);
    DIR *entries = opendir(place->around);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (strncmp(entry->d_name, "whole-", 6) != 0)
            continue;
        parts += strstr(entry->d_name, ".part-") != NULL;
        if (strstr(entry->d_name, ".part-"))
            continue;
        snprintf(place->backup, sizeof place->backup, "%s/%s", place->around, entry->d_name);
        remove_folder(place->target);
        assert_restore(place, false);
        whole++;
    }
    closedir(entries);
    assert_true(whole > 0 && parts > 0);
}

static void restore_with_force(struct place *place)
{
    struct fixture *f = &place->fixture;
    if (backup_restore(place->backup, place->target, true, f->arena, &place->report, &f->err))
        _exit(1);
}

/* Either all of the old or all of the new, or nobody starts on it; and another restore goes through. */
static void a_restore_that_is_killed_is_all_or_nothing(void **state)
{
    struct place *place = *state;
    struct fixture *f = &place->fixture;
    struct store *store = NULL;
    size_t marked = 0;
    assert_backup(place);
    for (int i = 0; i < KILLS; i++) {
        remove_folder(place->target);
        assert_restore(place, false);
        add_to(place, place->target, "later");
        write_text(place->target, "key", "of the later one");
        kill_within(restore_with_force, place, false);
        enum status status = store_open(place->target, &store, &f->err);
        if (status) {
            assert_string_equal(f->err.code, "restore_unfinished");
            marked++;
        } else {
            store_close(store);
            bool is_old = number_in(place, place->target, "SELECT COUNT(*) FROM article") == 2;
            assert_text(place->target, "key", is_old ? "of the later one" : "one");
        }
        assert_restore(place, true);
        assert_text(place->target, "key", "one");
        assert_int_equal(store_open(place->target, &store, &f->err), OK);
        store_close(store);
    }
    assert_true(marked < KILLS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_place, tear_down_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_backup_has_what_cannot_be_made_anew),
        TEST(a_backup_takes_no_place_that_is_taken),
        TEST(a_folder_takes_backups_named_by_the_time),
        TEST(nothing_to_save_is_said),
        TEST(a_damaged_or_foreign_database_is_not_saved),
        TEST(a_database_of_somebody_else_is_not_saved),
        TEST(a_newer_database_is_not_saved),
        TEST(a_restored_folder_is_as_the_saved_one_was),
        TEST(what_was_there_is_moved_aside),
        TEST(a_folder_with_other_things_is_not_empty),
        TEST(a_folder_in_use_is_left_alone),
        TEST(damage_is_named_and_nothing_is_touched),
        TEST(a_changed_database_is_found),
        TEST(only_files_are_saved_and_restored),
        TEST(a_restore_that_was_broken_off_is_done_again),
        TEST(keys_and_database_are_of_the_same_moment),
        TEST(a_backup_that_is_killed_is_none),
        TEST(a_restore_that_is_killed_is_all_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
