#include "store/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status failed(const char *what, const char *path, struct error *err)
{
    char reason[128];
    int code = errno;
    return error_set(err, E_IO, NULL, "%s %s: %s", what, path, strerror_r(code, reason, sizeof reason));
}

/* Makes each missing folder of the path, which is cut at its slashes meanwhile. */
static enum status make_each(char *path, struct error *err)
{
    for (char *slash = path + 1;; slash++) {
        if (*slash != '/' && *slash != '\0')
            continue;
        char end = *slash;
        *slash = '\0';
        int reason = mkdir(path, 0700) == 0 ? 0 : errno;
        if (reason && reason != EEXIST && (end == '\0' || access(path, X_OK) < 0)) {
            errno = reason; /* access has its own, which says no more than that there is no folder */
            return failed("cannot make the data folder", path, err);
        }
        *slash = end;
        if (end == '\0')
            return OK;
    }
}

static enum status make_folder(const char *folder, struct error *err)
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

enum status folder_lock(const char *folder, int *lock, struct error *err)
{
    enum status status = make_folder(folder, err);
    if (status)
        return status;
    struct buf path = {0};
    buf_printf(&path, "%s/lock", folder);
    if (path.failed)
        return error_memory(err);
    int fd = open(path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        status = failed("cannot write in the data folder:", path.data, err);
    } else if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
        status = errno == EWOULDBLOCK ? error_set(err, E_CONFLICT, "in_use", "the data folder %s is in use", folder)
                                      : failed("cannot lock", path.data, err);
        close(fd);
    }
    buf_free(&path);
    if (!status)
        *lock = fd;
    return status;
}

enum status folder_file(const char *path, struct error *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
        return OK;
    }
    if (errno != EEXIST)
        return failed("cannot make", path, err);
    return chmod(path, 0600) == 0 ? OK : failed("cannot use", path, err);
}
