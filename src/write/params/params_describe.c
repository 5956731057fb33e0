/* The table as JSON, for those who publish it. */
#include "write/params/params_reader.h"

/* Sets a member; false when memory ran out. Takes the reference, which may be NULL for the same reason. */
static bool set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static json_t *article_type_names(unsigned types)
{
    size_t count;
    const struct param_article_type *list = params_article_types(&count);
    json_t *names = json_array();
    bool good = names != NULL;
    for (size_t i = 0; i < count && good; i++)
        if (list[i].bit & types)
            good = json_array_append_new(names, json_string(list[i].name)) == 0;
    if (good)
        return names;
    json_decref(names);
    return NULL;
}

static json_t *strings(const char *const *values)
{
    json_t *array = json_array();
    bool good = array != NULL;
    for (; *values && good; values++)
        good = json_array_append_new(array, json_string(*values)) == 0;
    if (good)
        return array;
    json_decref(array);
    return NULL;
}

static bool describe_effect(const struct param *param, unsigned writable, json_t *object)
{
    bool has_later = param->format == FORMAT_ARTICLE_TYPE && (TYPE_ALL & ~writable);
    if (param->effect == EFFECT_MODEL && !set(object, "effect", json_string("model")))
        return false;
    return !has_later || set(object, "later", article_type_names(TYPE_ALL & ~writable));
}

static json_t *retired_names(const struct param_retired *retired)
{
    json_t *names = json_object();
    bool good = names != NULL;
    for (; retired->from && good; retired++)
        good = set(names, retired->from, json_string(retired->to));
    if (good)
        return names;
    json_decref(names);
    return NULL;
}

static bool describe_limits(const struct param *param, json_t *object)
{
    bool is_enum = param->allowed || param->format == FORMAT_ARTICLE_TYPE;
    if (is_enum && !set(object, "allowed", param->allowed ? strings(param->allowed) : article_type_names(TYPE_ALL)))
        return false;
    if (param->retired && !set(object, "retired", retired_names(param->retired)))
        return false;
    if (param->maximum == 0)
        return true;
    return set(object, "minimum", json_integer(param->minimum)) && set(object, "maximum", json_integer(param->maximum));
}

static bool describe_conditions(const struct param *param, json_t *object)
{
    if (param->required && !set(object, "required", article_type_names(param->required)))
        return false;
    if (param->v2_only && !set(object, "v2Only", json_true()))
        return false;
    if (!param->parent)
        return true;
    return set(object, "parent", json_string(param->parent)) &&
           set(object, "parentValue", json_loads(param->parent_value, JSON_DECODE_ANY, NULL));
}

static bool param_describe(const struct param *param, unsigned writable, json_t *object)
{
    return set(object, "name", json_string(param->name)) &&
           set(object, "group", json_string(params_group_title(param->group))) &&
           set(object, "type", json_string(params_type_name(param->type))) &&
           set(object, "articleTypes", article_type_names(param->types)) &&
           (!param->fallback || set(object, "default", json_loads(param->fallback, JSON_DECODE_ANY, NULL))) &&
           (!param->opposite || set(object, "opposite", json_string(param->opposite))) &&
           describe_limits(param, object) && describe_conditions(param, object) &&
           describe_effect(param, writable, object) && set(object, "summary", json_string(param->summary));
}

json_t *params_describe(unsigned writable)
{
    size_t count;
    const struct param *params = params_table(&count);
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; i < count && good; i++) {
        json_t *object = json_object();
        good = object && param_describe(&params[i], writable, object) && json_array_append(list, object) == 0;
        json_decref(object);
    }
    if (good)
        return list;
    json_decref(list);
    return NULL;
}
