#include "base/codes.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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
