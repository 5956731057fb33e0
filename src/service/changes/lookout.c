#include "service/changes/lookout.h"

#include "base/system/thread.h"
#include "deliver/sender.h"
#include "service/http/waiters.h"
#include "service/jobs/workers.h"
#include "store/notices/glance.h"
#include "store/notices/notices.h"
#include "store/store.h"

#include <stdlib.h>

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
    if (store_read(lookout->options.store, find_work, &is_due, &err) != OK)
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

static bool lookout_keep(struct lookout_seen *seen, const char *id, const char *version)
{
    void **place = map_put(&seen->versions, str_from(id));
    if (place)
        *place = (char *)version;
    return place != NULL;
}

/* Each once. *articles: those that can be looked at together. */
static enum status sort(const char *const *ids, size_t count, struct waiters *waiters, struct lookout_seen *seen,
                        const char **articles, size_t *found, struct error *err)
{
    *found = 0;
    for (size_t i = 0; i < count; i++) {
        if (map_get(&seen->versions, str_from(ids[i])))
            continue;
        if (!lookout_keep(seen, ids[i], ""))
            return error_memory(err);
        if (uuid_is_valid(ids[i]))
            articles[(*found)++] = ids[i];
        else
            waiters_notify(waiters, ids[i]);
    }
    return OK;
}

static enum status find_versions(struct store *store, const char *const *ids, size_t count, struct lookout_seen *seen,
                                 struct error *err)
{
    enum status status = OK;
    for (size_t from = 0; status == OK && from < count; from += IDS_AT_ONCE) {
        size_t left = count - from;
        struct changes_look look = {seen->arena, ids + from, left < IDS_AT_ONCE ? left : IDS_AT_ONCE, NULL, 0};
        status = store_read(store, read_versions, &look, err);
        for (size_t i = 0; status == OK && i < look.found; i++)
            if (!lookout_keep(seen, look.versions[i].id, look.versions[i].version))
                status = error_memory(err);
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
    size_t count = 0, found = 0;
    struct waiters *waiters = lookout->options.changes->waiters;
    enum status status = waiters_list(waiters, seen->arena, &ids, &count, err);
    if (status != OK)
        return status;
    if (!(articles = ARENA_ARRAY(seen->arena, count + 1, const char *)))
        return error_memory(err);
    status = sort(ids, count, waiters, seen, articles, &found, err);
    if (status == OK)
        status = find_versions(lookout->options.store, articles, found, seen, err);
    if (status == OK)
        tell_changed(lookout, seen, articles, found);
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
    if (lookout_compare(lookout, &seen, &err) != OK) {
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
    if (status == OK)
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
