#include "base/log.h"

#include "base/clock.h"
#include "base/log_json.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static _Atomic int level_now = LOG_WARN;

static _Atomic int format_now = LOG_PLAIN;

void log_set_format(enum log_format format)
{
    atomic_store(&format_now, (int)format);
}

enum log_format log_format(void)
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

void log_members(enum log_level level, const char *event, const char *members)
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
