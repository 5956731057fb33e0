#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message cut in the middle of a UTF-8 character would make the whole JSON answer invalid. */
static void cut_at_character(char *message, size_t length)
{
    size_t lead = length;
    while (lead > 0 && ((unsigned char)message[lead - 1] & 0xC0) == 0x80)
        lead--;
    if (lead > 0 && (unsigned char)message[lead - 1] >= 0xC0)
        message[lead - 1] = '\0';
}

enum status error_set(struct error *err, enum status status, const char *code, const char *format, ...)
{
    if (!err)
        return status;
    err->status = status;
    err->code = code;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    if (length < 0)
        err->message[0] = '\0';
    else if ((size_t)length >= sizeof err->message)
        cut_at_character(err->message, sizeof err->message - 1);
    return status;
}

enum status error_memory(struct error *err)
{
    return error_set(err, E_MEMORY, NULL, "out of memory");
}

const char *status_name(enum status status)
{
    static const char *const names[] = {
        [OK] = "ok",
        [E_MEMORY] = "out of memory",
        [E_INVALID] = "invalid",
        [E_NOT_FOUND] = "not found",
        [E_CONFLICT] = "conflict",
        [E_DENIED] = "denied",
        [E_LIMIT] = "limit",
        [E_IO] = "input/output",
        [E_NETWORK] = "network",
        [E_TIMEOUT] = "timeout",
        [E_CANCELLED] = "cancelled",
        [E_UPSTREAM] = "upstream",
        [E_CORRUPT] = "corrupt",
        [E_INTERNAL] = "internal",
    };
    return names[status];
}
