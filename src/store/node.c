#include "store/store.h"

static const struct db_column COLUMNS[] = {
    COLUMN(struct node, id, COLUMN_KEY),          COLUMN(struct node, name, COLUMN_CHANGED),
    COLUMN(struct node, address, COLUMN_CHANGED), COLUMN(struct node, version, COLUMN_FIXED),
    COLUMN(struct node, schema, COLUMN_FIXED),    COLUMN(struct node, workers, COLUMN_CHANGED),
    COLUMN(struct node, busy, COLUMN_CHANGED),    COLUMN(struct node, started_at, COLUMN_FIXED),
    COLUMN(struct node, seen_at, COLUMN_CHANGED),
};

static void read_silence(struct db_row *row, void *out)
{
    struct node *node = out;
    node->silent_ms = db_now(row->db) - node->seen_at;
}

static const struct db_table NODES = {
    .name = "node", .thing = "node", TABLE_OF(struct node, COLUMNS), .read_more = read_silence};

enum status node_beat(struct db *db, const struct node *node, struct error *err)
{
    struct node alive = *node;
    alive.schema = schema_newest();
    alive.seen_at = db_now(db);
    return table_upsert(db, &NODES, &alive, err);
}

enum status node_remove(struct db *db, const char *id, struct error *err)
{
    return db_run(db, "DELETE FROM node WHERE id = $1", DB_BIND(db_text(id)), NULL, err);
}

enum status node_list(struct db *db, struct arena *arena, struct node **nodes, size_t *count, struct error *err)
{
    return table_all(db, &NODES, "SELECT $* FROM node ORDER BY started_at, id", DB_NOTHING, arena, nodes, count, err);
}

enum status node_list_others(struct db *db, struct arena *arena, const char *id, struct node **nodes, size_t *count,
                             struct error *err)
{
    size_t all = 0;
    *count = 0;
    enum status status = node_list(db, arena, nodes, &all, err);
    for (size_t i = 0; !status && i < all; i++)
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
