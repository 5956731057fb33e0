#include "write/params/params.h"

#include "write/params/params_notes.h"
#include "write/params/params_outline.h"
#include "write/params/params_string.h"

#include <math.h>

/* --- the simple types --- */

static bool is_string(const json_t *value)
{
    return json_is_string(value);
}

static bool is_boolean(const json_t *value)
{
    return json_is_boolean(value);
}

static bool is_whole_number(const json_t *value)
{
    return json_is_integer(value) ||
           (json_is_real(value) && nearbyint(json_real_value(value)) == json_real_value(value));
}

static bool is_list(const json_t *value)
{
    return json_is_array(value) || (json_is_object(value) && json_object_size(value) == 0);
}

static bool is_settings(const json_t *value)
{
    return json_is_object(value) || (json_is_array(value) && json_array_size(value) == 0);
}

static enum outcome read_boolean(struct reader *reader, const struct param *param, const json_t *value,
                                 json_t **accepted)
{
    (void)param;
    return reader_accept(reader, json_boolean(json_is_true(value)), accepted);
}

static enum outcome read_integer(struct reader *reader, const struct param *param, const json_t *value,
                                 json_t **accepted)
{
    double number = json_number_value(value);
    if (number < (double)param->minimum || number > (double)param->maximum)
        return reader_fault(reader, reader_text(reader, "/%s", param->name),
                            "%s must be a whole number from %ld to %ld, not %.15g.", param->name, param->minimum,
                            param->maximum, number);
    return reader_accept(reader, json_integer((json_int_t)number), accepted);
}

/* Every switch with its default, whichever of them the caller sent. */
static enum outcome read_polish(struct reader *reader, const struct param *param, const json_t *value,
                                json_t **accepted)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    json_t *settings = json_object();
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const json_t *sent = json_object_get(value, switches[i].key);
        bool on = sent && !json_is_null(sent) ? json_is_true(sent) : switches[i].fallback;
        if (sent && !json_is_null(sent) && !json_is_boolean(sent)) {
            reader_fault(reader, reader_text(reader, "/%s/%s", param->name, switches[i].key),
                         "%s must be true or false, not %s.", switches[i].key, json_kind(sent));
            good = false;
        }
        if (json_object_set_new(settings, switches[i].key, json_boolean(on)) != 0)
            reader->failed = true;
    }
    if (good && !reader->failed)
        return reader_accept(reader, settings, accepted);
    json_decref(settings);
    return REFUSED;
}

static const struct {
    bool (*has_type)(const json_t *value);
    const char *expected;
    enum outcome (*read)(struct reader *reader, const struct param *param, const json_t *value, json_t **accepted);
} types[] = {
    [PARAM_STRING] = {is_string, "a string", read_string},
    [PARAM_BOOLEAN] = {is_boolean, "true or false", read_boolean},
    [PARAM_INTEGER] = {is_whole_number, "a whole number", read_integer},
    [PARAM_STRINGS] = {is_list, "an array of strings", read_strings},
    [PARAM_OUTLINE] = {is_list, "an array of sections", read_outline},
    [PARAM_POLISH] = {is_settings, "an object", read_polish},
};

/* --- one parameter --- */

/* Compares with JSON text, as the table has it. */
static bool equals(struct reader *reader, const json_t *value, const char *text)
{
    json_t *other = json_loads(text, JSON_DECODE_ANY, NULL);
    reader->failed = reader->failed || !other;
    bool same = other && json_equal(value, other);
    json_decref(other);
    return same;
}

/* A parent that was refused or does not apply itself is not in the config, so its children do not apply either. */
static bool applies(struct reader *reader, const struct param *param)
{
    if (!(param->types & reader->article_type))
        return false;
    if (!param->parent)
        return true;
    const json_t *parent = json_object_get(reader->config, param->parent);
    return parent && equals(reader, parent, param->parent_value);
}

/* The value of a key, absent when null; a wrong JSON type is a fault and *refused becomes true. */
static const json_t *typed_value(struct reader *reader, const char *key, enum param_type type, bool *refused)
{
    const json_t *value = json_object_get(reader->body, key);
    if (!value || json_is_null(value))
        return NULL;
    if (types[type].has_type(value))
        return value;
    reader_fault(reader, reader_text(reader, "/%s", key), "%s must be %s, not %s.", key, types[type].expected,
                 json_is_real(value) && type == PARAM_INTEGER ? "a fraction" : json_kind(value));
    *refused = true;
    return NULL;
}

/* Reads the caller's value, under the parameter's name or under its older one. */
static enum outcome read_sent(struct reader *reader, const struct param *param, json_t **accepted)
{
    bool refused = false;
    const json_t *value = typed_value(reader, param->name, param->type, &refused);
    const json_t *older = param->opposite ? typed_value(reader, param->opposite, param->type, &refused) : NULL;
    if (refused)
        return REFUSED;
    if (!applies(reader, param) || (!value && !older))
        return UNSET;
    if (!value)
        return reader_accept(reader, json_boolean(!json_is_true(older)), accepted);
    return types[param->type].read(reader, param, value, accepted);
}

/* The default, as if it had been sent. */
static enum outcome read_fallback(struct reader *reader, const struct param *param, json_t **accepted)
{
    if (!param->fallback)
        return UNSET;
    json_t *value = json_loads(param->fallback, JSON_DECODE_ANY, NULL);
    if (!value || param->type != PARAM_POLISH)
        return reader_accept(reader, value, accepted);
    enum outcome outcome = types[param->type].read(reader, param, value, accepted);
    json_decref(value);
    return outcome;
}

/* Remembers a parameter for the notes, unless the caller asked for its default. */
static void remember_asked(struct reader *reader, const struct param *param, const json_t *accepted)
{
    json_t *fallback = NULL;
    bool is_default =
        read_fallback(reader, param, &fallback) == ACCEPTED ? json_equal(accepted, fallback) : json_is_false(accepted);
    json_decref(fallback);
    if (!is_default)
        reader->asked[reader->asked_count++] = param;
}

static void remember_article_type(struct reader *reader, const char *name)
{
    size_t count;
    const struct param_article_type *list = params_article_types(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            reader->article_type = list[i].bit;
}

static void report_missing(struct reader *reader, const struct param *param)
{
    const char *pointer = reader_text(reader, "/%s", param->name);
    if (param->parent)
        reader_fault(reader, pointer, "%s is required with %s %s and must not be blank.", param->name, param->parent,
                     param->parent_value);
    else
        reader_fault(reader, pointer, "%s is required and must not be blank.", param->name);
}

static void read_param(struct reader *reader, const struct param *param)
{
    if (param->v2_only && reader->engine < 2)
        return;
    json_t *accepted = NULL;
    enum outcome outcome = read_sent(reader, param, &accepted);
    if (outcome == REFUSED)
        return;
    if (outcome == ACCEPTED)
        remember_asked(reader, param, accepted);
    else if (!applies(reader, param))
        return;
    else if (param->required & reader->article_type)
        report_missing(reader, param);
    else
        outcome = read_fallback(reader, param, &accepted);
    if (outcome == ACCEPTED && json_object_set_new(reader->config, param->name, accepted) != 0)
        reader->failed = true;
}

/* --- the whole request --- */

/* The article type decides what applies, also when it is refused because it cannot be written yet. */
static void read_params(struct reader *reader)
{
    size_t count;
    const struct param *table = params_table(&count);
    reader->asked = ARENA_ARRAY(reader->arena, count, const struct param *);
    if (!reader->asked) {
        reader->failed = true;
        return;
    }
    const char *article_type = json_string_value(json_object_get(reader->body, "articleType"));
    if (article_type)
        remember_article_type(reader, article_type);
    for (size_t i = 0; i < count && !reader->failed; i++)
        read_param(reader, &table[i]);
}

enum status params_read(struct arena *arena, const json_t *body, int engine, unsigned writable, struct params *params,
                        struct error *err)
{
    *params = (struct params){0};
    struct reader reader = {.arena = arena,
                            .faults = {.arena = arena},
                            .body = body,
                            .engine = engine,
                            .writable = writable,
                            .article_type = TYPE_BLOG_POST,
                            .config = json_object()};
    reader.failed = !reader.config;
    if (json_is_object(body))
        read_params(&reader);
    else
        reader_fault(&reader, "", "The request body must be a JSON object, not %s.", body ? json_kind(body) : "empty");
    params->notes = reader.failed || reader.faults.count ? NULL : notes_about(&reader);
    reader.failed = reader.failed || (reader.faults.count == 0 && !params->notes);
    if (!reader.failed && reader.faults.count == 0) {
        params->config = reader.config;
        return OK;
    }
    json_decref(reader.config);
    if (reader.failed)
        return error_memory(err);
    params->faults = reader.faults.list;
    params->fault_count = reader.faults.count;
    return error_set(err, E_INVALID, "invalid_parameters", "%s", reader.faults.list[0].detail);
}
