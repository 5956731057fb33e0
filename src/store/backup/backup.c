#include "store/backup/backup.h"

#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 5 }; /* while the files of keys change */

struct backup_making {
    const char *folder; /* the data folder */
    const char *target; /* the backup's name */
    char *part;         /* the folder until it is whole */
    struct arena *arena;
    size_t key_count; /* the first files of the manifest; behind them the database */
    struct manifest manifest;
};

/* --- its name --- */

static enum status name_by_time(struct backup_making *making, const char *folder, struct error *err)
{
    char stamp[32];
    struct tm when;
    time_t now = (time_t)(clock_now_ms() / 1000);
    gmtime_r(&now, &when);
    strftime(stamp, sizeof stamp, "copydesk-%Y%m%d-%H%M%S", &when);
    making->target = copy_path(making->arena, folder, stamp);
    if (!making->target)
        return error_memory(err);
    return access(making->target, F_OK) == 0
               ? error_set(err, E_CONFLICT, "exists", "there is a backup %s already", making->target)
               : OK;
}

static enum status choose_name(struct backup_making *making, const char *given, struct error *err)
{
    struct stat info;
    size_t length = strlen(given);
    while (length > 1 && given[length - 1] == '/')
        length--;
    if (length == 0)
        return error_set(err, E_INVALID, NULL, "the backup has no name");
    const char *target = arena_copy_n(making->arena, given, length);
    const char *manifest = target ? copy_path(making->arena, target, MANIFEST_NAME) : NULL;
    if (!manifest)
        return error_memory(err);
    making->target = target;
    if (lstat(target, &info) < 0)
        return errno == ENOENT ? OK : copy_failed("use", target, err);
    if (stat(target, &info) < 0 || !S_ISDIR(info.st_mode))
        return error_set(err, E_CONFLICT, "exists",
                         "%s is no folder: name a new backup, or a folder in which it gets a name of its own", target);
    if (access(manifest, F_OK) == 0)
        return error_set(err, E_CONFLICT, "exists", "%s is a backup already: choose another name", target);
    return name_by_time(making, target, err);
}

/* --- its content --- */

static enum status list_keys(struct backup_making *making, const char ***names, size_t *count, struct error *err)
{
    return kept_list(making->folder, 1U << KEPT_DATA, making->arena, names, count, err);
}

static enum status copy_keys(struct backup_making *making, struct error *err)
{
    const char **names;
    size_t count;
    enum status status = list_keys(making, &names, &count, err);
    if (status)
        return status;
    making->manifest.count = 0;
    making->manifest.files = ARENA_ARRAY(making->arena, count + 1, struct manifest_file); /* and the database */
    if (!making->manifest.files)
        return error_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        struct manifest_file *file = &making->manifest.files[making->manifest.count];
        const char *from = copy_path(making->arena, making->folder, names[i]);
        const char *to = copy_path(making->arena, making->part, names[i]);
        file->name = names[i];
        status = from && to ? copy_file(from, to, &file->sum, err) : error_memory(err);
        making->manifest.count += !status;
        if (status == E_NOT_FOUND) /* replaced just now: are_keys_same finds it */
            status = OK;
    }
    return status;
}

/* Are the keys still those that were copied, so that they fit the database that was copied after them? */
static enum status are_keys_same(struct backup_making *making, bool *same, struct error *err)
{
    const char **names;
    size_t count;
    enum status status = list_keys(making, &names, &count, err);
    *same = !status && count == making->key_count;
    for (size_t i = 0; *same && i < count && !status; i++) {
        struct copy_sum sum;
        const struct manifest_file *file = &making->manifest.files[i];
        const char *path = copy_path(making->arena, making->folder, names[i]);
        status = path ? copy_read_sum(path, &sum, err) : error_memory(err);
        *same = !status && strcmp(names[i], file->name) == 0 && copy_sum_is(&sum, &file->sum);
        if (status == E_NOT_FOUND)
            status = OK;
    }
    return status;
}

static enum status copy_content(struct backup_making *making, struct db *db, const char *to, struct error *err)
{
    enum status status = schema_version(db, &making->manifest.schema, err);
    if (!status && making->manifest.schema > schema_newest())
        status = error_set(err, E_INVALID, "newer_schema",
                           "the database was written by a newer copydesk (schema version %lld; this one knows %lld): "
                           "use that version",
                           (long long)making->manifest.schema, (long long)schema_newest());
    if (!status)
        status = folder_file(to, err);
    return status ? status : db_copy(db, to, err);
}

static enum status read_database(struct backup_making *making, const char *from, const char *to, struct error *err)
{
    struct db *db = NULL;
    enum status status = db_open(&db_sqlite, from, DB_READER, &db, err);
    if (!status)
        status = db_begin(db, DB_READER, err);
    if (!status)
        status = copy_content(making, db, to, err);
    if (db)
        db_rollback(db);
    db_close(db);
    if (!status || !err || strstr(err->message, making->folder))
        return status;
    struct error inner = *err;
    return error_set(err, status, inner.code, "%s: %s", from, inner.message);
}

static enum status copy_database(struct backup_making *making, struct error *err)
{
    struct manifest_file *file = &making->manifest.files[making->manifest.count];
    const char *from = copy_path(making->arena, making->folder, KEPT_DATABASE);
    const char *to = copy_path(making->arena, making->part, KEPT_DATABASE);
    file->name = KEPT_DATABASE;
    enum status status = from && to ? read_database(making, from, to, err) : error_memory(err);
    if (!status)
        status = copy_flush(to, err);
    if (!status)
        status = copy_read_sum(to, &file->sum, err);
    making->manifest.count += !status;
    return status;
}

/* Makes the folder empty again. */
static enum status begin_again(struct backup_making *making, struct error *err)
{
    copy_remove_folder(making->part);
    return mkdir(making->part, 0700) == 0 ? OK : copy_failed("make the folder", making->part, err);
}

/* Secrets may be sealed with another key while the database is copied: both have to be of the same moment. */
static enum status copy_all(struct backup_making *making, struct error *err)
{
    for (int i = 0; i < TRIES; i++) {
        bool same = false;
        enum status status = i ? begin_again(making, err) : OK;
        if (!status)
            status = copy_keys(making, err);
        making->key_count = making->manifest.count;
        if (!status)
            status = copy_database(making, err);
        if (!status)
            status = are_keys_same(making, &same, err);
        if (status || same)
            return status;
    }
    return error_set(err, E_CONFLICT, "keys_change", "the files of keys in %s are being changed: try again",
                     making->folder);
}

/* --- making it --- */

/* The entry of a file in its folder is on the disk, too. */
static enum status flush_parent(struct backup_making *making, struct error *err)
{
    const char *slash = strrchr(making->target, '/');
    const char *parent = !slash ? "."
                         : slash == making->target
                             ? "/"
                             : arena_copy_n(making->arena, making->target, (size_t)(slash - making->target));
    return parent ? copy_flush(parent, err) : error_memory(err);
}

static enum status appear(struct backup_making *making, struct error *err)
{
    enum status status = copy_flush(making->part, err);
    if (!status && rename(making->part, making->target) != 0)
        status = copy_failed("make the backup", making->target, err);
    if (status)
        return status;
    status = flush_parent(making, err);
    if (status)
        rename(making->target, making->part); /* to be removed: it may not be there after a power cut */
    return status;
}

static enum status make_backup(struct backup_making *making, struct error *err)
{
    making->part = arena_printf(making->arena, "%s.part-XXXXXX", making->target);
    if (!making->part)
        return error_memory(err);
    if (!mkdtemp(making->part))
        return copy_failed("make the backup", making->target, err);
    making->manifest.created_at = clock_now_ms();
    making->manifest.version = COPYDESK_VERSION;
    enum status status = copy_all(making, err);
    if (!status)
        status = manifest_write(making->part, &making->manifest, err);
    if (!status)
        status = appear(making, err);
    if (status)
        copy_remove_folder(making->part);
    return status;
}

static enum status find_database(const char *folder, struct arena *arena, struct error *err)
{
    const char *path = copy_path(arena, folder, KEPT_DATABASE);
    if (!path)
        return error_memory(err);
    if (access(path, F_OK) == 0) { /* what was moved away grows old */
        enum status status = folder_check(folder, err);
        return status ? status : folder_check_moved(folder, err);
    }
    return errno == ENOENT || errno == ENOTDIR
               ? error_set(err, E_NOT_FOUND, "no_data", "there is nothing to save: no database in %s", folder)
               : copy_failed("read", path, err);
}

enum status backup_make(const char *folder, const char *target, struct arena *arena, struct backup_report *report,
                        struct error *err)
{
    struct backup_making making = {.folder = folder, .arena = arena};
    enum status status = find_database(folder, arena, err);
    if (!status)
        status = choose_name(&making, target, err);
    if (!status)
        status = make_backup(&making, err);
    if (status)
        return status;
    *report = (struct backup_report){
        .path = making.target,
        .folder = folder,
        .version = making.manifest.version,
        .schema = making.manifest.schema,
        .created_at = making.manifest.created_at,
        .files = making.manifest.count,
    };
    for (size_t i = 0; i < making.manifest.count; i++)
        report->bytes += making.manifest.files[i].sum.bytes;
    return OK;
}
