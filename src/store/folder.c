#include "base/system/system.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes each missing folder of the path. The path is cut at each of its slashes in turn, and whole again afterwards. */
static enum status make_each(char *path, struct error *err)
{
    for (char *slash = path + 1;; slash++) {
        if (*slash != '/' && *slash != '\0')
            continue;
        char end = *slash;
        *slash = '\0';
        int reason = mkdir(path, 0700) == 0 ? 0 : errno;
        if (reason && reason != EEXIST && (end == '\0' || access(path, X_OK) < 0)) {
            errno = reason; /* of mkdir; that of access only says that there is no folder */
            return file_failed("cannot make the data folder", path, err);
        }
        *slash = end;
        if (end == '\0')
            return OK;
    }
}

enum status folder_make(const char *folder, struct error *err)
{
    if (!*folder)
        return error_set(err, E_INVALID, NULL, "the data folder has no name");
    char *path = strdup(folder);
    if (!path)
        return error_memory(err);
    enum status status = make_each(path, err);
    free(path);
    return status;
}

/* --- locks --- */

static enum status folder_take(const char *folder, const char *path, int fd, struct error *err)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fork_close_in_child(fd, err);
    return errno == EWOULDBLOCK ? error_set(err, E_CONFLICT, "in_use", "the data folder %s is in use", folder)
                                : file_failed("cannot lock", path, err);
}

enum status folder_lock(const char *folder, const char *name, int *lock, struct error *err)
{
    struct buf path = {0};
    buf_printf(&path, "%s/%s", folder, name);
    if (path.failed)
        return error_memory(err);
    int fd = open(path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    enum status status = fd < 0 ? file_failed("cannot write in the data folder:", path.data, err)
                                : folder_take(folder, path.data, fd, err);
    buf_free(&path);
    if (!status)
        *lock = fd;
    else if (fd >= 0)
        close(fd);
    return status;
}

void folder_unlock(int lock)
{
    if (lock < 0)
        return;
    fork_forget(lock);
    close(lock);
}

bool folder_is_locked(const char *folder, const char *name)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return false;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool locked = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return locked;
}

enum status folder_check(const char *folder, struct error *err)
{
    char path[PATH_MAX];
    bool fits = snprintf(path, sizeof path, "%s/" FOLDER_RESTORING, folder) < (int)sizeof path;
    if (!fits || access(path, F_OK) < 0)
        return OK;
    return error_set(err, E_IO, "restore_unfinished",
                     "a restore into the data folder %s was broken off: run `copydesk restore` again, with --force",
                     folder);
}

/* The first line of a file of the folder, cut where the room ends; "" when there is none, or no file. */
static enum status folder_read_line(const char *folder, const char *name, char *line, size_t size, bool *exists,
                                    struct error *err)
{
    char path[PATH_MAX];
    *line = '\0';
    *exists = false;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return OK;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT || errno == ENOTDIR ? OK : file_failed("cannot read", path, err);
    ssize_t length = read(file, line, size - 1);
    *exists = true;
    line[length > 0 ? length : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    close(file);
    return OK;
}

enum status folder_check_moved(const char *folder, struct error *err)
{
    char where[200];
    bool was_moved;
    enum status status = folder_read_line(folder, FOLDER_MOVED, where, sizeof where, &was_moved, err);
    if (status || !was_moved)
        return status;
    return error_set(err, E_INVALID, "moved",
                     "the data of the folder %s was moved to %s: start the service with that as data. To go back to "
                     "the folder as it was then, stop every service on the new data and remove %s/" FOLDER_MOVED,
                     folder, where, folder);
}

enum status folder_use_database(const char *folder, struct error *err)
{
    char path[PATH_MAX];
    enum status status = folder_check_moved(folder, err);
    if (status || snprintf(path, sizeof path, "%s/" FOLDER_MOVING, folder) >= (int)sizeof path)
        return status;
    return unlink(path) == 0 || errno == ENOENT ? OK : file_failed("cannot remove", path, err);
}

enum status folder_file(const char *path, struct error *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
        return OK;
    }
    if (errno != EEXIST)
        return file_failed("cannot make", path, err);
    return chmod(path, 0600) == 0 ? OK : file_failed("cannot use", path, err);
}
