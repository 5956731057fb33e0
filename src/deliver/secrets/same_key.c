#include "deliver/secrets/secrets.h"
#include "store/db/db.h"
#include "store/node/node.h"

enum { BATCH = 10 };

/* *any: secrets are stored; *knows: the key of some is in the file. The first with secrets mostly tells. */
static enum status same_key_look(struct seal *seal, struct db *db, struct arena *arena, bool *any, bool *knows,
                                 struct error *err)
{
    struct integration *list;
    const char *last = NULL;
    size_t count = BATCH;
    enum status status = OK;
    while (status == OK && count == BATCH && !*knows) {
        status = integration_list(db, arena, NULL, last, BATCH, &list, &count, err);
        for (size_t i = 0; status == OK && i < count && !*knows; i++) {
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
    bool is_other = status == OK && any && !knows;
    if (is_other && seal_has_key(seal)) {
        status = node_list_others(db, arena, node, &others, &count, err);
        is_other = count > 0;
    }
    arena_free(arena);
    if (status != OK || !is_other)
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
    if (status != OK || !others.count)
        return status;
    return error_set(
        err, E_CONFLICT, NULL,
        "The key is changed while one node alone is on the database; %zu more are alive (%s%s). Stop them, "
        "change the key, copy its file to their machines unless they share it, and start them. One that "
        "was not stopped cleanly counts for %d seconds.",
        others.count, others.list[0].name, others.count > 1 ? ", ..." : "", NODE_DEAD_MS / 1000);
}
