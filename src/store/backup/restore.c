#include "store/backup/backup.h"
#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PART "restore.part"

enum { ASIDE_NAMES = 100 }; /* tried within one second */

struct move {
    const char *from, *to;
};

struct restoring {
    const char *backup, *folder;
    struct arena *arena;
    struct manifest manifest;
    struct stat owner; /* of the data folder */
    const char **old;  /* what is in the data folder */
    size_t old_count;
    const char *aside;  /* NULL: nothing has to be moved */
    struct move *moves; /* that were done, to be taken back */
    size_t move_count, move_room;
};

static char *inside(struct restoring *restoring, const char *name)
{
    return copy_path(restoring->arena, restoring->folder, name);
}

/* --- what is in the data folder --- */

static enum status check_empty(struct restoring *restoring, bool may_replace, struct error *err)
{
    const unsigned OURS = 1U << KEPT_DATA | 1U << KEPT_DATABASE_FILE | 1U << KEPT_MADE_ANEW;
    const char **foreign;
    size_t foreign_count;
    enum status status =
        kept_list(restoring->folder, OURS, restoring->arena, &restoring->old, &restoring->old_count, err);
    if (!status)
        status = kept_list(restoring->folder, 1U << KEPT_FOREIGN, restoring->arena, &foreign, &foreign_count, err);
    if (status || may_replace)
        return status;
    if (restoring->old_count || foreign_count)
        return error_set(err, E_CONFLICT, "not_empty",
                         "the data folder %s is not empty (%s is in it): with --force what copydesk has there is moved "
                         "aside",
                         restoring->folder, restoring->old_count ? restoring->old[0] : foreign[0]);
    return OK;
}

static enum status look_at_folder(struct restoring *restoring, struct error *err)
{
    const char *lock = inside(restoring, FOLDER_LOCK);
    if (!lock)
        return error_memory(err);
    if (stat(restoring->folder, &restoring->owner) < 0)
        return copy_failed("read", restoring->folder, err);
    return copy_give_to(lock, &restoring->owner, err);
}

/* --- step 3 --- */

static enum status copy_one(struct restoring *restoring, const struct manifest_file *file, const char *part,
                            struct error *err)
{
    struct copy_sum sum;
    const char *from = copy_path(restoring->arena, restoring->backup, file->name),
               *to = copy_path(restoring->arena, part, file->name);
    enum status status = from && to ? copy_file(from, to, &sum, err) : error_memory(err);
    if (!status && !copy_sum_is(&sum, &file->sum))
        status = error_set(err, E_CORRUPT, NULL, "the backup %s changed while it was read: %s", restoring->backup,
                           file->name);
    return status ? status : copy_give_to(to, &restoring->owner, err);
}

static enum status copy_files(struct restoring *restoring, const char *part, struct error *err)
{
    copy_remove_folder(part); /* of a restore that was broken off before it changed anything */
    if (mkdir(part, 0700) < 0)
        return copy_failed("make the folder", part, err);
    enum status status = OK;
    for (size_t i = 0; i < restoring->manifest.count && !status; i++)
        status = copy_one(restoring, &restoring->manifest.files[i], part, err);
    return status ? status : copy_flush(part, err);
}

/* --- step 4 --- */

/* What can fail is done before, so that whatever was moved can be moved back. */
static enum status restore_move(struct restoring *restoring, const char *from, const char *to, struct error *err)
{
    if (!from || !to ||
        !vec_grow(restoring->arena, &restoring->moves, restoring->move_count, &restoring->move_room,
                  sizeof(struct move)))
        return error_memory(err);
    if (rename(from, to) != 0)
        return copy_failed("move", from, err);
    restoring->moves[restoring->move_count++] = (struct move){from, to};
    return OK;
}

static bool restore_take_back(struct restoring *restoring)
{
    bool is_as_before = true;
    while (restoring->move_count) {
        const struct move *done = &restoring->moves[--restoring->move_count];
        if (rename(done->to, done->from) == 0)
            continue;
        log_line(LOG_ERROR, "%s could not be moved back to %s", done->to, done->from);
        is_as_before = false;
    }
    if (restoring->aside)
        rmdir(restoring->aside);
    return is_as_before;
}

static enum status make_aside(struct restoring *restoring, struct error *err)
{
    char stamp[32];
    struct tm when;
    time_t now = (time_t)(clock_now_ms() / 1000);
    gmtime_r(&now, &when);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &when);
    for (int i = 1; i < ASIDE_NAMES; i++) {
        const char *path = i == 1
                               ? arena_printf(restoring->arena, "%s/before-restore-%s", restoring->folder, stamp)
                               : arena_printf(restoring->arena, "%s/before-restore-%s-%d", restoring->folder, stamp, i);
        if (!path)
            return error_memory(err);
        if (mkdir(path, 0700) == 0) {
            restoring->aside = path;
            return copy_give_to(path, &restoring->owner, err);
        }
        if (errno != EEXIST)
            return copy_failed("make the folder", path, err);
    }
    return error_set(err, E_CONFLICT, NULL, "%s holds too many folders before-restore-%s", restoring->folder, stamp);
}

static enum status move_aside(struct restoring *restoring, struct error *err)
{
    enum status status = restoring->old_count ? make_aside(restoring, err) : OK;
    for (size_t i = 0; i < restoring->old_count && !status; i++)
        status = restore_move(restoring, inside(restoring, restoring->old[i]),
                              copy_path(restoring->arena, restoring->aside, restoring->old[i]), err);
    return status;
}

static enum status move_in(struct restoring *restoring, const char *from, struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; i < restoring->manifest.count && !status; i++) {
        const char *name = restoring->manifest.files[i].name;
        status = restore_move(restoring, copy_path(restoring->arena, from, name), inside(restoring, name), err);
    }
    return status ? status : copy_flush(restoring->folder, err);
}

static enum status exchange(struct restoring *restoring, const char *part, struct error *err)
{
    enum status status = copy_flush(restoring->folder, err);
    if (!status)
        status = move_aside(restoring, err);
    return status ? status : move_in(restoring, part, err);
}

/* From the mark on no service starts, until everything is in its place, or where it was. */
static enum status exchange_marked(struct restoring *restoring, const char *part, struct error *err)
{
    const char *mark = inside(restoring, FOLDER_RESTORING);
    bool was_broken_off = mark && access(mark, F_OK) == 0;
    if (!mark)
        return error_memory(err);
    if (!was_broken_off && mkdir(mark, 0700) < 0)
        return copy_failed("make the folder", mark, err);
    enum status status = exchange(restoring, part, err);
    bool is_whole = !status || (restore_take_back(restoring) && !was_broken_off);
    if (is_whole)
        rmdir(mark);
    copy_flush(restoring->folder, NULL); /* should the mark come back after a power cut, it only asks for a restore */
    return status;
}

/* --- all steps --- */

static enum status restore_put(struct restoring *restoring, struct error *err)
{
    const char *part = inside(restoring, PART);
    enum status status = part ? copy_files(restoring, part, err) : error_memory(err);
    if (!status)
        status = exchange_marked(restoring, part, err);
    if (part)
        copy_remove_folder(part);
    return status;
}

static enum status lock_and_put(struct restoring *restoring, bool may_replace, struct error *err)
{
    int lock = -1;
    enum status status = folder_make(restoring->folder, err);
    if (!status)
        status = folder_lock(restoring->folder, FOLDER_LOCK, &lock, err);
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, "in_use", "a service uses the data folder %s: stop it first",
                         restoring->folder);
    if (!status)
        status = look_at_folder(restoring, err);
    if (!status)
        status = check_empty(restoring, may_replace, err);
    if (!status)
        status = restore_put(restoring, err);
    folder_unlock(lock);
    return status;
}

enum status backup_restore(const char *backup, const char *folder, bool may_replace, struct arena *arena,
                           struct backup_report *report, struct error *err)
{
    struct restoring restoring = {.backup = backup, .folder = folder, .arena = arena};
    enum status status = manifest_check(backup, arena, &restoring.manifest, err);
    if (!status)
        status = lock_and_put(&restoring, may_replace, err);
    if (status)
        return status;
    *report = (struct backup_report){
        .path = backup,
        .folder = folder,
        .aside = restoring.aside,
        .version = restoring.manifest.version,
        .schema = restoring.manifest.schema,
        .created_at = restoring.manifest.created_at,
        .files = restoring.manifest.count,
    };
    for (size_t i = 0; i < restoring.manifest.count; i++)
        report->bytes += restoring.manifest.files[i].sum.bytes;
    return OK;
}
