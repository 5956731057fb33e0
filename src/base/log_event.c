#include "base/log_event.h"

#include "base/log_json.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { VALUE_MAX_BYTES = 240, PLAIN_MAX_BYTES = 900 };

static void log_event_add(struct log_event *event, const char *text, size_t length)
{
    if (event->length + length >= (event->is_json ? sizeof event->text : PLAIN_MAX_BYTES))
        return;
    memcpy(event->text + event->length, text, length);
    event->length += length;
    event->text[event->length] = '\0';
}

struct log_event log_event_begin(const char *name)
{
    struct log_event event = {.name = name, .is_json = log_format() == LOG_JSON};
    if (!event.is_json)
        log_event_add(&event, name, strlen(name));
    return event;
}

void log_event_end(const struct log_event *event, enum log_level level)
{
    if (event->is_json)
        log_members(level, event->name, event->text);
    else
        log_line(level, "%s", event->text);
}

/* --- values --- */

static bool is_control(struct str at)
{
    unsigned char first = (unsigned char)at.data[0];
    return first < ' ' || first == 127 || (first == 0xC2 && at.len > 1 && (unsigned char)at.data[1] < 0xA0);
}

/* The length of the first character in bytes; 0 when it must not be shown (it is not UTF-8, or would move a terminal's
 * cursor). */
static size_t shown_length(struct str text)
{
    if (is_control(text))
        return 0;
    return (unsigned char)text.data[0] < 0x80 ? 1 : utf8_sequence(text);
}

static void add_quoted(struct log_event *event, struct str text)
{
    log_event_add(event, "\"", 1);
    while (text.len) {
        size_t length = shown_length(text);
        if (text.data[0] == '"' || text.data[0] == '\\')
            log_event_add(event, "\\", 1);
        log_event_add(event, length ? text.data : "?", length ? length : 1);
        length += !length;
        text = (struct str){text.data + length, text.len - length};
    }
    log_event_add(event, "\"", 1);
}

static bool log_event_is_word(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.data[i] <= ' ' || (unsigned char)text.data[i] >= 127 || strchr("\"\\=", text.data[i]))
            return false;
    return text.len > 0;
}

/* A member whose value is JSON already; whole or not at all. */
static void add_member(struct log_event *event, const char *name, const char *value)
{
    char text[sizeof event->text];
    int length = snprintf(text, sizeof text, ",\"%s\":%s", name, value);
    if (length > 0 && (size_t)length < sizeof text)
        log_event_add(event, text, (size_t)length);
}

static void add_json_text(struct log_event *event, const char *name, struct str value)
{
    char text[VALUE_MAX_BYTES * 3];
    size_t length = log_json_string(text, 0, sizeof text - 1, value);
    text[length] = '\0';
    add_member(event, name, text);
}

static void log_event_add_name(struct log_event *event, const char *name)
{
    log_event_add(event, " ", 1);
    log_event_add(event, name, strlen(name));
    log_event_add(event, "=", 1);
}

void log_event_slice(struct log_event *event, const char *name, struct str value)
{
    if (value.len > VALUE_MAX_BYTES)
        value.len = utf8_valid_length((struct str){value.data, VALUE_MAX_BYTES});
    if (event->is_json) {
        add_json_text(event, name, value);
        return;
    }
    log_event_add_name(event, name);
    if (log_event_is_word(value))
        log_event_add(event, value.data, value.len);
    else
        add_quoted(event, value);
}

void log_event_text(struct log_event *event, const char *name, const char *value)
{
    if (value)
        log_event_slice(event, name, str_from(value));
}

void log_event_id(struct log_event *event, const char *subject, const char *id)
{
    log_event_text(event, event->is_json ? subject : "id", id);
}

static void add_figure(struct log_event *event, const char *name, const char *value)
{
    if (event->is_json) {
        add_member(event, name, value);
        return;
    }
    log_event_add_name(event, name);
    log_event_add(event, value, strlen(value));
}

void log_event_number(struct log_event *event, const char *name, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)value);
    add_figure(event, name, text);
}

void log_event_seconds(struct log_event *event, const char *name, int64_t ms)
{
    char text[32];
    ms = ms > 0 ? ms : 0;
    snprintf(text, sizeof text, "%lld.%03d", (long long)(ms / 1000), (int)(ms % 1000));
    add_figure(event, name, text);
}
