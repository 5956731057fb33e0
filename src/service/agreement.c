#include "service/agreement.h"

#include <openssl/sha.h>
#include <stdlib.h>

enum { DIGEST_BYTES = 16 };

#define KEY "key"

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
        json_object_set_new(limits, limit_rows[class].name, json_integer(config->limits[class]));
    return limits;
}

static json_t *account_value(const struct account_terms *account)
{
    return json_pack("{s:s,s:I,s:I}", "plan", plan_name(account->plan), "words", (json_int_t)account->words, "credits",
                     (json_int_t)account->credits);
}

static bool add_digest(json_t *account, const char *key)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];
    char hex[2 * DIGEST_BYTES + 1];
    SHA256((const unsigned char *)key, strlen(key), hash);
    hex_encode(hash, DIGEST_BYTES, hex);
    return json_object_set_new(account, KEY, json_string(hex)) == 0;
}

static json_t *local_value(const struct config *config)
{
    const struct account_terms *local = &config->accounts[0];
    json_t *account = account_value(local);
    if (!account || !local->key || add_digest(account, local->key))
        return account;
    json_decref(account);
    return NULL;
}

static json_t *accounts_value(const struct config *config)
{
    json_t *accounts = json_object();
    for (size_t i = 1; accounts && i < config->account_count; i++)
        json_object_set_new(accounts, config->accounts[i].id, account_value(&config->accounts[i]));
    return accounts;
}

static const struct {
    const char *name;
    json_t *(*value)(const struct config *config); /* NULL: no memory */
    bool is_left;                                  /* `listen` belongs to the program that asked for it */
} entries[] = {
    {"listen", listen_value, true}, {"workers", workers_value}, {"allow_addresses", addresses_value},
    {"limits", limits_value},       {"account", local_value},   {"accounts", accounts_value},
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

static enum status differs(const struct comparison *c, const char *name, const json_t *here, const json_t *there)
{
    static const char remedy[] = "give both the same, or this program a data folder of its own";
    char *ours = json_dumps(here, JSON_COMPACT | JSON_ENCODE_ANY);
    char *theirs = there ? json_dumps(there, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    enum status status =
        error_set(c->err, E_CONFLICT, "configuration",
                  "the service that process %d runs on %s has %s = %.80s, and this program asks for %.80s: %s",
                  (int)c->running->pid, c->folder, name, theirs ? theirs : "no value", ours ? ours : "another", remedy);
    free(ours);
    free(theirs);
    return status;
}

/* Of an entry with parts, compares only those that `asked` names. */
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
        bool is_free = !theirs && strcmp(part, KEY) == 0; /* it becomes one more key when this program takes over */
        if (!is_free && !json_equal(ours, theirs))
            return differs(c, path, ours, theirs);
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
        status = json_is_object(here) ? compare_parts(&c, name, asked, here, there) : differs(&c, name, here, there);
    }
    json_decref(own);
    return status;
}

/* --- succeeding --- */

/* Fills in the values that were in force for entries, and parts of entries, that the configuration leaves open. */
static bool fill_in(json_t *config, const char *name, const json_t *in_force)
{
    json_t *value = json_deep_copy(in_force), *own = json_object_get(config, name);
    bool done = value != NULL;
    json_object_del(value, KEY); /* an account's key, of which only a digest is known */
    if (done && !own)
        done = json_object_set(config, name, value) == 0;
    else if (done && json_is_object(own) && json_is_object(value))
        done = json_object_update_missing(own, value) == 0;
    json_decref(value);
    return done;
}

json_t *agreement_succeed(const json_t *own, const json_t *in_force)
{
    json_t *merged = own ? json_deep_copy(own) : json_object();
    bool complete = merged;
    for (size_t i = 0; complete && i < COUNT_OF(entries); i++) {
        const json_t *value = json_object_get(in_force, entries[i].name);
        if (value && !entries[i].is_left)
            complete = fill_in(merged, entries[i].name, value);
    }
    if (complete)
        return merged;
    json_decref(merged);
    return NULL;
}
