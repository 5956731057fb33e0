#include "base/error.h"

#include <stdarg.h>
#include <stddef.h>
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

void faults_add_list(struct faults *faults, const char *pointer, const char *format, va_list arguments)
{
    char detail[1024];
    if (faults->most && faults->count == faults->most)
        return;
    vsnprintf(detail, sizeof detail, format, arguments);
    struct fault fault = {arena_copy(faults->arena, pointer), arena_copy(faults->arena, detail)};
    struct fault *list = vec_room(faults->arena, faults->list, faults->count, &faults->cap, sizeof fault);
    if (!fault.pointer || !fault.detail || !list) {
        faults->failed = true;
        return;
    }
    faults->list = list;
    faults->list[faults->count++] = fault;
}

void faults_add(struct faults *faults, const char *pointer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    faults_add_list(faults, pointer, format, arguments);
    va_end(arguments);
}

void faults_pointer_add(struct buf *pointer, struct str name)
{
    buf_char(pointer, '/');
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i] == '~' || name.data[i] == '/')
            buf_str(pointer, name.data[i] == '~' ? "~0" : "~1");
        else
            buf_char(pointer, name.data[i]);
    }
}

#define RECORD_CODE_ROW(constant, name, sentence) {name, sentence},
static const struct {
    const char *name, *sentence;
} table[CODES] = {RECORD_CODES(RECORD_CODE_ROW)};
#undef RECORD_CODE_ROW

const char *code_name(enum code code)
{
    return table[code].name;
}

const char *code_sentence(enum code code)
{
    return table[code].sentence;
}

enum code code_find(const char *name)
{
    for (int code = 0; name && code < CODES; code++)
        if (strcmp(table[code].name, name) == 0)
            return (enum code)code;
    return CODE_INTERNAL;
}

enum status code_error(struct error *err, enum status status, enum code code, const char *format, ...)
{
    char message[sizeof err->message + 1]; /* one byte more than fits, so that error_set sees that it must cut */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_set(err, status, code_name(code), "%s", message);
}
