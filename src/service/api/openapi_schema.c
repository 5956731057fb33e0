#include "service/api/api_parts.h"

#include "link/report/report.h"
#include "write/params/params.h"

#include <ctype.h>
#include <stdio.h>

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

/* The words that a closed set has, as an array. */
static json_t *draft_words(struct openapi_draft *draft, const char *(*word)(size_t i))
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

/* A type as an editor writes it: "string", "integer?", "string[]", "Source[]", "Seo?". */
static json_t *schema_of_type(const char *text)
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

static json_t *bare(const struct param *param)
{
    static const char *const types[] = {
        [PARAM_STRING] = "string",    [PARAM_BOOLEAN] = "boolean", [PARAM_INTEGER] = "integer",
        [PARAM_STRINGS] = "string[]", [PARAM_OUTLINE] = "Outline", [PARAM_POLISH] = "PolishSettings",
    };
    return schema_of_type(types[param->type]);
}

/* The values there are, the older ones too, but for "". NULL: any. */
static json_t *allowed(struct openapi_draft *draft, const struct param *param)
{
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    if (!param->allowed && param->format != FORMAT_ARTICLE_TYPE)
        return NULL;
    json_t *list = json_array();
    for (size_t i = 0; param->format == FORMAT_ARTICLE_TYPE && i < count; i++)
        draft_add(draft, list, json_string(types[i].name));
    for (size_t i = 0; param->allowed && param->allowed[i]; i++)
        if (param->allowed[i][0])
            draft_add(draft, list, json_string(param->allowed[i]));
    for (size_t i = 0; param->retired && param->retired[i].from; i++)
        draft_add(draft, list, json_string(param->retired[i].from));
    draft->failed |= !list;
    return list;
}

static void parameters_put_range(struct openapi_draft *draft, json_t *schema, const struct param *param)
{
    bool is_list = param->type == PARAM_STRINGS || param->type == PARAM_OUTLINE;
    const char *most = param->type == PARAM_INTEGER ? "maximum" : is_list ? "maxItems" : "maxLength";
    if (param->maximum == 0)
        return;
    if (param->type == PARAM_INTEGER)
        draft_put(draft, schema, "minimum", json_integer(param->minimum));
    draft_put(draft, schema, most, json_integer(param->maximum));
}

/* "Own style text. Applies with `toneOfVoiceProfile` = `"custom"`, to: blog_post, listicle." */
static void parameters_describe(struct buf *out, const struct param *param)
{
    size_t count;
    const char *before = " Of: ";
    const struct param_article_type *types = params_article_types(&count);
    buf_str(out, param->summary);
    if (param->parent)
        buf_printf(out, " With `%s` = `%s` alone.", param->parent, param->parent_value);
    for (size_t i = 0; i < count && param->types != TYPE_ALL; i++) {
        if (!(param->types & types[i].bit))
            continue;
        buf_printf(out, "%s`%s`", before, types[i].name);
        before = ", ";
    }
    if (param->types != TYPE_ALL)
        buf_char(out, '.');
}

static bool has_empty(const struct param *param)
{
    for (size_t i = 0; param->allowed && param->allowed[i]; i++)
        if (!param->allowed[i][0])
            return true;
    return false;
}

/* Takes the reference of the words. An empty one stands apart: generators make a name of each word. */
static void put_words(struct openapi_draft *draft, json_t *schema, json_t *words, bool with_empty)
{
    if (with_empty)
        draft_put(draft, schema, "anyOf",
                  json_pack("[{sssi}{ssso}]", "type", "string", "maxLength", 0, "type", "string", "enum", words));
    else
        draft_put(draft, schema, "enum", words);
}

static json_t *describe_param(struct openapi_draft *draft, const struct param *param)
{
    struct buf text = {0};
    json_t *schema = bare(param), *words = allowed(draft, param);
    parameters_describe(&text, param);
    draft_put(draft, schema, "description", text.failed ? NULL : json_string(buf_text(&text)));
    if (words)
        put_words(draft, schema, words, has_empty(param));
    if (param->fallback)
        draft_put(draft, schema, "default", draft_parse(param->fallback));
    parameters_put_range(draft, schema, param);
    buf_free(&text);
    return schema;
}

/* The older key of a switch, which means its opposite. */
static json_t *describe_opposite(const struct param *param)
{
    return json_pack("{sssbss++}", "type", "boolean", "deprecated", 1, "description", "The opposite of `", param->name,
                     "`, which counts when both are there.");
}

static void add_request(struct openapi_draft *draft, const char *name, const char *summary, bool is_v1)
{
    size_t count;
    const struct param *table = params_table(&count);
    json_t *properties = json_object();
    json_t *schema = json_pack("{sssssos[s]}", "type", "object", "description", summary, "properties", properties,
                               "required", table[0].name);
    for (size_t i = 0; i < count; i++) {
        if (is_v1 && table[i].v2_only)
            continue;
        draft_put(draft, properties, table[i].name, describe_param(draft, &table[i]));
        if (table[i].opposite)
            draft_put(draft, properties, table[i].opposite, describe_opposite(&table[i]));
    }
    draft_put(draft, draft->schemas, name, schema);
}

static void add_polish(struct openapi_draft *draft)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    json_t *properties = json_object();
    for (size_t i = 0; i < count; i++)
        draft_put(
            draft, properties, polish[i].key,
            json_pack("{sssbss}", "type", "boolean", "default", polish[i].fallback, "description", polish[i].summary));
    draft_put(draft, draft->schemas, "PolishSettings",
              json_pack("{sssssoso}", "type", "object", "description", "What polishing does.", "properties", properties,
                        "additionalProperties", json_false()));
}

/* What a request to polish an article that is there takes of them. */
static void add_polish_request(struct openapi_draft *draft)
{
    size_t count;
    const struct param *table = params_table(&count);
    json_t *properties = json_object();
    for (size_t i = 0; i < count; i++)
        if (table[i].group == GROUP_POLISH && table[i].parent)
            draft_put(draft, properties, table[i].name, describe_param(draft, &table[i]));
    draft_put(draft, draft->schemas, "PolishRequest",
              json_pack("{ssssso}", "type", "object", "description", "How a finished article is polished.",
                        "properties", properties));
}

void parameters_add(struct openapi_draft *draft)
{
    add_request(draft, "CreateRequest", "An article to be written.", false);
    add_request(draft, "CreateRequestV1", "An article to be written by the first engine.", true);
    add_polish(draft);
    add_polish_request(draft);
}

/* "Not Found" becomes "NotFound". */
static const char *component_of(const char *title, char *buffer, size_t size)
{
    size_t length = 0;
    for (; *title && length + 1 < size; title++)
        if (isalnum((unsigned char)*title))
            buffer[length++] = *title;
    buffer[length] = '\0';
    return buffer;
}

/* --- components --- */

static json_t *example_of(struct openapi_draft *draft, enum problem problem)
{
    struct buf out = {0};
    const struct problem_info *info = problem_info(problem);
    const char *detail = json_string_value(draft_framed(draft, "problems", info->code));
    const struct fault fault = {"/targetKeyword", detail ? detail : ""};
    bool is_fault = problem == PROBLEM_PARAMETERS;
    problem_write(&out, problem, detail ? detail : info->title, "/api/articles/v2", is_fault ? &fault : NULL, is_fault);
    json_t *value = out.failed ? NULL : draft_parse(buf_text(&out));
    buf_free(&out);
    return json_pack("{so}", "value", value);
}

static json_t *examples_of(struct openapi_draft *draft, int status)
{
    json_t *examples = json_object();
    for (int i = 0; i < PROBLEM_COUNT; i++)
        if (problem_info((enum problem)i)->status == status)
            draft_put(draft, examples, problem_info((enum problem)i)->code, example_of(draft, (enum problem)i));
    return examples;
}

static json_t *headers_of(struct openapi_draft *draft, int status, bool is_old)
{
    json_t *headers = json_object();
    draft_put_header(draft, headers, "X-Request-Id");
    draft_put_header(draft, headers, "RateLimit-Policy");
    draft_put_header(draft, headers, "RateLimit");
    if (status == 401)
        draft_put_header(draft, headers, "WWW-Authenticate");
    if (status == 409 || status == 429 || status == 503)
        draft_put_header(draft, headers, "Retry-After");
    if (is_old) {
        draft_put_header(draft, headers, "Deprecation");
        draft_put_header(draft, headers, "Link");
    }
    return headers;
}

static json_t *component_for(struct openapi_draft *draft, const struct problem_info *info, bool is_old)
{
    return json_pack("{sssos{s{soso}}}", "description", info->title, "headers", headers_of(draft, info->status, is_old),
                     "content", "application/problem+json", "schema", draft_reference("schemas", "Problem"), "examples",
                     examples_of(draft, info->status));
}

/* is_old: of a deprecated route, which says so with its problems too. */
static json_t *reference_to(struct openapi_draft *draft, const struct problem_info *info, bool is_old)
{
    char title[60], name[80];
    snprintf(name, sizeof name, "%s%s", component_of(info->title, title, sizeof title), is_old ? "Deprecated" : "");
    if (!json_object_get(draft->responses, name))
        draft_put(draft, draft->responses, name, component_for(draft, info, is_old));
    return draft_reference("responses", name);
}

/* --- of a route --- */

static bool is_for_operators(const struct route *route)
{
    return route->scope == SCOPE_OPERATOR;
}

static bool writes(const struct route *route)
{
    return strcmp(route->method, "GET") != 0;
}

/* What keeps the caller out. Whoever is no operator sees no operator's route. */
static bool can_refuse_caller(const struct route *route, enum problem problem)
{
    bool has_key = route->right != RIGHT_NONE;
    switch (problem) {
    case PROBLEM_NO_KEY:
    case PROBLEM_WRONG_KEY:
        return has_key && !is_for_operators(route);
    case PROBLEM_NO_CREDITS:
        return (route->right & RIGHT_LINKS) != 0;
    case PROBLEM_NO_PLAN:
    case PROBLEM_NOT_LOCAL:
        return has_key;
    case PROBLEM_NO_PATH:
        return is_for_operators(route);
    default:
        return problem == PROBLEM_RATE && route->limit != LIMIT_NONE;
    }
}

static bool can_refuse(const struct route *route, enum problem problem)
{
    switch (problem) {
    case PROBLEM_BAD_REQUEST:
    case PROBLEM_INTERNAL:
    case PROBLEM_STOPPING:
        return true;
    case PROBLEM_NOT_FOUND:
        return strstr(route->path, "{id}") || (route->right & RIGHT_LINKS); /* a domain that a body names */
    case PROBLEM_CONFLICT:
    case PROBLEM_TOO_LARGE:
        return writes(route);
    case PROBLEM_FORMS:
        return (route->flags & ROUTE_FORMS) != 0;
    case PROBLEM_MEDIA_TYPE:
        return (route->flags & ROUTE_JSON) != 0;
    case PROBLEM_KEY_REUSED:
        return (route->flags & ROUTE_ONCE) != 0;
    default:
        return can_refuse_caller(route, problem);
    }
}

void refusals_add(struct openapi_draft *draft, json_t *responses, const struct route *route)
{
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        char status[12];
        const struct problem_info *info = problem_info((enum problem)i);
        snprintf(status, sizeof status, "%d", info->status);
        if (!json_object_get(responses, status) && can_refuse(route, (enum problem)i))
            draft_put(draft, responses, status, reference_to(draft, info, (route->flags & ROUTE_OLD) != 0));
    }
}
