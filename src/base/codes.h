/*
 * Why an article failed: the closed set of words that a status record shows as its errorCode. A new code is one row of
 * RECORD_CODES. Where the article fails, the code is named by its constant:
 *
 *     return code_error(err, E_NOT_FOUND, CODE_NO_SOURCES, "no document of the library speaks of \"%s\"", keyword);
 */
#ifndef COPYDESK_BASE_CODES_H
#define COPYDESK_BASE_CODES_H

#include "base/error.h"

/* row(name in C, word of the record, what the record tells the user where that is always the same) */
/* clang-format off */
#define RECORD_CODES(row) \
    /* A defect or a failure on our side; the message is for the log, not for the user. */ \
    row(INTERNAL, "internal", "Something went wrong while the article was written; try again.") \
    row(CANCELLED, "cancelled", "The article was cancelled.") \
    /* The process that wrote it ended too many times. */ \
    row(INTERRUPTED, "interrupted", "Writing was interrupted too many times; create the article again.") \
    row(INSUFFICIENT_WORDS, "insufficient_words", "The account has no words left; add words and create it again.") \
    row(NO_SOURCES, "no_sources", NULL) \
    /* A page that the request names could not be read. */ \
    row(SOURCE_UNREACHABLE, "source_unreachable", NULL) \
    row(NO_CAPTIONS, "no_captions", NULL) /* of a video */ \
    row(NO_PRODUCTS, "no_products", NULL) \
    row(NO_PLACES, "no_places", NULL) \
    /* The model cannot write this, or does not answer. */ \
    row(MODEL_UNAVAILABLE, "model_unavailable", NULL) \
    /* It answers, but too little of it can be used. */ \
    row(MODEL_UNUSABLE, "model_unusable", NULL)
/* clang-format on */

#define RECORD_CODE_CONSTANT(constant, name, sentence) CODE_##constant,
enum code { RECORD_CODES(RECORD_CODE_CONSTANT) CODES };
#undef RECORD_CODE_CONSTANT

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
