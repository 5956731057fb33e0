#include "base/system/system.h"
#include "research/library/library.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MOST_OPEN = 4,
    WAIT_MS = 20,    /* between two checks whether the caller was cancelled */
    WAITS_TOLD = 25, /* of these between two reports */
};

struct indexes_entry {
    struct library_index *index; /* NULL: it is not open */
    char *root;
    size_t users; /* the one who has it, and those who wait for it */
    bool is_taken;
    size_t done, all; /* documents, while it is brought up to date: told to those who wait too */
    struct indexes_entry *next;
};

struct library_indexes {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char *data;
    struct indexes_entry *first; /* the one used last comes first */
    pid_t owner;
};

enum status library_indexes_new(const char *data, struct library_indexes **out, struct error *err)
{
    struct library_indexes *indexes = calloc(1, sizeof *indexes);
    char *copy = indexes && data ? strdup(data) : NULL;
    if (!indexes || (data && !copy)) {
        free(indexes);
        return error_memory(err);
    }
    indexes->data = copy;
    indexes->owner = getpid();
    pthread_mutex_init(&indexes->lock, NULL);
    condition_init(&indexes->changed);
    *out = indexes;
    return OK;
}

static void drop_indexes(struct indexes_entry *entry)
{
    library_index_close(entry->index);
    free(entry->root);
    free(entry);
}

void library_indexes_free(struct library_indexes *indexes)
{
    if (!indexes || indexes->owner != getpid())
        return;
    while (indexes->first) {
        struct indexes_entry *entry = indexes->first;
        indexes->first = entry->next;
        drop_indexes(entry);
    }
    pthread_cond_destroy(&indexes->changed);
    pthread_mutex_destroy(&indexes->lock);
    free(indexes->data);
    free(indexes);
}

/* --- the table, under the lock --- */

/* The entry of a folder, which becomes the first; made when there is none. NULL: memory ran out. */
static struct indexes_entry *find_entry(struct library_indexes *indexes, const char *root)
{
    struct indexes_entry **place = &indexes->first;
    while (*place && strcmp((*place)->root, root) != 0)
        place = &(*place)->next;
    struct indexes_entry *entry = *place;
    if (entry) {
        *place = entry->next;
    } else {
        entry = calloc(1, sizeof *entry);
        char *copy = entry ? strdup(root) : NULL;
        if (!copy) {
            free(entry);
            return NULL;
        }
        entry->root = copy;
    }
    entry->next = indexes->first;
    indexes->first = entry;
    return entry;
}

/* Closes those used longest ago while too many are open. */
static void close_some(struct library_indexes *indexes)
{
    size_t count = 0;
    for (struct indexes_entry **place = &indexes->first; *place;) {
        struct indexes_entry *entry = *place;
        if (++count <= MOST_OPEN || entry->users) {
            place = &entry->next;
            continue;
        }
        *place = entry->next;
        drop_indexes(entry);
    }
}

/* --- using --- */

/* Tells somebody who waits how far the other one is; without the lock, as it calls out. */
static void tell_waiting(struct library_indexes *indexes, const struct indexes_entry *entry,
                         const struct library_progress *progress)
{
    size_t done = entry->done, all = entry->all;
    if (!progress || !all)
        return;
    pthread_mutex_unlock(&indexes->lock);
    progress->report(progress->context, done, all);
    pthread_mutex_lock(&indexes->lock);
}

/* Waits for the turn of this thread. E_CANCELLED, E_MEMORY. */
static enum status indexes_take(struct library_indexes *indexes, const char *root,
                                const struct library_progress *progress, const atomic_bool *cancel,
                                struct indexes_entry **out, struct error *err)
{
    bool called_off = false;
    pthread_mutex_lock(&indexes->lock);
    struct indexes_entry *entry = find_entry(indexes, root);
    if (entry)
        entry->users++;
    for (size_t waits = 1; entry && entry->is_taken && !called_off; waits++) {
        struct timespec until = condition_in_ms(WAIT_MS);
        pthread_cond_timedwait(&indexes->changed, &indexes->lock, &until);
        if (waits % WAITS_TOLD == 0)
            tell_waiting(indexes, entry, progress);
        called_off = cancel && atomic_load(cancel);
    }
    if (entry && called_off)
        entry->users--;
    else if (entry)
        entry->is_taken = true;
    pthread_mutex_unlock(&indexes->lock);
    *out = entry;
    if (!entry)
        return error_memory(err);
    return called_off ? error_set(err, E_CANCELLED, "cancelled", "reading the library was called off") : OK;
}

static void give(struct library_indexes *indexes, struct indexes_entry *entry)
{
    pthread_mutex_lock(&indexes->lock);
    entry->is_taken = false;
    entry->done = entry->all = 0;
    entry->users--;
    close_some(indexes);
    pthread_cond_broadcast(&indexes->changed);
    pthread_mutex_unlock(&indexes->lock);
}

/* Whoever brings an index up to date, and those who wait for it. */
struct teller {
    struct library_indexes *indexes;
    struct indexes_entry *entry;
    const struct library_progress *progress; /* NULL: nobody listens but those who wait */
};

static void indexes_tell(void *context, size_t done, size_t all)
{
    struct teller *teller = context;
    pthread_mutex_lock(&teller->indexes->lock);
    teller->entry->done = done;
    teller->entry->all = all;
    pthread_mutex_unlock(&teller->indexes->lock);
    if (teller->progress)
        teller->progress->report(teller->progress->context, done, all);
}

static enum status bring_up_to_date(struct library_indexes *indexes, struct indexes_entry *entry,
                                    const struct library_progress *progress, const atomic_bool *cancel,
                                    struct error *err)
{
    struct teller teller = {indexes, entry, progress};
    const struct library_progress told = {indexes_tell, &teller};
    enum status status = entry->index ? OK : library_index_open(indexes->data, entry->root, &entry->index, err);
    if (!status)
        status = library_index_update(entry->index, &told, cancel, err);
    if ((status != E_CORRUPT && status != E_INTERNAL) || !entry->index)
        return status;
    status = library_index_clear(entry->index, err);
    return status ? status : library_index_update(entry->index, &told, cancel, err);
}

enum status library_indexes_use(struct library_indexes *indexes, const char *folder,
                                const struct library_progress *progress, const atomic_bool *cancel,
                                struct library_index **index, struct error *err)
{
    char root[PATH_MAX];
    struct indexes_entry *entry;
    if (!realpath(folder, root))
        return error_set(err, errno == ENOENT || errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL,
                         "the library folder %s cannot be opened: %s", folder, strerror(errno));
    enum status status = indexes_take(indexes, root, progress, cancel, &entry, err);
    if (status)
        return status;
    status = bring_up_to_date(indexes, entry, progress, cancel, err);
    *index = entry->index;
    if (!status)
        return OK;
    if (status != E_CANCELLED) { /* whoever comes next opens it again */
        library_index_close(entry->index);
        entry->index = NULL;
    }
    give(indexes, entry);
    return status;
}

void library_indexes_release(struct library_indexes *indexes, struct library_index *index)
{
    pthread_mutex_lock(&indexes->lock);
    struct indexes_entry *entry = indexes->first;
    while (entry && entry->index != index)
        entry = entry->next;
    pthread_mutex_unlock(&indexes->lock);
    if (entry)
        give(indexes, entry);
}
