#include "base/system/file.h"

#include "base/system/write_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { FILE_MAX = 32 * 1024, PATH_SIZE = 4096 };

static enum status file_failed(const char *what, const char *path, struct error *err)
{
    char reason[128];
    int code = errno;
    return error_set(err, E_IO, NULL, "%s %s: %s", what, path, strerror_r(code, reason, sizeof reason));
}

static enum status make_path(char *path, const char *folder, const char *name, const char *suffix, struct error *err)
{
    int length = snprintf(path, PATH_SIZE, "%s/%s%s", folder, name, suffix);
    return length < PATH_SIZE ? OK : error_set(err, E_INVALID, NULL, "the data folder's name is too long");
}

enum status files_read(const char *folder, const char *name, struct arena *arena, const char **text, struct error *err)
{
    char path[PATH_SIZE], content[FILE_MAX];
    enum status status = make_path(path, folder, name, "", err);
    if (status != OK)
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
    if (status == OK)
        status = make_path(fresh, folder, name, ".new", err);
    if (status != OK)
        return status;
    unlink(fresh); /* left over from a process that was killed; its mode may be wrong */
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return file_failed("cannot write", fresh, err);
    if (!write_all(fd, text, strlen(text)) || fsync(fd) != 0)
        status = file_failed("cannot write", fresh, err);
    close(fd);
    if (status == OK && rename(fresh, path) != 0)
        status = file_failed("cannot write", path, err);
    if (status != OK)
        unlink(fresh);
    return status;
}

void files_remove(const char *folder, const char *name)
{
    char path[PATH_SIZE];
    if (make_path(path, folder, name, "", NULL) == OK)
        unlink(path);
}
