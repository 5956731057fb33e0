#include "base/system/output.h"

#include "base/system/file.h"
#include "base/system/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, NAME_TRIES = 100 };

static enum status output_failed(const struct output *output, int code, struct error *err)
{
    char reason[128];
    return error_set(err, E_IO, NULL, "cannot write %s: %s", output->name, strerror_r(code, reason, sizeof reason));
}

/* --- where the links lead --- */

/* What stands before the last slash. */
static void folder_of(const char *path, char *folder)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        strcpy(folder, ".");
    else
        snprintf(folder, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* The number that a path names in the folder of the process's own descriptors; -1: it is elsewhere, or no number. */
static int descriptor_of(const char *path, const char *folder)
{
    int descriptor;
    char own[64], more;
    const char *slash = strrchr(path, '/');
    snprintf(own, sizeof own, "/proc/%ld/fd", (long)getpid());
    bool is_number = strcmp(folder, own) == 0 && sscanf(slash ? slash + 1 : path, "%9d%c", &descriptor, &more) == 1;
    return is_number ? descriptor : -1;
}

/* 0, or the errno of what is wrong. */
static int output_join(char *path, const char *folder, const char *rest)
{
    char joined[PATH_MAX];
    int length =
        *rest == '/' ? snprintf(joined, PATH_MAX, "%s", rest) : snprintf(joined, PATH_MAX, "%s/%s", folder, rest);
    if (length >= PATH_MAX)
        return ENAMETOOLONG;
    memcpy(path, joined, (size_t)length + 1);
    return 0;
}

/* Follows the links of output->path, to a descriptor or to what is none, which need not be there. 0, or an errno. */
static int output_follow(struct output *output)
{
    char link[PATH_MAX], named[PATH_MAX], folder[PATH_MAX];
    for (int i = 0; i < MOST_LINKS; i++) {
        folder_of(output->path, named);
        if (!realpath(named, folder))
            return 0; /* check() says what is wrong */
        output->descriptor = descriptor_of(output->path, folder);
        ssize_t length = output->descriptor < 0 ? readlink(output->path, link, sizeof link - 1) : -1;
        if (length < 0)
            return 0;
        link[length] = '\0';
        int wrong = output_join(output->path, folder, link);
        if (wrong)
            return wrong;
    }
    return ELOOP;
}

/* --- can it be written? --- */

/* Whoever started the program opened it: what ends with an exec is a file of the program's own, say its database. */
static int check_descriptor(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL), ends = fcntl(descriptor, F_GETFD);
    if (flags < 0 || ends < 0)
        return errno;
    return (flags & O_ACCMODE) == O_RDONLY || (ends & FD_CLOEXEC) ? EBADF : 0;
}

static int output_check_folder(const char *path)
{
    char folder[PATH_MAX];
    folder_of(path, folder);
    return access(folder, W_OK | X_OK) == 0 ? 0 : errno;
}

/* A socket cannot be opened by its name. */
static int output_check(struct output *output)
{
    struct stat there;
    size_t length = strlen(output->path);
    if (output->descriptor >= 0)
        return check_descriptor(output->descriptor);
    bool exists = stat(output->path, &there) == 0;
    if (!exists && errno != ENOENT)
        return errno;
    if (length == 0)
        return ENOENT;
    if ((exists && S_ISDIR(there.st_mode)) || output->path[length - 1] == '/')
        return EISDIR;
    if (exists && S_ISSOCK(there.st_mode))
        return ENXIO;
    output->is_replaced = !exists || S_ISREG(there.st_mode);
    if (!output->is_replaced)
        return access(output->path, W_OK) == 0 ? 0 : errno;
    output->mode = exists ? there.st_mode & 0777 : 0;
    return output_check_folder(output->path);
}

enum status output_find(struct output *output, const char *name, struct error *err)
{
    *output = (struct output){.name = name, .descriptor = -1};
    if (snprintf(output->path, sizeof output->path, "%s", name) >= PATH_MAX)
        return output_failed(output, ENAMETOOLONG, err);
    int wrong = output_follow(output);
    if (!wrong)
        wrong = output_check(output);
    return wrong ? output_failed(output, wrong, err) : OK;
}

/* --- writing --- */

/* A name beside the path that nobody has. The mode is what a new file gets, or what the replaced one had. */
static int open_fresh(const struct output *output, char *fresh)
{
    unsigned char random[4];
    char digits[2 * sizeof random + 1];
    for (int i = 0; i < NAME_TRIES; i++) {
        random_bytes(random, sizeof random);
        hex_encode(random, sizeof random, digits);
        if (snprintf(fresh, PATH_MAX, "%s.%s", output->path, digits) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, output->mode ? 0600 : 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* 0, or an errno. */
static int write_fresh(const struct output *output, int file, struct str text)
{
    if (!write_all(file, text.data, text.len) || (output->mode && fchmod(file, output->mode) != 0) || fsync(file) != 0)
        return errno;
    return 0;
}

static int replace(const struct output *output, struct str text)
{
    char fresh[PATH_MAX];
    int file = open_fresh(output, fresh);
    if (file < 0)
        return errno;
    int wrong = write_fresh(output, file, text);
    if (close(file) != 0 && !wrong)
        wrong = errno;
    if (!wrong && rename(fresh, output->path) != 0)
        wrong = errno;
    if (wrong)
        unlink(fresh);
    return wrong;
}

/* A reader that is gone must not end the program. */
static int write_in_place(const struct output *output, struct str text)
{
    struct sigpipe sigpipe;
    int file = output->descriptor >= 0 ? fcntl(output->descriptor, F_DUPFD_CLOEXEC, 0)
                                       : open(output->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return errno;
    sigpipe_block(&sigpipe);
    int wrong = write_all(file, text.data, text.len) ? 0 : errno;
    sigpipe_restore(&sigpipe);
    if (close(file) != 0 && !wrong)
        wrong = errno;
    return wrong;
}

enum status output_write(const struct output *output, struct str text, struct error *err)
{
    int wrong = output->is_replaced ? replace(output, text) : write_in_place(output, text);
    return wrong ? output_failed(output, wrong, err) : OK;
}
