#include "base/system/system.h"
#include "store/backup/backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIECE = 64 * 1024, SHA256_SIZE = COPY_SUM_LENGTH / 2 };

enum status copy_failed(const char *what, const char *path, struct error *err)
{
    char reason[128];
    int code = errno;
    const char *word = code == ENOSPC || code == EDQUOT ? "disk_full" : NULL;
    return error_set(err, E_IO, word, "cannot %s %s: %s", what, path, strerror_r(code, reason, sizeof reason));
}

bool copy_sum_is(const struct copy_sum *a, const struct copy_sum *b)
{
    return a->bytes == b->bytes && strcmp(a->sha256, b->sha256) == 0;
}

char *copy_path(struct arena *arena, const char *folder, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

/* --- reading --- */

static enum status open_plain(const char *path, int *file, struct error *err)
{
    struct stat info;
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*file < 0 && errno == ENOENT)
        return error_set(err, E_NOT_FOUND, NULL, "there is no %s", path);
    if (*file < 0 || fstat(*file, &info) < 0)
        return copy_failed("read", path, err);
    return S_ISREG(info.st_mode) ? OK : error_set(err, E_INVALID, NULL, "%s is no plain file", path);
}

struct copy_pass {
    const char *from, *to; /* to NULL: the file is only read */
    int source, target;
    EVP_MD_CTX *digest;
    char *piece;
    struct copy_sum *sum;
};

static enum status copy_pieces(const struct copy_pass *copying, struct error *err)
{
    for (;;) {
        ssize_t size = read(copying->source, copying->piece, PIECE);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return copy_failed("read", copying->from, err);
        if (size == 0)
            return OK;
        if (EVP_DigestUpdate(copying->digest, copying->piece, (size_t)size) != 1)
            return error_memory(err);
        if (copying->to && !write_all(copying->target, copying->piece, (size_t)size))
            return copy_failed("write", copying->to, err);
        copying->sum->bytes += size;
    }
}

static enum status read_through(struct copy_pass *copying, struct error *err)
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    *copying->sum = (struct copy_sum){0};
    copying->digest = EVP_MD_CTX_new();
    copying->piece = malloc(PIECE);
    bool can = copying->digest && copying->piece && EVP_DigestInit_ex(copying->digest, EVP_sha256(), NULL) == 1;
    enum status status = can ? copy_pieces(copying, err) : error_memory(err);
    if (!status && EVP_DigestFinal_ex(copying->digest, sum, NULL) != 1)
        status = error_memory(err);
    if (!status)
        hex_encode(sum, SHA256_SIZE, copying->sum->sha256);
    free(copying->piece);
    EVP_MD_CTX_free(copying->digest);
    return status;
}

enum status copy_read_sum(const char *path, struct copy_sum *sum, struct error *err)
{
    struct copy_pass copying = {.from = path, .target = -1, .sum = sum};
    enum status status = open_plain(path, &copying.source, err);
    if (!status)
        status = read_through(&copying, err);
    if (copying.source >= 0)
        close(copying.source);
    return status;
}

/* --- writing --- */

static enum status copy_create(const char *path, int *file, struct error *err)
{
    *file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return *file < 0 ? copy_failed("write", path, err) : OK;
}

/* Closes what was written, and says whether it is on the disk. */
static enum status copy_finish(int file, const char *path, enum status status, struct error *err)
{
    if (!status && fsync(file) != 0)
        status = copy_failed("write", path, err);
    if (close(file) != 0 && !status)
        status = copy_failed("write", path, err);
    return status;
}

enum status copy_file(const char *from, const char *to, struct copy_sum *sum, struct error *err)
{
    struct copy_pass copying = {.from = from, .to = to, .target = -1, .sum = sum};
    enum status status = open_plain(from, &copying.source, err);
    if (!status)
        status = copy_create(to, &copying.target, err);
    if (!status)
        status = copy_finish(copying.target, to, read_through(&copying, err), err);
    if (copying.source >= 0)
        close(copying.source);
    return status;
}

enum status copy_write(const char *path, const char *text, struct error *err)
{
    int file;
    enum status status = copy_create(path, &file, err);
    if (status)
        return status;
    if (!write_all(file, text, strlen(text)))
        status = copy_failed("write", path, err);
    return copy_finish(file, path, status, err);
}

enum status copy_flush(const char *path, struct error *err)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    return file < 0 ? copy_failed("read", path, err) : copy_finish(file, path, OK, err);
}

enum status copy_give_to(const char *path, const struct stat *owner, struct error *err)
{
    bool is_needed = geteuid() == 0 && owner->st_uid != 0;
    return is_needed && lchown(path, owner->st_uid, owner->st_gid) != 0 ? copy_failed("give away", path, err) : OK;
}

void copy_remove_folder(const char *folder)
{
    char path[PATH_MAX];
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            unlink(path);
    if (entries)
        closedir(entries);
    rmdir(folder);
}
