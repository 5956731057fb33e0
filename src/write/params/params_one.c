#include "write/params/params_parts.h"

#include <math.h>

/* --- the outline: Section objects of two levels, brought into one form --- */

enum {
    LEVELS = 2,
    MAX_SECTIONS = 48, /* below one heading */
    TITLE_LENGTH = 300,
    INSTRUCTIONS_LENGTH = 8000,
};

static json_t *read_section(struct params_reader *reader, const json_t *value, const char *pointer, int level);

/* The value under the name or its alias, whichever is there; *key becomes the one that was used. */
static const json_t *outline_value_of(const json_t *section, const char *name, const char *alias, const char **key)
{
    const json_t *value = json_object_get(section, name);
    *key = value && !json_is_null(value) ? name : alias;
    value = json_object_get(section, *key);
    return value && !json_is_null(value) ? value : NULL;
}

/* Puts a text into the section; absent or blank it is a fault only where it is required. */
static void read_member(struct params_reader *reader, const json_t *value, const char *pointer, const char *name,
                        bool required, size_t maximum, json_t *section)
{
    if (value && !json_is_string(value)) {
        reader_fault(reader, pointer, "The %s of a section must be a string, not %s.", name, json_kind(value));
        return;
    }
    const char *text = value ? reader_clean(reader, json_string_value(value), maximum == TITLE_LENGTH) : "";
    size_t length = utf8_length(str_from(text));
    if (is_blank(text)) {
        if (required)
            reader_fault(reader, pointer, "Each section of the outline must have a %s that is not blank.", name);
    } else if (length > maximum) {
        reader_fault(reader, pointer, "The %s of a section must have %zu characters at most, not %zu.", name, maximum,
                     length);
    } else if (json_object_set_new(section, name, json_string(text)) != 0) {
        arena_fail(reader->arena);
    }
}

/* All sections of a list that can be read; faults say what is wrong with the others. */
static json_t *outline_read_list(struct params_reader *reader, const json_t *list, const char *pointer, int level)
{
    size_t count = json_array_size(list);
    json_t *sections = json_array();
    if (count > MAX_SECTIONS) {
        reader_fault(reader, pointer, "An outline must have %d sections at most, and as many below each, not %zu.",
                     MAX_SECTIONS, count);
        return sections;
    }
    for (size_t i = 0; i < count; i++) {
        const char *below = reader_text(reader, "%s/%zu", pointer, i);
        if (json_array_append_new(sections, read_section(reader, json_array_get(list, i), below, level)) != 0)
            arena_fail(reader->arena);
    }
    return sections;
}

static void read_subsections(struct params_reader *reader, const json_t *value, const char *pointer, int level,
                             json_t *section)
{
    bool is_list = json_is_array(value) || (json_is_object(value) && json_object_size(value) == 0);
    if (!is_list)
        reader_fault(reader, pointer, "The subsections of a section must be an array of sections, not %s.",
                     json_kind(value));
    else if (json_array_size(value) > 0 && level == LEVELS)
        reader_fault(reader, pointer, "An outline has %d levels, so this section must have no subsections.", LEVELS);
    else if (json_array_size(value) > 0 &&
             json_object_set_new(section, "subsections", outline_read_list(reader, value, pointer, level + 1)) != 0)
        arena_fail(reader->arena);
}

/* New reference, complete only when no fault was reported; NULL when memory ran out. */
static json_t *read_section(struct params_reader *reader, const json_t *value, const char *pointer, int level)
{
    json_t *section = json_object();
    const char *key;
    if (json_is_string(value)) {
        read_member(reader, value, pointer, "title", true, TITLE_LENGTH, section);
        return section;
    }
    if (!json_is_object(value)) {
        reader_fault(reader, pointer, "A section must be a string or an object with a title, not %s.",
                     json_kind(value));
        return section;
    }
    const json_t *title = outline_value_of(value, "title", "heading", &key);
    read_member(reader, title, reader_text(reader, "%s/%s", pointer, title ? key : "title"), "title", true,
                TITLE_LENGTH, section);
    const json_t *instructions = outline_value_of(value, "instructions", "instructions", &key);
    read_member(reader, instructions, reader_text(reader, "%s/instructions", pointer), "instructions", false,
                INSTRUCTIONS_LENGTH, section);
    const json_t *subsections = outline_value_of(value, "subsections", "children", &key);
    if (subsections)
        read_subsections(reader, subsections, reader_text(reader, "%s/%s", pointer, key), level, section);
    return section;
}

static enum outcome read_outline(struct params_reader *reader, const struct param *param, const json_t *value,
                                 json_t **accepted)
{
    if (json_array_size(value) == 0)
        return UNSET;
    size_t faults = reader->faults.count;
    json_t *outline = outline_read_list(reader, value, reader_text(reader, "/%s", param->name), 1);
    if (reader->faults.count == faults)
        return reader_accept(reader, outline, accepted);
    json_decref(outline);
    return REFUSED;
}

/* --- the switches of polishing --- */

enum { KEY_SHOWN = 100 }; /* bytes of an unknown key in a fault */

static const struct param_polish *find_switch(const char *key)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(switches[i].key, key) == 0)
            return &switches[i];
    return NULL;
}

static void refuse_key(struct params_reader *reader, const struct param *param, const char *text)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    struct buf pointer = {0}, known = {0};
    struct str key = str_from(text);
    key.len = utf8_valid_length((struct str){key.data, key.len < KEY_SHOWN ? key.len : KEY_SHOWN});
    buf_printf(&pointer, "/%s", param->name);
    faults_pointer_add(&pointer, key);
    for (size_t i = 0; i < count; i++)
        buf_printf(&known, "%s\"%s\"", i ? ", " : "", switches[i].key);
    reader_fault(reader, reader_keep(reader, &pointer), "%s has no switch %s; those that there are: %s.", param->name,
                 reader_quote(reader, text), reader_keep(reader, &known));
}

/* Every key that the caller sent names a switch, and is true, false or null. */
static bool polish_check_keys(struct params_reader *reader, const struct param *param, const json_t *value)
{
    const char *key;
    json_t *sent;
    bool good = true;
    json_object_foreach ((json_t *)value, key, sent) {
        bool is_known = find_switch(key) != NULL;
        if (is_known && (json_is_boolean(sent) || json_is_null(sent)))
            continue;
        good = false;
        if (!is_known)
            refuse_key(reader, param, key);
        else
            reader_fault(reader, reader_text(reader, "/%s/%s", param->name, key), "%s must be true or false, not %s.",
                         key, json_kind(sent));
    }
    return good;
}

/* Every switch with its default, whichever of them the caller sent. */
static enum outcome read_polish(struct params_reader *reader, const struct param *param, const json_t *value,
                                json_t **accepted)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    if (!polish_check_keys(reader, param, value))
        return REFUSED;
    json_t *settings = json_object();
    for (size_t i = 0; i < count; i++) {
        const json_t *sent = json_object_get(value, switches[i].key);
        bool on = sent && !json_is_null(sent) ? json_is_true(sent) : switches[i].fallback;
        if (json_object_set_new(settings, switches[i].key, json_boolean(on)) != 0)
            arena_fail(reader->arena);
    }
    return reader_accept(reader, settings, accepted);
}

bool params_polish_left(const json_t *config, json_t *notes)
{
    const json_t *settings = json_object_get(config, "polishSettings");
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    for (size_t i = 0; i < count; i++) {
        if (!switches[i].left || !json_is_true(json_object_get(settings, switches[i].key)))
            continue;
        json_t *note =
            json_sprintf(PARAMS_POLISH_LEFT "%s is left to a language model: %s.", switches[i].key, switches[i].left);
        if (json_array_append_new(notes, note) != 0)
            return false;
    }
    return true;
}

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

static enum outcome read_boolean(struct params_reader *reader, const struct param *param, const json_t *value,
                                 json_t **accepted)
{
    (void)param;
    return reader_accept(reader, json_boolean(json_is_true(value)), accepted);
}

static enum outcome read_integer(struct params_reader *reader, const struct param *param, const json_t *value,
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
    enum outcome (*read)(struct params_reader *reader, const struct param *param, const json_t *value,
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
static bool equals(struct params_reader *reader, const json_t *value, const char *text)
{
    json_t *other = json_loads(text, JSON_DECODE_ANY, NULL);
    if (!other)
        arena_fail(reader->arena);
    bool same = other && json_equal(value, other);
    json_decref(other);
    return same;
}

/*
 * What keeps a parameter from applying. A parent that was refused or does not apply itself is not in the config, so its
 * children do not apply either.
 */
static enum lack lack_of(struct params_reader *reader, const struct param *param)
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
static const json_t *typed_value(struct params_reader *reader, const char *key, enum param_type type, bool *refused)
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

static struct sent find_sent(struct params_reader *reader, const struct param *param)
{
    struct sent sent = {0};
    sent.value = typed_value(reader, param->name, param->type, &sent.refused);
    sent.older = param->opposite ? typed_value(reader, param->opposite, param->type, &sent.refused) : NULL;
    return sent;
}

/* Reads the caller's value of a parameter that applies. */
static enum outcome read_sent(struct params_reader *reader, const struct param *param, json_t **accepted)
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
static enum outcome read_fallback(struct params_reader *reader, const struct param *param, json_t **accepted)
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
static void remember(struct params_reader *reader, const struct param *param, enum lack lack)
{
    reader->asked[reader->asked_count++] = (struct asked){param, lack};
}

/* The same, unless the caller asked for its default. */
static void remember_asked(struct params_reader *reader, const struct param *param, const json_t *accepted)
{
    json_t *fallback = NULL;
    bool is_default =
        read_fallback(reader, param, &fallback) == ACCEPTED ? json_equal(accepted, fallback) : json_is_false(accepted);
    json_decref(fallback);
    if (!is_default)
        remember(reader, param, LACKS_NOTHING);
}

static void report_missing(struct params_reader *reader, const struct param *param)
{
    const char *pointer = reader_text(reader, "/%s", param->name);
    if (param->parent)
        reader_fault(reader, pointer, "%s is required with %s %s and must not be blank.", param->name, param->parent,
                     param->parent_value);
    else
        reader_fault(reader, pointer, "%s is required and must not be blank.", param->name);
}

/* Does a value that was not read ask for nothing: is it absent, blank, empty, or the default? */
static bool asks_nothing(struct params_reader *reader, const struct param *param, const json_t *value)
{
    if (!value || json_is_null(value))
        return true;
    if (json_is_string(value) && is_blank(json_string_value(value)))
        return true;
    if ((json_is_array(value) && !json_array_size(value)) || (json_is_object(value) && !json_object_size(value)))
        return true;
    return param->fallback ? equals(reader, value, param->fallback) : json_is_false(value);
}

static void refuse_type(struct params_reader *reader, const struct param *param)
{
    struct buf list = {0};
    list_article_types(&list, param->types);
    reader_fault(reader, reader_text(reader, "/%s", param->name),
                 "%s must be left out of an article of this type; those that have it are %s.", param->name,
                 reader_keep(reader, &list));
}

/* A parameter that does not apply. The v1 engine does not even look at those that it does not have. */
static void read_idle(struct params_reader *reader, const struct param *param, enum lack lack)
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

void read_param(struct params_reader *reader, const struct param *param)
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
        arena_fail(reader->arena);
}
