#include "store/move/plan.h"

#include <stdio.h>

const struct plan_exception PLAN_EXCEPTIONS[] = {
    {"schema_version", "each database has its own history"},
    {"moving", "says of the new database that it is being filled"},
    {"node", "the processes that serve a database"},
    {"article_gram", "is made anew of the articles"},
    {"article_gram_fill", "is made anew of the articles"},
    {"domain_index", "nodes that share the new database build their index files anew"},
    {"domain_index_part", "nodes that share the new database build their index files anew"},
};
const size_t PLAN_EXCEPTION_COUNT = COUNT_OF(PLAN_EXCEPTIONS);

struct plan_draft {
    struct plan_table table;
    const char **parents;
    size_t parent_count;
    bool is_placed;
};

/* --- what the database says --- */

static void read_column(struct db_row *row, void *out)
{
    static const char *const TYPES[] = {
        [DB_INT] = "INTEGER", [DB_REAL] = "REAL", [DB_TEXT] = "TEXT", [DB_BLOB] = "BLOB"};
    struct plan_column *column = out;
    column->name = row_text(row);
    struct db_value type = row_value(row);
    column->type = DB_NULL;
    for (size_t i = DB_INT; i < COUNT_OF(TYPES); i++)
        if (str_eq(type.bytes, str_from(TYPES[i])))
            column->type = (enum db_type)i;
    column->key = row_int(row);
}

static enum status list_names(struct db *source, struct arena *arena, const char *sql, struct db_values values,
                              const char ***names, size_t *count, struct error *err)
{
    static const struct db_column NAME[] = {{COLUMN_TEXT, "name", COLUMN_READ, 0, NULL, 0}};
    static const struct db_table NAMES = {TABLE_OF(const char *, NAME)};
    return table_all(source, &NAMES, sql, values, arena, names, count, err);
}

static enum status read_columns(struct db *source, struct arena *arena, struct plan_table *table, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_column, .size = sizeof(struct plan_column)};
    enum status status = db_all(source, "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid",
                                DB_BIND(db_text(table->name)), &list, err);
    table->columns = list.items;
    table->count = list.count;
    for (size_t i = 0; i < table->count && !status; i++)
        if (table->columns[i].type == DB_NULL)
            status = error_set(err, E_INTERNAL, NULL, "table %s: the column %s has a type that cannot be moved",
                               table->name, table->columns[i].name);
    return status;
}

/* --- its SQL --- */

static enum status plan_find_key(struct plan_table *table, struct error *err)
{
    for (int64_t place = 1; place <= PLAN_KEYS_MAX; place++)
        for (size_t i = 0; i < table->count; i++)
            if (table->columns[i].key == place)
                table->keys[table->key_count++] = i;
    return table->key_count ? OK : error_set(err, E_INTERNAL, NULL, "table %s has no primary key", table->name);
}

/* The names of columns, all of them or those of the key. */
static const char *names_of(const struct plan_table *table, bool of_key, const char *behind, struct arena *arena)
{
    struct buf out = {0};
    size_t count = of_key ? table->key_count : table->count;
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s\"%s\"%s", i ? ", " : "", table->columns[of_key ? table->keys[i] : i].name, behind);
    return buf_keep(&out, arena).data;
}

static const char *after_key(const struct plan_table *table, struct arena *arena)
{
    struct buf out = {0};
    buf_printf(&out, "(%s) > (", table->ascending ? table->ascending : "");
    for (size_t i = 1; i <= table->key_count; i++)
        buf_printf(&out, "%s$%zu", i > 1 ? ", " : "", i);
    buf_char(&out, ')');
    return buf_keep(&out, arena).data;
}

static void write_sql(struct plan_table *table, struct arena *arena)
{
    table->list = names_of(table, false, "", arena);
    table->ascending = names_of(table, true, "", arena);
    table->descending = names_of(table, true, " DESC", arena);
    table->after_key = after_key(table, arena);
}

static enum status count_rows(struct db *source, struct plan_table *table, struct error *err)
{
    char sql[PLAN_SQL_SIZE];
    snprintf(sql, sizeof sql, "SELECT COUNT(*) FROM \"%s\"", table->name);
    return db_number(source, sql, DB_NOTHING, &table->rows, err);
}

static enum status plan_read_table(struct db *source, struct arena *arena, struct plan_draft *draft, struct error *err)
{
    enum status status = read_columns(source, arena, &draft->table, err);
    if (!status)
        status = plan_find_key(&draft->table, err);
    if (status)
        return status;
    write_sql(&draft->table, arena);
    status = count_rows(source, &draft->table, err);
    return status ? status
                  : list_names(source, arena, "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list($1)",
                               DB_BIND(db_text(draft->table.name)), &draft->parents, &draft->parent_count, err);
}

/* --- their order --- */

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < PLAN_EXCEPTION_COUNT; i++)
        if (strcmp(PLAN_EXCEPTIONS[i].table, name) == 0)
            return true;
    return false;
}

static bool is_placed(const char *name, const struct plan_draft *drafts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(drafts[i].table.name, name) == 0)
            return drafts[i].is_placed;
    return false;
}

static bool can_be_placed(const struct plan_draft *draft, const struct plan_draft *drafts, size_t count)
{
    for (size_t i = 0; i < draft->parent_count; i++)
        if (!is_placed(draft->parents[i], drafts, count))
            return false;
    return !draft->is_placed;
}

static enum status place_all(struct plan_draft *drafts, size_t count, struct arena *arena, struct move_plan *plan,
                             struct error *err)
{
    struct plan_table *tables = ARENA_ARRAY(arena, count + 1, struct plan_table);
    if (!tables)
        return error_memory(err);
    *plan = (struct move_plan){.tables = tables};
    for (bool is_any = true; is_any;) {
        is_any = false;
        for (size_t i = 0; i < count; i++) {
            if (!can_be_placed(&drafts[i], drafts, count))
                continue;
            drafts[i].is_placed = is_any = true;
            tables[plan->count++] = drafts[i].table;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (!drafts[i].is_placed)
            return error_set(err, E_INTERNAL, NULL, "table %s refers to itself", drafts[i].table.name);
    return OK;
}

enum status plan_read(struct db *source, struct arena *arena, struct move_plan *plan, struct error *err)
{
    const char **names;
    size_t name_count, count = 0;
    enum status status = list_names(source, arena,
                                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
                                    "ORDER BY name",
                                    DB_NOTHING, &names, &name_count, err);
    if (status)
        return status;
    struct plan_draft *drafts = ARENA_ARRAY(arena, name_count + 1, struct plan_draft);
    if (!drafts)
        return error_memory(err);
    for (size_t i = 0; i < name_count && !status; i++) {
        if (is_exception(names[i]))
            continue;
        drafts[count].table.name = names[i];
        status = plan_read_table(source, arena, &drafts[count++], err);
    }
    if (!status && arena_failed(arena))
        status = error_memory(err);
    return status ? status : place_all(drafts, count, arena, plan, err);
}
