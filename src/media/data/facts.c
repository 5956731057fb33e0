#include "media/data/data.h"
#include "text/html/html.h"

#include <stdlib.h>

enum { LONGEST_URL = 2048, LONGEST_LABEL = 60 };

enum status facts_load(const char *path, size_t most, json_t **value, struct error *err)
{
    struct str text;
    json_error_t problem;
    struct arena *arena = arena_new();
    enum status status = arena ? file_text(arena, path, most, &text, err) : error_memory(err);
    if (!status) {
        bool no_memory = false;
        *value = json_text_load(text, JSON_REJECT_DUPLICATES, &no_memory, &problem);
        if (no_memory)
            status = error_memory(err);
        else if (!*value)
            status = error_set(err, E_CORRUPT, NULL, "%s: line %d: %s", path, problem.line, problem.text);
    }
    arena_free(arena);
    return status;
}

/* Writes "products.json: entry 7 ("Kettle 2")". */
static void name_entry(const struct media_facts *facts, char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, "%s", facts->file);
    if (facts->number && length < size)
        length += (size_t)snprintf(out + length, size - length, ": entry %zu", facts->number);
    if (facts->number && facts->label && length < size) {
        struct str label = str_from(facts->label);
        label.len = label.len > LONGEST_LABEL ? LONGEST_LABEL : label.len;
        label.len = utf8_valid_length(label);
        snprintf(out + length, size - length, " (\"%.*s\")", STR_ARG(label));
    }
}

/* Writes "price." or "reviews[3].". */
static void name_inside(const struct media_facts *facts, char *out, size_t size)
{
    out[0] = '\0';
    if (facts->inside && facts->inside_number)
        snprintf(out, size, "%s[%zu].", facts->inside, facts->inside_number);
    else if (facts->inside)
        snprintf(out, size, "%s.", facts->inside);
}

enum status facts_end(const struct media_facts *facts)
{
    return !arena_failed(facts->arena) ? facts->status : error_memory(facts->err);
}

void facts_fault(struct media_facts *facts, const char *member, const char *format, ...)
{
    char entry[300], inside[60], what[200];
    va_list arguments;
    if (facts->status)
        return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    name_entry(facts, entry, sizeof entry);
    name_inside(facts, inside, sizeof inside);
    facts->status = error_set(facts->err, E_CORRUPT, NULL, "%s: %s%s %s", entry, inside, member, what);
}

/* The member when it is there; NULL: absent, null, or there was a fault before. */
static const json_t *find_facts(const struct media_facts *facts, const json_t *object, const char *member)
{
    const json_t *value = facts->status ? NULL : json_object_get(object, member);
    return json_is_null(value) ? NULL : value;
}

static struct str string_of(const json_t *value)
{
    return (struct str){json_string_value(value), json_string_length(value)};
}

/* NULL and noted where memory ran out; NULL also when it is empty. */
static const char *kept_text(struct arena *arena, const char *text)
{
    if (!text)
        arena_fail(arena);
    return text && *text ? text : NULL;
}

const char *facts_text(struct media_facts *facts, const json_t *object, const char *member, size_t most)
{
    const json_t *value = find_facts(facts, object, member);
    if (!value)
        return NULL;
    if (json_is_string(value))
        return kept_text(facts->arena, plain_text(facts->arena, string_of(value), most));
    facts_fault(facts, member, "must be a text");
    return NULL;
}

const char *facts_needed(struct media_facts *facts, const json_t *object, const char *member, size_t most)
{
    const char *text = facts_text(facts, object, member, most);
    if (!text)
        facts_fault(facts, member, "must be a text and not empty");
    return text;
}

static void log_dropped(const struct media_facts *facts, const char *member)
{
    char entry[300], inside[60];
    if (facts->is_quiet)
        return;
    name_entry(facts, entry, sizeof entry);
    name_inside(facts, inside, sizeof inside);
    struct log_event event = log_event_begin("media address dropped");
    log_event_text(&event, "entry", entry);
    log_event_text(&event, "inside", *inside ? inside : NULL);
    log_event_text(&event, "member", member);
    log_event_end(&event, LOG_WARN);
}

const char *facts_url(struct media_facts *facts, const json_t *object, const char *member)
{
    struct url url;
    const json_t *value = find_facts(facts, object, member);
    if (!value)
        return NULL;
    if (!json_is_string(value)) {
        facts_fault(facts, member, "must be an address");
        return NULL;
    }
    struct str text = str_trim(string_of(value));
    if (text.len && text.len <= LONGEST_URL && url_parse(text, &url, NULL) == OK)
        return kept_text(facts->arena, url_normalise(facts->arena, text));
    log_dropped(facts, member);
    return NULL;
}

size_t facts_texts(struct media_facts *facts, const json_t *object, const char *member, size_t most, size_t longest,
                   const char *const **list)
{
    const json_t *array = facts_array(facts, object, member);
    size_t all = json_array_size(array), count = 0;
    const char **texts = ARENA_ARRAY(facts->arena, (all < most ? all : most) + 1, const char *);
    for (size_t i = 0; texts && i < all && count < most && !facts->status; i++) {
        const json_t *value = json_array_get(array, i);
        if (!json_is_string(value)) {
            facts_fault(facts, member, "must be an array of texts; item %zu is none", i + 1);
            continue;
        }
        const char *text = kept_text(facts->arena, plain_text(facts->arena, string_of(value), longest));
        if (text)
            texts[count++] = text;
    }
    *list = texts;
    return facts->status ? 0 : count;
}

bool facts_number(struct media_facts *facts, const json_t *object, const char *member, double least, double most,
                  double *number)
{
    const json_t *value = find_facts(facts, object, member);
    if (!value)
        return false;
    if (json_is_number(value) && json_number_value(value) >= least && json_number_value(value) <= most) {
        *number = json_number_value(value);
        return true;
    }
    facts_fault(facts, member, "must be a number from %.0f to %.0f", least, most);
    return false;
}

bool facts_flag(struct media_facts *facts, const json_t *object, const char *member)
{
    const json_t *value = find_facts(facts, object, member);
    if (value && !json_is_boolean(value))
        facts_fault(facts, member, "must be true or false");
    return json_is_true(value);
}

const json_t *facts_object(struct media_facts *facts, const json_t *object, const char *member)
{
    const json_t *value = find_facts(facts, object, member);
    if (value && !json_is_object(value))
        facts_fault(facts, member, "must be an object");
    return json_is_object(value) ? value : NULL;
}

const json_t *facts_array(struct media_facts *facts, const json_t *object, const char *member)
{
    const json_t *value = find_facts(facts, object, member);
    /* An empty Lua table is written as an empty object. */
    if (value && !json_is_array(value) && (!json_is_object(value) || json_object_size(value)))
        facts_fault(facts, member, "must be an array");
    return json_is_array(value) ? value : NULL;
}

enum { LOOSE_LONGEST_URL = 4096, LONGEST_NAME = 60, LONGEST_NUMBER = 25 };

static const json_t *step(const json_t *value, const char *name)
{
    if (json_is_array(value) && ascii_is_digit(*name))
        return json_array_get(value, (size_t)strtoul(name, NULL, 10));
    return json_object_get(value, name);
}

const json_t *loose_at(const json_t *value, const char *path)
{
    struct str rest = str_from(path), piece;
    while (value && str_split(&rest, '.', &piece)) {
        char name[LONGEST_NAME];
        snprintf(name, sizeof name, "%.*s", STR_ARG(piece));
        value = step(value, name);
    }
    return json_is_null(value) ? NULL : value;
}

static const char *plain(struct arena *arena, const json_t *value, size_t most)
{
    if (json_is_string(value))
        return kept_text(arena, plain_text(arena, string_of(value), most));
    if (json_is_integer(value))
        return arena_printf(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return json_is_real(value) ? arena_printf(arena, "%.10g", json_real_value(value)) : NULL;
}

const char *loose_text(struct arena *arena, const json_t *value, const char *path, size_t most)
{
    return plain(arena, loose_at(value, path), most);
}

const char *loose_url(struct arena *arena, const json_t *value, const char *path)
{
    struct url url;
    const json_t *member = loose_at(value, path);
    struct str text = str_trim(string_of(member));
    if (!text.len || text.len > LOOSE_LONGEST_URL || url_parse(text, &url, NULL))
        return NULL;
    return kept_text(arena, url_normalise(arena, text));
}

size_t loose_texts(struct arena *arena, const json_t *value, const char *path, size_t most, size_t longest,
                   const char *const **list)
{
    const json_t *array = loose_at(value, path);
    size_t all = json_array_size(array), count = 0;
    const char **texts = ARENA_ARRAY(arena, (all < most ? all : most) + 1, const char *);
    for (size_t i = 0; texts && i < all && count < most; i++) {
        const char *text = plain(arena, json_array_get(array, i), longest);
        if (text)
            texts[count++] = text;
    }
    *list = texts;
    return count;
}

/* "-8.61": a decimal number with a dot, whatever the locale of the program. */
static bool parse(struct str text, double *number)
{
    double value = 0, scale = 1;
    size_t at = text.len && text.data[0] == '-', digits = 0;
    bool is_fraction = false;
    for (; at < text.len; at++) {
        if (text.data[at] == '.' && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (!ascii_is_digit(text.data[at]) || ++digits > LONGEST_NUMBER)
            return false;
        value = value * 10 + (text.data[at] - '0');
        scale *= is_fraction ? 10 : 1;
    }
    *number = (text.len && text.data[0] == '-' ? -value : value) / scale;
    return digits > 0;
}

bool loose_number(const json_t *value, const char *path, double least, double most, double *number)
{
    const json_t *member = loose_at(value, path);
    double given = json_number_value(member);
    bool is_number = json_is_number(member) || parse(string_of(member), &given);
    if (!is_number || !(given >= least && given <= most))
        return false;
    *number = given;
    return true;
}

bool loose_flag(const json_t *value, const char *path)
{
    return json_is_true(loose_at(value, path));
}
