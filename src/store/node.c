#include "store/store.h"

enum status node_beat(struct db *db, const struct node *node, struct error *err)
{
    return db_run(db,
                  "INSERT INTO node (id, name, address, version, schema, workers, busy, started_at, seen_at) "
                  "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
                  "address = excluded.address, workers = excluded.workers, busy = excluded.busy, "
                  "seen_at = excluded.seen_at",
                  DB_BIND(db_text(node->id), db_text(node->name), db_text(node->address), db_text(node->version),
                          db_int(schema_newest()), db_int(node->workers), db_int(node->busy), db_int(node->started_at),
                          db_int(db_now(db))),
                  NULL, err);
}

enum status node_remove(struct db *db, const char *id, struct error *err)
{
    return db_run(db, "DELETE FROM node WHERE id = $1", DB_BIND(db_text(id)), NULL, err);
}

static void read_node(struct db_row *row, void *out)
{
    struct node *node = out;
    node->id = row_text(row);
    node->name = row_text(row);
    node->address = row_text(row);
    node->version = row_text(row);
    node->schema = row_int(row);
    node->workers = row_int(row);
    node->busy = row_int(row);
    node->started_at = row_int(row);
    node->seen_at = row_int(row);
    node->silent_ms = db_now(row->db) - node->seen_at;
}

enum status node_list(struct db *db, struct arena *arena, struct node **nodes, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_node, .size = sizeof(struct node)};
    enum status status = db_all(db,
                                "SELECT id, name, address, version, schema, workers, busy, started_at, seen_at "
                                "FROM node ORDER BY started_at, id",
                                DB_NOTHING, &list, err);
    *nodes = list.items;
    *count = list.count;
    return status;
}

enum status node_list_others(struct db *db, struct arena *arena, const char *id, struct node **nodes, size_t *count,
                             struct error *err)
{
    size_t all = 0;
    *count = 0;
    enum status status = node_list(db, arena, nodes, &all, err);
    for (size_t i = 0; status == OK && i < all; i++)
        if (strcmp((*nodes)[i].id, id) != 0 && !node_is_silent(&(*nodes)[i]))
            (*nodes)[(*count)++] = (*nodes)[i];
    return status;
}

enum status nodes_forget_dead(struct db *db, const char *id, bool is_alone, int64_t *count, struct error *err)
{
    int64_t seen_before = is_alone ? INT64_MAX : db_now(db) - NODE_FORGET_MS;
    return db_run(db, "DELETE FROM node WHERE id <> $1 AND seen_at <= $2", DB_BIND(db_text(id), db_int(seen_before)),
                  count, err);
}
