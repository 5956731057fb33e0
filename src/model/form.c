#include "model/form.h"

#include "model/model.h"
#include "net/upstream/upstream.h"

#include <math.h>
#include <stdlib.h>

/* Where a text is read, and which brackets are open. */
struct scan {
    struct str text;
    size_t at;
    char closing[LOOSE_JSON_DEPTH]; /* what closes each open bracket */
    int depth;
    size_t comma; /* where in the output a comma stands that nothing has followed yet, plus 1; 0: none */
};

static void loose_json_add_escaped(struct buf *out, char character)
{
    static const struct {
        char character;
        const char *escape;
    } short_forms[] = {{'\n', "\\n"}, {'\r', "\\r"}, {'\t', "\\t"}};
    for (size_t i = 0; i < COUNT_OF(short_forms); i++)
        if (character == short_forms[i].character) {
            buf_str(out, short_forms[i].escape);
            return;
        }
    buf_printf(out, "\\u%04x", (unsigned)character);
}

/* From the quotation mark that opens the string to behind the one that closes it. */
static void copy_string(struct scan *scan, struct buf *out)
{
    buf_char(out, scan->text.data[scan->at++]);
    while (scan->at < scan->text.len) {
        char character = scan->text.data[scan->at++];
        if (character == '\\' && scan->at < scan->text.len) {
            char escaped = scan->text.data[scan->at];
            bool is_raw = (unsigned char)escaped < 0x20; /* a backslash before a raw line break */
            if (!is_raw) {
                buf_char(out, character);
                buf_char(out, escaped);
                scan->at++;
            }
        } else if ((unsigned char)character < 0x20) {
            loose_json_add_escaped(out, character);
        } else {
            buf_char(out, character);
            if (character == '"')
                return;
        }
    }
}

/* Drops the comma of the output that stands before a closing bracket. */
static void drop_comma(struct scan *scan, struct buf *out)
{
    if (scan->comma && !out->failed) {
        memmove(out->data + scan->comma - 1, out->data + scan->comma, out->len - scan->comma + 1);
        out->len--;
    }
    scan->comma = 0;
}

/* False: the brackets do not match. */
static bool copy_character(struct scan *scan, struct buf *out)
{
    char character = scan->text.data[scan->at++];
    if (character == '{' || character == '[') {
        if (scan->depth == LOOSE_JSON_DEPTH)
            return false;
        scan->closing[scan->depth++] = character == '{' ? '}' : ']';
    } else if (character == '}' || character == ']') {
        if (scan->closing[--scan->depth] != character)
            return false;
        drop_comma(scan, out);
    }
    bool is_space = ascii_is_space(character) || (unsigned char)character < 0x20;
    buf_char(out, is_space ? ' ' : character);
    if (!is_space)
        scan->comma = character == ',' ? out->len : 0;
    return true;
}

static enum loose_json copy_value(struct scan *scan, struct buf *out)
{
    do {
        if (scan->text.data[scan->at] == '"') {
            scan->comma = 0;
            copy_string(scan, out);
        } else if (!copy_character(scan, out)) {
            return LOOSE_JSON_TANGLED;
        }
    } while (scan->depth > 0 && scan->at < scan->text.len);
    return scan->depth > 0 ? LOOSE_JSON_CUT : LOOSE_JSON_FOUND;
}

enum loose_json loose_json_next(struct str text, size_t *at, char open, struct buf *out)
{
    buf_clear(out);
    const char *start = *at < text.len ? memchr(text.data + *at, open, text.len - *at) : NULL;
    if (!start)
        return LOOSE_JSON_NONE;
    struct scan scan = {.text = text, .at = (size_t)(start - text.data)};
    *at = scan.at + 1;
    enum loose_json found = copy_value(&scan, out);
    if (found == LOOSE_JSON_FOUND)
        *at = scan.at;
    return found;
}

enum {
    MAX_BYTES = 1024 * 1024, /* of an answer */
    LONGEST_NUMBER = 32,
    MAX_CANDIDATES = 64, /* opening brackets in prose that are tried */
};

/* What the value of an example stands for. */
enum form_shape { SHAPE_OBJECT, SHAPE_ARRAY, SHAPE_TEXT, SHAPE_WHOLE, SHAPE_NUMBER, SHAPE_BOOLEAN, SHAPES };

static const struct {
    const char *schema; /* its `type` */
    const char *one, *many;
} shapes[SHAPES] = {
    [SHAPE_OBJECT] = {"object", "an object", "objects"},
    [SHAPE_ARRAY] = {"array", "an array", "arrays"},
    [SHAPE_TEXT] = {"string", "a text", "texts"},
    [SHAPE_WHOLE] = {"integer", "a whole number", "whole numbers"},
    [SHAPE_NUMBER] = {"number", "a number", "numbers"},
    [SHAPE_BOOLEAN] = {"boolean", "true or false", "values true or false"},
};

static enum form_shape shape_of(const json_t *example)
{
    switch (json_typeof(example)) {
    case JSON_OBJECT:
        return SHAPE_OBJECT;
    case JSON_ARRAY:
        return SHAPE_ARRAY;
    case JSON_INTEGER:
        return SHAPE_WHOLE;
    case JSON_REAL:
        return SHAPE_NUMBER;
    case JSON_TRUE:
    case JSON_FALSE:
        return SHAPE_BOOLEAN;
    default:
        return SHAPE_TEXT;
    }
}

/* --- the schema --- */

static json_t *schema_of(const json_t *example);

static json_t *schema_of_object(const json_t *example)
{
    json_t *properties = json_object(), *required = json_array();
    const char *name;
    json_t *member;
    bool complete = properties && required;
    json_object_foreach ((json_t *)example, name, member) {
        complete = complete && json_object_set_new(properties, name, schema_of(member)) == 0 &&
                   json_array_append_new(required, json_string(name)) == 0;
    }
    json_t *schema = complete ? json_pack("{s:s, s:O, s:O, s:b}", "type", "object", "properties", properties,
                                          "required", required, "additionalProperties", 0)
                              : NULL;
    json_decref(properties);
    json_decref(required);
    return schema;
}

static json_t *schema_of(const json_t *example)
{
    enum form_shape shape = shape_of(example);
    if (shape == SHAPE_OBJECT)
        return schema_of_object(example);
    if (shape != SHAPE_ARRAY)
        return json_pack("{s:s}", "type", shapes[shape].schema);
    json_t *items = schema_of(json_array_get(example, 0));
    return items ? json_pack("{s:s, s:o}", "type", "array", "items", items) : NULL;
}

json_t *model_form_schema(const struct model_form *form)
{
    return schema_of(form->example);
}

/* --- fitting a value to the form --- */

/* Where a value stands, from the innermost outwards. */
struct form_place {
    const struct form_place *parent; /* NULL: the whole answer */
    const char *member;              /* NULL: an entry of an array */
    size_t index;
};

static void print_place(struct buf *out, const struct form_place *place)
{
    if (!place->parent)
        return;
    print_place(out, place->parent);
    if (!place->member)
        buf_printf(out, "[%zu]", place->index);
    else
        buf_printf(out, "%s%s", out->len ? "." : "", place->member);
}

static void print_shape(struct buf *out, const json_t *example)
{
    enum form_shape shape = shape_of(example);
    buf_str(out, shapes[shape].one);
    if (shape == SHAPE_ARRAY)
        buf_printf(out, " of %s", shapes[shape_of(json_array_get(example, 0))].many);
}

static enum status misfit(const struct form_place *place, const json_t *example, bool is_missing, struct error *err)
{
    struct buf text = {.limit = sizeof err->message};
    print_place(&text, place);
    if (!text.len)
        buf_str(&text, "the answer");
    buf_str(&text, is_missing ? " is missing; it must be " : " must be ");
    print_shape(&text, example);
    error_set(err, E_CORRUPT, NULL, "%s", buf_text(&text));
    buf_free(&text);
    return E_CORRUPT;
}

/* Takes over the new value, NULL when memory ran out. */
static enum status form_made(json_t *value, json_t **fitted, struct error *err)
{
    *fitted = value;
    return value ? OK : error_memory(err);
}

static enum status form_fit(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                            struct error *err);

static enum status fit_object(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                              struct error *err)
{
    if (!json_is_object(value))
        return misfit(place, example, false, err);
    json_t *object = json_object();
    enum status status = object ? OK : error_memory(err);
    const char *name;
    json_t *shape;
    json_object_foreach ((json_t *)example, name, shape) {
        const struct form_place inner = {.parent = place, .member = name};
        json_t *member = json_object_get(value, name), *fitting = NULL;
        if (!status)
            status = member ? form_fit(shape, member, &inner, &fitting, err) : misfit(&inner, shape, true, err);
        if (!status && json_object_set_new(object, name, fitting) != 0)
            status = error_memory(err);
    }
    if (status)
        json_decref(object);
    else
        *fitted = object;
    return status;
}

static enum status fit_entries(const json_t *example, json_t *entries, const struct form_place *place, json_t *array,
                               struct error *err)
{
    size_t number;
    json_t *entry;
    json_array_foreach (entries, number, entry) {
        const struct form_place inner = {.parent = place, .index = number};
        json_t *fitting = NULL;
        enum status status = form_fit(json_array_get(example, 0), entry, &inner, &fitting, err);
        if (!status && json_array_append_new(array, fitting) != 0)
            status = error_memory(err);
        if (status)
            return status;
    }
    return OK;
}

/* A single value stands for an array of one entry. */
static enum status fit_single(const json_t *example, json_t *value, const struct form_place *place, json_t *array,
                              struct error *err)
{
    json_t *fitting = NULL;
    const json_t *shape = json_array_get(example, 0);
    if (json_is_null(value) || (json_is_object(value) && shape_of(shape) != SHAPE_OBJECT))
        return misfit(place, example, false, err);
    const struct form_place inner = {.parent = place, .index = 0};
    enum status status = form_fit(shape, value, &inner, &fitting, err);
    if (status == E_CORRUPT && !json_is_object(value))
        return misfit(place, example, false, err);
    if (!status && json_array_append_new(array, fitting) != 0)
        status = error_memory(err);
    return status;
}

static enum status fit_array(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                             struct error *err)
{
    json_t *array = json_array();
    enum status status = array ? OK : error_memory(err);
    if (!status)
        status = json_is_array(value) ? fit_entries(example, value, place, array, err)
                                      : fit_single(example, value, place, array, err);
    if (status)
        json_decref(array);
    else
        *fitted = array;
    return status;
}

static enum status fit_text(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                            struct error *err)
{
    if (json_is_string(value))
        return form_made(json_incref(value), fitted, err);
    if (!json_is_number(value))
        return misfit(place, example, false, err);
    char *digits = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    enum status status = form_made(digits ? json_string(digits) : NULL, fitted, err);
    free(digits);
    return status;
}

/* The number that a value is, or that a text spells out. strtod would follow the host program's locale. */
static enum status form_read_number(const json_t *example, const json_t *value, const struct form_place *place,
                                    double *number, struct error *err)
{
    json_error_t fault;
    bool no_memory = false;
    struct str text = str_from(json_string_value(value));
    json_t *spelt = NULL;
    if (text.len > 0 && text.len < LONGEST_NUMBER)
        spelt = json_text_load(text, JSON_DECODE_ANY, &no_memory, &fault);
    const json_t *read = json_is_string(value) ? spelt : value;
    *number = json_number_value(read);
    bool is_number = json_is_number(read);
    json_decref(spelt);
    if (no_memory)
        return error_memory(err);
    return is_number ? OK : misfit(place, example, false, err);
}

static enum status fit_whole(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                             struct error *err)
{
    enum { MOST = 1 << 30 };
    double number;
    if (json_is_integer(value))
        return form_made(json_incref(value), fitted, err);
    enum status status = form_read_number(example, value, place, &number, err);
    if (status)
        return status;
    if (number != floor(number) || fabs(number) > MOST)
        return misfit(place, example, false, err);
    return form_made(json_integer((json_int_t)number), fitted, err);
}

static enum status fit_number(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                              struct error *err)
{
    double number;
    enum status status = form_read_number(example, value, place, &number, err);
    return status ? status : form_made(json_real(number), fitted, err);
}

static enum status fit_boolean(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                               struct error *err)
{
    if (json_is_boolean(value))
        return form_made(json_incref(value), fitted, err);
    return misfit(place, example, false, err);
}

/* *fitted is set with OK alone. */
static enum status form_fit(const json_t *example, json_t *value, const struct form_place *place, json_t **fitted,
                            struct error *err)
{
    static enum status (*const fits[SHAPES])(const json_t *example, json_t *value, const struct form_place *place,
                                             json_t **fitted, struct error *err) = {
        [SHAPE_OBJECT] = fit_object, [SHAPE_ARRAY] = fit_array,   [SHAPE_TEXT] = fit_text,
        [SHAPE_WHOLE] = fit_whole,   [SHAPE_NUMBER] = fit_number, [SHAPE_BOOLEAN] = fit_boolean,
    };
    return fits[shape_of(example)](example, value, place, fitted, err);
}

/* --- finding the value in an answer --- */

static bool is_schema(const json_t *value, const json_t *example)
{
    return json_is_object(value) && json_is_object(json_object_get(value, "properties")) &&
           !json_object_get(example, "properties");
}

static enum status read_candidate(const struct model_form *form, const struct buf *json, json_t **value,
                                  struct error *err)
{
    const struct form_place whole = {0};
    json_error_t fault;
    bool no_memory = false;
    json_t *parsed = json_text_load((struct str){json->data, json->len}, 0, &no_memory, &fault);
    if (no_memory)
        return error_memory(err);
    if (!parsed)
        return error_set(err, E_CORRUPT, NULL, "the JSON of the answer is broken: %.120s (character %d of it)",
                         fault.text, fault.position);
    enum status status =
        is_schema(parsed, form->example)
            ? error_set(err, E_CORRUPT, NULL, "the answer repeats the schema instead of an object that follows it")
            : form_fit(form->example, parsed, &whole, value, err);
    json_decref(parsed);
    return status;
}

static enum status form_explain(enum loose_json found, const struct model_form *form, struct error *err)
{
    bool is_array = json_is_array(form->example);
    if (found == LOOSE_JSON_CUT)
        return error_set(err, E_CORRUPT, NULL, "the JSON of the answer is not complete: a closing bracket is missing");
    if (found == LOOSE_JSON_TANGLED)
        return error_set(err, E_CORRUPT, NULL,
                         "the brackets of the answer's JSON do not match, or are nested over %d deep",
                         LOOSE_JSON_DEPTH);
    return error_set(err, E_CORRUPT, NULL, "the answer holds no JSON %s", is_array ? "array" : "object");
}

/* The first candidate that fits; the fault is that of the first one that does not. */
static enum status form_search(const struct model_form *form, struct str answer, struct buf *json, json_t **value,
                               struct error *err)
{
    char open = json_is_array(form->example) ? '[' : '{';
    enum status first = OK;
    size_t at = 0;
    for (int candidate = 0; candidate < MAX_CANDIDATES; candidate++) {
        struct error fault = {0};
        enum loose_json found = loose_json_next(answer, &at, open, json);
        if (json->failed)
            return error_memory(err);
        if (found == LOOSE_JSON_NONE && first != OK)
            break;
        enum status status =
            found == LOOSE_JSON_FOUND ? read_candidate(form, json, value, &fault) : form_explain(found, form, &fault);
        if (err && (status == E_MEMORY || first == OK))
            *err = fault;
        if (status != E_CORRUPT || found == LOOSE_JSON_NONE)
            return status;
        first = status;
    }
    return first;
}

enum status model_form_read(const struct model_form *form, struct str answer, json_t **value, struct error *err)
{
    *value = NULL;
    if (answer.len > MAX_BYTES)
        return error_set(err, E_CORRUPT, NULL, "the answer is longer than %d bytes", MAX_BYTES);
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    size_t length = answer.len;
    const char *valid = utf8_is_valid(answer) ? answer.data : utf8_repair(arena, answer, &length);
    struct buf json = {0};
    enum status status =
        valid || !answer.len ? form_search(form, (struct str){valid, length}, &json, value, err) : error_memory(err);
    buf_free(&json);
    arena_free(arena);
    return status;
}
