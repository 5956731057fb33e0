#include "write/params/params_one.h"

#include "write/params/params_outline.h"
#include "write/params/params_polish.h"
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

static bool one_is_list(const json_t *value)
{
    return json_is_array(value) || (json_is_object(value) && json_object_size(value) == 0);
}

static bool is_settings(const json_t *value)
{
    return json_is_object(value) || (json_is_array(value) && json_array_size(value) == 0);
}

static enum outcome read_boolean(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                                 json_t **accepted)
{
    (void)param;
    return reader_accept(reader, json_boolean(json_is_true(value)), accepted);
}

static enum outcome read_integer(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                                 json_t **accepted)
{
    double number = json_number_value(value);
    if (number < (double)param->minimum || number > (double)param->maximum)
        return reader_fault(reader, reader_text(reader, "/%s", param->name),
                            "%s must be a whole number from %ld to %ld, not %.15g.", param->name, param->minimum,
                            param->maximum, number);
    return reader_accept(reader, json_integer((json_int_t)number), accepted);
}

static const struct {
    bool (*has_type)(const json_t *value);
    const char *expected;
    enum outcome (*read)(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                         json_t **accepted);
} types[] = {
    [PARAM_STRING] = {is_string, "a string", read_string},
    [PARAM_BOOLEAN] = {is_boolean, "true or false", read_boolean},
    [PARAM_INTEGER] = {is_whole_number, "a whole number", read_integer},
    [PARAM_STRINGS] = {one_is_list, "an array of strings", read_strings},
    [PARAM_OUTLINE] = {one_is_list, "an array of sections", read_outline},
    [PARAM_POLISH] = {is_settings, "an object", read_polish},
};

/* --- one parameter --- */

/* Compares with JSON text, as the table has it. */
static bool equals(struct params_reader_reader *reader, const json_t *value, const char *text)
{
    json_t *other = json_loads(text, JSON_DECODE_ANY, NULL);
    reader->failed = reader->failed || !other;
    bool same = other && json_equal(value, other);
    json_decref(other);
    return same;
}

/*
 * What keeps a parameter from applying. A parent that was refused or does not apply itself is not in the config, so its
 * children do not apply either.
 */
static enum lack lack_of(struct params_reader_reader *reader, const struct param *param)
{
    if (param->v2_only && reader->terms->engine < 2)
        return LACKS_ENGINE;
    if (!(param->types & reader->article_type))
        return LACKS_TYPE;
    const json_t *parent = param->parent ? json_object_get(reader->config, param->parent) : NULL;
    if (param->parent && !(parent && equals(reader, parent, param->parent_value)))
        return LACKS_PARENT;
    return param->needs_plan && reader->terms->lacks_plan ? LACKS_PLAN : LACKS_NOTHING;
}

/* The value of a key, absent when null; a wrong JSON type is a fault and *refused becomes true. */
static const json_t *typed_value(struct params_reader_reader *reader, const char *key, enum param_type type,
                                 bool *refused)
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

/* What the caller sent of a parameter: under its name, and under its older one; NULL: nothing. */
struct sent {
    const json_t *value, *older;
    bool refused; /* of a wrong JSON type */
};

static struct sent find_sent(struct params_reader_reader *reader, const struct param *param)
{
    struct sent sent = {0};
    sent.value = typed_value(reader, param->name, param->type, &sent.refused);
    sent.older = param->opposite ? typed_value(reader, param->opposite, param->type, &sent.refused) : NULL;
    return sent;
}

/* Reads the caller's value of a parameter that applies. */
static enum outcome read_sent(struct params_reader_reader *reader, const struct param *param, json_t **accepted)
{
    struct sent sent = find_sent(reader, param);
    if (sent.refused)
        return REFUSED;
    if (!sent.value && !sent.older)
        return UNSET;
    if (!sent.value)
        return reader_accept(reader, json_boolean(!json_is_true(sent.older)), accepted);
    return types[param->type].read(reader, param, sent.value, accepted);
}

/* The default, as if it had been sent. */
static enum outcome read_fallback(struct params_reader_reader *reader, const struct param *param, json_t **accepted)
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

/* Remembers a parameter for the notes. */
static void remember(struct params_reader_reader *reader, const struct param *param, enum lack lack)
{
    reader->asked[reader->asked_count++] = (struct asked){param, lack};
}

/* The same, unless the caller asked for its default. */
static void remember_asked(struct params_reader_reader *reader, const struct param *param, const json_t *accepted)
{
    json_t *fallback = NULL;
    bool is_default =
        read_fallback(reader, param, &fallback) == ACCEPTED ? json_equal(accepted, fallback) : json_is_false(accepted);
    json_decref(fallback);
    if (!is_default)
        remember(reader, param, LACKS_NOTHING);
}

static void report_missing(struct params_reader_reader *reader, const struct param *param)
{
    const char *pointer = reader_text(reader, "/%s", param->name);
    if (param->parent)
        reader_fault(reader, pointer, "%s is required with %s %s and must not be blank.", param->name, param->parent,
                     param->parent_value);
    else
        reader_fault(reader, pointer, "%s is required and must not be blank.", param->name);
}

/* Does a value that was not read ask for nothing: is it absent, blank, empty, or the default? */
static bool asks_nothing(struct params_reader_reader *reader, const struct param *param, const json_t *value)
{
    if (!value || json_is_null(value))
        return true;
    if (json_is_string(value) && is_blank(json_string_value(value)))
        return true;
    if ((json_is_array(value) && !json_array_size(value)) || (json_is_object(value) && !json_object_size(value)))
        return true;
    return param->fallback ? equals(reader, value, param->fallback) : json_is_false(value);
}

static void refuse_type(struct params_reader_reader *reader, const struct param *param)
{
    struct buf list = {0};
    list_article_types(&list, param->types);
    reader->failed = reader->failed || list.failed;
    reader_fault(reader, reader_text(reader, "/%s", param->name),
                 "%s must be left out of an article of this type; those that have it are %s.", param->name,
                 buf_text(&list));
    buf_free(&list);
}

/* A parameter that does not apply. The v1 engine does not even look at those that it does not have. */
static void read_idle(struct params_reader_reader *reader, const struct param *param, enum lack lack)
{
    struct sent sent = {.value = json_object_get(reader->body, param->name)};
    if (lack != LACKS_ENGINE)
        sent = find_sent(reader, param);
    bool is_asked = !asks_nothing(reader, param, sent.value) || (!sent.value && json_is_true(sent.older));
    if (sent.refused || !is_asked)
        return;
    if (lack == LACKS_TYPE && param->refused_elsewhere)
        refuse_type(reader, param);
    else
        remember(reader, param, lack);
}

void read_param(struct params_reader_reader *reader, const struct param *param)
{
    json_t *accepted = NULL;
    enum lack lack = lack_of(reader, param);
    if (lack != LACKS_NOTHING) {
        read_idle(reader, param, lack);
        return;
    }
    enum outcome outcome = read_sent(reader, param, &accepted);
    if (outcome == REFUSED)
        return;
    if (outcome == ACCEPTED)
        remember_asked(reader, param, accepted);
    else if (param->required & reader->article_type)
        report_missing(reader, param);
    else
        outcome = read_fallback(reader, param, &accepted);
    if (outcome == ACCEPTED && json_object_set_new(reader->config, param->name, accepted) != 0)
        reader->failed = true;
}
