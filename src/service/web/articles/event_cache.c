#include "service/web/articles/event_cache.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PLACES = 64,
    NAME_MAX_LENGTH = 256,
    EVENT_MAX = 32 * 1024,
    FRESH_MS = 1000 /* what changes without being told is seen after this */
};

struct event_cache_place {
    char name[NAME_MAX_LENGTH]; /* account and target */
    char tag[EVENT_TAG_SIZE];
    unsigned long changes;
    int64_t made_at; /* by the monotonic clock */
    char *event;     /* NULL: free */
    size_t length;
};

struct event_cache {
    pthread_mutex_t lock;
    struct event_cache_place places[PLACES]; /* by the hash of the name */
};

struct event_cache *event_cache_new(void)
{
    struct event_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void event_cache_free(struct event_cache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < PLACES; i++)
        free(cache->places[i].event);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* False: too long for a place. No id of an account holds a space. */
static bool event_cache_write_name(const struct event_of *of, char name[NAME_MAX_LENGTH])
{
    int length = snprintf(name, NAME_MAX_LENGTH, "%s %s", of->account_id, of->target);
    return length >= 0 && length < NAME_MAX_LENGTH;
}

static struct event_cache_place *event_cache_place_of(struct event_cache *cache, const char *name)
{
    return &cache->places[hash_bytes(name, strlen(name)) % PLACES];
}

bool event_cache_get(struct event_cache *cache, const struct event_of *of, char tag[EVENT_TAG_SIZE], struct buf *out)
{
    char name[NAME_MAX_LENGTH];
    int64_t now = clock_mono_ms();
    if (!event_cache_write_name(of, name))
        return false;
    pthread_mutex_lock(&cache->lock);
    const struct event_cache_place *place = event_cache_place_of(cache, name);
    bool here = place->event && place->changes == of->changes && now - place->made_at < FRESH_MS &&
                strcmp(place->name, name) == 0;
    if (here) {
        strcpy(tag, place->tag);
        buf_add(out, place->event, place->length);
    }
    pthread_mutex_unlock(&cache->lock);
    return here;
}

void event_cache_put(struct event_cache *cache, const struct event_of *of, const char *tag, struct str event)
{
    char name[NAME_MAX_LENGTH];
    bool fits = event_cache_write_name(of, name) && event.len <= EVENT_MAX && strlen(tag) < EVENT_TAG_SIZE;
    char *copy = fits ? malloc(event.len) : NULL;
    if (!copy)
        return;
    memcpy(copy, event.data, event.len);
    pthread_mutex_lock(&cache->lock);
    struct event_cache_place *place = event_cache_place_of(cache, name);
    char *old = place->event;
    strcpy(place->name, name);
    strcpy(place->tag, tag);
    place->changes = of->changes;
    place->made_at = clock_mono_ms();
    place->event = copy;
    place->length = event.len;
    pthread_mutex_unlock(&cache->lock);
    free(old);
}
