#include "deliver/deliver.h"
#include "service/account/account.h"
#include "service/domain/domain.h"
#include "service/http/http.h"
#include "service/jobs/jobs.h"
#include "store/notices/notices.h"

#include <stdlib.h>

/* --- what is done here --- */

static void wake_requests(const struct changes *changes, const char *id)
{
    if (changes->waiters)
        waiters_notify(changes->waiters, id);
}

static void wake_worker(const struct changes *changes, const char *id)
{
    (void)id;
    workers_wake(changes->workers);
}

static void stop_worker(const struct changes *changes, const char *id)
{
    if (changes->workers)
        workers_cancel(changes->workers, id);
}

static void wake_sender(const struct changes *changes, const char *id)
{
    (void)id;
    sender_wake(changes->sender);
}

static void wake_crawler(const struct changes *changes, const char *id)
{
    (void)id;
    if (changes->crawler)
        crawler_wake(changes->crawler);
}

static void drop_domain(const struct changes *changes, const char *id)
{
    if (changes->crawler)
        crawler_drop(changes->crawler, id);
    if (changes->indexes)
        indexes_drop(changes->indexes, id);
    wake_requests(changes, id);
}

static void forget_key(const struct changes *changes, const char *id)
{
    if (changes->auth)
        auth_forget(changes->auth, id);
}

/* What waited while it was disabled may go on. */
static void change_account(const struct changes *changes, const char *id)
{
    if (changes->auth)
        auth_forget_account(changes->auth, id);
    wake_worker(changes, id);
    wake_sender(changes, id);
}

static void forget_sessions(const struct changes *changes, const char *id)
{
    (void)id;
    if (changes->auth)
        auth_forget_sessions(changes->auth);
}

/* --- the table --- */

/* The words stand for the changes between nodes, also between those of two versions: they do not change. */
static const struct {
    const char *kind;
    void (*act)(const struct changes *changes, const char *id);
} ROWS[CHANGES] = {
    [CHANGE_SHOWN] = {"shown", wake_requests},
    [CHANGE_WORK] = {"work", wake_worker},
    [CHANGE_ENDED] = {"ended", stop_worker},
    [CHANGE_DELIVERY] = {"delivery", wake_sender},
    [CHANGE_CRAWL] = {"crawl", wake_crawler},
    [CHANGE_REMOVED] = {"removed", drop_domain},
    [CHANGE_KEY] = {"key", forget_key},
    [CHANGE_ACCOUNT] = {"account", change_account},
    [CHANGE_SESSION] = {"session", forget_sessions},
};

void changes_send(const struct changes *changes, enum change_kind change, const char *id)
{
    notices_send(changes->notices, ROWS[change].kind, id);
}

void changes_tell(const struct changes *changes, enum change_kind change, const char *id)
{
    ROWS[change].act(changes, id);
    changes_send(changes, change, id);
}

/* --- from elsewhere --- */

/* An article that was cancelled is left when its lease is renewed, and the domain of a crawl is read by it. */
static void look_everywhere(const struct changes *changes)
{
    if (changes->waiters)
        waiters_notify_all(changes->waiters);
    if (changes->auth)
        auth_forget_all(changes->auth);
    wake_worker(changes, "");
    wake_sender(changes, "");
    wake_crawler(changes, "");
}

void changes_receive(void *context, const char *kind, const char *id)
{
    const struct changes *changes = context;
    if (!kind) {
        look_everywhere(changes);
        return;
    }
    for (size_t i = 0; i < CHANGES; i++)
        if (strcmp(ROWS[i].kind, kind) == 0)
            ROWS[i].act(changes, id);
}

enum { WORK_MS = 5000, ALL_MS = 15000, IDS_AT_ONCE = 1000 };

/* What requests waited for, and what it was then. */
struct lookout_seen {
    struct arena *arena; /* NULL: nothing was looked at yet */
    struct map versions; /* const char * by id; "" of what is not there */
};

struct lookout {
    struct lookout_options options;
    struct lookout_seen seen;
    int64_t looked_at; /* at all of it; clock_mono_ms */
    struct background background;
};

/* --- articles to claim --- */

static enum status find_work(struct db *db, void *argument, struct error *err)
{
    return glance_work(db, argument, err);
}

static void look_for_work(const struct lookout *lookout)
{
    struct error err;
    bool is_due = false;
    if (!lookout->options.has_workers)
        return;
    if (store_read(lookout->options.store, find_work, &is_due, &err))
        log_line(LOG_DEBUG, "work cannot be looked for: %s", err.message);
    if (is_due)
        workers_wake(lookout->options.changes->workers);
}

/* --- what requests wait for --- */

struct changes_look {
    struct arena *arena;
    const char *const *ids;
    size_t count;
    struct glance_version *versions;
    size_t found;
};

static enum status read_versions(struct db *db, void *argument, struct error *err)
{
    struct changes_look *look = argument;
    return glance_versions(db, look->arena, look->ids, look->count, &look->versions, &look->found, err);
}

static void lookout_keep(struct lookout_seen *seen, const char *id, const char *version)
{
    void **place = map_put(&seen->versions, str_from(id));
    if (place)
        *place = (char *)version;
}

/* Each once. articles: those that can be looked at together; returns how many they are. */
static size_t sort_ids(const char *const *ids, size_t count, struct waiters *waiters, struct lookout_seen *seen,
                       const char **articles)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (map_get(&seen->versions, str_from(ids[i])))
            continue;
        lookout_keep(seen, ids[i], "");
        if (uuid_is_valid(ids[i]))
            articles[found++] = ids[i];
        else
            waiters_notify(waiters, ids[i]);
    }
    return found;
}

static enum status find_versions(struct store *store, const char *const *ids, size_t count, struct lookout_seen *seen,
                                 struct error *err)
{
    enum status status = OK;
    for (size_t from = 0; !status && from < count; from += IDS_AT_ONCE) {
        size_t left = count - from;
        struct changes_look look = {seen->arena, ids + from, left < IDS_AT_ONCE ? left : IDS_AT_ONCE, NULL, 0};
        status = store_read(store, read_versions, &look, err);
        for (size_t i = 0; !status && i < look.found; i++)
            lookout_keep(seen, look.versions[i].id, look.versions[i].version);
    }
    return status;
}

/* One that is seen for the first time may have changed between what its request has read and now. */
static void tell_changed(const struct lookout *lookout, const struct lookout_seen *seen, const char *const *ids,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *now = map_get(&seen->versions, str_from(ids[i]));
        const char *before = lookout->seen.arena ? map_get(&lookout->seen.versions, str_from(ids[i])) : NULL;
        if (!before || strcmp(before, now) != 0)
            waiters_notify(lookout->options.changes->waiters, ids[i]);
    }
}

static enum status lookout_compare(const struct lookout *lookout, struct lookout_seen *seen, struct error *err)
{
    const char **ids, **articles;
    size_t count = 0;
    struct waiters *waiters = lookout->options.changes->waiters;
    enum status status = waiters_list(waiters, seen->arena, &ids, &count, err);
    if (status)
        return status;
    if (!(articles = ARENA_ARRAY(seen->arena, count + 1, const char *)))
        return error_memory(err);
    count = sort_ids(ids, count, waiters, seen, articles);
    status = find_versions(lookout->options.store, articles, count, seen, err);
    if (!status && arena_failed(seen->arena))
        status = error_memory(err);
    if (!status)
        tell_changed(lookout, seen, articles, count);
    return status;
}

/* What was seen before is kept when this fails. */
static void look_at_requests(struct lookout *lookout)
{
    struct error err;
    struct lookout_seen seen = {.arena = arena_new()};
    waiters_doubt(lookout->options.changes->waiters);
    if (!seen.arena)
        return;
    map_init(&seen.versions, seen.arena);
    if (lookout_compare(lookout, &seen, &err)) {
        log_line(LOG_DEBUG, "changes cannot be looked for: %s", err.message);
        arena_free(seen.arena);
        return;
    }
    arena_free(lookout->seen.arena);
    lookout->seen = seen;
}

/* --- all of it --- */

static int64_t lookout_look(void *argument)
{
    struct lookout *lookout = argument;
    const struct changes *changes = lookout->options.changes;
    bool is_told = notices_come(changes->notices);
    int64_t now = clock_mono_ms();
    look_for_work(lookout);
    if (now - lookout->looked_at >= (is_told ? ALL_MS : lookout->options.untold_ms)) {
        lookout->looked_at = now;
        sender_wake(changes->sender);
        look_at_requests(lookout);
    }
    return is_told ? WORK_MS : lookout->options.untold_ms;
}

enum status lookout_start(const struct lookout_options *options, struct lookout **out, struct error *err)
{
    struct lookout *lookout = calloc(1, sizeof *lookout);
    if (!lookout)
        return error_memory(err);
    lookout->options = *options;
    enum status status = background_start(&lookout->background, lookout_look, lookout, err);
    if (!status)
        *out = lookout;
    else
        lookout_stop(lookout);
    return status;
}

void lookout_stop(struct lookout *lookout)
{
    if (!lookout)
        return;
    background_stop(&lookout->background);
    arena_free(lookout->seen.arena);
    free(lookout);
}
