#include "service/api/record_cache.h"

#include <pthread.h>
#include <stdlib.h>

enum { PLACES = 128, RECORD_MAX = 128 * 1024, ID_MAX = 80 };

struct place {
    char id[UUID_LENGTH + 1], account_id[ID_MAX];
    int64_t version;
    char *record; /* NULL: free */
    size_t length;
};

struct ended {
    pthread_mutex_t lock;
    unsigned drops;
    struct place places[PLACES]; /* by the hash of the id */
};

struct ended *ended_new(void)
{
    struct ended *ended = calloc(1, sizeof *ended);
    if (ended)
        pthread_mutex_init(&ended->lock, NULL);
    return ended;
}

void ended_free(struct ended *ended)
{
    if (!ended)
        return;
    for (int i = 0; i < PLACES; i++)
        free(ended->places[i].record);
    pthread_mutex_destroy(&ended->lock);
    free(ended);
}

static struct place *place_of(struct ended *ended, const char *id)
{
    return &ended->places[hash_bytes(id, strlen(id)) % PLACES];
}

bool ended_get(struct ended *ended, const char *account_id, const char *id, int64_t *version, struct buf *out)
{
    pthread_mutex_lock(&ended->lock);
    const struct place *place = place_of(ended, id);
    bool here = place->record && strcmp(place->id, id) == 0 && strcmp(place->account_id, account_id) == 0;
    if (here) {
        *version = place->version;
        buf_add(out, place->record, place->length);
    }
    pthread_mutex_unlock(&ended->lock);
    return here;
}

void ended_put(struct ended *ended, unsigned drops, const struct article *article, struct str record)
{
    bool fits = record.len <= RECORD_MAX && strlen(article->id) <= UUID_LENGTH && strlen(article->account_id) < ID_MAX;
    char *copy = fits ? malloc(record.len) : NULL;
    if (!copy)
        return;
    memcpy(copy, record.data, record.len);
    pthread_mutex_lock(&ended->lock);
    if (ended->drops == drops) {
        struct place *place = place_of(ended, article->id);
        char *old = place->record;
        strcpy(place->id, article->id);
        strcpy(place->account_id, article->account_id);
        place->version = article->version;
        place->record = copy;
        place->length = record.len;
        copy = old;
    }
    pthread_mutex_unlock(&ended->lock);
    free(copy);
}

unsigned ended_drops(struct ended *ended)
{
    pthread_mutex_lock(&ended->lock);
    unsigned drops = ended->drops;
    pthread_mutex_unlock(&ended->lock);
    return drops;
}

void ended_drop(struct ended *ended, const char *id)
{
    pthread_mutex_lock(&ended->lock);
    struct place *place = place_of(ended, id);
    ended->drops++;
    if (strcmp(place->id, id) == 0) {
        free(place->record);
        place->record = NULL;
    }
    pthread_mutex_unlock(&ended->lock);
}
