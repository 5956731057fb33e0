#include "write/sources/stored.h"

json_t *stored_collection_json(const struct topic_collection *collection)
{
    json_t *stems = json_array();
    bool ok = stems;
    for (size_t i = 0; i < collection->stem_count && ok; i++) {
        const struct topic_stem *one = &collection->stems[i];
        ok = json_array_append_new(stems, json_pack("[s%,I,I]", one->stem.data, one->stem.len, (json_int_t)one->pages,
                                                    (json_int_t)one->naming)) == 0;
    }
    json_t *value = ok ? json_pack("{s:I,s:O}", "pages", (json_int_t)collection->pages, "stems", stems) : NULL;
    json_decref(stems);
    return value;
}

enum status stored_collection_load(struct arena *arena, const json_t *value, struct topic_collection *collection,
                                   struct error *err)
{
    const json_t *list = json_object_get(value, "stems");
    size_t count = json_array_size(list);
    struct topic_stem *stems = ARENA_ARRAY(arena, count + 1, struct topic_stem);
    if (!stems)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i), *stem = json_array_get(one, 0);
        char *copy = arena_copy_n(arena, json_string_value(stem), json_string_length(stem));
        if (!copy)
            return error_memory(err);
        stems[i] = (struct topic_stem){.stem = {copy, json_string_length(stem)},
                                       .pages = (size_t)json_integer_value(json_array_get(one, 1)),
                                       .naming = (size_t)json_integer_value(json_array_get(one, 2))};
    }
    *collection = (struct topic_collection){
        .pages = (size_t)json_integer_value(json_object_get(value, "pages")), .stems = stems, .stem_count = count};
    return OK;
}
