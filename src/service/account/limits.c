/*
 * The token buckets of keys and accounts, when several nodes share them in the store (store.h).
 *
 * A node lets a request through with a token that it has taken out of the store before: never more pass than the quota,
 * on however many nodes. Whatever requests want at a moment goes into one write, in a thread of its own, and what they
 * want meanwhile into the next. A bucket that is used more than once a second is asked for a few tokens in advance, at
 * most PORTION_PERCENT of the quota over all nodes, so that most requests need not wait; what is not used for
 * PORTION_IDLE_MS is put back. So at most that much of a quota can be out of the others' reach for a moment.
 *
 * What the store answered last is remembered, and grows at the rate of the quota: a bucket that must be empty is not
 * asked for. That a bucket has more than this node knows, because another one put tokens back, shows at the next
 * question.
 *
 * A store that fails, or takes longer than a given time, is not waited for: the caller decides alone, and tells of
 * what it let through, which is taken off the bucket afterwards. After a failure the store is left alone for
 * PORTION_RETRY_MS. Memory is of a fixed size: a caller whose bucket finds no place decides alone, too.
 */
#include "base/system/system.h"
#include "service/account/account.h"
#include "service/account/account_parts.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PORTIONS_SETS = 512,
    PORTIONS_WAYS = 8,
    NAME_SIZE = 160,
    BATCH = 64,           /* buckets in one write */
    BUSY_MS = 1000,       /* between two uses of a bucket that is worth taking in advance from, or asking about */
    LOOK_MS = 1000,       /* between two looks for tokens to be put back */
    REMOVE_MS = 60 * 1000 /* between two removals of old rows */
};

struct portions_entry {
    uint64_t hash; /* 0: free */
    char name[NAME_SIZE];
    double quota;
    double tokens;    /* in the store at known_at */
    int64_t known_at; /* 0: the store has not been asked */
    int64_t used_at;
    long reserve;    /* tokens of this node's */
    long portion;    /* those in advance after the last answer */
    long owed;       /* let through without a token */
    long waiting;    /* requests that wait for an answer */
    bool is_asked;   /* for somebody who does not wait */
    bool is_busy;    /* it was used twice within BUSY_MS */
    bool is_listed;  /* to be asked for */
    bool is_written; /* being asked for */
    struct portions_entry *next;
};

/* What goes into one write. */
struct portions_batch {
    struct portions_entry *entries[BATCH];
    struct rate_take takes[BATCH];
    size_t count;
    bool removes;
};

struct portions {
    struct store *store;
    int64_t wait_ms;
    struct background background;
    struct portions_batch batch; /* of the thread */
    int64_t removed_at;          /* of the thread */
    pthread_mutex_t lock;
    pthread_cond_t answered;
    /* under the lock */
    unsigned long answers;                /* of the store */
    int64_t asked_at;                     /* when the write under way began; 0: there is none */
    int64_t alone_until;                  /* after a failure */
    bool is_alone;                        /* for the log */
    bool holds;                           /* some bucket may have a reserve */
    int64_t looked_at;                    /* for tokens to be put back */
    struct portions_entry *first, **last; /* those to be asked for */
    struct portions_entry sets[PORTIONS_SETS][PORTIONS_WAYS];
};

/* --- buckets, under the lock --- */

/* One that is being asked for is looked at again once the answer is there. */
static void list_entry(struct portions *portions, struct portions_entry *entry)
{
    if (entry->is_listed || entry->is_written)
        return;
    entry->is_listed = true;
    entry->next = NULL;
    *portions->last = entry;
    portions->last = &entry->next;
}

static bool may_go(const struct portions_entry *entry)
{
    return !entry->is_listed && !entry->is_written && !entry->waiting && !entry->reserve && !entry->owed;
}

/* NULL: none may go. */
static struct portions_entry *spare_entry(struct portions_entry set[PORTIONS_WAYS], const struct portions_entry *kept)
{
    struct portions_entry *oldest = NULL;
    for (int i = 0; i < PORTIONS_WAYS; i++) {
        if (!set[i].hash)
            return &set[i];
        if (&set[i] != kept && may_go(&set[i]) && (!oldest || set[i].used_at < oldest->used_at))
            oldest = &set[i];
    }
    return oldest;
}

/* Finds the bucket, or makes it. NULL: there is no place for it. */
static struct portions_entry *find_entry(struct portions *portions, const struct portion *wanted,
                                         const struct portions_entry *kept)
{
    struct portions_entry *set = portions->sets[(wanted->hash >> 8) % PORTIONS_SETS], *found = NULL;
    for (int i = 0; i < PORTIONS_WAYS && !found; i++)
        if (set[i].hash == wanted->hash)
            found = &set[i];
    if (!found) {
        struct portions_entry made = {.hash = wanted->hash, .used_at = INT64_MIN / 2};
        int length = snprintf(made.name, NAME_SIZE, "%s %s %.*s", wanted->kind, wanted->name, (int)wanted->id.len,
                              wanted->id.data);
        found = length < NAME_SIZE ? spare_entry(set, kept) : NULL;
        if (!found)
            return NULL;
        *found = made;
    }
    found->quota = wanted->quota;
    return found;
}

static bool find_entries(struct portions *portions, const struct portion *wanted, size_t count,
                         struct portions_entry *entries[2])
{
    entries[0] = NULL;
    for (size_t i = 0; i < count; i++)
        if (!(entries[i] = find_entry(portions, &wanted[i], entries[0])))
            return false;
    return true;
}

/* What the store has, as far as this node knows. */
static double in_store(const struct portions_entry *entry, int64_t now)
{
    if (!entry->known_at)
        return entry->quota;
    double gained = now > entry->known_at ? (double)(now - entry->known_at) * entry->quota / RATE_WINDOW_MS : 0;
    return fmin(entry->quota, entry->tokens + gained);
}

static long spare_of(const struct portions_entry *entry)
{
    return entry->is_busy ? (long)(entry->quota * PORTION_PERCENT / 100) : 0;
}

/* Is it time to ask again, before a request has to wait? Also so that what is said of the bucket stays true. */
static bool is_due(const struct portions_entry *entry, int64_t now)
{
    bool is_low = entry->portion && entry->reserve <= entry->portion / 4 && in_store(entry, now) >= 1;
    return is_low || (entry->is_busy && now - entry->known_at > BUSY_MS);
}

static void use(struct portions *portions, struct portions_entry *entry, int64_t now)
{
    entry->reserve--;
    entry->is_busy = now - entry->used_at < BUSY_MS;
    entry->used_at = now;
    if (is_due(entry, now))
        list_entry(portions, entry);
}

static bool portions_is_empty(const struct portions_entry *entry, int64_t now)
{
    return !entry->reserve && in_store(entry, now) < 1;
}

/* Is the store failing, or slow just now? */
static bool is_alone(const struct portions *portions)
{
    int64_t now = clock_mono_ms();
    return now < portions->alone_until || (portions->asked_at && now - portions->asked_at > portions->wait_ms);
}

/* Takes from the reserves. PORTION_ASKED: the store has to be asked. */
static enum portion_answer decide(struct portions *portions, struct portions_entry *const entries[2], size_t count,
                                  int64_t now)
{
    bool has_all = true;
    for (size_t i = 0; i < count; i++) {
        has_all = has_all && entries[i]->reserve;
        if (portions_is_empty(entries[i], now))
            return PORTION_NONE;
    }
    if (!has_all)
        return is_alone(portions) ? PORTION_ALONE : PORTION_ASKED;
    for (size_t i = 0; i < count; i++)
        use(portions, entries[i], now);
    return PORTION_TAKEN;
}

/* Has those without a token asked for: for one that waits, or once more. */
static void portions_ask(struct portions *portions, struct portions_entry *const entries[2], size_t count, long waiting)
{
    for (size_t i = 0; i < count; i++) {
        entries[i]->waiting += waiting;
        if (entries[i]->reserve)
            continue;
        entries[i]->is_asked = !entries[i]->is_written;
        list_entry(portions, entries[i]);
    }
}

/* Wakes the thread, which has a lock of its own, and waits for the next answer. False: there was none in time. */
static bool wait_for_answer(struct portions *portions, const struct timespec *until)
{
    int failure = 0;
    unsigned long before = portions->answers;
    pthread_mutex_unlock(&portions->lock);
    background_wake(&portions->background);
    pthread_mutex_lock(&portions->lock);
    while (portions->answers == before && failure == 0)
        failure = pthread_cond_timedwait(&portions->answered, &portions->lock, until);
    return portions->answers != before;
}

/* The lock is held, and given up meanwhile. */
static enum portion_answer take_portions(struct portions *portions, struct portions_entry *const entries[2],
                                         size_t count, int64_t *now, bool may_wait)
{
    int64_t began = clock_mono_ms(), first = *now;
    struct timespec until = condition_in_ms(portions->wait_ms);
    enum portion_answer answer = decide(portions, entries, count, *now);
    if (answer == PORTION_ASKED && !may_wait)
        portions_ask(portions, entries, count, 0);
    while (answer == PORTION_ASKED && may_wait) {
        portions_ask(portions, entries, count, 1);
        bool is_answered = wait_for_answer(portions, &until);
        for (size_t i = 0; i < count; i++)
            entries[i]->waiting--;
        *now = first + clock_mono_ms() - began;
        answer = decide(portions, entries, count, *now);
        if (answer == PORTION_ASKED && !is_answered)
            return PORTION_ALONE;
    }
    return answer;
}

/*
 * Takes a token of each of the `count` buckets, one or two, or of none. now: clock_mono_ms. may_wait: waits for the
 * store rather than to answer PORTION_ASKED. Any thread.
 */
static enum portion_answer portions_take(struct portions *portions, struct portion *wanted, size_t count, int64_t now,
                                         bool may_wait)
{
    struct portions_entry *entries[2];
    pthread_mutex_lock(&portions->lock);
    enum portion_answer answer = find_entries(portions, wanted, count, entries)
                                     ? take_portions(portions, entries, count, &now, may_wait)
                                     : PORTION_ALONE;
    for (size_t i = 0; i < count && answer != PORTION_ALONE; i++)
        wanted[i].left = (double)entries[i]->reserve + in_store(entries[i], now);
    bool wakes = portions->first != NULL;
    pthread_mutex_unlock(&portions->lock);
    if (wakes)
        background_wake(&portions->background);
    return answer;
}

/* The caller has decided alone, and let a request through. Any thread. */
static void portions_owe(struct portions *portions, const struct portion *passed, size_t count, int64_t now)
{
    struct portions_entry *entries[2];
    pthread_mutex_lock(&portions->lock);
    bool is_there = find_entries(portions, passed, count, entries);
    for (size_t i = 0; i < count && is_there; i++) {
        entries[i]->owed++;
        entries[i]->used_at = now;
    }
    bool wakes = is_there && !portions->holds;
    portions->holds = portions->holds || is_there;
    pthread_mutex_unlock(&portions->lock);
    if (wakes)
        background_wake(&portions->background);
}

/* --- the thread --- */

/* What is wanted of a bucket goes into the batch. */
static void portions_add(struct portions_batch *batch, struct portions_entry *entry, long back)
{
    long wanted = entry->waiting ? entry->waiting : entry->is_asked;
    batch->entries[batch->count] = entry;
    batch->takes[batch->count++] = (struct rate_take){
        .name = entry->name,
        .quota = entry->quota,
        .back = back - entry->owed,
        .wanted = wanted > entry->reserve ? wanted - entry->reserve : 0,
        .held = entry->reserve > wanted ? entry->reserve - wanted : 0,
        .spare = back ? 0 : spare_of(entry),
    };
    entry->owed = 0;
    entry->is_asked = false;
    entry->is_written = true;
}

static void add_listed(struct portions *portions)
{
    while (portions->first && portions->batch.count < BATCH) {
        struct portions_entry *entry = portions->first;
        portions->first = entry->next;
        if (!portions->first)
            portions->last = &portions->first;
        entry->is_listed = false;
        portions_add(&portions->batch, entry, 0);
    }
}

/* Tokens that were not used for a while, and what is owed by those who have not come again. */
static void add_idle(struct portions *portions, int64_t now, int64_t idle_ms)
{
    struct portions_batch *batch = &portions->batch;
    portions->holds = false;
    for (size_t i = 0; i < (size_t)PORTIONS_SETS * PORTIONS_WAYS; i++) {
        struct portions_entry *entry = &portions->sets[i / PORTIONS_WAYS][i % PORTIONS_WAYS];
        if (!entry->hash || (!entry->reserve && !entry->owed) || entry->is_written)
            continue;
        portions->holds = true;
        if (entry->waiting || now - entry->used_at < idle_ms || batch->count == BATCH)
            continue;
        long back = entry->reserve;
        entry->reserve = 0;
        portions_add(batch, entry, back);
    }
}

static enum status write_batch(struct db *db, void *argument, struct error *err)
{
    struct portions_batch *batch = argument;
    enum status status = rate_take(db, batch->takes, batch->count, err);
    return !status && batch->removes ? rate_remove_full(db, err) : status;
}

/* Of a write that failed: all is as it was. */
static void portions_take_back(struct portions_entry *entry, const struct rate_take *take)
{
    if (take->back > 0)
        entry->reserve += take->back;
    else
        entry->owed -= take->back;
}

static void keep_answers(struct portions *portions, enum status status)
{
    const struct portions_batch *batch = &portions->batch;
    int64_t now = clock_mono_ms();
    for (size_t i = 0; i < batch->count; i++) {
        struct portions_entry *entry = batch->entries[i];
        entry->is_written = false;
        if (status) {
            portions_take_back(entry, &batch->takes[i]);
            continue;
        }
        const struct rate_take *take = &batch->takes[i];
        entry->reserve += take->taken;
        entry->portion = take->held + (take->taken > take->wanted ? take->taken - take->wanted : 0);
        entry->tokens = take->left;
        entry->known_at = now;
    }
    portions->holds = true;
    portions->alone_until = status ? now + PORTION_RETRY_MS : 0;
    portions->asked_at = 0;
    portions->answers++;
    pthread_cond_broadcast(&portions->answered);
}

static void log_change(bool is_alone, const struct error *err)
{
    if (is_alone)
        log_line(LOG_WARN, "limits: this node counts requests for itself: %s", err->message);
    else
        log_line(LOG_INFO, "limits: requests are counted with the other nodes again");
}

/* Writes the batch that was made under the lock. */
static enum status write_out(struct portions *portions)
{
    struct error err = {.status = OK};
    struct portions_batch *batch = &portions->batch;
    int64_t now = clock_mono_ms();
    batch->removes = now - portions->removed_at >= REMOVE_MS;
    enum status status = store_write(portions->store, write_batch, batch, &err);
    if (!status && batch->removes)
        portions->removed_at = now;
    int64_t took = clock_mono_ms() - now;
    bool is_slow = !status && took > portions->wait_ms;
    if (is_slow)
        error_set(&err, E_IO, NULL, "the database took %lld ms to answer", (long long)took);
    pthread_mutex_lock(&portions->lock);
    keep_answers(portions, status);
    bool was_alone = portions->is_alone;
    portions->is_alone = status || is_slow;
    bool has_changed = portions->is_alone != was_alone;
    pthread_mutex_unlock(&portions->lock);
    if (has_changed)
        log_change(!was_alone, &err);
    return status;
}

/* Returns after how many ms there is something to do again. */
static int64_t portions_work(void *argument)
{
    struct portions *portions = argument;
    int64_t now = clock_mono_ms();
    pthread_mutex_lock(&portions->lock);
    portions->batch.count = 0;
    add_listed(portions);
    if (portions->holds && now - portions->looked_at >= LOOK_MS) {
        portions->looked_at = now;
        add_idle(portions, now, PORTION_IDLE_MS);
    }
    bool writes = portions->batch.count > 0, holds = portions->holds;
    portions->asked_at = writes ? now : 0;
    pthread_mutex_unlock(&portions->lock);
    if (!writes)
        return holds ? LOOK_MS : BACKGROUND_UNTIL_WOKEN;
    enum status status = write_out(portions);
    return status ? LOOK_MS : 0;
}

/* --- making it --- */

static void portions_free(struct portions *portions);

/* Starts a thread. wait_ms: how long the store is waited for. NULL: no memory. The store outlives it. */
static struct portions *portions_new(struct store *store, int64_t wait_ms)
{
    struct portions *portions = calloc(1, sizeof *portions);
    if (!portions)
        return NULL;
    portions->store = store;
    portions->wait_ms = wait_ms;
    portions->last = &portions->first;
    portions->removed_at = clock_mono_ms() - REMOVE_MS;
    pthread_mutex_init(&portions->lock, NULL);
    condition_init(&portions->answered);
    if (!background_start(&portions->background, portions_work, portions, NULL))
        return portions;
    portions_free(portions);
    return NULL;
}

/* What cannot be written is lost to the others until the bucket is full again. */
static void put_all_back(struct portions *portions)
{
    enum status status = OK;
    portions->batch.count = 1;
    while (!status && portions->batch.count) {
        portions->batch.count = 0;
        add_idle(portions, clock_mono_ms(), 0);
        if (portions->batch.count)
            status = write_out(portions);
    }
}

/* Puts back what is left. No other call may be under way. NULL is allowed. */
static void portions_free(struct portions *portions)
{
    if (!portions)
        return;
    background_stop(&portions->background);
    put_all_back(portions);
    pthread_cond_destroy(&portions->answered);
    pthread_mutex_destroy(&portions->lock);
    free(portions);
}

#define LIMIT_ROW(constant, name, per_minute, summary) {name, per_minute},
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
