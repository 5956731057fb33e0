#include "deliver/secrets/secrets.h"

#include "base/log_event.h"

enum { BATCH = 50 };

static void note_unreadable(const struct integration *integration, enum status status, const struct error *why,
                            struct secrets_rotation *rotation)
{
    struct log_event event = log_event_begin("secrets stay as they are");
    log_event_text(&event, "id", integration->id);
    log_event_text(&event, "why", why->message);
    log_event_end(&event, LOG_WARN);
    rotation->unreadable++;
    /* What no key of the file can open does not need them. */
    rotation->keeps_old = rotation->keeps_old || status == E_CORRUPT;
}

static enum status seal_one(struct seal *seal, struct db *db, struct arena *arena, struct integration *integration,
                            struct secrets_rotation *rotation, struct error *err)
{
    struct str text;
    struct error why;
    if (!integration->secrets.len)
        return OK;
    bool is_current = seal_is_current(seal, integration->secrets);
    enum status status = seal_open(seal, arena, integration->id, integration->secrets, &text, &why);
    if (status == E_CORRUPT || status == E_NOT_FOUND) {
        note_unreadable(integration, is_current ? E_NOT_FOUND : status, &why, rotation);
        return OK;
    }
    if (status != OK)
        return error_set(err, status, why.code, "%s", why.message);
    if (!is_current) {
        status = seal_close(seal, arena, integration->id, text, &integration->secrets, err);
        if (status == OK)
            status = integration_update(db, integration, integration->updated_at, err);
    }
    rotation->sealed += status == OK;
    return status;
}

enum status secrets_seal_anew(struct seal *seal, struct db *db, size_t limit, char *last,
                              struct secrets_rotation *rotation, struct error *err)
{
    struct integration *list;
    size_t count = 0;
    struct arena *arena = arena_new();
    enum status status =
        arena ? integration_list(db, arena, NULL, *last ? last : NULL, limit, &list, &count, err) : error_memory(err);
    for (size_t i = 0; status == OK && i < count; i++)
        status = seal_one(seal, db, arena, &list[i], rotation, err);
    if (status == OK)
        snprintf(last, UUID_LENGTH + 1, "%s", count ? list[count - 1].id : "");
    arena_free(arena);
    return status;
}

struct rotation_pass {
    struct seal *seal;
    char last[UUID_LENGTH + 1];
    struct secrets_rotation rotation;
};

static enum status seal_batch(struct db *db, void *argument, struct error *err)
{
    struct rotation_pass *pass = argument;
    struct secrets_rotation before = pass->rotation;
    char last[UUID_LENGTH + 1];
    memcpy(last, pass->last, sizeof last);
    enum status status = secrets_seal_anew(pass->seal, db, BATCH, pass->last, &pass->rotation, err);
    if (status != OK) {
        pass->rotation = before;
        memcpy(pass->last, last, sizeof last);
    }
    return status;
}

/*
 * Whoever stores secrets seals them in the transaction that writes them, and the writer runs one after the other: what
 * was sealed with an old key is written before the first batch here begins, so that one pass finds all of it.
 */
enum status secrets_rotate(struct seal *seal, struct store *store, struct secrets_rotation *rotation, struct error *err)
{
    struct rotation_pass pass = {.seal = seal};
    seal_begin_change(seal); /* two at once: one would drop the key that the other seals with */
    enum status status = seal_rotate(seal, err);
    do
        status = status == OK ? store_write(store, seal_batch, &pass, err) : status;
    while (status == OK && pass.last[0]);
    if (status == OK && !pass.rotation.keeps_old)
        status = seal_drop_old(seal, err);
    seal_end_change(seal);
    *rotation = pass.rotation;
    return status;
}
