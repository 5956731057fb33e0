#include "store/db/article_name.h"

#include <jansson.h>

const char *article_keyword(const char *config, struct arena *arena)
{
    json_t *json = json_loads(config, 0, NULL);
    const char *keyword = json_string_value(json_object_get(json, "targetKeyword"));
    const char *copy = keyword ? arena_copy(arena, keyword) : NULL;
    json_decref(json);
    return copy;
}

const char *row_article_name(struct db_row *row)
{
    const char *title = row_text(row), *config = row_text(row);
    return config ? article_keyword(config, row->arena) : title;
}
