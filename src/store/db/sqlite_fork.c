#include "store/db/sqlite_fork.h"

#include "store/db/fork_guard.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>

/* Where no kernel has a part of a device's number: Linux uses the lower 32 bits of it. */
enum { MARK_SHIFT = sizeof(dev_t) * CHAR_BIT - 20 };

typedef int (*fstat_call)(int fd, struct stat *info);
typedef int (*stat_call)(const char *path, struct stat *info);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fstat_call next_fstat; /* what the library called before */
static stat_call next_stat;
static bool is_set_up; /* under the lock */

/* This thread opens a file: that is when SQLite looks for the file's table. */
static _Thread_local bool is_opening;

static void mark(struct stat *info)
{
    if (is_opening)
        info->st_dev ^= (dev_t)fork_guard_generation() << MARK_SHIFT;
}

static int marked_fstat(int fd, struct stat *info)
{
    int result = next_fstat(fd, info);
    if (result == 0)
        mark(info);
    return result;
}

/* By this one it looks for a descriptor of the same file that it may use again. */
static int marked_stat(const char *path, struct stat *info)
{
    int result = next_stat(path, info);
    if (result == 0)
        mark(info);
    return result;
}

/* All the file systems for Unix share one table of system calls. */
static enum status replace_calls(struct error *err)
{
    if (sqlite3_initialize() != SQLITE_OK)
        return error_memory(err);
    sqlite3_vfs *files = sqlite3_vfs_find("unix");
    if (files && files->iVersion >= 3) {
        next_fstat = (fstat_call)files->xGetSystemCall(files, "fstat");
        next_stat = (stat_call)files->xGetSystemCall(files, "stat");
    }
    if (!next_fstat || !next_stat ||
        files->xSetSystemCall(files, "fstat", (sqlite3_syscall_ptr)marked_fstat) != SQLITE_OK ||
        files->xSetSystemCall(files, "stat", (sqlite3_syscall_ptr)marked_stat) != SQLITE_OK)
        return error_set(err, E_INTERNAL, NULL, "this SQLite was built without its table of system calls");
    is_set_up = true;
    return OK;
}

enum status sqlite_fork_set_up(struct error *err)
{
    pthread_mutex_lock(&lock);
    enum status status = is_set_up ? OK : replace_calls(err);
    pthread_mutex_unlock(&lock);
    return status;
}

int sqlite_fork_open(const char *path, int flags, sqlite3 **handle)
{
    is_opening = true;
    int code = sqlite3_open_v2(path, handle, flags, NULL);
    is_opening = false;
    return code;
}
