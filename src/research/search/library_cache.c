#include "research/search/library_cache.h"

#include "base/system/thread.h"

#include <stdlib.h>

enum {
    MOST_KEPT = 4,
    MOST_BYTES = 256 * 1024 * 1024,
    WAIT_MS = 20,       /* between two checks whether the caller was cancelled */
    TIME_STEP_MS = 100, /* file systems count time in steps: a change within one may not show */
};

/* One reading of a folder. The library is its first member, so that a pointer to one is a pointer to the other. */
struct entry {
    struct library library;
    struct arena *arena;
    bool is_settled; /* no file had changed so shortly before that another change would not show */
    size_t users;    /* those who hold it, the table among them while it is there */
    struct entry *next;
};

struct library_cache {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_reading;
    struct entry *first; /* the one used last comes first */
};

enum status library_cache_new(struct library_cache **out, struct error *err)
{
    struct library_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return error_memory(err);
    pthread_mutex_init(&cache->lock, NULL);
    condition_init(&cache->changed);
    *out = cache;
    return OK;
}

static void drop(struct entry *entry)
{
    if (--entry->users)
        return;
    arena_free(entry->arena);
    free(entry);
}

void library_cache_free(struct library_cache *cache)
{
    if (!cache)
        return;
    while (cache->first) {
        struct entry *entry = cache->first;
        cache->first = entry->next;
        drop(entry);
    }
    pthread_cond_destroy(&cache->changed);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* --- the table, under the lock --- */

/* Takes the entry of a folder out of the table; the caller then holds it in place of the table. NULL: there is none. */
static struct entry *take_out(struct library_cache *cache, const char *root)
{
    for (struct entry **place = &cache->first; *place; place = &(*place)->next) {
        struct entry *entry = *place;
        if (strcmp(entry->library.root, root) != 0)
            continue;
        *place = entry->next;
        return entry;
    }
    return NULL;
}

/* Drops the entries used longest ago while they are too many, or too large together. The first one stays. */
static void shrink(struct library_cache *cache)
{
    size_t count = 0, bytes = 0;
    for (struct entry **place = &cache->first; *place;) {
        struct entry *entry = *place;
        count++;
        bytes += arena_used(entry->arena);
        if (count == 1 || (count <= MOST_KEPT && bytes <= MOST_BYTES)) {
            place = &entry->next;
            continue;
        }
        *place = entry->next;
        drop(entry);
    }
}

static void put_first(struct library_cache *cache, struct entry *entry)
{
    entry->next = cache->first;
    cache->first = entry;
}

/* --- reading --- */

static bool is_same(const struct library *a, const struct library *b)
{
    if (a->file_count != b->file_count)
        return false;
    for (size_t i = 0; i < a->file_count; i++) {
        const struct library_file *one = &a->files[i], *other = &b->files[i];
        if (strcmp(one->path, other->path) != 0 || one->device != other->device || one->inode != other->inode ||
            one->size != other->size || one->modified_ns != other->modified_ns || one->changed_ns != other->changed_ns)
            return false;
    }
    return true;
}

static bool is_settled(const struct library *library, int64_t now_ms)
{
    for (size_t i = 0; i < library->file_count; i++) {
        int64_t changed_ms = library->files[i].changed_ns / 1000000;
        if (changed_ms <= now_ms && now_ms - changed_ms < TIME_STEP_MS)
            return false;
    }
    return true;
}

/* A new entry with the files of a folder, not yet read; the caller holds it. */
static enum status find(const char *folder, const atomic_bool *cancel, struct entry **out, struct error *err)
{
    struct entry *entry = calloc(1, sizeof *entry);
    if (!entry)
        return error_memory(err);
    entry->users = 1;
    entry->arena = arena_new();
    int64_t now = clock_now_ms();
    enum status status =
        entry->arena ? library_find(entry->arena, folder, cancel, &entry->library, err) : error_memory(err);
    entry->is_settled = is_settled(&entry->library, now);
    if (status == OK)
        *out = entry;
    else
        drop(entry);
    return status;
}

/* The kept entry when no file has changed since, else a new one that is read here. It is in the table, and the caller
 * holds it. */
static enum status renew(struct library_cache *cache, const char *folder, const atomic_bool *cancel, struct entry **out,
                         struct error *err)
{
    struct entry *found = NULL;
    enum status status = find(folder, cancel, &found, err);
    if (status != OK)
        return status;
    pthread_mutex_lock(&cache->lock);
    struct entry *kept = take_out(cache, found->library.root);
    if (kept && kept->is_settled && is_same(&kept->library, &found->library)) {
        kept->users++;
        put_first(cache, kept);
        *out = kept;
        drop(found);
        pthread_mutex_unlock(&cache->lock);
        return OK;
    }
    if (kept)
        drop(kept);
    pthread_mutex_unlock(&cache->lock);
    status = library_read(found->arena, cancel, &found->library, err);
    pthread_mutex_lock(&cache->lock);
    if (status == OK) {
        found->users++;
        put_first(cache, found);
        shrink(cache);
        *out = found;
    } else {
        drop(found);
    }
    pthread_mutex_unlock(&cache->lock);
    return status;
}

/* --- using --- */

/* Waits for the turn of this thread to read; false when it was cancelled. */
static bool begin(struct library_cache *cache, const atomic_bool *cancel)
{
    bool called_off = false;
    pthread_mutex_lock(&cache->lock);
    while (cache->is_reading && !called_off) {
        struct timespec until = condition_in_ms(WAIT_MS);
        pthread_cond_timedwait(&cache->changed, &cache->lock, &until);
        called_off = cancel && atomic_load(cancel);
    }
    cache->is_reading = cache->is_reading || !called_off;
    pthread_mutex_unlock(&cache->lock);
    return !called_off;
}

static void end(struct library_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    cache->is_reading = false;
    pthread_cond_signal(&cache->changed);
    pthread_mutex_unlock(&cache->lock);
}

enum status library_cache_use(struct library_cache *cache, const char *folder, const atomic_bool *cancel,
                              const struct library **library, struct error *err)
{
    struct entry *entry;
    if (!begin(cache, cancel))
        return error_set(err, E_CANCELLED, "cancelled", "reading the library was called off");
    enum status status = renew(cache, folder, cancel, &entry, err);
    end(cache);
    if (status == OK)
        *library = &entry->library;
    return status;
}

void library_cache_release(struct library_cache *cache, const struct library *library)
{
    pthread_mutex_lock(&cache->lock);
    drop((struct entry *)library);
    pthread_mutex_unlock(&cache->lock);
}
