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

/* Who stands before the address that the program asked for. */
static json_t *proxies_value(const struct config *config)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < config->proxies.count; i++)
        json_array_append_new(list, json_string(config->proxies.list[i]));
    return list;
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
    return config_numbers(CONFIG_LIMITS, config);
}

static json_t *plans_value(const struct config *config)
{
    json_t *plans = json_object();
    for (int plan = 0; plans && plan < PLAN_COUNT; plan++)
        json_object_set_new(plans, plan_name((enum plan)plan), config_numbers(CONFIG_PLAN, &config->plans.of[plan]));
    return plans;
}

static json_t *account_value(const struct account_terms *account)
{
    json_t *value = config_numbers(CONFIG_ACCOUNT, account);
    if (value)
        json_object_set_new(value, "plan", json_string(plan_name(account->plan)));
    return value;
}

static bool add_digest(json_t *object, const char *name, const char *secret)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];
    char hex[2 * DIGEST_BYTES + 1];
    SHA256((const unsigned char *)secret, strlen(secret), hash);
    hex_encode(hash, DIGEST_BYTES, hex);
    return json_object_set_new(object, name, json_string(hex)) == 0;
}

static json_t *local_value(const struct config *config)
{
    const struct account_terms *local = &config->accounts[0];
    json_t *account = account_value(local);
    if (!account || !local->key || add_digest(account, KEY, local->key))
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

/* --- entries with secrets --- */

/* Members that hold a secret: api_key, client_secret. One that names where the secret is (api_key_env) does not. */
static bool is_secret(const char *name)
{
    static const char *const ends[] = {"key", "secret", "token", "password"};
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(str_from(name), str_from(ends[i])))
            return true;
    return false;
}

/* Puts digests in the place of the secrets of an entry and of those inside it. False: no memory. */
static bool hide_secrets(json_t *entry)
{
    const char *name;
    json_t *value;
    void *next;
    json_object_foreach_safe(entry, next, name, value)
    {
        const char *text = json_string_value(value);
        bool hidden = text && is_secret(name) ? add_digest(entry, name, text) : hide_secrets(value);
        if (!hidden)
            return false;
    }
    return true;
}

static json_t *without_secrets(const json_t *given)
{
    json_t *value = given ? json_deep_copy(given) : json_object();
    if (value && hide_secrets(value))
        return value;
    json_decref(value);
    return NULL;
}

/* Where none of the entries is for all names the built-in writer is. */
static json_t *models_value(const struct config *config)
{
    json_t *models = without_secrets(config->models);
    if (models && json_object_get(models, "*"))
        return models;
    json_t *builtin = json_pack("{s:s}", "api", "builtin");
    json_t *all = json_object();
    bool complete =
        models && builtin && all && json_object_update(all, models) == 0 && json_object_set(all, "*", builtin) == 0;
    json_decref(models);
    json_decref(builtin);
    if (complete)
        return all;
    json_decref(all);
    return NULL;
}

/* Where none is configured it is the address of whoever runs the service, which nobody else goes on with. */
static json_t *public_url_value(const struct config *config)
{
    return config->public_url ? json_string(config->public_url) : json_object();
}

/* The same: where none is configured it is in the data folder. */
static json_t *secret_key_value(const struct config *config)
{
    return config->secret_key ? json_string(config->secret_key) : json_object();
}

static const struct {
    const char *name;
    json_t *(*value)(const struct config *config); /* gives NULL: no memory. NULL: the entry as it was given */
    bool is_left;                                  /* it belongs to the program that asked for it */
    bool is_deep;                                  /* its parts have parts, each of which may be left open */
} entries[] = {
    {"listen", listen_value, true},
    {"proxies", proxies_value, true},
    {"workers", workers_value},
    {"allow_addresses", addresses_value},
    {"limits", limits_value},
    {"plans", plans_value, .is_deep = true},
    {"account", local_value},
    {"accounts", accounts_value},
    {"models", models_value},
    {"products"},
    {"places"},
    {"videos"},
    {"images"},
    {"search"},
    {"public_url", public_url_value},
    {"secret_key", secret_key_value},
};

static json_t *agreement_value_of(const struct config *config, size_t i)
{
    if (entries[i].value)
        return entries[i].value(config);
    return without_secrets(json_object_get(config->root, entries[i].name));
}

json_t *agreement_entries(const struct config *config)
{
    json_t *all = json_object();
    bool complete = all;
    for (size_t i = 0; complete && i < COUNT_OF(entries); i++)
        complete = json_object_set_new(all, entries[i].name, agreement_value_of(config, i)) == 0;
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

/* Of an entry with parts, compares only those that `asked` names. deep: of those again. */
static enum status compare_parts(const struct comparison *c, const char *name, const json_t *asked, const json_t *here,
                                 const json_t *there, bool deep)
{
    const char *part;
    json_t *value;
    json_object_foreach ((json_t *)asked, part, value) {
        char path[96];
        const json_t *ours = json_object_get(here, part), *theirs = json_object_get(there, part);
        snprintf(path, sizeof path, "%s.%s", name, part);
        if (deep && json_is_object(value)) {
            enum status status = compare_parts(c, path, value, ours, theirs, false);
            if (status)
                return status;
            continue;
        }
        bool is_free = !theirs && strcmp(part, KEY) == 0; /* it becomes one more key when this program takes over */
        if (!is_free && !json_equal(ours, theirs))
            return differs(c, path, ours, theirs);
    }
    return OK;
}

static bool agreement_is_empty(const json_t *value)
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
    for (size_t i = 0; !status && i < COUNT_OF(entries); i++) {
        const char *name = entries[i].name;
        const json_t *asked = json_object_get(config->root, name);
        const json_t *here = json_object_get(own, name), *there = json_object_get(running->shared, name);
        if (!asked || agreement_is_empty(asked) || json_equal(here, there))
            continue;
        status = json_is_object(here) ? compare_parts(&c, name, asked, here, there, entries[i].is_deep)
                                      : differs(&c, name, here, there);
    }
    json_decref(own);
    return status;
}

/* --- succeeding --- */

/* Takes out what has a secret, of which only a digest is known: a single one is left out, of a table of entries those
 * that have one. False: the value itself has one beside others, and is of no use without it. */
static bool drop_secrets(json_t *value)
{
    const char *name;
    json_t *part;
    void *next;
    bool is_whole = true;
    json_object_foreach_safe(value, next, name, part)
    {
        bool is_digest = json_is_string(part) && is_secret(name);
        if (!is_digest && drop_secrets(part))
            continue;
        is_whole = is_whole && !is_digest;
        json_object_del(value, name);
    }
    return is_whole;
}

/* Fills in the parts that an entry leaves open; deep: and theirs. */
static bool fill_parts(json_t *own, json_t *value, bool deep)
{
    const char *part;
    json_t *inner;
    json_object_foreach (value, part, inner) {
        json_t *ours = deep ? json_object_get(own, part) : NULL;
        if (json_is_object(ours) && json_object_update_missing(ours, inner) != 0)
            return false;
    }
    return json_object_update_missing(own, value) == 0;
}

/* Fills in the values that were in force for entries, and parts of entries, that the configuration leaves open. */
static bool fill_in(json_t *config, const char *name, const json_t *in_force, bool deep)
{
    json_t *value = json_deep_copy(in_force), *own = json_object_get(config, name);
    bool done = value != NULL;
    bool is_account = strcmp(name, "account") == 0; /* its key is in the data folder */
    bool is_useful = done && (drop_secrets(value) || is_account) && !agreement_is_empty(value);
    if (is_useful && !own)
        done = json_object_set(config, name, value) == 0;
    else if (is_useful && json_is_object(own) && json_is_object(value))
        done = fill_parts(own, value, deep);
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
            complete = fill_in(merged, entries[i].name, value, entries[i].is_deep);
    }
    if (complete)
        return merged;
    json_decref(merged);
    return NULL;
}
