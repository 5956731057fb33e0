#include "service/agreement.h"

#include <openssl/sha.h>
#include <stdlib.h>

enum { DIGEST_BYTES = 16 };

/* How an entry is shared. */
enum handling {
    PLAIN,  /* value by value; a successor goes on with it */
    HERE,   /* compared, but it belongs to the process that asked for it */
    SECRET, /* only a digest leaves the process */
};

/* --- the values in force --- */

static json_t *listen_value(const struct config *config)
{
    char text[128];
    snprintf(text, sizeof text, strchr(config->host, ':') ? "[%s]:%d" : "%s:%d", config->host, config->port);
    return json_string(text);
}

static json_t *workers_value(const struct config *config)
{
    return json_integer(config->workers);
}

static json_t *addresses_value(const struct config *config)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < config->allow_count; i++)
        json_array_append_new(list, json_string(config->allow_addresses[i]));
    return list;
}

static json_t *limits_value(const struct config *config)
{
    json_t *limits =
        json_pack("{s:I,s:I,s:I}", "connections_per_address", (json_int_t)config->connections_per_address, "body_bytes",
                  (json_int_t)config->body_bytes, "request_seconds", (json_int_t)config->request_seconds);
    if (limits && config->connections)
        json_object_set_new(limits, "connections", json_integer(config->connections));
    for (int class = 0; limits && class < LIMIT_CLASSES; class ++)
        json_object_set_new(limits, limit_names[class], json_integer(config->limits[class]));
    return limits;
}

static json_t *digest(json_t *value)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];
    char hex[2 * DIGEST_BYTES + 1];
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(value);
    if (!text)
        return NULL;
    SHA256((const unsigned char *)text, strlen(text), hash);
    free(text);
    hex_encode(hash, DIGEST_BYTES, hex);
    return json_string(hex);
}

static json_t *account_value(const struct account_config *account)
{
    return json_pack("{s:s,s:i,s:I,s:I,s:s?}", "id", account->id, "plan", (int)account->plan, "words",
                     (json_int_t)account->words, "credits", (json_int_t)account->credits, "key", account->key);
}

static json_t *local_value(const struct config *config)
{
    return digest(account_value(&config->accounts[0]));
}

static json_t *accounts_value(const struct config *config)
{
    json_t *accounts = json_object();
    for (size_t i = 1; accounts && i < config->account_count; i++)
        json_object_set_new(accounts, config->accounts[i].id, account_value(&config->accounts[i]));
    return digest(accounts);
}

static const struct {
    const char *name;
    enum handling handling;
    json_t *(*value)(const struct config *config); /* NULL: no memory */
} entries[] = {
    {"listen", HERE, listen_value},  {"workers", PLAIN, workers_value}, {"allow_addresses", PLAIN, addresses_value},
    {"limits", PLAIN, limits_value}, {"account", SECRET, local_value},  {"accounts", SECRET, accounts_value},
};

json_t *agreement_entries(const struct config *config)
{
    json_t *all = json_object();
    bool complete = all;
    for (size_t i = 0; complete && i < COUNT_OF(entries); i++)
        complete = json_object_set_new(all, entries[i].name, entries[i].value(config)) == 0;
    if (complete)
        return all;
    json_decref(all);
    return NULL;
}

/* --- comparing --- */

struct comparison {
    const struct endpoint *running;
    const char *folder;
    struct error *err;
};

static enum status differs(const struct comparison *c, const char *name, const json_t *here, const json_t *there,
                           enum handling handling)
{
    static const char remedy[] = "give both the same, or this program a data folder of its own";
    char *ours = json_dumps(here, JSON_COMPACT | JSON_ENCODE_ANY);
    char *theirs = there ? json_dumps(there, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    enum status status;
    if (handling == SECRET)
        status = error_set(c->err, E_CONFLICT, "configuration",
                           "the service that process %d runs on %s is configured with another %s: %s",
                           (int)c->running->pid, c->folder, name, remedy);
    else
        status = error_set(c->err, E_CONFLICT, "configuration",
                           "the service that process %d runs on %s has %s = %.80s, and this program asks for %.80s: %s",
                           (int)c->running->pid, c->folder, name, theirs ? theirs : "its default",
                           ours ? ours : "another value", remedy);
    free(ours);
    free(theirs);
    return status;
}

/* Of an entry with parts only those count that are configured: in `asked`, by name. */
static enum status compare_parts(const struct comparison *c, const char *name, const json_t *asked, const json_t *here,
                                 const json_t *there)
{
    const char *part;
    json_t *value;
    json_object_foreach((json_t *)asked, part, value)
    {
        char path[64];
        const json_t *ours = json_object_get(here, part), *theirs = json_object_get(there, part);
        snprintf(path, sizeof path, "%s.%s", name, part);
        if (!json_equal(ours, theirs))
            return differs(c, path, ours, theirs, PLAIN);
    }
    return OK;
}

static bool is_empty(const json_t *value)
{
    return json_object_size(value) == 0 && json_array_size(value) == 0 && !json_is_string(value) &&
           !json_is_number(value);
}

enum status agreement_check(const struct config *config, const struct endpoint *running, const char *folder,
                            struct error *err)
{
    const struct comparison c = {running, folder, err};
    json_t *own = agreement_entries(config);
    enum status status = own ? OK : error_memory(err);
    for (size_t i = 0; status == OK && i < COUNT_OF(entries); i++) {
        const char *name = entries[i].name;
        const json_t *asked = json_object_get(config->root, name);
        const json_t *here = json_object_get(own, name), *there = json_object_get(running->shared, name);
        if (!asked || is_empty(asked) || json_equal(here, there))
            continue;
        status = json_is_object(here) ? compare_parts(&c, name, asked, here, there)
                                      : differs(&c, name, here, there, entries[i].handling);
    }
    json_decref(own);
    return status;
}

/* --- succeeding --- */

json_t *agreement_succeed(const json_t *own, const json_t *in_force)
{
    json_t *merged = own ? json_deep_copy(own) : json_object();
    bool complete = merged;
    for (size_t i = 0; complete && i < COUNT_OF(entries); i++) {
        const char *name = entries[i].name;
        json_t *value = json_object_get(in_force, name), *kept = json_object_get(merged, name);
        bool has_parts = json_is_object(kept) && json_is_object(value);
        if (entries[i].handling != PLAIN || !value || (kept && !has_parts))
            continue;
        complete = kept ? json_object_update_missing(kept, value) == 0 : json_object_set(merged, name, value) == 0;
    }
    if (complete)
        return merged;
    json_decref(merged);
    return NULL;
}
