#include "base/log.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static _Atomic int level_now = LOG_WARN;

void log_set_level(enum log_level level)
{
    atomic_store(&level_now, (int)level);
}

bool log_wants(enum log_level level)
{
    return (int)level <= atomic_load(&level_now);
}

void log_line(enum log_level level, const char *format, ...)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};
    if (!log_wants(level))
        return;
    char line[1024];
    int64_t now = clock_now_ms();
    time_t seconds = (time_t)(now / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    size_t head = strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%S", &tm);
    head += (size_t)snprintf(line + head, sizeof line - head, ".%03dZ copydesk %s: ", (int)(now % 1000), names[level]);
    va_list arguments;
    va_start(arguments, format);
    int body = vsnprintf(line + head, sizeof line - head - 1, format, arguments);
    va_end(arguments);
    size_t length = head + (body > 0 ? (size_t)body : 0);
    if (length > sizeof line - 2)
        length = sizeof line - 2;
    for (char *c = line + head; c < line + length; c++)
        if (*c == '\n' || *c == '\r') /* a message with text from outside must not forge a second line */
            *c = ' ';
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0)
        return; /* a failed write to standard error cannot be reported anywhere */
}
