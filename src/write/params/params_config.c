/* Values of a config, and JSON as text. */
#include "write/params/params.h"

#include <stdlib.h>

const char *config_string(const json_t *config, const char *name)
{
    return json_string_value(json_object_get(config, name));
}

bool config_bool(const json_t *config, const char *name)
{
    return json_is_true(json_object_get(config, name));
}

long config_integer(const json_t *config, const char *name, long absent)
{
    const json_t *value = json_object_get(config, name);
    return json_is_integer(value) ? (long)json_integer_value(value) : absent;
}

bool config_is(const json_t *config, const char *name, const char *value)
{
    const char *own = config_string(config, name);
    return own && strcmp(own, value) == 0;
}

const char *params_dump(struct arena *arena, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER);
    const char *copy = text ? arena_copy(arena, text) : NULL;
    free(text);
    return copy;
}
