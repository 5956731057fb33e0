/*
 * The configuration, read and checked: every wrong entry is named together with what is allowed. An entry is one row of
 * config.inc; those of an account and a plan are rows in config.c.
 */
#ifndef COPYDESK_SERVICE_CONFIG_H
#define COPYDESK_SERVICE_CONFIG_H

#include "service/account/account.h"

#include <jansson.h>

/* The numbers and plain texts of config.inc, and what the other entries come to. */
struct config {
#define CONFIG_NUMBER(name, least, most, usual, unit, absent, summary) int64_t name;
#define CONFIG_LIMIT(name, least, most, usual, unit, absent, summary)  int64_t name;
#define CONFIG_TEXT(name, absent, summary)                             const char *name; /* NULL: absent */
#include "service/config.inc"
    json_t *root;                /* owns the text of everything here */
    const char *host;            /* numeric address, without brackets */
    int port;                    /* 0: any free one */
    int listener;                /* the listening socket that this process was started with, there; -1: none */
    const char *data;            /* the data folder, which is `folder` beside a database; NULL: the default one */
    const char *database;        /* "postgresql://...", perhaps with a password; NULL: it is in the data folder */
    const char *name;            /* of this node, for people; NULL: that of the machine */
    const char *public_url;      /* without a slash at its end; NULL: the address that it listens at */
    struct address_list proxies; /* in front of the service */
    const json_t *models;        /* entries by name; NULL: the built-in writer for every name */
    bool asks_models;            /* one of them is a language model */
    const char **allow_addresses;
    size_t allow_count;
    int64_t keep_days[ARTICLE_ENDS]; /* for which articles are kept that have ended so; 0: for ever */
    int64_t limits[LIMIT_CLASSES]; /* requests per minute, 0: unlimited; of plans that say nothing, and of addresses */
    struct bounds bounds;          /* of what an account holds */
    struct plans plans;
    struct account_terms *accounts; /* the first is the local one */
    size_t account_count;
    enum log_level log;
    bool log_set;
    enum log_format log_format;
    bool log_format_set;
};

enum { ACCOUNT_NAME_MAX = 64 };

/* NULL json: all defaults. What it reads lives in the arena and in config->root (config_free). */
enum status config_read(const json_t *json, struct arena *arena, struct config *config, struct error *err);
void config_free(struct config *config);

/* --- the rows --- */

struct service_entry;

struct config_row {
    const char *name;
    enum status (*read)(const struct service_entry *entry);
    size_t at;                    /* of a number (int64_t) or a plain text, in what has those of its table */
    int64_t least, most, usual;   /* of a number; most 0: it is none; usual below the least: it depends on others */
    const char *unit;             /* of a number: "seconds"; NULL: it counts what its sentence says */
    const char *type;             /* as editors write it: "integer" */
    const char *absent, *summary; /* what holds without it, in words, NULL: the usual number, or nothing; a sentence */
};

struct config_rows {
    const char *name, *summary;
    const struct config_row *list;
    size_t count;
};

/* The tables. What has their numbers: struct config of the first two, struct account_terms, struct plan_amounts. */
enum config_table { CONFIG_OPTIONS, CONFIG_LIMITS, CONFIG_ACCOUNT, CONFIG_PLAN, CONFIG_TABLES };

const struct config_rows *config_rows(enum config_table table);

/* The numbers in force, by name. New reference; NULL: no memory. */
json_t *config_numbers(enum config_table table, const void *of);

#endif
