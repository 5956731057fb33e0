#include "service/api/openapi/draft.h"

void draft_put(struct openapi_draft *draft, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        draft->failed = true;
}

void draft_add(struct openapi_draft *draft, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        draft->failed = true;
}

/* Where memory runs out while jansson (2.14) reads a text, it may leave out a letter and say nothing. So it reads
 * twice, and what is not the same both times counts as that. */
json_t *draft_parse(const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    json_t *again = value ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    bool is_same = again && json_equal(value, again);
    json_decref(again);
    if (is_same)
        return value;
    json_decref(value);
    return NULL;
}

json_t *draft_words(struct openapi_draft *draft, const char *(*word)(size_t i))
{
    json_t *list = json_array();
    for (size_t i = 0; word(i); i++)
        draft_add(draft, list, json_string(word(i)));
    return list;
}

json_t *draft_reference(const char *kind, const char *name)
{
    return json_pack("{s:s++++}", "$ref", "#/components/", kind, "/", name, "");
}

void draft_put_header(struct openapi_draft *draft, json_t *headers, const char *name)
{
    draft_put(draft, headers, name, draft_reference("headers", name));
}

json_t *draft_framed(const struct openapi_draft *draft, const char *section, const char *name)
{
    return json_object_get(json_object_get(draft->frame, section), name);
}

void draft_put_example(struct openapi_draft *draft, json_t *object, const char *name)
{
    json_t *example = draft_framed(draft, "examples", name);
    if (example)
        draft_put(draft, object, "example", json_incref(example));
}
