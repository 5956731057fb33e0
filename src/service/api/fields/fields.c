#include "service/api/fields/fields.h"

#include "text/url.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_SHOWN = 100 };

/* --- one reading --- */

/* One object while it is read by its table. */
struct fields_reading {
    const struct fields *fields;
    const json_t *object;
    const char *pointer; /* of the object: "" or "/pages/3" */
    struct faults *faults;
};

static void read_object(const struct fields_reading *reading, void *values);

/* Adds the fault "NAME must be ...". Names in tables need no escaping in a JSON Pointer. */
static void fields_wrong(const struct fields_reading *reading, const struct field *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fields_wrong(const struct fields_reading *reading, const struct field *field, const char *format, ...)
{
    char pointer[120], must[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(must, sizeof must, format, arguments);
    va_end(arguments);
    snprintf(pointer, sizeof pointer, "%s/%s", reading->pointer, field->name);
    faults_add(reading->faults, pointer, "%s %s.", field->name, must);
}

/* --- texts --- */

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

/* NULL when it is wrong; the fault was added. */
static const char *fields_text_of(const struct fields_reading *reading, const struct field *field, const json_t *value)
{
    const char *text = json_string_value(value);
    size_t most = (size_t)field->maximum;
    if (!text)
        fields_wrong(reading, field, "must be a string");
    if (!text || !most || json_string_length(value) <= most || count_characters(text) <= most)
        return text;
    fields_wrong(reading, field, "must have at most %zu characters", most);
    return NULL;
}

static void fields_read_text(const struct fields_reading *reading, const struct field *field, const json_t *value,
                             void *out)
{
    const char *text = fields_text_of(reading, field, value);
    if (text)
        *(const char **)out = text;
}

static void read_url(const struct fields_reading *reading, const struct field *field, const json_t *value, void *out)
{
    struct url parts;
    const char *text = fields_text_of(reading, field, value);
    if (text && url_parse(str_trim(str_from(text)), &parts, NULL) == OK)
        *(const char **)out = text;
    else if (text)
        fields_wrong(reading, field, "must be an address that begins with http:// or https://");
}

/* "a, b or c" */
static void join_words(const struct field *field, char *list, size_t size)
{
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0; field->word(i) && length < size; i++)
        length += (size_t)snprintf(list + length, size - length, "%s%s",
                                   i == 0               ? ""
                                   : field->word(i + 1) ? ", "
                                                        : " or ",
                                   field->word(i));
}

/* As the list of the field spells it; NULL: it is none of them. */
static const char *word_of(const struct field *field, const json_t *value)
{
    struct str text = {json_string_value(value), json_string_length(value)};
    for (size_t i = 0; text.data && field->word(i); i++)
        if (str_ieq(text, str_from(field->word(i))))
            return field->word(i);
    return NULL;
}

static void read_word(const struct fields_reading *reading, const struct field *field, const json_t *value, void *out)
{
    char list[200];
    const char *word = word_of(field, value);
    if (word) {
        *(const char **)out = word;
        return;
    }
    join_words(field, list, sizeof list);
    fields_wrong(reading, field, "must be %s", list);
}

/* --- numbers --- */

static bool parse_digits(const char *text, double *number)
{
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length > 9 || strspn(text, "0123456789") != length)
        return false;
    *number = strtod(text, NULL);
    return true;
}

static bool fields_number_of(const struct fields_reading *reading, const json_t *value, double *number)
{
    *number = json_number_value(value);
    return json_is_number(value) || (reading->fields->in_query && parse_digits(json_string_value(value), number));
}

static void fields_read_number(const struct fields_reading *reading, const struct field *field, const json_t *value,
                               void *out)
{
    double number;
    bool whole = field->type == FIELD_INTEGER;
    bool good = fields_number_of(reading, value, &number) && number >= field->minimum && number <= field->maximum;
    if (!good || (whole && number != (double)(long)number))
        fields_wrong(reading, field, "must be a %s from %.0f to %.0f", whole ? "whole number" : "number",
                     field->minimum, field->maximum);
    else if (whole)
        *(long *)out = (long)number;
    else
        *(double *)out = number;
}

static void read_flag(const struct fields_reading *reading, const struct field *field, const json_t *value, void *out)
{
    if (json_is_boolean(value))
        *(bool *)out = json_is_true(value);
    else
        fields_wrong(reading, field, "must be true or false");
}

static void fields_read_whole(const struct fields_reading *reading, const struct field *field, const json_t *value,
                              void *out)
{
    if (json_is_object(value))
        *(const json_t **)out = value;
    else
        fields_wrong(reading, field, "must be an object");
}

/* --- lists --- */

static void read_word_entry(const struct fields_reading *reading, const struct field *field, const char *pointer,
                            const json_t *entry, void *out)
{
    char list[200];
    const char *word = word_of(field, entry);
    join_words(field, list, sizeof list);
    if (word)
        *(const char **)out = word;
    else
        faults_add(reading->faults, pointer, "An entry of %s must be %s.", field->name, list);
}

static void fields_read_entry(const struct fields_reading *reading, const struct field *field, size_t i,
                              const json_t *entry, void *out)
{
    char pointer[160];
    snprintf(pointer, sizeof pointer, "%s/%s/%zu", reading->pointer, field->name, i);
    if (field->items && json_is_object(entry))
        read_object(&(struct fields_reading){field->items, entry, pointer, reading->faults}, out);
    else if (field->items || !json_is_string(entry))
        faults_add(reading->faults, pointer, "An entry of %s must be %s.", field->name,
                   field->items ? "an object" : "a string");
    else if (field->word)
        read_word_entry(reading, field, pointer, entry, out);
    else if (field->longest && count_characters(json_string_value(entry)) > field->longest)
        faults_add(reading->faults, pointer, "An entry of %s must have at most %zu characters.", field->name,
                   field->longest);
    else
        *(const char **)out = json_string_value(entry);
}

static void fields_read_list(const struct fields_reading *reading, const struct field *field, const json_t *value,
                             void *out)
{
    size_t count = json_array_size(value), size = field->items ? field->items->size : sizeof(const char *);
    struct field_list list = {.count = count};
    if (!json_is_array(value)) {
        fields_wrong(reading, field, "must be an array");
        return;
    }
    if (field->maximum > 0 && count > (size_t)field->maximum) {
        fields_wrong(reading, field, "must have at most %.0f entries", field->maximum);
        return;
    }
    list.items = arena_array(reading->faults->arena, count, size);
    if (!list.items) {
        reading->faults->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        fields_read_entry(reading, field, i, json_array_get(value, i), (char *)list.items + i * size);
    *(struct field_list *)out = list;
}

/* --- the object --- */

static bool fields_is_list(const struct field *field)
{
    return field->type == FIELD_TEXTS || field->type == FIELD_OBJECTS;
}

static bool fields_is_empty(const struct field *field, const json_t *value)
{
    if (field->type == FIELD_OBJECT)
        return json_is_array(value) && json_array_size(value) == 0;
    if (fields_is_list(field))
        return (json_is_array(value) || json_is_object(value)) && json_array_size(value) + json_object_size(value) == 0;
    return json_is_string(value) && json_string_length(value) == 0;
}

static void read_value(const struct fields_reading *reading, const struct field *field, const json_t *value, void *out)
{
    switch (field->type) {
    case FIELD_TEXT:
        fields_read_text(reading, field, value, out);
        break;
    case FIELD_URL:
        read_url(reading, field, value, out);
        break;
    case FIELD_WORD:
        read_word(reading, field, value, out);
        break;
    case FIELD_INTEGER:
    case FIELD_NUMBER:
        fields_read_number(reading, field, value, out);
        break;
    case FIELD_FLAG:
        read_flag(reading, field, value, out);
        break;
    case FIELD_OBJECT:
        fields_read_whole(reading, field, value, out);
        break;
    case FIELD_TEXTS:
    case FIELD_OBJECTS:
        fields_read_list(reading, field, value, out);
        break;
    }
}

static void set_fallback(const struct field *field, void *out)
{
    if (field->fallback != 0 && field->type == FIELD_INTEGER)
        *(long *)out = (long)field->fallback;
    else if (field->fallback != 0 && field->type == FIELD_WORD)
        *(const char **)out = field->word((size_t)field->fallback);
    else if (field->fallback != 0)
        *(double *)out = field->fallback;
}

static void read_field(const struct fields_reading *reading, const struct field *field, void *out)
{
    const json_t *value = json_object_get(reading->object, field->name);
    bool absent = !value || json_is_null(value), empty = !absent && fields_is_empty(field, value);
    if (!absent && !empty)
        read_value(reading, field, value, out);
    else if (empty && field->required)
        fields_wrong(reading, field, "must not be empty");
    else if (field->required && (value || !reading->fields->partial))
        fields_wrong(reading, field, "is required");
    else
        set_fallback(field, out);
}

static bool fields_is_known(const struct fields *fields, const char *name)
{
    for (size_t i = 0; i < fields->count; i++)
        if (strcmp(fields->list[i].name, name) == 0)
            return true;
    return false;
}

static void note_unknown(const struct fields_reading *reading, const char *text)
{
    struct str name = str_from(text);
    struct buf pointer = {0}, known = {0};
    name.len = utf8_valid_length((struct str){name.data, name.len < NAME_SHOWN ? name.len : NAME_SHOWN});
    buf_str(&pointer, reading->pointer);
    faults_pointer_add(&pointer, name);
    for (size_t i = 0; i < reading->fields->count; i++)
        buf_printf(&known, "%s%s", i ? ", " : "", reading->fields->list[i].name);
    if (pointer.failed || known.failed)
        reading->faults->failed = true;
    else
        faults_add(reading->faults, buf_text(&pointer), "There is no field \"%.*s\" here; there is: %s.", STR_ARG(name),
                   known.len ? buf_text(&known) : "none");
    buf_free(&pointer);
    buf_free(&known);
}

static void read_object(const struct fields_reading *reading, void *values)
{
    const char *name;
    json_t *value;
    for (size_t i = 0; i < reading->fields->count; i++) {
        const struct field *field = &reading->fields->list[i];
        read_field(reading, field, (char *)values + field->at);
    }
    json_object_foreach ((json_t *)reading->object, name, value) {
        if (!fields_is_known(reading->fields, name) && reading->faults->count < FAULTS_MAX)
            note_unknown(reading, name);
    }
}

void fields_read(const struct fields *fields, const json_t *object, void *values, struct faults *faults)
{
    faults->most = FAULTS_MAX;
    read_object(&(struct fields_reading){fields, object, "", faults}, values);
}

const char *field_type_name(const struct field *field, char *buffer, size_t size)
{
    static const char *const names[] = {
        [FIELD_TEXT] = "string",     [FIELD_URL] = "string",    [FIELD_WORD] = "string",
        [FIELD_INTEGER] = "integer", [FIELD_NUMBER] = "number", [FIELD_FLAG] = "boolean",
        [FIELD_OBJECT] = "object",   [FIELD_TEXTS] = "string",  [FIELD_OBJECTS] = "an object",
    };
    snprintf(buffer, size, "%s%s", fields_is_list(field) ? "array of " : "",
             field->items ? field->items->name : names[field->type]);
    return buffer;
}
