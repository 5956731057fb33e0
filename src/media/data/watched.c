#include "media/data/data.h"

#include "net/upstream/upstream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* File systems count time in steps: a change within one may not show. */
enum { TIME_STEP_MS = 100 };

/* What was there. */
struct stamp {
    uint64_t hash;     /* of names, times and sizes */
    int64_t newest_ms; /* the last change */
};

/* The reading is the first member, so that a pointer to one is a pointer to the other. */
struct watched_held {
    struct file_reading reading;
    struct arena *arena;
    size_t users; /* those who hold it, the watcher among them while it is the present one */
};

struct watched {
    pthread_mutex_t lock;
    const struct watched_kind *kind;
    char *path;
    struct watched_held *present;
    struct stamp stamp; /* of what was read last, good or not */
    bool is_settled;    /* it had not changed so shortly before that another change would not show */
};

/* --- what is there --- */

static bool add_file(struct stamp *stamp, const char *name, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    const int64_t facts[] = {
        (int64_t)hash_bytes(name, strlen(name)),
        (int64_t)info.st_dev,
        (int64_t)info.st_ino,
        (int64_t)info.st_size,
        (int64_t)info.st_mtim.tv_sec,
        (int64_t)info.st_mtim.tv_nsec,
        (int64_t)info.st_ctim.tv_sec,
        (int64_t)info.st_ctim.tv_nsec,
    };
    int64_t changed = (int64_t)info.st_ctim.tv_sec * 1000 + info.st_ctim.tv_nsec / 1000000;
    stamp->newest_ms = changed > stamp->newest_ms ? changed : stamp->newest_ms;
    stamp->hash += hash_bytes(facts, sizeof facts); /* a sum: folders list their files in any order */
    return true;
}

static void add_folder(struct stamp *stamp, const char *folder, const char *ending)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct buf path = {0};
        if (entry->d_name[0] == '.' || !str_ends(str_from(entry->d_name), str_from(ending)))
            continue;
        buf_printf(&path, "%s/%s", folder, entry->d_name);
        if (!path.failed)
            add_file(stamp, entry->d_name, buf_text(&path));
        buf_free(&path);
    }
    if (entries)
        closedir(entries);
}

/* What is missing counts as empty: the file or folder itself is a part of the stamp of a folder. */
static struct stamp watched_look(const struct watched *watched)
{
    struct stamp stamp = {0};
    bool is_there = add_file(&stamp, "", watched->path);
    if (is_there && watched->kind->ending)
        add_folder(&stamp, watched->path, watched->kind->ending);
    return stamp;
}

/* --- reading --- */

static void watched_let_go(const struct watched *watched, struct watched_held *held)
{
    if (!held || --held->users)
        return;
    if (held->reading.data)
        watched->kind->drop(held->reading.data);
    arena_free(held->arena);
    free(held);
}

/* Reads what is there; the caller of this holds it as the watcher. */
static enum status read_now(const struct watched *watched, struct watched_held **out, struct error *err)
{
    struct watched_held *held = calloc(1, sizeof *held);
    if (!held)
        return error_memory(err);
    held->users = 1;
    held->arena = arena_new();
    enum status status =
        held->arena ? watched->kind->read(watched->path, held->arena, &held->reading.data, err) : error_memory(err);
    if (status)
        watched_let_go(watched, held);
    else
        *out = held;
    return status;
}

/* Under the lock: reads again when something has changed. */
static enum status watched_renew(struct watched *watched, struct error *err)
{
    int64_t now = clock_now_ms();
    struct stamp stamp = watched_look(watched);
    if (watched->is_settled && stamp.hash == watched->stamp.hash)
        return OK;
    struct watched_held *held = NULL;
    enum status status = read_now(watched, &held, err);
    if (status == E_MEMORY)
        return status; /* not the fault of the file: the next use tries again */
    watched->stamp = stamp;
    watched->is_settled = stamp.newest_ms > now || now - stamp.newest_ms >= TIME_STEP_MS;
    if (status)
        return status;
    watched_let_go(watched, watched->present);
    watched->present = held;
    return OK;
}

enum status watched_open(const json_t *entry, const char *name, const struct watched_kind *kind, void **state,
                         struct error *err)
{
    static const char *const members[] = {"path", NULL};
    const char *path;
    enum status status = entry_check(entry, name, members, err);
    if (!status)
        status = entry_text(entry, name, "path", &path, err);
    if (status)
        return status;
    struct watched *watched = calloc(1, sizeof *watched);
    if (!watched)
        return error_memory(err);
    pthread_mutex_init(&watched->lock, NULL);
    watched->kind = kind;
    struct buf copy = {0};
    buf_str(&copy, path);
    while (kind->ending && copy.len > 1 && copy.data[copy.len - 1] == '/')
        copy.data[--copy.len] = '\0';
    watched->path = buf_take(&copy);
    status = watched->path ? watched_renew(watched, err) : error_memory(err);
    if (status)
        watched_close(watched);
    else
        *state = watched;
    return status;
}

void watched_close(void *state)
{
    struct watched *watched = state;
    if (!watched)
        return;
    watched_let_go(watched, watched->present);
    pthread_mutex_destroy(&watched->lock);
    free(watched->path);
    free(watched);
}

/* --- using --- */

const char *watched_path(const struct watched *watched)
{
    return watched->path;
}

const struct file_reading *watched_use(struct watched *watched)
{
    struct error problem;
    pthread_mutex_lock(&watched->lock);
    enum status status = watched_renew(watched, &problem);
    struct watched_held *held = watched->present;
    held->users++;
    pthread_mutex_unlock(&watched->lock);
    if (status) {
        struct log_event event = log_event_begin("media kept as it was read before");
        log_event_text(&event, "path", watched->path);
        log_event_text(&event, "error", problem.message);
        log_event_end(&event, LOG_WARN);
    }
    return &held->reading;
}

void watched_release(struct watched *watched, const struct file_reading *reading)
{
    pthread_mutex_lock(&watched->lock);
    watched_let_go(watched, (struct watched_held *)reading);
    pthread_mutex_unlock(&watched->lock);
}

static enum status file_text_failed(const char *path, int problem, struct error *err)
{
    enum status status = problem == ENOENT || problem == ENOTDIR ? E_NOT_FOUND : E_IO;
    return error_set(err, status, NULL, "%s cannot be read: %s", path, strerror(problem));
}

/* Until the end, or one byte more than there may be: the file may grow meanwhile. */
static enum status read_whole_file(struct arena *arena, const char *path, int file, size_t most, size_t expected,
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
        status = read_whole_file(arena, path, file, most, (size_t)info.st_size, text, err);
    close(file);
    return status;
}
