#include "deliver/site/progress.h"

static json_t *find_table(const struct delivery_call *call, const char *table)
{
    return table ? json_object_get(call->progress, table) : call->progress;
}

const json_t *progress_get(const struct delivery_call *call, const char *table, const char *name)
{
    return json_object_get(find_table(call, table), name);
}

enum status progress_note(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err)
{
    if (!json_is_object(find_table(call, table)))
        json_object_set_new(call->progress, table, json_object());
    return json_object_set_new(find_table(call, table), name, value) == 0 ? OK : error_memory(err);
}

enum status progress_keep(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err)
{
    enum status status = progress_note(call, table, name, value, err);
    return status == OK ? call->keep(call->context, call->progress, err) : status;
}

enum status progress_drop(const struct delivery_call *call, const char *table, const char *name, struct error *err)
{
    json_object_del(find_table(call, table), name);
    return call->keep(call->context, call->progress, err);
}
