/* What the files that read parameters share: one reading of a request, its faults, and small checks of text. */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_READER_H
#define COPYDESK_WRITE_PARAMS_PARAMS_READER_H

#include "write/params/params.h"

/* What keeps a parameter from applying. */
enum lack {
    LACKS_NOTHING,
    LACKS_ENGINE, /* the v1 engine does not have it */
    LACKS_TYPE,   /* the article type does not have it */
    LACKS_PARENT, /* its parent is not set so */
    LACKS_PLAN    /* the caller's plan does not have it */
};

struct asked {
    const struct param *param;
    enum lack lack;
};

/* One reading of a request. A failed allocation is remembered in `failed`, as struct buf does. */
struct params_reader_reader {
    struct arena *arena;
    const json_t *body;
    const struct params_terms *terms;
    unsigned article_type; /* bit; that of the default until the parameter has been read */
    json_t *config;
    struct asked *asked; /* parameters that the caller set to something other than their default */
    size_t asked_count;
    struct faults faults;
    bool failed;
};

/* The parameter that says who writes. */
extern const char params_model[];

/* What became of one value. */
enum outcome {
    UNSET,    /* as if it had not been there */
    ACCEPTED, /* *accepted holds a new reference */
    REFUSED   /* a fault was reported, or memory ran out */
};

/* Reports a fault at the pointer; always REFUSED. The pointer is copied, the detail is formatted into the arena. */
enum outcome reader_fault(struct params_reader_reader *reader, const char *pointer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Hands a new reference over, or remembers that memory ran out when it is NULL. */
enum outcome reader_accept(struct params_reader_reader *reader, json_t *value, json_t **accepted);

/* Formats into the arena, 1,023 bytes at most: reader_text(reader, "/urls/%zu", i). "" when memory ran out, which
 * is remembered. */
const char *reader_text(struct params_reader_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The value in quotes and cut to a readable length, for messages. "" when memory ran out, which is remembered. */
const char *reader_quote(struct params_reader_reader *reader, const char *text);

/* "a string", "an array", ... */
const char *json_kind(const json_t *value);

bool is_blank(const char *text);

/*
 * The text with a space for each run of control characters (C0, DEL, C1), which steer terminals and show in no
 * page; tabs and ends of lines stay unless it is to be `one_line`. Itself when it has none, else in the arena; ""
 * when memory ran out, which is remembered.
 */
const char *reader_clean(struct params_reader_reader *reader, const char *text, bool one_line);

#endif
