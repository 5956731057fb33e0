#include "write/params/params_parts.h"

#include <stdio.h>

const char params_model[] = "modelVersion";

static const char *format_text(struct params_reader *reader, const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    const char *copy = arena_copy(reader->arena, text);
    return copy ? copy : "";
}

const char *reader_keep(struct params_reader *reader, struct buf *buf)
{
    struct str kept = buf_keep(buf, reader->arena);
    return kept.data ? kept.data : "";
}

enum outcome reader_fault(struct params_reader *reader, const char *pointer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    faults_add_list(&reader->faults, pointer, format, arguments);
    va_end(arguments);
    return REFUSED;
}

enum outcome reader_accept(struct params_reader *reader, json_t *value, json_t **accepted)
{
    *accepted = value;
    if (!value)
        arena_fail(reader->arena);
    return value ? ACCEPTED : REFUSED;
}

const char *reader_text(struct params_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(reader, format, arguments);
    va_end(arguments);
    return text;
}

const char *reader_quote(struct params_reader *reader, const char *text)
{
    enum { SHOWN = 40 };
    size_t length = strlen(text), end = length;
    if (length > SHOWN)
        for (end = SHOWN; end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80;)
            end--;
    const char *quoted = arena_printf(reader->arena, "\"%.*s%s\"", (int)end, text, end < length ? "…" : "");
    return quoted ? quoted : "";
}

const char *json_kind(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "a boolean";
    default:
        return "null";
    }
}

bool is_blank(const char *text)
{
    struct str all = str_from(text);
    for (size_t at = 0; at < all.len;) {
        uint32_t codepoint;
        at += utf8_decode(all, at, &codepoint);
        if (!unicode_is_space(codepoint))
            return false;
    }
    return true;
}

/* Length in bytes of the control character that the text begins with; 0: it begins with none. */
static size_t control_length(const char *text, bool one_line)
{
    unsigned char first = (unsigned char)text[0], second = first ? (unsigned char)text[1] : 0;
    if (first == 0xC2 && second >= 0x80 && second <= 0x9F)
        return 2;
    if (!one_line && (first == '\t' || first == '\n' || first == '\r'))
        return 0;
    return (first > 0 && first < ' ') || first == 0x7F;
}

const char *reader_clean(struct params_reader *reader, const char *text, bool one_line)
{
    size_t at = 0, length;
    while (text[at] && !control_length(text + at, one_line))
        at++;
    if (!text[at])
        return text;
    char *clean = arena_copy(reader->arena, text), *end = clean;
    if (!clean)
        return "";
    while (*text) {
        if ((length = control_length(text, one_line)) == 0) {
            *end++ = *text++;
            continue;
        }
        while ((length = control_length(text, one_line)) > 0)
            text += length;
        *end++ = ' ';
    }
    *end = '\0';
    return clean;
}

/* --- strings: their length, their documented values, their format --- */

/* What a format check works on. */
struct text {
    const struct param *param;
    const char *name, *pointer; /* of the parameter or the array entry, for faults */
    const char *value;
};

/* --- formats --- */

static enum outcome accept_as(struct params_reader *reader, const char *value, json_t **accepted)
{
    return reader_accept(reader, json_string(value), accepted);
}

static enum outcome check_any(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    return accept_as(reader, text->value, accepted);
}

void list_article_types(struct buf *out, unsigned which)
{
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    for (size_t i = 0; i < count; i++)
        if (types[i].bit & which)
            buf_printf(out, "%s\"%s\"", out->len ? ", " : "", types[i].name);
}

static enum outcome check_article_type(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    size_t count;
    const struct param_article_type *types = params_article_types(&count), *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (strcmp(types[i].name, text->value) == 0)
            found = &types[i];
    if (found && found->bit & reader->terms->writable)
        return accept_as(reader, text->value, accepted);
    struct buf list = {0};
    list_article_types(&list, found ? reader->terms->writable : TYPE_ALL);
    return reader_fault(reader, text->pointer,
                        found ? "Articles of type %s are not available yet; what can be written today is %s."
                              : "articleType is %s, which is not one of %s.",
                        reader_quote(reader, text->value), reader_keep(reader, &list));
}

static enum outcome check_language(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    const struct language *language = language_find(str_trim(str_from(text->value)));
    if (language)
        return accept_as(reader, language->name, accepted);
    return reader_fault(reader, text->pointer,
                        "%s is %s, which is no known language; GET /api/languages lists the English names and BCP 47 "
                        "tags that are.",
                        text->name, reader_quote(reader, text->value));
}

static enum outcome check_country(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    const struct country *country = country_find(str_from(text->value));
    if (country)
        return accept_as(reader, country->name, accepted);
    return reader_fault(reader, text->pointer,
                        "%s is %s, which is no known country; write its English name or its ISO 3166 code of two or "
                        "three letters.",
                        text->name, reader_quote(reader, text->value));
}

static enum outcome check_url(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    struct url url;
    struct error why;
    if (url_parse(str_from(text->value), &url, &why) != OK)
        return reader_fault(reader, text->pointer, "%s must be an absolute http or https URL, which %s is not.",
                            text->name, reader_quote(reader, text->value));
    if (url.userinfo.data)
        return reader_fault(reader, text->pointer, "%s must be a URL without a user name or password.", text->name);
    return accept_as(reader, text->value, accepted);
}

static enum outcome check_asin(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    enum { LENGTH = 10 };
    char upper[LENGTH + 1] = "";
    bool good = strlen(text->value) == LENGTH;
    for (size_t i = 0; good && i < LENGTH; i++) {
        char character = text->value[i];
        good = ascii_is_alnum(character);
        upper[i] = character >= 'a' && character <= 'z' ? (char)(character - 'a' + 'A') : character;
    }
    if (good)
        return accept_as(reader, upper, accepted);
    return reader_fault(reader, text->pointer, "%s must be %d letters or digits, such as \"B000000000\", not %s.",
                        text->name, LENGTH, reader_quote(reader, text->value));
}

static enum outcome (*const formats[])(struct params_reader *reader, const struct text *text, json_t **accepted) = {
    [FORMAT_TEXT] = check_any,          [FORMAT_ARTICLE_TYPE] = check_article_type,
    [FORMAT_LANGUAGE] = check_language, [FORMAT_COUNTRY] = check_country,
    [FORMAT_URL] = check_url,           [FORMAT_ASIN] = check_asin,
};

/* --- enums --- */

static const char *upgraded(const struct param *param, const char *value)
{
    for (const struct param_retired *retired = param->retired; retired && retired->from; retired++)
        if (strcmp(retired->from, value) == 0)
            return retired->to;
    return value;
}

static enum outcome check_allowed(struct params_reader *reader, const struct text *text, json_t **accepted)
{
    const char *value = upgraded(text->param, text->value);
    struct buf list = {0};
    for (const char *const *allowed = text->param->allowed; *allowed; allowed++) {
        if (strcmp(*allowed, value) == 0) {
            buf_free(&list);
            return accept_as(reader, value, accepted);
        }
        buf_printf(&list, "%s\"%s\"", list.len ? ", " : "", *allowed);
    }
    return reader_fault(reader, text->pointer, "%s is %s, which is not one of %s.", text->name,
                        reader_quote(reader, text->value), reader_keep(reader, &list));
}

/* --- whole values --- */

enum {
    ENTRY_LENGTH = PARAM_URL_MAX, /* of an array's entry: so far, all are URLs */
    LINE_LENGTH = 300,            /* a text of this length at most is one line: a keyword, a title, a name */
};

/* `maximum` characters at most, 0: no limit. */
static bool is_too_long(struct params_reader *reader, const struct text *text, long maximum)
{
    size_t length = utf8_length(str_from(text->value));
    if (maximum == 0 || length <= (size_t)maximum)
        return false;
    reader_fault(reader, text->pointer, "%s must have %ld characters at most, not %zu.", text->name, maximum, length);
    return true;
}

static enum outcome string_check(struct params_reader *reader, const struct text *text, long maximum, json_t **accepted)
{
    if (text->param->allowed)
        return check_allowed(reader, text, accepted);
    if (is_too_long(reader, text, maximum))
        return REFUSED;
    return formats[text->param->format](reader, text, accepted);
}

enum outcome read_string(struct params_reader *reader, const struct param *param, const json_t *value,
                         json_t **accepted)
{
    struct text text = {.param = param, .name = param->name, .value = json_string_value(value)};
    if (param->format == FORMAT_TEXT && !param->allowed)
        text.value = reader_clean(reader, text.value, param->maximum > 0 && param->maximum <= LINE_LENGTH);
    if (is_blank(text.value))
        return UNSET;
    text.pointer = reader_text(reader, "/%s", param->name);
    return string_check(reader, &text, param->maximum, accepted);
}

static enum outcome string_read_entry(struct params_reader *reader, const struct param *param, size_t index,
                                      const json_t *value, json_t **accepted)
{
    const char *pointer = reader_text(reader, "/%s/%zu", param->name, index);
    const char *name = reader_text(reader, "%s[%zu]", param->name, index);
    if (!json_is_string(value))
        return reader_fault(reader, pointer, "%s must be a string, not %s.", name, json_kind(value));
    struct text text = {.param = param, .name = name, .pointer = pointer, .value = json_string_value(value)};
    return string_check(reader, &text, ENTRY_LENGTH, accepted);
}

/* Is the page of this URL in the list already, in whatever spelling? */
static bool has_page(struct params_reader *reader, const struct param *param, const json_t *entries,
                     const json_t *entry)
{
    if (param->format != FORMAT_URL)
        return false;
    const char *page = url_normalise(reader->arena, str_from(json_string_value(entry)));
    for (size_t i = 0; page && i < json_array_size(entries); i++) {
        const char *other = json_string_value(json_array_get(entries, i));
        const char *its_page = url_normalise(reader->arena, str_from(other));
        if (its_page && strcmp(its_page, page) == 0)
            return true;
    }
    return false;
}

enum outcome read_strings(struct params_reader *reader, const struct param *param, const json_t *value,
                          json_t **accepted)
{
    size_t count = json_array_size(value);
    if (count == 0)
        return UNSET;
    if (count > (size_t)param->maximum)
        return reader_fault(reader, reader_text(reader, "/%s", param->name),
                            "%s must have %ld entries at most, not %zu.", param->name, param->maximum, count);
    json_t *entries = json_array();
    size_t good = 0;
    for (size_t i = 0; i < count; i++) {
        json_t *entry = NULL;
        if (string_read_entry(reader, param, i, json_array_get(value, i), &entry) != ACCEPTED)
            continue;
        good++;
        if (!has_page(reader, param, entries, entry) && json_array_append(entries, entry) != 0)
            arena_fail(reader->arena);
        json_decref(entry);
    }
    if (good == count && !arena_failed(reader->arena))
        return reader_accept(reader, entries, accepted);
    json_decref(entries);
    return REFUSED;
}
