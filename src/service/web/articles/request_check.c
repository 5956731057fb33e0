#include "service/web/articles/request_check.h"

#include "write/params/params.h"
#include "write/types/types.h"

static const char *request_check_join(struct arena *arena, const struct params *params)
{
    struct buf text = {0};
    for (size_t i = 0; i < params->fault_count; i++)
        buf_printf(&text, i ? " %s" : "%s", params->faults[i].detail);
    const char *copy = text.failed ? NULL : arena_copy(arena, buf_text(&text));
    buf_free(&text);
    return copy ? copy : "There is not enough memory to say what is wrong.";
}

const char *request_check(struct arena *arena, const json_t *body)
{
    struct error err = {.status = OK};
    struct params params = {0};
    const struct params_terms terms = {.engine = 2, .writable = article_types_writable()};
    enum status status = params_read(arena, body, &terms, &params, &err);
    json_decref(params.config);
    json_decref(params.notes);
    if (status == OK)
        return NULL;
    if (params.fault_count)
        return request_check_join(arena, &params);
    const char *copy = arena_copy(arena, err.message);
    return copy ? copy : "There is not enough memory to check it.";
}
