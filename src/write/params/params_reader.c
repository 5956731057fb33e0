#include "write/params/params_reader.h"

#include "text/unicode.h"

#include <stdio.h>

const char params_model[] = "modelVersion";

static const char *format_text(struct params_reader_reader *reader, const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    const char *copy = arena_copy(reader->arena, text);
    reader->failed = reader->failed || !copy;
    return copy ? copy : "";
}

enum outcome reader_fault(struct params_reader_reader *reader, const char *pointer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    faults_add_list(&reader->faults, pointer, format, arguments);
    va_end(arguments);
    reader->failed = reader->failed || reader->faults.failed;
    return REFUSED;
}

enum outcome reader_accept(struct params_reader_reader *reader, json_t *value, json_t **accepted)
{
    *accepted = value;
    reader->failed = reader->failed || !value;
    return value ? ACCEPTED : REFUSED;
}

const char *reader_text(struct params_reader_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(reader, format, arguments);
    va_end(arguments);
    return text;
}

const char *reader_quote(struct params_reader_reader *reader, const char *text)
{
    enum { SHOWN = 40 };
    size_t length = strlen(text), end = length;
    if (length > SHOWN)
        for (end = SHOWN; end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80;)
            end--;
    const char *quoted = arena_printf(reader->arena, "\"%.*s%s\"", (int)end, text, end < length ? "…" : "");
    reader->failed = reader->failed || !quoted;
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

const char *reader_clean(struct params_reader_reader *reader, const char *text, bool one_line)
{
    size_t at = 0, length;
    while (text[at] && !control_length(text + at, one_line))
        at++;
    if (!text[at])
        return text;
    char *clean = arena_copy(reader->arena, text), *end = clean;
    if (!clean) {
        reader->failed = true;
        return "";
    }
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
