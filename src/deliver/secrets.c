#include "deliver/deliver.h"
#include "net/upstream/upstream.h"

#include <openssl/crypto.h>
#include <stdlib.h>

static enum status no_object(struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "the stored settings are not what was written");
}

/* Read twice: when an allocation fails, jansson (2.14) may cut a text short and say nothing of it. */
static enum status read_object(struct str text, json_t **object, struct error *err)
{
    bool no_memory = false;
    json_error_t why;
    json_t *again = NULL;
    *object = json_text_load(text, 0, &no_memory, &why);
    if (*object)
        again = json_text_load(text, 0, &no_memory, &why);
    bool is_same = again && json_equal(*object, again);
    json_decref(again);
    if (is_same && json_is_object(*object))
        return OK;
    no_memory = no_memory || (*object && !is_same);
    json_decref(*object);
    *object = NULL;
    return no_memory ? error_memory(err) : no_object(err);
}

enum status secrets_read(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **secrets, struct error *err)
{
    struct str text;
    if (!integration->secrets.len) {
        *secrets = json_object();
        return *secrets ? OK : error_memory(err);
    }
    enum status status = seal_open(seal, arena, integration->id, integration->secrets, &text, err);
    return status ? status : read_object(text, secrets, err);
}

enum status secrets_open(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **settings, struct error *err)
{
    json_t *secrets = NULL;
    enum status status = read_object(str_from(integration->settings), settings, err);
    if (status)
        return status;
    status = secrets_read(seal, integration, arena, &secrets, err);
    if (!status && json_object_update(*settings, secrets) != 0)
        status = error_memory(err);
    json_decref(secrets);
    if (!status)
        return OK;
    json_decref(*settings);
    *settings = NULL;
    return status;
}

char *secrets_text(const json_t *object)
{
    bool no_memory = false;
    json_error_t why;
    char *text = json_dumps(object, JSON_COMPACT);
    json_t *again = text ? json_text_load(str_from(text), 0, &no_memory, &why) : NULL;
    bool is_whole = again && json_equal(again, object);
    json_decref(again);
    if (is_whole)
        return text;
    if (text)
        OPENSSL_cleanse(text, strlen(text));
    free(text);
    return NULL;
}

enum status secrets_close(struct seal *seal, struct arena *arena, const char *integration_id, const json_t *secrets,
                          struct str *sealed, struct error *err)
{
    *sealed = (struct str){0};
    if (!json_object_size(secrets))
        return OK;
    char *text = secrets_text(secrets);
    if (!text)
        return error_memory(err);
    struct str plain = str_from(text);
    enum status status = seal_close(seal, arena, integration_id, plain, sealed, err);
    OPENSSL_cleanse(text, plain.len);
    free(text);
    return status;
}

const char *secrets_problem(struct seal *seal, const struct integration *integration, struct arena *arena)
{
    struct str text;
    if (!integration->secrets.len)
        return NULL;
    switch (seal_open(seal, arena, integration->id, integration->secrets, &text, NULL)) {
    case OK:
        return NULL;
    case E_CORRUPT:
        return "Its stored secrets were damaged: give them again.";
    case E_NOT_FOUND:
        return "Its secrets were sealed with a key that the service no longer has: give them again.";
    case E_MEMORY:
        return "Its secrets cannot be opened: the service is short of memory.";
    default:
        return "Its secrets cannot be opened: the service's key for them is missing or unusable; whoever runs the "
               "service finds in its log what to do.";
    }
}

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
    while (!status && goes_on && walk.count == BATCH) {
        walk.arena = arena_new();
        status = walk.arena ? store_read(store, read_batch, &walk, err) : error_memory(err);
        for (size_t i = 0; !status && goes_on && i < walk.count; i++)
            goes_on = !walk.list[i].secrets.len || each(context, &walk.list[i], walk.arena);
        if (!status && walk.count) {
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
    if (!status && check.any_unknown)
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
    if (!status)
        status = seal_open_file(path, !any, seal, err);
    if (status)
        return status;
    if (seal_problem(*seal))
        log_line(LOG_WARN, "secrets of integrations can be neither stored nor used: %s", seal_problem(*seal));
    status = for_each(store, warn, *seal, err);
    return status ? status : tell_how(store, *seal, err);
}

enum { ROTATION_BATCH = 50 };

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
    if (status)
        return error_set(err, status, why.code, "%s", why.message);
    if (!is_current) {
        status = seal_close(seal, arena, integration->id, text, &integration->secrets, err);
        if (!status)
            status = integration_update(db, integration, integration->updated_at, err);
    }
    rotation->sealed += !status;
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
    for (size_t i = 0; !status && i < count; i++)
        status = seal_one(seal, db, arena, &list[i], rotation, err);
    if (!status)
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
    enum status status = secrets_seal_anew(pass->seal, db, ROTATION_BATCH, pass->last, &pass->rotation, err);
    if (status) {
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
        status = !status ? store_write(store, seal_batch, &pass, err) : status;
    while (!status && pass.last[0]);
    if (!status && !pass.rotation.keeps_old)
        status = seal_drop_old(seal, err);
    seal_end_change(seal);
    *rotation = pass.rotation;
    return status;
}

enum { SAME_KEY_BATCH = 10 };

/* *any: secrets are stored; *knows: the key of some is in the file. The first with secrets mostly tells. */
static enum status same_key_look(struct seal *seal, struct db *db, struct arena *arena, bool *any, bool *knows,
                                 struct error *err)
{
    struct integration *list;
    const char *last = NULL;
    size_t count = SAME_KEY_BATCH;
    enum status status = OK;
    while (!status && count == SAME_KEY_BATCH && !*knows) {
        status = integration_list(db, arena, NULL, last, SAME_KEY_BATCH, &list, &count, err);
        for (size_t i = 0; !status && i < count && !*knows; i++) {
            last = list[i].id;
            *any = *any || list[i].secrets.len;
            *knows = list[i].secrets.len && seal_knows(seal, list[i].secrets);
        }
    }
    return status;
}

enum status secrets_check_key(struct seal *seal, struct db *db, const char *node, struct error *err)
{
    bool any = false, knows = false;
    struct node *others;
    size_t count = 0;
    struct arena *arena = arena_new();
    enum status status = arena ? same_key_look(seal, db, arena, &any, &knows, err) : error_memory(err);
    bool is_other = !status && any && !knows;
    if (is_other && seal_has_key(seal)) {
        status = node_list_others(db, arena, node, &others, &count, err);
        is_other = count > 0;
    }
    arena_free(arena);
    if (status || !is_other)
        return status;
    return error_set(err, E_IO, "no_secret_key",
                     "the secrets of this database were sealed with another key than that of %s: copy the key file of "
                     "a node that can use them",
                     seal_path(seal));
}

struct others {
    struct arena *arena;
    const char *node;
    struct node *list;
    size_t count;
};

static enum status read_others(struct db *db, void *argument, struct error *err)
{
    struct others *others = argument;
    return node_list_others(db, others->arena, others->node, &others->list, &others->count, err);
}

enum status secrets_check_alone(struct store *store, struct arena *arena, const char *node, struct error *err)
{
    struct others others = {.arena = arena, .node = node};
    enum status status = store_is_shared(store) ? store_read(store, read_others, &others, err) : OK;
    if (status || !others.count)
        return status;
    return error_set(
        err, E_CONFLICT, NULL,
        "The key is changed while one node alone is on the database; %zu more are alive (%s%s). Stop them, "
        "change the key, copy its file to their machines unless they share it, and start them. One that "
        "was not stopped cleanly counts for %d seconds.",
        others.count, others.list[0].name, others.count > 1 ? ", ..." : "", NODE_DEAD_MS / 1000);
}
