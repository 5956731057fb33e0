/*
 * One reading of a request. What runs out of memory is noted by the arena, which is asked when all was read; until then
 * a text that could not be made is "".
 */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_PARTS_H
#define COPYDESK_WRITE_PARAMS_PARAMS_PARTS_H

#include "text/text.h"
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

struct params_reader {
    struct arena *arena;
    const json_t *body;
    const struct params_terms *terms;
    unsigned article_type; /* bit; that of the default until the parameter has been read */
    json_t *config;
    struct asked *asked; /* parameters that the caller set to something other than their default */
    size_t asked_count;
    struct faults faults;
};

/* The parameter that says who writes. */
extern const char params_model[];

/* Reads a parameter into the config, reports its fault, or remembers it for the notes; those that stand before it in
 * the table were read before. */
void read_param(struct params_reader *reader, const struct param *param);

/* --- values --- */

/* What became of one value. */
enum outcome {
    UNSET,    /* as if it had not been there */
    ACCEPTED, /* *accepted holds a new reference */
    REFUSED   /* a fault was reported, or memory ran out */
};

/* Reports a fault at the pointer; always REFUSED. The pointer is copied, the detail is formatted into the arena. */
enum outcome reader_fault(struct params_reader *reader, const char *pointer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Hands a new reference over; NULL: memory ran out. */
enum outcome reader_accept(struct params_reader *reader, json_t *value, json_t **accepted);

/* Parameters that are strings or arrays of strings; their JSON type was checked before. */
enum outcome read_string(struct params_reader *reader, const struct param *param, const json_t *value,
                         json_t **accepted);
enum outcome read_strings(struct params_reader *reader, const struct param *param, const json_t *value,
                          json_t **accepted);

/* --- texts, in the arena --- */

/* Formats 1,023 bytes at most: reader_text(reader, "/urls/%zu", i). */
const char *reader_text(struct params_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What was built; the buffer is freed. */
const char *reader_keep(struct params_reader *reader, struct buf *buf);

/* The value in quotes and cut to a readable length, for messages. */
const char *reader_quote(struct params_reader *reader, const char *text);

/*
 * The text with a space for each run of control characters (C0, DEL, C1), which steer terminals and show in no
 * page; tabs and ends of lines stay unless it is to be `one_line`. Itself when it has none.
 */
const char *reader_clean(struct params_reader *reader, const char *text, bool one_line);

/* "a string", "an array", ... */
const char *json_kind(const json_t *value);

bool is_blank(const char *text);

/* Appends the names of article types by their bits: "blog_post", "listicle". */
void list_article_types(struct buf *out, unsigned which);

#endif
