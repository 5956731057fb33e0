#include "media/data/file_text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status file_text_failed(const char *path, int problem, struct error *err)
{
    enum status status = problem == ENOENT || problem == ENOTDIR ? E_NOT_FOUND : E_IO;
    return error_set(err, status, NULL, "%s cannot be read: %s", path, strerror(problem));
}

/* Until the end, or one byte more than there may be: the file may grow meanwhile. */
static enum status file_text_read_all(struct arena *arena, const char *path, int file, size_t most, size_t expected,
                                      struct str *text, struct error *err)
{
    size_t cap = expected + 1, length = 0;
    char *data = arena_alloc(arena, cap + 1);
    while (data && length < cap) {
        ssize_t got = read(file, data + length, cap - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return file_text_failed(path, errno, err);
        length += (size_t)got;
        if (got == 0)
            break;
    }
    if (!data)
        return error_memory(err);
    if (length > most)
        return error_set(err, E_LIMIT, NULL, "%s has more than %zu bytes", path, most);
    *text = (struct str){data, length};
    return OK;
}

enum status file_text(struct arena *arena, const char *path, size_t most, struct str *text, struct error *err)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not hold us up */
    if (file < 0)
        return file_text_failed(path, errno, err);
    enum status status = OK;
    if (fstat(file, &info) != 0)
        status = file_text_failed(path, errno, err);
    else if (!S_ISREG(info.st_mode))
        status = error_set(err, E_IO, NULL, "%s is no regular file", path);
    else if ((uintmax_t)info.st_size > most)
        status = error_set(err, E_LIMIT, NULL, "%s has more than %zu bytes", path, most);
    else
        status = file_text_read_all(arena, path, file, most, (size_t)info.st_size, text, err);
    close(file);
    return status;
}
