#include "service/account/limits.h"

#include "service/account/portions.h"
#include "store/account/rate.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define LIMIT_ROW(constant, name, per_minute) {name, per_minute},
const struct limit_row limit_rows[LIMIT_CLASSES] = {LIMITS(LIMIT_ROW)};
#undef LIMIT_ROW

enum { SHARDS = 16, SETS = 64, WAYS = 8, WINDOW_MS = RATE_WINDOW_MS };

struct bucket {
    uint64_t hash; /* of its owner and the class; 0: free */
    int64_t at;    /* clock_mono_ms when `tokens` was computed */
    double tokens, quota;
};

struct shard {
    pthread_mutex_t lock;
    struct bucket sets[SETS][WAYS];
};

/* The shards of keys and accounts, and behind them those of addresses. */
struct limits {
    struct portions *portions; /* NULL: the buckets of keys and accounts are here alone */
    struct shard shards[2 * SHARDS];
};

enum limits_owner { OWNER_KEY, OWNER_ACCOUNT, OWNER_ADDRESS };
static const char *const OWNERS[] = {[OWNER_KEY] = "key", [OWNER_ACCOUNT] = "account"}; /* in the store */

/* Where a bucket is, or will be. */
struct limits_place {
    uint64_t hash;
    size_t shard;
    double quota;
    struct bucket *bucket;
};

struct limits *limits_new(struct store *store, int64_t wait_ms)
{
    struct limits *limits = calloc(1, sizeof *limits);
    for (int i = 0; limits && i < 2 * SHARDS; i++)
        pthread_mutex_init(&limits->shards[i].lock, NULL);
    if (!limits || !store)
        return limits;
    limits->portions = portions_new(store, wait_ms);
    if (limits->portions)
        return limits;
    limits_free(limits);
    return NULL;
}

void limits_free(struct limits *limits)
{
    if (!limits)
        return;
    portions_free(limits->portions);
    for (int i = 0; i < 2 * SHARDS; i++)
        pthread_mutex_destroy(&limits->shards[i].lock);
    free(limits);
}

/* --- buckets --- */

static struct limits_place limits_place_of(enum limits_owner owner, struct str id, enum limit_class class, long quota)
{
    uint64_t salt = 0x9E3779B97F4A7C15u * ((uint64_t) class * 3 + (uint64_t)owner + 1);
    uint64_t hash = (hash_bytes(id.data, id.len) ^ salt) | 1;
    return (struct limits_place){
        .hash = hash,
        .shard = (hash >> 1) % SHARDS + (owner == OWNER_ADDRESS ? SHARDS : 0),
        .quota = (double)quota,
    };
}

static void refill(struct bucket *bucket, int64_t now)
{
    if (now <= bucket->at)
        return;
    bucket->tokens = fmin(bucket->quota, bucket->tokens + (double)(now - bucket->at) * bucket->quota / WINDOW_MS);
    bucket->at = now;
}

/* The bucket to give away: a free one, or the fullest; not `kept`. */
static struct bucket *spare_bucket(struct bucket set[WAYS], const struct bucket *kept, int64_t now)
{
    struct bucket *fullest = NULL;
    for (int i = 0; i < WAYS; i++) {
        if (&set[i] == kept)
            continue;
        if (!set[i].hash)
            return &set[i];
        refill(&set[i], now);
        if (!fullest || set[i].tokens / set[i].quota > fullest->tokens / fullest->quota)
            fullest = &set[i];
    }
    return fullest;
}

/* Finds the bucket, or makes it, full. The shard is locked. */
static void find_bucket(struct limits *limits, struct limits_place *place, const struct bucket *kept, int64_t now)
{
    struct bucket *set = limits->shards[place->shard].sets[(place->hash >> 8) % SETS];
    for (int i = 0; i < WAYS && !place->bucket; i++)
        if (set[i].hash == place->hash)
            place->bucket = &set[i];
    if (!place->bucket) {
        place->bucket = spare_bucket(set, kept, now);
        *place->bucket = (struct bucket){.hash = place->hash, .at = now, .tokens = place->quota};
    }
    place->bucket->quota = place->quota;
    place->bucket->tokens = fmin(place->bucket->tokens, place->quota);
    refill(place->bucket, now);
}

/* --- taking --- */

static long seconds_for(double tokens, double quota)
{
    return tokens <= 0 ? 0 : (long)ceil(tokens / quota * (WINDOW_MS / 1000));
}

static struct limit_state state_of(const struct bucket *bucket, bool is_account, bool is_taken)
{
    return (struct limit_state){
        .quota = (long)bucket->quota,
        .remaining = (long)bucket->tokens,
        .reset = seconds_for(bucket->quota - bucket->tokens, bucket->quota),
        .retry = is_taken ? 0 : seconds_for(1 - bucket->tokens, bucket->quota),
        .is_account = is_account,
    };
}

/* Is the second one nearer to its end? */
static bool is_tighter(const struct limit_state *first, const struct limit_state *second)
{
    return second->retry != first->retry ? second->retry > first->retry : second->remaining < first->remaining;
}

static bool take_limits(struct limits_place *places, size_t count, struct limit_state *state)
{
    bool is_allowed = true;
    for (size_t i = 0; i < count; i++)
        is_allowed = is_allowed && places[i].bucket->tokens >= 1;
    for (size_t i = 0; i < count; i++) {
        if (is_allowed)
            places[i].bucket->tokens -= 1;
        struct limit_state own = state_of(places[i].bucket, i > 0, is_allowed);
        if (i == 0 || is_tighter(state, &own))
            *state = own;
    }
    return is_allowed;
}

/* Locks the shards of the places, the lower one first, or unlocks them. */
static void with_shards(struct limits *limits, const struct limits_place *places, size_t count,
                        int (*act)(pthread_mutex_t *lock))
{
    size_t first = places[0].shard, last = places[count - 1].shard;
    act(&limits->shards[first < last ? first : last].lock);
    if (first != last)
        act(&limits->shards[first < last ? last : first].lock);
}

/* The places of a request: one of an address, or those of a key and its account. */
static size_t limits_find_places(const struct limit_request *request, struct limits_place places[2])
{
    bool has_account = request->account.len > 0;
    places[0] = limits_place_of(has_account ? OWNER_KEY : OWNER_ADDRESS, request->key, request->class, request->quota);
    if (has_account)
        places[1] = limits_place_of(OWNER_ACCOUNT, request->account, request->class, request->account_quota);
    return has_account ? 2 : 1;
}

static bool take_here(struct limits *limits, struct limits_place *places, size_t count, int64_t now,
                      struct limit_state *state)
{
    with_shards(limits, places, count, pthread_mutex_lock);
    for (size_t i = 0; i < count; i++)
        find_bucket(limits, &places[i], places[0].bucket, now);
    bool is_allowed = take_limits(places, count, state);
    with_shards(limits, places, count, pthread_mutex_unlock);
    return is_allowed;
}

/* --- with other nodes --- */

/* What passed with tokens of the store counts here too, for the time when the store cannot be asked. */
static void note_here(struct limits *limits, struct limits_place *places, size_t count, int64_t now)
{
    with_shards(limits, places, count, pthread_mutex_lock);
    for (size_t i = 0; i < count; i++) {
        find_bucket(limits, &places[i], places[0].bucket, now);
        places[i].bucket->tokens = fmax(0, places[i].bucket->tokens - 1);
    }
    with_shards(limits, places, count, pthread_mutex_unlock);
}

static void limits_tell(const struct portion *portions, size_t count, bool is_taken, struct limit_state *state)
{
    for (size_t i = 0; i < count; i++) {
        const struct bucket bucket = {.tokens = fmin(portions[i].left, portions[i].quota), .quota = portions[i].quota};
        struct limit_state own = state_of(&bucket, i > 0, is_taken);
        if (i == 0 || is_tighter(state, &own))
            *state = own;
    }
}

static enum limit_answer take_shared(struct limits *limits, const struct limit_request *request,
                                     struct limits_place *places, int64_t now, bool may_wait, struct limit_state *state)
{
    const char *class = limit_rows[request->class].name;
    struct portion wanted[2] = {
        {places[0].hash, OWNERS[OWNER_KEY], class, request->key, places[0].quota, 0},
        {places[1].hash, OWNERS[OWNER_ACCOUNT], class, request->account, places[1].quota, 0},
    };
    enum portion_answer answer = portions_take(limits->portions, wanted, 2, now, may_wait);
    if (answer == PORTION_ASKED)
        return LIMIT_UNKNOWN;
    if (answer != PORTION_ALONE) {
        limits_tell(wanted, 2, answer == PORTION_TAKEN, state);
        if (answer == PORTION_TAKEN)
            note_here(limits, places, 2, now);
        return answer == PORTION_TAKEN ? LIMIT_PASSED : LIMIT_REFUSED;
    }
    if (!take_here(limits, places, 2, now, state))
        return LIMIT_REFUSED;
    portions_owe(limits->portions, wanted, 2, now);
    return LIMIT_PASSED;
}

/* --- for callers --- */

static enum limit_answer take_of(struct limits *limits, const struct limit_request *request, int64_t now, bool may_wait,
                                 struct limit_state *state)
{
    struct limits_place places[2];
    *state = (struct limit_state){0};
    if (request->class == LIMIT_NONE || request->quota == 0)
        return LIMIT_PASSED;
    size_t count = limits_find_places(request, places);
    if (limits->portions && count == 2)
        return take_shared(limits, request, places, now, may_wait, state);
    return take_here(limits, places, count, now, state) ? LIMIT_PASSED : LIMIT_REFUSED;
}

bool limits_take(struct limits *limits, const struct limit_request *request, int64_t now, struct limit_state *state)
{
    return take_of(limits, request, now, true, state) == LIMIT_PASSED;
}

enum limit_answer limits_try(struct limits *limits, const struct limit_request *request, int64_t now,
                             struct limit_state *state)
{
    return take_of(limits, request, now, false, state);
}
