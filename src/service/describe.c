/* The tables that the service works by, as JSON: documentation and editor annotations are made from it. */
#include "deliver/deliver.h"
#include "link/report/report.h"
#include "service/api/api.h"
#include "service/config.h"
#include "service/service.h"
#include "write/types/types.h"

/* Appends a value and takes its reference. False when memory ran out, also for a value that is NULL. */
static bool describe_append(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

static bool set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static json_t *list_of(bool (*fill)(json_t *list, const void *of), const void *of)
{
    json_t *list = json_array();
    if (list && fill(list, of))
        return list;
    json_decref(list);
    return NULL;
}

static bool fill_problems(json_t *list, const void *of)
{
    (void)of;
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        const struct problem_info *info = problem_info((enum problem)i);
        if (!describe_append(list,
                             json_pack("{sissss}", "status", info->status, "title", info->title, "code", info->code)))
            return false;
    }
    return true;
}

static bool fill_polish(json_t *list, const void *of)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    (void)of;
    for (size_t i = 0; i < count; i++)
        if (!describe_append(list, json_pack("{sssbss}", "name", polish[i].key, "default", polish[i].fallback,
                                             "summary", polish[i].summary)))
            return false;
    return true;
}

/* Is an object of this name in the list already? */
static bool describe_has(const json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(list, i), "name")), name) == 0)
            return true;
    return false;
}

/* --- requests ------------------------------------------------------------------------------------------------------
 */

static bool fill_words(json_t *list, const void *of)
{
    const struct field *field = of;
    for (size_t i = 0; field->word(i); i++)
        if (!describe_append(list, json_string(field->word(i))))
            return false;
    return true;
}

static json_t *fallback_of(const struct field *field)
{
    return field->type == FIELD_WORD ? json_string(field->word((size_t)field->fallback))
                                     : json_integer((json_int_t)field->fallback);
}

static bool describe_limits(json_t *object, const struct field *field)
{
    bool is_number = field->type == FIELD_INTEGER || field->type == FIELD_NUMBER;
    if (field->word && !set(object, "allowed", list_of(fill_words, field)))
        return false;
    if (field->fallback != 0 && !set(object, "default", fallback_of(field)))
        return false;
    if (is_number && !set(object, "minimum", json_integer((json_int_t)field->minimum)))
        return false;
    return field->maximum == 0 || set(object, "maximum", json_integer((json_int_t)field->maximum));
}

static bool fill_fields(json_t *list, const void *of)
{
    const struct fields *fields = of;
    for (size_t i = 0; i < fields->count; i++) {
        char type[80];
        const struct field *field = &fields->list[i];
        json_t *object = json_pack("{sssssbss}", "name", field->name, "type", field_type_name(field, type, sizeof type),
                                   "required", field->required && !fields->partial, "summary", field->summary);
        if (!describe_append(list, object) || !describe_limits(object, field))
            return false;
    }
    return true;
}

/* The tables of its lists' entries are added before it. */
static bool describe_add_fields(json_t *list, const struct fields *fields)
{
    if (describe_has(list, fields->name))
        return true;
    for (size_t i = 0; i < fields->count; i++)
        if (fields->list[i].items && !describe_add_fields(list, fields->list[i].items))
            return false;
    return describe_append(list, json_pack("{sssssbsbso}", "name", fields->name, "summary", fields->summary, "partial",
                                           fields->partial, "query", fields->in_query, "fields",
                                           list_of(fill_fields, fields)));
}

static bool fill_requests(json_t *list, const void *of)
{
    const struct routes *routes = of;
    for (size_t i = 0; i < routes->count; i++) {
        const struct route *route = &routes->list[i];
        if (route->takes && route->takes->count && !describe_add_fields(list, route->takes))
            return false;
    }
    return true;
}

/* --- answers -------------------------------------------------------------------------------------------------------
 */

/* The type that the table names, or the closed set of words: "\"empty\"|\"ready\"", in the buffer. */
static const char *type_of(const struct member *member, char *buffer, size_t size)
{
    size_t length = 0;
    if (!member->word)
        return member->type;
    for (size_t i = 0; member->word(i) && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s\"%s\"", i ? "|" : "", member->word(i));
    return buffer;
}

/* The type of a member of a report, as an editor writes it, in the buffer. */
static const char *shape_type(const struct shape_field *field, char *buffer, size_t size)
{
    static const char *const types[] = {
        [SHAPE_TEXT] = "string",  [SHAPE_COUNT] = "integer", [SHAPE_AMOUNT] = "integer?", [SHAPE_SHARE] = "number",
        [SHAPE_FLAG] = "boolean", [SHAPE_PLACE] = "integer", [SHAPE_OBJECT] = "",         [SHAPE_LIST] = "[]",
    };
    snprintf(buffer, size, "%s%s", field->of ? field->of->name : "", types[field->kind]);
    return buffer;
}

static bool fill_shape(json_t *list, const void *of)
{
    const struct report_shape *shape = of;
    for (size_t i = 0; shape && i < shape->count; i++) {
        char buffer[80];
        const struct shape_field *field = &shape->fields[i];
        if (!describe_append(list, json_pack("{ssssss}", "name", field->name, "type",
                                             shape_type(field, buffer, sizeof buffer), "summary", field->summary)))
            return false;
    }
    return true;
}

static bool add_shapes(json_t *list)
{
    for (size_t i = 0; report_shape_part(i); i++) {
        const struct report_shape *shape = report_shape_part(i);
        if (!describe_append(list, json_pack("{ssssso}", "name", shape->name, "summary", shape->summary, "fields",
                                             list_of(fill_shape, shape))))
            return false;
    }
    return true;
}

static bool fill_members(json_t *list, const void *of)
{
    const struct members *members = of;
    for (size_t i = 0; i < members->count; i++) {
        char buffer[200];
        const struct member *member = &members->list[i];
        const char *type = type_of(member, buffer, sizeof buffer);
        if (!describe_append(list,
                             json_pack("{ssssss}", "name", member->name, "type", type, "summary", member->summary)))
            return false;
    }
    return fill_shape(list, members->rest);
}

static bool add_members(json_t *list, const struct members *members)
{
    if (describe_has(list, members->name))
        return true;
    if (!describe_append(list, json_pack("{ssssso}", "name", members->name, "summary", members->summary, "fields",
                                         list_of(fill_members, members))))
        return false;
    for (size_t i = 0; members->parts && members->parts[i]; i++)
        if (!add_members(list, members->parts[i]))
            return false;
    return true;
}

static bool fill_answers(json_t *list, const void *of)
{
    const struct routes *routes = of;
    for (size_t i = 0; i < routes->count; i++)
        if (routes->list[i].gives && !add_members(list, routes->list[i].gives))
            return false;
    return add_shapes(list) && add_members(list, &list_members);
}

/* --- integrations --------------------------------------------------------------------------------------------------
 */

static bool fill_settings(json_t *list, const void *of)
{
    static const char *const types[] = {
        [SETTING_TEXT] = "string",
        [SETTING_URL] = "string",
        [SETTING_TEXTS] = "array of string",
        [SETTING_OBJECT] = "object",
    };
    const struct delivery_target *target = of;
    for (size_t i = 0; i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        if (!describe_append(list, json_pack("{sssssbsbss}", "name", setting->name, "type", types[setting->type],
                                             "required", setting->is_required, "secret", setting->is_secret, "summary",
                                             setting->summary)))
            return false;
    }
    return true;
}

static bool fill_integrations(json_t *list, const void *of)
{
    (void)of;
    for (size_t i = 0; delivery_target_name(i); i++) {
        const struct delivery_target *target = delivery_target_find(delivery_target_name(i));
        if (!describe_append(list,
                             json_pack("{ssso}", "kind", target->name, "settings", list_of(fill_settings, target))))
            return false;
    }
    return true;
}

/* --- routes --------------------------------------------------------------------------------------------------------
 */

/* The scopes of which a key needs one. */
static bool fill_scopes(json_t *list, const void *of)
{
    const struct route *route = of;
    for (size_t i = 0; scope_word(i); i++) {
        enum scope scope;
        if (scope_parse(scope_word(i), &scope) && (route->scope & (unsigned)scope) &&
            !describe_append(list, json_string(scope_word(i))))
            return false;
    }
    return true;
}

/* The plans that allow it; of a route that needs no key there are none. */
static bool fill_plans(json_t *list, const void *of)
{
    const struct route *route = of;
    for (int i = 0; i < PLAN_COUNT && route->right != RIGHT_NONE; i++)
        if (plan_has((enum plan)i, (enum right)route->right) &&
            !describe_append(list, json_string(plan_name((enum plan)i))))
            return false;
    return true;
}

static bool describe_access(json_t *object, const struct route *route)
{
    return set(object, "scopes", list_of(fill_scopes, route)) && set(object, "plans", list_of(fill_plans, route)) &&
           set(object, "operator", json_boolean(route->scope == SCOPE_OPERATOR)) &&
           set(object, "limit", route->limit == LIMIT_NONE ? json_null() : json_string(limit_rows[route->limit].name));
}

static bool fill_routes(json_t *list, const void *of)
{
    const struct routes *routes = of;
    for (size_t i = 0; i < routes->count; i++) {
        const struct route *route = &routes->list[i];
        json_t *object = json_pack("{ssss}", "method", route->method, "path", route->path);
        if (!describe_append(list, object) || !describe_access(object, route))
            return false;
        if (route->takes && route->takes->count && !set(object, "takes", json_string(route->takes->name)))
            return false;
        if (route->gives && !set(object, "gives", json_string(route->gives->name)))
            return false;
    }
    return true;
}

/* --- configuration -------------------------------------------------------------------------------------------------
 */

static bool describe_default(json_t *object, const struct config_row *row)
{
    if (row->absent)
        return set(object, "default", json_string(row->absent));
    return !row->most || row->usual < row->least || set(object, "default", json_integer(row->usual));
}

static bool fill_entries(json_t *list, const void *of)
{
    const struct config_rows *rows = of;
    for (size_t i = 0; i < rows->count; i++) {
        const struct config_row *row = &rows->list[i];
        json_t *object = json_pack("{ssssss}", "name", row->name, "type", row->type, "summary", row->summary);
        if (!describe_append(list, object) || !describe_default(object, row))
            return false;
        if (row->unit && !set(object, "unit", json_string(row->unit)))
            return false;
        if (row->most &&
            (!set(object, "minimum", json_integer(row->least)) || !set(object, "maximum", json_integer(row->most))))
            return false;
    }
    return true;
}

static bool fill_configuration(json_t *list, const void *of)
{
    (void)of;
    for (int i = 0; i < CONFIG_TABLES; i++) {
        const struct config_rows *rows = config_rows((enum config_table)i);
        if (!describe_append(list, json_pack("{ssssso}", "name", rows->name, "summary", rows->summary, "fields",
                                             list_of(fill_entries, rows))))
            return false;
    }
    return true;
}

json_t *service_describe(void)
{
    struct routes routes = api_routes();
    return json_pack("{sosososososososo}", "parameters", params_describe(article_types_writable()), "polish",
                     list_of(fill_polish, NULL), "requests", list_of(fill_requests, &routes), "answers",
                     list_of(fill_answers, &routes), "routes", list_of(fill_routes, &routes), "integrations",
                     list_of(fill_integrations, NULL), "problems", list_of(fill_problems, NULL), "configuration",
                     list_of(fill_configuration, NULL));
}
