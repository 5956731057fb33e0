#include "service/api/fields.h"

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

/* NULL when it is wrong; the fault was added. */
static const char *fields_text_of(const struct fields_reading *reading, const struct field *field, const json_t *value)
{
    const char *text = json_string_value(value);
    size_t most = (size_t)field->maximum;
    if (!text)
        fields_wrong(reading, field, "must be a string");
    if (!text || !most || json_string_length(value) <= most || utf8_length(str_from(text)) <= most)
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
    else if (field->longest && utf8_length(str_from(json_string_value(entry))) > field->longest)
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

const struct fields no_fields = {.name = "Nothing", .summary = "Takes no parameters.", .in_query = true};

struct reading_query {
    json_t *object;
    struct faults *faults;
};

static void reading_add_argument(void *context, const char *name, const char *value)
{
    struct reading_query *query = context;
    json_t *text = json_string(value);
    if (!text || !utf8_is_valid(str_from(name)))
        faults_add(query->faults, "", "The query must be UTF-8.");
    else if (json_object_get(query->object, name))
        faults_add(query->faults, "", "The query has %.40s more than once.", name);
    else if (json_object_set(query->object, name, text) != 0)
        query->faults->failed = true;
    json_decref(text);
}

/* The query as an object of texts. */
static json_t *read_query(struct request *request, struct faults *faults)
{
    struct reading_query query = {json_object(), faults};
    if (!query.object || !request_arguments(request, reading_add_argument, &query))
        faults->failed = true;
    return query.object;
}

bool read_json(struct request *request, json_t **body)
{
    struct error err;
    *body = json_body((struct str){buf_text(&request->body), request->body.len}, &err);
    if (*body)
        return true;
    if (err.status == E_INVALID)
        answer_problem(request, PROBLEM_BAD_JSON, "%s", err.message);
    else
        answer_error(request, &err);
    return false;
}

bool read_request(struct request *request, void *values, json_t **object)
{
    struct faults faults = {.arena = request->arena};
    const struct fields *fields = request->route->takes;
    if (fields->in_query)
        *object = read_query(request, &faults);
    else if (!read_json(request, object))
        return false;
    if (!faults.failed)
        fields_read(fields, *object, values, &faults);
    if (!faults.failed && !faults.count)
        return true;
    json_decref(*object);
    *object = NULL;
    if (faults.failed) {
        answer_no_memory(request);
    } else {
        answer_faults(request, faults.list, faults.count);
    }
    return false;
}

bool read_nothing(struct request *request)
{
    json_t *object;
    if (!read_request(request, NULL, &object))
        return false;
    json_decref(object);
    return true;
}

void members_write(struct buf *out, const struct members *members, const void *object)
{
    char before = '{';
    for (size_t i = 0; i < members->count; i++) {
        const struct member *member = &members->list[i];
        const void *field = (const char *)object + member->at;
        if (member->optional && !*(void *const *)field)
            continue;
        buf_printf(out, "%c\"%s\":", before, member->name);
        member->write(out, object, field);
        before = ',';
    }
    buf_char(out, '}');
}

void write_text(struct buf *out, const void *object, const void *field)
{
    (void)object;
    json_text(out, *(const char *const *)field);
}

void write_integer(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_printf(out, "%lld", (long long)*(const int64_t *)field);
}

void write_decimal(struct buf *out, double number, int decimals)
{
    long long unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    long long units = number < 1e12 ? (long long)(number * (double)unit + 0.5) : 1000000000000LL * unit;
    buf_printf(out, "%lld.%0*lld", units / unit, decimals, units % unit);
}

void write_amount(struct buf *out, const void *object, const void *field)
{
    if (*(const int64_t *)field < 0)
        buf_str(out, "null");
    else
        write_integer(out, object, field);
}

/* --- lists --- */

static const struct member of_list[] = {
    {"data", "table[]", "The entries of this page."},
    {"hasMore", "boolean", "Is there another page?"},
    {"nextCursor", "string?", "The `cursor` of the next page."},
};

const struct members list_members = {"List", "What a list answers.", of_list, COUNT_OF(of_list)};

void list_open(struct buf *out)
{
    buf_printf(out, "{\"%s\":[", of_list[0].name);
}

void list_next(struct buf *out, size_t i)
{
    if (i)
        buf_char(out, ',');
}

void list_close(struct buf *out, const char *cursor)
{
    buf_printf(out, "],\"%s\":%s,\"%s\":", of_list[1].name, cursor ? "true" : "false", of_list[2].name);
    json_text(out, cursor);
    buf_char(out, '}');
}

const struct fault listing_wrong_cursor = {"/cursor", "cursor must be the nextCursor of an earlier page."};

size_t listing_wanted(const struct listing *listing)
{
    return (size_t)listing->limit + 1;
}

/* --- the address of the next page --- */

static void listing_add_escaped(struct buf *out, const char *text, char kept)
{
    for (const char *c = text; *c; c++) {
        if (url_is_unreserved(*c) || *c == kept)
            buf_char(out, *c);
        else
            url_encode_octet(out, (unsigned char)*c);
    }
}

/* What the request asked for besides a page holds for the next one too. */
static void listing_add_argument(void *context, const char *name, const char *value)
{
    struct buf *out = context;
    if (strcmp(name, "cursor") == 0 || strcmp(name, "limit") == 0)
        return;
    buf_char(out, '&');
    listing_add_escaped(out, name, '\0');
    buf_char(out, '=');
    listing_add_escaped(out, value, '\0');
}

static void listing_add_link(const struct listing *listing, const char *next)
{
    struct request *request = listing->request;
    struct buf address = {0};
    listing_add_escaped(&address, request->target.path, '/');
    buf_str(&address, "?cursor=");
    listing_add_escaped(&address, next, '\0');
    buf_printf(&address, "&limit=%ld", listing->limit);
    if (!request_arguments(request, listing_add_argument, &address) || address.failed)
        request->answer.body.failed = true; /* sent as an internal error */
    else
        answer_header(request, "Link", "<%s>; rel=\"next\"", buf_text(&address));
    buf_free(&address);
}

/* --- the answer --- */

static void write_page(const struct listing *listing, const struct listing_kind *kind)
{
    struct request *request = listing->request;
    struct buf *out = &request->answer.body;
    bool more = listing->count > (size_t)listing->limit;
    size_t count = more ? (size_t)listing->limit : listing->count;
    const char *entry = listing->entries, *next = more ? NULL : listing->next;
    list_open(out);
    for (size_t i = 0; i < count; i++, entry += kind->size) {
        list_next(out, i);
        kind->write(request, entry);
        if (more)
            next = *(const char *const *)(entry + kind->cursor_at);
    }
    list_close(out, next);
    if (next)
        listing_add_link(listing, next);
    answer_json(request, 200);
}

static bool is_sound(struct listing *listing, const struct listing_kind *kind)
{
    if (!listing->cursor || !kind->is_cursor || kind->is_cursor(listing->cursor))
        return !kind->check || kind->check(listing);
    answer_faults(listing->request, &listing_wrong_cursor, 1);
    return false;
}

static enum status listing_read_page(struct listing *listing, const struct listing_kind *kind, struct error *err)
{
    struct store *store = api_of(listing->request)->store;
    bool is_long = kind->is_long && kind->is_long(listing);
    return is_long ? store_read_long(store, kind->read, listing, err) : store_read(store, kind->read, listing, err);
}

static void answer_listing(struct listing *listing, const struct listing_kind *kind)
{
    struct error err;
    enum status status = listing_read_page(listing, kind, &err);
    if (!status && kind->complete)
        status = kind->complete(listing, &err);
    if (!status)
        write_page(listing, kind);
    else
        answer_error(listing->request, &err);
}

void listing_answer(struct listing *listing, const struct listing_kind *kind)
{
    json_t *query;
    if (!read_request(listing->request, listing, &query))
        return;
    if (is_sound(listing, kind))
        answer_listing(listing, kind);
    json_decref(query);
}

void list_answer(struct request *request, const void *entries, size_t count, size_t size,
                 void (*write)(struct request *request, const void *entry))
{
    struct buf *out = &request->answer.body;
    list_open(out);
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        write(request, (const char *)entries + i * size);
    }
    list_close(out, NULL);
    answer_json(request, 200);
}

/* --- one entry of a resource --- */

static bool answer_status(struct request *request, enum status status, const struct error *err)
{
    if (status)
        answer_error(request, err);
    return !status;
}

bool resource_read(struct request *request, store_work work, void *argument)
{
    struct error err;
    return answer_status(request, store_read(api_of(request)->store, work, argument, &err), &err);
}

bool resource_write(struct request *request, store_work work, void *argument)
{
    struct error err;
    return answer_status(request, store_write(api_of(request)->store, work, argument, &err), &err);
}

enum status resource_missing(enum status status, const char *kind, struct error *err)
{
    return status == E_NOT_FOUND ? error_set(err, status, NULL, "There is no %s with this id.", kind) : status;
}

enum status resource_name_free(enum status status, const char *kind, const char *id, const char *name,
                               struct error *err)
{
    if (!status)
        return error_set(err, E_CONFLICT, NULL,
                         "The %s %s already has the name \"%s\": use that one, or give another name.", kind, id, name);
    return status == E_NOT_FOUND ? OK : status;
}
