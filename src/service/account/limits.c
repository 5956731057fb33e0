#include "service/account/limits.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define LIMIT_ROW(constant, name, per_minute) {name, per_minute},
const struct limit_row limit_rows[LIMIT_CLASSES] = {LIMITS(LIMIT_ROW)};
#undef LIMIT_ROW

enum { SHARDS = 16, SETS = 64, WAYS = 8, WINDOW_MS = 60000 };

struct bucket {
    uint64_t hash; /* of the caller and the class; 0: free */
    int64_t at;    /* clock_mono_ms when `tokens` was computed */
    double tokens;
};

struct shard {
    pthread_mutex_t lock;
    struct bucket sets[SETS][WAYS];
};

struct limits {
    long per_minute[LIMIT_CLASSES];
    struct shard shards[SHARDS];
};

struct limits *limits_new(const long per_minute[LIMIT_CLASSES])
{
    struct limits *limits = calloc(1, sizeof *limits);
    if (!limits)
        return NULL;
    for (int i = 0; i < LIMIT_CLASSES; i++)
        limits->per_minute[i] = per_minute[i];
    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_init(&limits->shards[i].lock, NULL);
    return limits;
}

void limits_free(struct limits *limits)
{
    if (!limits)
        return;
    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_destroy(&limits->shards[i].lock);
    free(limits);
}

/* The caller's bucket. When it has none, the bucket that was idle longest becomes its own, full. */
static struct bucket *find_bucket(struct bucket set[WAYS], uint64_t hash, double quota, int64_t now)
{
    struct bucket *oldest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].hash == hash)
            return &set[i];
        if (!set[i].hash || (oldest->hash && set[i].at < oldest->at))
            oldest = &set[i];
    }
    *oldest = (struct bucket){.hash = hash, .at = now, .tokens = quota};
    return oldest;
}

static long seconds_for(double tokens, double quota)
{
    return tokens <= 0 ? 0 : (long)ceil(tokens / quota * (WINDOW_MS / 1000));
}

static bool take(struct bucket *bucket, long quota, int64_t now, struct limit_state *state)
{
    double full = (double)quota;
    if (now > bucket->at) {
        bucket->tokens = fmin(full, bucket->tokens + (double)(now - bucket->at) * full / WINDOW_MS);
        bucket->at = now;
    }
    bool allowed = bucket->tokens >= 1;
    if (allowed)
        bucket->tokens -= 1;
    *state = (struct limit_state){
        .quota = quota,
        .remaining = (long)bucket->tokens,
        .reset = seconds_for(full - bucket->tokens, full),
        .retry = allowed ? 0 : seconds_for(1 - bucket->tokens, full),
    };
    return allowed;
}

bool limits_take(struct limits *limits, struct str caller, enum limit_class class, int64_t now,
                 struct limit_state *state)
{
    *state = (struct limit_state){0};
    if (class == LIMIT_NONE || limits->per_minute[class] == 0)
        return true;
    uint64_t hash = (hash_bytes(caller.data, caller.len) ^ (0x9E3779B97F4A7C15u * ((uint64_t) class + 1))) | 1;
    struct shard *shard = &limits->shards[(hash >> 1) % SHARDS];
    long quota = limits->per_minute[class];
    pthread_mutex_lock(&shard->lock);
    struct bucket *bucket = find_bucket(shard->sets[(hash >> 8) % SETS], hash, (double)quota, now);
    bool allowed = take(bucket, quota, now, state);
    pthread_mutex_unlock(&shard->lock);
    return allowed;
}
