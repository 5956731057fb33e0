#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum status file_failed(const char *what, const char *path, struct error *err)
{
    char reason[128];
    int code = errno;
    return error_set(err, E_IO, NULL, "%s %s: %s", what, path, strerror_r(code, reason, sizeof reason));
}

bool write_all(int file, const void *data, size_t size)
{
    const char *rest = data;
    while (size > 0) {
        ssize_t written = write(file, rest, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        rest += written;
        size -= (size_t)written;
    }
    return true;
}

enum { FILE_MAX = 32 * 1024, PATH_SIZE = 4096 };

static enum status make_path(char *path, const char *folder, const char *name, const char *suffix, struct error *err)
{
    int length = snprintf(path, PATH_SIZE, "%s/%s%s", folder, name, suffix);
    return length < PATH_SIZE ? OK : error_set(err, E_INVALID, NULL, "the data folder's name is too long");
}

enum status files_read(const char *folder, const char *name, struct arena *arena, const char **text, struct error *err)
{
    char path[PATH_SIZE], content[FILE_MAX];
    enum status status = make_path(path, folder, name, "", err);
    if (status)
        return status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT)
        return error_set(err, E_NOT_FOUND, NULL, "there is no %s", path);
    if (fd < 0)
        return file_failed("cannot read", path, err);
    ssize_t size = read(fd, content, sizeof content);
    close(fd);
    if (size < 0)
        return file_failed("cannot read", path, err);
    struct str trimmed = str_trim((struct str){content, (size_t)size});
    *text = arena_copy_n(arena, trimmed.data, trimmed.len);
    return *text ? OK : error_memory(err);
}

enum status files_write(const char *folder, const char *name, const char *text, struct error *err)
{
    char path[PATH_SIZE], fresh[PATH_SIZE];
    enum status status = make_path(path, folder, name, "", err);
    if (!status)
        status = make_path(fresh, folder, name, ".new", err);
    if (status)
        return status;
    unlink(fresh); /* left over from a process that was killed; its mode may be wrong */
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return file_failed("cannot write", fresh, err);
    if (!write_all(fd, text, strlen(text)) || fsync(fd) != 0)
        status = file_failed("cannot write", fresh, err);
    close(fd);
    if (!status && rename(fresh, path) != 0)
        status = file_failed("cannot write", path, err);
    if (status)
        unlink(fresh);
    return status;
}

void files_remove(const char *folder, const char *name)
{
    char path[PATH_SIZE];
    if (make_path(path, folder, name, "", NULL) == OK)
        unlink(path);
}

/* -1: no, and errno says why. */
static int open_and_unlink(char *name)
{
    int file = mkostemp(name, O_CLOEXEC);
    if (file >= 0)
        unlink(name);
    return file;
}

enum status unnamed_open(const char *path, int *file, struct error *err)
{
    struct buf folder = {0}, name = {0};
    const char *slash = strrchr(path, '/');
    buf_printf(&folder, "%.*s.", slash ? (int)(slash - path) + 1 : 0, path);
    buf_printf(&name, "%s.XXXXXX", path);
    enum status status = folder.failed || name.failed ? error_memory(err) : OK;
    *file = !status ? open(folder.data, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
    if (!status && *file < 0 && (*file = open_and_unlink(name.data)) < 0)
        status = error_set(err, E_IO, NULL, "cannot write %s: %s", path, strerror(errno));
    buf_free(&folder);
    buf_free(&name);
    return status;
}

#define HUGE_PAGE ((uintptr_t)2 << 20)

/* Arrays below that waste more than they gain. */
#define LEAST_SIZE ((size_t)8 << 20)

void huge_advise(void *data, size_t size)
{
#ifdef MADV_HUGEPAGE
    if (!data || size < LEAST_SIZE)
        return;
    uintptr_t first = ((uintptr_t)data + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uintptr_t last = ((uintptr_t)data + size) / HUGE_PAGE * HUGE_PAGE;
    char *start = (char *)data + (first - (uintptr_t)data);
    if (first < last)
        (void)madvise(start, last - first, MADV_HUGEPAGE); /* advice: a kernel without such pages refuses it */
#else
    (void)data;
    (void)size;
#endif
}

void *huge_calloc(size_t count, size_t size)
{
    void *data = calloc(count, size);
    huge_advise(data, data ? count * size : 0);
    return data;
}
