/*
 * The request's parameters: ONE table, from which validation, defaults, the echoed config, notes and documentation are
 * made.
 *
 * The rules, for every parameter alike:
 * - null counts as absent. So does text that is empty or only white space for an optional string, and an empty array
 *   or object for an array (encoders of Lua cannot tell those two apart).
 * - The JSON type is checked whether or not the parameter applies. The value is checked only when it applies: when the
 *   article type has it, and its parent (a switch, a choice) is set so. A parameter that does not apply is left out of
 *   the config, and a note says what it needs, unless the caller asked for nothing but its default.
 * - A whole number may be written as 5.0, since older Lua encoders have no other way.
 * - Unknown keys are ignored, inside outline sections too; in polishSettings they are faults. The v1 engine does not
 *   have the v2-only parameters, whatever their value is; a note says so.
 * - A URL that is given twice is one: of two spellings of one page the first is kept.
 * - Every fault is reported, not only the first.
 * A config that is read again as a request gives the same config.
 *
 *   params_table.c   the table, and the same as JSON; a new parameter is a row of it
 *   params.c         a request read by the table, notes on what was asked for but is not done, values of a config
 *   params_one.c     one parameter: whether it applies, its default, its value by its type
 *   params_reader.c  faults and texts of one reading, and values that are strings
 */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_H
#define COPYDESK_WRITE_PARAMS_PARAMS_H

#include "base/base.h"

#include <jansson.h>

enum { PARAM_URL_MAX = 2048 }; /* characters of a URL */

enum param_type { PARAM_STRING, PARAM_BOOLEAN, PARAM_INTEGER, PARAM_STRINGS, PARAM_OUTLINE, PARAM_POLISH };

/* What comes of a parameter today; all but EFFECT_FULL lead to a note when the caller asks for it. */
enum param_effect {
    EFFECT_FULL,
    EFFECT_MODEL /* steers a language model only: a note where the built-in writer writes */
};

/* What a string (or each entry of an array of strings) must be, beside its length. */
enum param_format {
    FORMAT_TEXT,
    FORMAT_ARTICLE_TYPE, /* one that can be written today */
    FORMAT_LANGUAGE,     /* English name or BCP 47 tag; echoed as the name */
    FORMAT_COUNTRY,      /* English name, ISO 3166 alpha-2 or alpha-3; echoed as the name */
    FORMAT_URL,          /* absolute, http or https, no user:password */
    FORMAT_ASIN          /* ten letters or digits; echoed in upper case */
};

/* Sections of the documentation, in its order. */
enum param_group {
    GROUP_CORE,
    GROUP_BRAND,
    GROUP_RESEARCH,
    GROUP_STRUCTURE,
    GROUP_PROMPTS,
    GROUP_MEDIA,
    GROUP_POLISH,
    GROUP_CTA,
    GROUP_LIST,
    GROUP_MARKET_ROUNDUP,
    GROUP_VIDEO,
    GROUP_REWRITE,
    GROUP_MARKET_REVIEW
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

/* An older value and what it becomes. */
struct param_retired {
    const char *from, *to;
};

struct param {
    const char *name;
    enum param_group group;
    enum param_type type;
    enum param_format format;            /* of a string, or of the entries of an array of strings */
    unsigned types;                      /* article types that it applies to */
    unsigned required;                   /* article types that cannot do without it, where it applies */
    const char *fallback;                /* default as JSON text; NULL: none */
    const char *const *allowed;          /* documented values of an enum, NULL-terminated; NULL: any (but see format) */
    const struct param_retired *retired; /* ends with NULLs; NULL: none */
    long minimum, maximum;    /* range of an integer; length in characters of a string; entries of an array */
    bool v2_only;             /* unknown to the v1 engine */
    const char *parent;       /* applies only when this one is ... */
    const char *parent_value; /* ... this JSON text ("true", "\"custom\""); both NULL when there is no parent */
    const char *beside;       /* does something only beside this one, which has to be there; NULL: by itself */
    bool needs_plan;          /* only for callers whose plan has it (struct params_terms); a note for the others */
    bool refused_elsewhere;   /* with an article type that does not have it: a fault, instead of being ignored */
    const char *opposite;     /* older key of a boolean, with the opposite meaning; NULL: none */
    enum param_effect effect;
    const char *summary; /* one sentence: what it does */
};

/* All parameters in the order of the documentation; a parent stands before its children. */
const struct param *params_table(size_t *count);

/* NULL: there is none of this name. */
const struct param *params_find(const char *name);

/* Of the documentation's section. */
const char *params_group_title(enum param_group group);

struct param_article_type {
    const char *name;
    unsigned bit;
};
const struct param_article_type *params_article_types(size_t *count);

/* A value of articleLength that stands for a number of body sections. */
struct param_length {
    const char *name;
    size_t min, max; /* sections */
    double share;    /* how long each is, as a share of the usual */
};

/* NULL for the values that stand for none ("default", "custom") and for NULL. */
const struct param_length *params_length(const char *name);

/* The switches inside polishSettings. */
struct param_polish {
    const char *key;
    bool fallback;
    const char *summary;
    const char *left; /* what the built-in writer does of it, when the rest is left to a language model; NULL: all */
};
const struct param_polish *params_polish(size_t *count);

/* Adds a note for each switch that is on in the config and that the built-in writer leaves to a language model. Each
 * begins with PARAMS_POLISH_LEFT. False: memory ran out. */
bool params_polish_left(const json_t *config, json_t *notes);
#define PARAMS_POLISH_LEFT "polishSettings."

/*
 * The whole table as JSON, for documentation and editor annotations: an array of {name, group, type, articleTypes,
 * required, default, allowed, retired, opposite, minimum, maximum, v2Only, parent, parentValue, effect
 * ("model"; absent: full), later (those of `allowed` that cannot be written yet), summary}; what does not apply is left
 * out.
 * writable: bits of the article types that can be written. New reference; NULL when memory ran out.
 */
json_t *params_describe(unsigned writable);

/* What a reading depends on beside the request. */
struct params_terms {
    int engine;        /* 1 or 2 */
    unsigned writable; /* bits of the article types that can be written (article_types_writable) */
    /* Does this modelVersion lead to a language model? NULL: none does, the built-in writer writes everything. */
    bool (*is_language)(const void *context, const char *model);
    const void *context;
    bool lacks_plan; /* the caller's plan has nothing that needs one */
};

struct params {
    json_t *config; /* accepted parameters with defaults, retired names upgraded; NULL when there are faults */
    json_t *notes;  /* array of strings for the record; NULL when there are faults */
    struct fault *faults;
    size_t fault_count;
};

/*
 * Checks a parsed request body. E_INVALID when there are faults (all of them are listed), E_MEMORY. References in
 * `params` belong to the caller (json_decref); the faults live in the arena. Whether a named brand or domain exists is
 * for the caller to check.
 */
enum status params_read(struct arena *arena, const json_t *body, const struct params_terms *terms,
                        struct params *params, struct error *err);

/*
 * The same for a request to polish an article that is there: the config gets polishSettings, with a value for every
 * switch, and polishCustomInstructions where the body has them. Other keys are ignored. body NULL: nothing was sent.
 * model: the modelVersion of the article's config.
 */
enum status params_read_polish(struct arena *arena, const json_t *body, const struct params_terms *terms,
                               const char *model, struct params *params, struct error *err);

/* Values of a config. A parameter that is absent (no default, or not applicable) gives NULL, false, or `absent`. */
const char *config_string(const json_t *config, const char *name);
bool config_bool(const json_t *config, const char *name);
long config_integer(const json_t *config, const char *name, long absent);

/* Is the parameter this text? */
bool config_is(const json_t *config, const char *name, const char *value);

/* A value as JSON text in the order of its members, in the arena; NULL when memory ran out. */
const char *params_dump(struct arena *arena, const json_t *value);

#endif
