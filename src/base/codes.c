#include "base/codes.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *sentence;
} table[CODES] = {
    [CODE_INTERNAL] = {"internal", "Something went wrong while the article was written; try again."},
    [CODE_CANCELLED] = {"cancelled", "The article was cancelled."},
    [CODE_INTERRUPTED] = {"interrupted", "Writing was interrupted too many times; create the article again."},
    [CODE_INSUFFICIENT_WORDS] = {"insufficient_words", "The account has no words left; add words and create it again."},
    [CODE_NO_SOURCES] = {"no_sources", NULL},
    [CODE_SOURCE_UNREACHABLE] = {"source_unreachable", NULL},
    [CODE_NO_CAPTIONS] = {"no_captions", NULL},
    [CODE_NO_PRODUCTS] = {"no_products", NULL},
    [CODE_NO_PLACES] = {"no_places", NULL},
    [CODE_MODEL_UNAVAILABLE] = {"model_unavailable", NULL},
};

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
    char message[sizeof err->message + 1]; /* one more than fits, so that error_set sees where to cut */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_set(err, status, code_name(code), "%s", message);
}
