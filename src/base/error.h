/*
 * Errors: a function that can fail returns an enum status and, unless the caller passed NULL, fills a struct error.
 * The message lives inside the struct, so that running out of memory can be reported too.
 */
#ifndef COPYDESK_BASE_ERROR_H
#define COPYDESK_BASE_ERROR_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

enum status {
    OK = 0,
    E_MEMORY,    /* an allocation failed */
    E_INVALID,   /* the caller's input is wrong; the message names what and what is allowed */
    E_NOT_FOUND, /* no such thing, or not the caller's */
    E_CONFLICT,  /* the thing is in a state that forbids it, or somebody else was first */
    E_DENIED,    /* a rule forbids it: the outgoing guard, robots.txt, a plan */
    E_LIMIT,     /* too large or too many */
    E_IO,        /* a file or the database */
    E_NETWORK,   /* no connection, or it broke */
    E_TIMEOUT,   /* a deadline passed */
    E_CANCELLED, /* the work was called off */
    E_UPSTREAM,  /* another service answered with an error */
    E_CORRUPT,   /* stored data is not what was written */
    E_INTERNAL   /* a defect of ours */
};

struct error {
    enum status status;
    const char *code;  /* static, stable word for programs, such as "no_sources"; NULL where none fits */
    char message[480]; /* one sentence for people, NUL-terminated, cut at a character boundary */
};

/* Fills err (may be NULL) and returns status, so that a function can end with `return error_set(...)`. */
enum status error_set(struct error *err, enum status status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Shorthand for the commonest failure: E_MEMORY, "out of memory". */
enum status error_memory(struct error *err);

/* The name of a status in words, for logs: "not found". Static. */
const char *status_name(enum status status);

/* --- why an article failed --- */

/*
 * The closed set of words that a status record shows as its errorCode. A new code is one row of
 * RECORD_CODES. Where the article fails, the code is named by its constant:
 *
 *     return code_error(err, E_NOT_FOUND, CODE_NO_SOURCES, "no document of the library speaks of \"%s\"", keyword);
 */

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

/* --- what is wrong with a request, all of it, collected in an arena --- */

/* One thing wrong with a request. */
struct fault {
    const char *pointer; /* JSON Pointer (RFC 6901): "/urls/3", "" for the whole body */
    const char *detail;  /* what is wrong and what is allowed, a sentence */
};

struct faults {
    struct arena *arena; /* of all texts; the rest is zeroed */
    struct fault *list;
    size_t count, cap;
    size_t most; /* further ones are left out; 0: there is no limit */
    bool failed; /* memory ran out */
};

/* Adds one. The pointer is copied; the detail is cut after 1,023 bytes. */
void faults_add(struct faults *faults, const char *pointer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void faults_add_list(struct faults *faults, const char *pointer, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Appends a name from outside to a JSON Pointer, as its next part: "/" and the name, escaped. */
void faults_pointer_add(struct buf *pointer, struct str name);

#endif
