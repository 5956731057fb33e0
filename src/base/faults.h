/* faults: what is wrong with a request, all of it, collected in an arena. */
#ifndef COPYDESK_BASE_FAULTS_H
#define COPYDESK_BASE_FAULTS_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

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
