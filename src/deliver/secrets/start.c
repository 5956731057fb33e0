#include "base/log_event.h"
#include "deliver/secrets/secrets.h"

enum { BATCH = 100 };

/* One batch of all integrations after the other. */
struct start_walk {
    struct arena *arena; /* of the batch */
    const char *after;   /* NULL: from the first one on */
    struct integration *list;
    size_t count;
};

static enum status read_batch(struct db *db, void *argument, struct error *err)
{
    struct start_walk *walk = argument;
    return integration_list(db, walk->arena, NULL, walk->after, BATCH, &walk->list, &walk->count, err);
}

/* Calls each(context, ...) for every integration that has secrets, until it returns false. */
static enum status for_each(struct store *store,
                            bool (*each)(void *context, const struct integration *integration, struct arena *arena),
                            void *context, struct error *err)
{
    char last[UUID_LENGTH + 1];
    struct start_walk walk = {.count = BATCH};
    enum status status = OK;
    bool goes_on = true;
    while (status == OK && goes_on && walk.count == BATCH) {
        walk.arena = arena_new();
        status = walk.arena ? store_read(store, read_batch, &walk, err) : error_memory(err);
        for (size_t i = 0; status == OK && goes_on && i < walk.count; i++)
            goes_on = !walk.list[i].secrets.len || each(context, &walk.list[i], walk.arena);
        if (status == OK && walk.count) {
            snprintf(last, sizeof last, "%s", walk.list[walk.count - 1].id);
            walk.after = last;
        }
        arena_free(walk.arena);
    }
    return status;
}

static bool note_any(void *context, const struct integration *integration, struct arena *arena)
{
    (void)integration;
    (void)arena;
    *(bool *)context = true;
    return false;
}

static bool warn(void *context, const struct integration *integration, struct arena *arena)
{
    struct error why;
    struct str text;
    if (seal_open(context, arena, integration->id, integration->secrets, &text, &why) == OK)
        return true;
    struct log_event event = log_event_begin("integration cannot be used");
    log_event_text(&event, "id", integration->id);
    log_event_text(&event, "account", integration->account_id);
    log_event_text(&event, "kind", integration->kind);
    log_event_text(&event, "name", integration->name);
    log_event_text(&event, "why", why.message);
    log_event_end(&event, LOG_WARN);
    return true;
}

/* That nothing opens is mostly the file of a node that has made a key of its own, or has none yet. */
struct key_check {
    struct seal *seal;
    bool any_unknown;
};

static bool note_unknown(void *context, const struct integration *integration, struct arena *arena)
{
    struct key_check *check = context;
    (void)arena;
    check->any_unknown = !seal_knows(check->seal, integration->secrets);
    return !check->any_unknown;
}

static enum status tell_how(struct store *store, struct seal *seal, struct error *err)
{
    struct key_check check = {.seal = seal};
    enum status status = store_is_shared(store) ? for_each(store, note_unknown, &check, err) : OK;
    if (status == OK && check.any_unknown)
        log_line(LOG_WARN,
                 "secrets of integrations in this database were sealed with a key that %s does not have: copy the key "
                 "file of a node that can use them, and start this one again",
                 seal_path(seal));
    return status;
}

enum status secrets_start(struct store *store, const char *path, struct seal **seal, struct error *err)
{
    bool any = false;
    enum status status = for_each(store, note_any, &any, err);
    if (status == OK)
        status = seal_open_file(path, !any, seal, err);
    if (status != OK)
        return status;
    if (seal_problem(*seal))
        log_line(LOG_WARN, "secrets of integrations can be neither stored nor used: %s", seal_problem(*seal));
    status = for_each(store, warn, *seal, err);
    return status == OK ? tell_how(store, *seal, err) : status;
}
