/*
 * Why an article failed: the closed set of words that a status record shows as its errorCode.
 *
 * A new code is a row here and a row of the table in codes.c; nothing else lists them. Where the article fails, the
 * code is named by its enum:
 *
 *     return code_error(err, E_NOT_FOUND, CODE_NO_SOURCES, "no document of the library speaks of \"%s\"", keyword);
 */
#ifndef COPYDESK_BASE_CODES_H
#define COPYDESK_BASE_CODES_H

#include "base/error.h"

enum code {
    CODE_INTERNAL, /* a defect or a failure on our side; the message is for the log, not for the user */
    CODE_CANCELLED,
    CODE_INTERRUPTED,        /* the process that wrote it ended too many times */
    CODE_INSUFFICIENT_WORDS, /* the account has none left */
    CODE_NO_SOURCES,
    CODE_SOURCE_UNREACHABLE, /* a page that the request names could not be read */
    CODE_NO_CAPTIONS,        /* of a video */
    CODE_NO_PRODUCTS,
    CODE_NO_PLACES,
    CODE_MODEL_UNAVAILABLE, /* the model cannot write this, or does not answer */
    CODES
};

/* The word of the record: "no_sources". Static. */
const char *code_name(enum code code);

/* What the record tells the user where it is always the same; NULL where whoever fails the article says it. Static. */
const char *code_sentence(enum code code);

/* The code of an error's word; CODE_INTERNAL for NULL and for words that are no record's. */
enum code code_find(const char *name);

/* error_set with the word of a record's code. */
enum status code_error(struct error *err, enum status status, enum code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
