/*
 * A disk that fails when it is told to, loaded before the C library (LD_PRELOAD). It counts what a process writes below
 * the folder DISK_FOLDER: write, pwrite, fsync, fdatasync, ftruncate, and files that are made. Four 32-bit integers in
 * the file DISK_CONTROL, which others may change at any time, say what happens:
 *
 *   left    the so-manieth of them from now on fails; 0: none does
 *   error   with this errno
 *   lasts   1: all after it fail too, until left is set to 0
 *   seen    how many there were
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

struct control {
    int left, error, lasts, seen;
};

static struct control *control;
static const char *folder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* `next`: the C library's own function of that name. */
#define FIND_NEXT(result, name, ...)                                                                                   \
    result (*next)(__VA_ARGS__);                                                                                       \
    *(void **)&next = dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void load(void)
{
    FIND_NEXT(int, "open", const char *, int, ...);
    const char *path = getenv("DISK_CONTROL");
    folder = getenv("DISK_FOLDER");
    int file = path && folder ? next(path, O_RDWR) : -1;
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    control = memory == MAP_FAILED ? NULL : memory;
}

static int is_below(const char *path)
{
    return control && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_file_below(int file)
{
    char link[64], path[PATH_MAX];
    if (!control)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = '\0';
    return is_below(path);
}

/* Counts one where `counts` says so; 1 when it has to fail, with errno set. */
static int fails(int counts)
{
    if (!counts)
        return 0;
    pthread_mutex_lock(&lock);
    int is_due = control->left == 1, error = control->error;
    control->seen++;
    if (control->left > 1 || (is_due && !control->lasts))
        control->left--;
    pthread_mutex_unlock(&lock);
    if (is_due)
        errno = error;
    return is_due;
}

#pragma GCC visibility push(default)

ssize_t write(int file, const void *data, size_t size)
{
    FIND_NEXT(ssize_t, "write", int, const void *, size_t);
    return fails(is_file_below(file)) ? -1 : next(file, data, size);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset)
{
    FIND_NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return fails(is_file_below(file)) ? -1 : next(file, data, size, offset);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset)
{
    FIND_NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return fails(is_file_below(file)) ? -1 : next(file, data, size, offset);
}

int fsync(int file)
{
    FIND_NEXT(int, "fsync", int);
    return fails(is_file_below(file)) ? -1 : next(file);
}

int fdatasync(int file)
{
    FIND_NEXT(int, "fdatasync", int);
    return fails(is_file_below(file)) ? -1 : next(file);
}

int ftruncate64(int file, off64_t size)
{
    FIND_NEXT(int, "ftruncate64", int, off64_t);
    return fails(is_file_below(file)) ? -1 : next(file, size);
}

static int open_checked(const char *name, const char *path, int flags, unsigned mode)
{
    FIND_NEXT(int, name, const char *, int, ...);
    if (fails((flags & O_CREAT) && is_below(path) && access(path, F_OK) != 0))
        return -1;
    return next(path, flags, mode);
}

static unsigned mode_of(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int file = open_checked("open", path, flags, mode_of(flags, arguments));
    va_end(arguments);
    return file;
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int file = open_checked("open64", path, flags, mode_of(flags, arguments));
    va_end(arguments);
    return file;
}

#pragma GCC visibility pop
