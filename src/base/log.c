#include "base/log.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ESCAPE_ROOM = 8 };

/* Takes the first character off the text; what it is in a JSON string goes to `as`. Returns that length. */
static size_t log_json_take(struct str *text, char as[ESCAPE_ROOM])
{
    unsigned char first = (unsigned char)text->data[0];
    size_t taken = first < 0x80 ? 1 : utf8_sequence(*text), length;
    if (!taken)
        length = (size_t)snprintf(as, ESCAPE_ROOM, "\\ufffd");
    else if (first < ' ' || first == 127)
        length = (size_t)snprintf(as, ESCAPE_ROOM, "\\u%04x", first);
    else if (first == '"' || first == '\\')
        length = (size_t)snprintf(as, ESCAPE_ROOM, "\\%c", first);
    else
        memcpy(as, text->data, length = taken);
    taken += !taken;
    *text = (struct str){text->data + taken, text->len - taken};
    return length;
}

/*
 * Appends a text as a JSON string, quotes included, to what stands in out[0..length). What is not UTF-8 becomes U+FFFD;
 * what does not fit is cut between two characters. Returns the new length; `length` itself when not even an empty
 * string fits into `room` bytes.
 */
static size_t log_json_string(char *out, size_t length, size_t room, struct str text)
{
    char as[ESCAPE_ROOM];
    if (length + 2 > room)
        return length;
    out[length++] = '"';
    while (text.len) {
        size_t more = log_json_take(&text, as);
        if (length + more + 1 > room)
            break;
        memcpy(out + length, as, more);
        length += more;
    }
    out[length++] = '"';
    return length;
}

static _Atomic int level_now = LOG_WARN;

static _Atomic int format_now = LOG_PLAIN;

void log_set_format(enum log_format format)
{
    atomic_store(&format_now, (int)format);
}

static enum log_format log_format(void)
{
    return (enum log_format)atomic_load(&format_now);
}

void log_set_level(enum log_level level)
{
    atomic_store(&level_now, (int)level);
}

bool log_wants(enum log_level level)
{
    return (int)level <= atomic_load(&level_now);
}

enum { LINE_MAX_BYTES = 1024, JSON_MAX_BYTES = 4096, TIME_ROOM = 32 };

static const char *const names[] = {"error", "warn", "info", "debug"};

/* "2026-01-31T12:00:00.123Z" */
static void write_time(char out[TIME_ROOM])
{
    int64_t now = clock_now_ms();
    time_t seconds = (time_t)(now / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    size_t length = strftime(out, TIME_ROOM, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(out + length, TIME_ROOM - length, ".%03dZ", (int)(now % 1000));
}

/* The line has room for its end. */
static void log_write_line(char *line, size_t length)
{
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0)
        return; /* a failed write to standard error cannot be reported anywhere */
}

static void write_plain(enum log_level level, const char *message)
{
    char line[LINE_MAX_BYTES], time[TIME_ROOM];
    write_time(time);
    int whole = snprintf(line, sizeof line - 1, "%s copydesk %s: %s", time, names[level], message);
    size_t length = whole > 0 ? (size_t)whole : 0;
    if (length > sizeof line - 2)
        length = sizeof line - 2;
    for (char *c = line; c < line + length; c++)
        if (*c == '\n' || *c == '\r') /* a message with text from outside must not forge a second line */
            *c = ' ';
    log_write_line(line, length);
}

/* For an event: a line in JSON. members: JSON, each with a comma before it. */
static void log_members(enum log_level level, const char *event, const char *members)
{
    char line[JSON_MAX_BYTES], time[TIME_ROOM];
    if (!log_wants(level))
        return;
    write_time(time);
    int length = snprintf(line, sizeof line - 1, "{\"time\":\"%s\",\"level\":\"%s\",\"event\":\"%s\"%s}", time,
                          names[level], event, members);
    if (length > 0 && (size_t)length < sizeof line - 1)
        log_write_line(line, (size_t)length);
}

static void write_json(enum log_level level, const char *message, const char *subject, const char *id)
{
    char members[JSON_MAX_BYTES - 200];
    size_t length = 0, room = sizeof members - 1;
    if (subject) {
        length = (size_t)snprintf(members, 64, ",\"%.40s\":", subject);
        length = log_json_string(members, length, 400, str_from(id));
    }
    length += (size_t)snprintf(members + length, 16, ",\"message\":");
    length = log_json_string(members, length, room, str_from(message));
    members[length] = '\0';
    log_members(level, "message", members);
}

void log_line(enum log_level level, const char *format, ...)
{
    char message[LINE_MAX_BYTES];
    if (!log_wants(level))
        return;
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(message, sizeof message, format, arguments) < 0)
        message[0] = '\0';
    va_end(arguments);
    if (log_format() == LOG_JSON)
        write_json(level, message, NULL, NULL);
    else
        write_plain(level, message);
}

void log_about(enum log_level level, const char *subject, const char *id, const char *format, ...)
{
    char message[LINE_MAX_BYTES];
    if (!log_wants(level))
        return;
    int head = snprintf(message, 400, "%s %s: ", subject, id);
    head = head < 0 ? 0 : head > 399 ? 399 : head;
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(message + head, sizeof message - (size_t)head, format, arguments) < 0)
        message[head] = '\0';
    va_end(arguments);
    if (log_format() == LOG_JSON)
        write_json(level, message + head, subject, id);
    else
        write_plain(level, message);
}

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
