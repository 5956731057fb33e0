#include "base/system/unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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
    *file = status == OK ? open(folder.data, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
    if (status == OK && *file < 0 && (*file = open_and_unlink(name.data)) < 0)
        status = error_set(err, E_IO, NULL, "cannot write %s: %s", path, strerror(errno));
    buf_free(&folder);
    buf_free(&name);
    return status;
}
