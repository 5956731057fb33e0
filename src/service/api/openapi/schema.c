#include "service/api/openapi/schema.h"

#include "link/report/report_shape.h"

#include <stdio.h>

/* --- types --------------------------------------------------------------------------------------------------------
 */

static const char *const basic[] = {"string", "integer", "number", "boolean", "object"};

static bool is_basic(struct str type)
{
    for (size_t i = 0; i < COUNT_OF(basic); i++)
        if (str_eq(type, str_from(basic[i])))
            return true;
    return false;
}

static bool schema_cut_end(struct str *type, struct str end)
{
    if (type->len < end.len || memcmp(type->data + type->len - end.len, end.data, end.len) != 0)
        return false;
    type->len -= end.len;
    return true;
}

static json_t *schema_of_plain(struct str type)
{
    char name[80];
    if (is_basic(type))
        return json_pack("{ss%}", "type", type.data, type.len);
    snprintf(name, sizeof name, "%.*s", (int)type.len, type.data);
    return draft_reference("schemas", name);
}

/* The same or null. Takes the reference. */
static json_t *or_null(json_t *schema)
{
    json_t *type = json_object_get(schema, "type");
    if (!type)
        return json_pack("{s[o{ss}]}", "anyOf", schema, "type", "null");
    if (json_object_set_new(schema, "type", json_pack("[Os]", type, "null")) == 0)
        return schema;
    json_decref(schema);
    return NULL;
}

json_t *schema_of_type(const char *text)
{
    struct str type = str_from(text);
    bool is_nullable = schema_cut_end(&type, STR("?"));
    bool is_list = schema_cut_end(&type, STR("[]"));
    json_t *schema = schema_of_plain(type);
    if (is_list)
        schema = json_pack("{ssso}", "type", "array", "items", schema);
    return is_nullable ? or_null(schema) : schema;
}

/* --- requests -----------------------------------------------------------------------------------------------------
 */

static json_t *texts(struct openapi_draft *draft, const struct field *field)
{
    json_t *items = json_pack("{ss}", "type", "string");
    if (field->word)
        draft_put(draft, items, "enum", draft_words(draft, field->word));
    if (field->longest)
        draft_put(draft, items, "maxLength", json_integer((json_int_t)field->longest));
    return json_pack("{ssso}", "type", "array", "items", items);
}

static json_t *bare_field(struct openapi_draft *draft, const struct field *field)
{
    switch (field->type) {
    case FIELD_URL:
        return json_pack("{ssss}", "type", "string", "format", "uri");
    case FIELD_WORD:
        return json_pack("{ssso}", "type", "string", "enum", draft_words(draft, field->word));
    case FIELD_INTEGER:
        return json_pack("{ss}", "type", "integer");
    case FIELD_NUMBER:
        return json_pack("{ss}", "type", "number");
    case FIELD_FLAG:
        return json_pack("{ss}", "type", "boolean");
    case FIELD_TEXTS:
        return texts(draft, field);
    case FIELD_OBJECT:
        return json_pack("{ss}", "type", "object");
    case FIELD_OBJECTS:
        return json_pack("{ssso}", "type", "array", "items", schema_of_fields(draft, field->items));
    case FIELD_TEXT:
        break;
    }
    return json_pack("{ss}", "type", "string");
}

/* A whole number as such, since 5.0 is not what readers expect. */
static json_t *number(double value)
{
    return value == (double)(json_int_t)value ? json_integer((json_int_t)value) : json_real(value);
}

static void schema_put_range(struct openapi_draft *draft, json_t *schema, const struct field *field)
{
    bool is_number = field->type == FIELD_INTEGER || field->type == FIELD_NUMBER;
    bool is_list = field->type == FIELD_TEXTS || field->type == FIELD_OBJECTS;
    if (is_number)
        draft_put(draft, schema, "minimum", number(field->minimum));
    if (is_number && field->fallback != 0)
        draft_put(draft, schema, "default", number(field->fallback));
    if (field->type == FIELD_WORD && field->fallback != 0)
        draft_put(draft, schema, "default", json_string(field->word((size_t)field->fallback)));
    if (field->maximum != 0)
        draft_put(draft, schema, is_number ? "maximum" : is_list ? "maxItems" : "maxLength", number(field->maximum));
}

json_t *schema_of_field(struct openapi_draft *draft, const struct fields *fields, const struct field *field)
{
    json_t *schema = bare_field(draft, field);
    schema_put_range(draft, schema, field);
    /* null takes away what is there. The words of a closed set stay those that it has. */
    bool is_cleared = fields->partial && !field->required && field->type != FIELD_WORD;
    return is_cleared ? or_null(schema) : schema;
}

static json_t *new_object(struct openapi_draft *draft, const char *name, const char *summary)
{
    json_t *schema = json_pack("{ssssso}", "type", "object", "description", summary, "properties", json_object());
    draft_put(draft, draft->schemas, name, schema ? json_incref(schema) : NULL);
    return schema;
}

/* Takes the reference of the list. */
static void put_required(struct openapi_draft *draft, json_t *schema, json_t *required)
{
    if (json_array_size(required))
        draft_put(draft, schema, "required", required);
    else
        json_decref(required);
}

static void put_property(struct openapi_draft *draft, json_t *schema, const char *name, const char *summary,
                         json_t *property)
{
    draft_put(draft, property, "description", json_string(summary));
    draft_put(draft, json_object_get(schema, "properties"), name, property);
}

json_t *schema_of_fields(struct openapi_draft *draft, const struct fields *fields)
{
    if (!json_object_get(draft->schemas, fields->name)) {
        json_t *required = json_array();
        json_t *schema = new_object(draft, fields->name, fields->summary);
        for (size_t i = 0; i < fields->count; i++) {
            const struct field *field = &fields->list[i];
            put_property(draft, schema, field->name, field->summary, schema_of_field(draft, fields, field));
            if (field->required && !fields->partial)
                draft_add(draft, required, json_string(field->name));
        }
        put_required(draft, schema, required);
        json_decref(schema);
    }
    return draft_reference("schemas", fields->name);
}

/* --- answers ------------------------------------------------------------------------------------------------------
 */

static json_t *schema_of_shape(struct openapi_draft *draft, const struct report_shape *shape);

static json_t *schema_of_shape_field(struct openapi_draft *draft, const struct shape_field *field)
{
    static const char *const types[] = {
        [SHAPE_TEXT] = "string?", [SHAPE_COUNT] = "integer", [SHAPE_AMOUNT] = "integer?",
        [SHAPE_SHARE] = "number", [SHAPE_FLAG] = "boolean",  [SHAPE_PLACE] = "integer",
    };
    if (field->kind == SHAPE_OBJECT)
        return schema_of_shape(draft, field->of);
    if (field->kind == SHAPE_LIST)
        return json_pack("{ssso}", "type", "array", "items", schema_of_shape(draft, field->of));
    return schema_of_type(types[field->kind]);
}

static void put_shape(struct openapi_draft *draft, json_t *schema, json_t *required, const struct report_shape *shape)
{
    for (size_t i = 0; i < shape->count; i++) {
        const struct shape_field *field = &shape->fields[i];
        put_property(draft, schema, field->name, field->summary, schema_of_shape_field(draft, field));
        draft_add(draft, required, json_string(field->name));
    }
}

static json_t *schema_of_shape(struct openapi_draft *draft, const struct report_shape *shape)
{
    if (!json_object_get(draft->schemas, shape->name)) {
        json_t *required = json_array();
        json_t *schema = new_object(draft, shape->name, shape->summary);
        put_shape(draft, schema, required, shape);
        put_required(draft, schema, required);
        json_decref(schema);
    }
    return draft_reference("schemas", shape->name);
}

static json_t *schema_of_member(struct openapi_draft *draft, const struct member *member)
{
    if (member->type)
        return schema_of_type(member->type);
    return json_pack("{ssso}", "type", "string", "enum", draft_words(draft, member->word));
}

static void put_members(struct openapi_draft *draft, json_t *schema, json_t *required, const struct members *members)
{
    for (size_t i = 0; i < members->count; i++) {
        const struct member *member = &members->list[i];
        put_property(draft, schema, member->name, member->summary, schema_of_member(draft, member));
        if (!member->optional)
            draft_add(draft, required, json_string(member->name));
    }
    if (members->rest)
        put_shape(draft, schema, required, members->rest);
}

json_t *schema_of_members(struct openapi_draft *draft, const struct members *members)
{
    if (!json_object_get(draft->schemas, members->name)) {
        json_t *required = json_array();
        json_t *schema = new_object(draft, members->name, members->summary);
        put_members(draft, schema, required, members);
        put_required(draft, schema, required);
        json_decref(schema);
        for (size_t i = 0; members->parts && members->parts[i]; i++)
            json_decref(schema_of_members(draft, members->parts[i]));
    }
    return draft_reference("schemas", members->name);
}

json_t *schema_of_list(struct openapi_draft *draft, const struct members *members)
{
    char name[80];
    snprintf(name, sizeof name, "%sList", members->name);
    if (!json_object_get(draft->schemas, name)) {
        json_t *required = json_array();
        json_t *entries = json_pack("{ssso}", "type", "array", "items", schema_of_members(draft, members));
        json_t *schema = new_object(draft, name, list_members.summary);
        put_members(draft, schema, required, &list_members);
        draft_put(draft, entries, "description", json_string(list_members.list[0].summary));
        draft_put(draft, json_object_get(schema, "properties"), list_members.list[0].name, entries);
        put_required(draft, schema, required);
        json_decref(schema);
    }
    return draft_reference("schemas", name);
}
