#include "service/api/record_cache.h"

#include <pthread.h>
#include <stdlib.h>

enum { PLACES = 128, RECORD_MAX = 128 * 1024, ID_MAX = 80 };

struct record_cache_place {
    char id[UUID_LENGTH + 1], account_id[ID_MAX];
    int64_t version;
    char *record; /* NULL: free */
    size_t length;
};

struct record_cache {
    pthread_mutex_t lock;
    unsigned drops;
    struct record_cache_place places[PLACES]; /* by the hash of the id */
};

struct record_cache *record_cache_new(void)
{
    struct record_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void record_cache_free(struct record_cache *cache)
{
    if (!cache)
        return;
    for (int i = 0; i < PLACES; i++)
        free(cache->places[i].record);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

static struct record_cache_place *record_cache_place_of(struct record_cache *cache, const char *id)
{
    return &cache->places[hash_bytes(id, strlen(id)) % PLACES];
}

bool record_cache_get(struct record_cache *cache, const char *account_id, const char *id, int64_t *version,
                      struct buf *out)
{
    pthread_mutex_lock(&cache->lock);
    const struct record_cache_place *place = record_cache_place_of(cache, id);
    bool here = place->record && strcmp(place->id, id) == 0 && strcmp(place->account_id, account_id) == 0;
    if (here) {
        *version = place->version;
        buf_add(out, place->record, place->length);
    }
    pthread_mutex_unlock(&cache->lock);
    return here;
}

void record_cache_put(struct record_cache *cache, unsigned drops, const struct article *article, struct str record)
{
    bool fits = record.len <= RECORD_MAX && strlen(article->id) <= UUID_LENGTH && strlen(article->account_id) < ID_MAX;
    char *copy = fits ? malloc(record.len) : NULL;
    if (!copy)
        return;
    memcpy(copy, record.data, record.len);
    pthread_mutex_lock(&cache->lock);
    if (cache->drops == drops) {
        struct record_cache_place *place = record_cache_place_of(cache, article->id);
        char *old = place->record;
        strcpy(place->id, article->id);
        strcpy(place->account_id, article->account_id);
        place->version = article->version;
        place->record = copy;
        place->length = record.len;
        copy = old;
    }
    pthread_mutex_unlock(&cache->lock);
    free(copy);
}

unsigned record_cache_drops(struct record_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    unsigned drops = cache->drops;
    pthread_mutex_unlock(&cache->lock);
    return drops;
}

void record_cache_drop(struct record_cache *cache, const char *id)
{
    pthread_mutex_lock(&cache->lock);
    struct record_cache_place *place = record_cache_place_of(cache, id);
    cache->drops++;
    if (strcmp(place->id, id) == 0) {
        free(place->record);
        place->record = NULL;
    }
    pthread_mutex_unlock(&cache->lock);
}
