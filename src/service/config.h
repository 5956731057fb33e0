/* The configuration, read and checked: every wrong entry is named together with what is allowed. */
#ifndef COPYDESK_SERVICE_CONFIG_H
#define COPYDESK_SERVICE_CONFIG_H

#include "service/account/account.h"

#include <jansson.h>

struct config {
    json_t *root;                /* owns the text of everything below */
    const char *host;            /* numeric address, without brackets */
    int port;                    /* 0: any free one */
    int listener;                /* the listening socket that this process was started with, there; -1: none */
    const char *data, *library;  /* folders; NULL: default folder; no library */
    const char *database;        /* "postgresql://...", perhaps with a password; NULL: it is in the data folder */
    const char *folder;          /* as it is configured: `data` beside a database */
    const char *secret_key;      /* the key file of secrets; NULL: secret.key in the data folder */
    const char *name;            /* of this node, for people; NULL: that of the machine */
    const char *public_url;      /* without a slash at its end; NULL: the address that it listens at */
    struct address_list proxies; /* in front of the service */
    const json_t *models;        /* entries by name; NULL: the built-in writer for every name */
    bool asks_models;            /* one of them is a language model */
    const char **allow_addresses;
    size_t allow_count;
    int workers;
    bool workers_set;
    long keep_days[ARTICLE_ENDS]; /* for which articles are kept that have ended so; 0: for ever */
    long least_words;             /* of an article that the built-in writer makes of sources: with fewer it fails */
    long stop_seconds;            /* for which articles under way may be finished when a standalone service stops */
    long limits[LIMIT_CLASSES];   /* requests per minute, 0: unlimited; of plans that say nothing, and of addresses */
    struct plans plans;
    struct bounds bounds;           /* of what an account holds */
    long connections;               /* most at once; 0: what the process's limit of files leaves */
    long connections_per_address;   /* 0: unlimited */
    long request_seconds;           /* for a request to arrive completely */
    long idle_seconds;              /* for which a connection is kept without a request */
    long body_bytes;                /* of all requests under way together, 0: unlimited */
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

#endif
