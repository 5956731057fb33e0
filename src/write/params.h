/*
 * The request's parameters: ONE table, from which validation, defaults, the echoed config, notes and documentation are made.
 */
#ifndef COPYDESK_WRITE_PARAMS_H
#define COPYDESK_WRITE_PARAMS_H

#include "base/base.h"

#include <jansson.h>

enum param_type { PARAM_STRING, PARAM_BOOLEAN, PARAM_INTEGER, PARAM_STRINGS, PARAM_OUTLINE, PARAM_POLISH };

/* What comes of a parameter today; all but EFFECT_FULL lead to a note when the caller asks for it. */
enum param_effect {
    EFFECT_FULL,
    EFFECT_MODEL, /* steers a language model only; the built-in writer has none */
    EFFECT_LATER  /* accepted, not built yet */
};

/* Article types as bits, for the column `types`. */
enum {
    TYPE_BLOG_POST = 1 << 0,
    TYPE_LISTICLE = 1 << 1,
    TYPE_SERVICE_PAGE = 1 << 2,
    TYPE_MARKET_ROUNDUP = 1 << 3,
    TYPE_VIDEO = 1 << 4,
    TYPE_REWRITE = 1 << 5,
    TYPE_MARKET_REVIEW = 1 << 6,
    TYPE_PLACES = 1 << 7,
    TYPE_ALL = 0xFF
};

struct param {
    const char *name;
    enum param_type type;
    unsigned types;             /* article types that it applies to */
    const char *fallback;       /* default as JSON text; NULL: none */
    const char *const *allowed; /* documented values of an enum, NULL-terminated; NULL: any */
    long minimum, maximum;      /* range of an integer; length in characters of a string; entries of an array */
    bool v2_only;               /* ignored by the v1 engine */
    const char *parent;         /* applies only when this one is ... */
    const char *parent_value;   /* ... this JSON text ("true", "\"custom\""); NULL when there is no parent */
    enum param_effect effect;
    const char *summary; /* one sentence: what it does */
};

const struct param *params_table(size_t *count);

/* One thing wrong with a request. */
struct fault {
    const char *pointer; /* JSON Pointer (RFC 6901): "/urls/3", "" for the whole body */
    const char *detail;  /* what is wrong and what is allowed, a sentence */
};

struct params {
    json_t *config; /* accepted parameters with defaults, retired names upgraded; NULL when there are faults */
    json_t *notes;  /* array of strings for the record; NULL when there are faults */
    struct fault *faults;
    size_t fault_count;
};

/*
 * Checks a parsed request body. engine 1 or 2. E_INVALID when there are faults (all of them are listed), E_MEMORY. References in
 * `params` belong to the caller (json_decref); the faults live in the arena. Whether a named brand, integration or domain exists
 * is for the caller to check.
 */
enum status params_read(struct arena *arena, const json_t *body, int engine, struct params *params, struct error *err);

/* Values of a config. A parameter that is absent (no default, or not applicable) gives NULL, false, or `absent`. */
const char *config_string(const json_t *config, const char *name);
bool config_bool(const json_t *config, const char *name);
long config_integer(const json_t *config, const char *name, long absent);

#endif
