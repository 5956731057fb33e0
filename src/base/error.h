/*
 * Errors: a function that can fail returns an enum status and, unless the caller passed NULL, fills a struct error.
 * The message lives inside the struct, so that running out of memory can be reported too.
 */
#ifndef COPYDESK_BASE_ERROR_H
#define COPYDESK_BASE_ERROR_H

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

#endif
