#include "service/config.h"

#include "service/jobs/jobs.h"
#include "service/sources.h"
#include "write/write.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MOST_DEFAULT_WORKERS = 4,
    WAITING_WORKERS = 32, /* the default with a language model: they wait for it, and compute little */
    MAX_RATE = 1000000,
    NAME_BYTES = 200,
    REMOTE_CONNECTIONS = 256
};

/* One entry while it is read: its path ("limits.create"), its value, and where the result goes. */
struct service_entry {
    const char *path;
    const json_t *value;
    struct arena *arena;
    struct config *config;
    struct account_terms *account; /* the account to which the entry belongs; NULL outside of accounts */
    enum plan plan;                /* the plan to which it belongs, inside of plans */
    struct error *err;
};

static enum status config_wrong(const struct service_entry *entry, const char *allowed)
{
    return error_set(entry->err, E_INVALID, "config", "configuration: %s must be %s",
                     entry->path[0] ? entry->path : "it", allowed);
}

typedef enum status (*reader)(const struct service_entry *entry);

struct config_known {
    const char *name;
    reader read;
};

/* Lua cannot tell an empty array from an empty object. */
static bool is_empty_table(const json_t *value)
{
    return (json_is_object(value) || json_is_array(value)) && json_object_size(value) == 0 &&
           json_array_size(value) == 0;
}

static enum status config_read_text(const struct service_entry *entry, const char **out)
{
    if (!json_is_string(entry->value) || json_string_length(entry->value) == 0)
        return config_wrong(entry, "a text that is not empty");
    *out = json_string_value(entry->value);
    return OK;
}

static enum status read_integer(const struct service_entry *entry, long minimum, long maximum, long *out)
{
    json_int_t value = json_integer_value(entry->value);
    if (!json_is_integer(entry->value) || value < minimum || value > maximum) {
        char allowed[80];
        snprintf(allowed, sizeof allowed, "a whole number from %ld to %ld", minimum, maximum);
        return config_wrong(entry, allowed);
    }
    *out = (long)value;
    return OK;
}

/* Reads the members of an object by a table of readers; a name outside the table is an error. */
static enum status read_members(const struct service_entry *entry, const struct config_known *known, size_t count)
{
    if (!json_is_object(entry->value) && !is_empty_table(entry->value))
        return config_wrong(entry, "a table with named entries");
    const char *name;
    json_t *value;
    json_object_foreach ((json_t *)entry->value, name, value) {
        char path[160];
        snprintf(path, sizeof path, "%s%s%s", entry->path, entry->path[0] ? "." : "", name);
        struct service_entry member = *entry;
        member.path = path;
        member.value = value;
        size_t i = 0;
        while (i < count && strcmp(known[i].name, name) != 0)
            i++;
        if (i == count)
            return error_set(entry->err, E_INVALID, "config_entry", "configuration: there is no entry named %s", path);
        enum status status = known[i].read(&member);
        if (status != OK)
            return status;
    }
    return OK;
}

/* "fd:3": a listening socket that this process was started with. */
static enum status read_listener(const struct service_entry *entry, const char *number)
{
    struct listener found;
    size_t length = strspn(number, "0123456789");
    if (length < 1 || length > 6 || number[length])
        return config_wrong(entry, "\"fd:\" and the number of a descriptor, such as \"fd:3\"");
    int fd = (int)strtol(number, NULL, 10);
    enum status status = listener_inspect(fd, &found, entry->err);
    if (status != OK)
        return status;
    entry->config->host = arena_copy(entry->arena, found.host);
    entry->config->port = found.port;
    entry->config->listener = fd;
    return entry->config->host ? OK : error_memory(entry->err);
}

/* "127.0.0.1:8080", "[::1]:0", "localhost:8080", "fd:3" */
static enum status read_listen(const struct service_entry *entry)
{
    static const char allowed[] = "an address and a port, such as \"127.0.0.1:8080\" or \"[::1]:0\"";
    const char *text = json_string_value(entry->value);
    if (text && strncmp(text, "fd:", 3) == 0)
        return read_listener(entry, text + 3);
    const char *colon = text ? strrchr(text, ':') : NULL;
    if (!colon || colon == text)
        return config_wrong(entry, allowed);
    char *host = arena_copy_n(entry->arena, text, (size_t)(colon - text));
    if (!host)
        return error_memory(entry->err);
    size_t length = strlen(host);
    if (host[0] == '[' && host[length - 1] == ']') {
        host[length - 1] = '\0';
        host++;
    } else if (strchr(host, ':')) {
        return config_wrong(entry, allowed);
    }
    char *end;
    long port = strtol(colon + 1, &end, 10);
    if (!isdigit((unsigned char)colon[1]) || *end || port > 65535)
        return config_wrong(entry, allowed);
    entry->config->host = strcmp(host, "localhost") == 0 ? "127.0.0.1" : host;
    entry->config->port = (int)port;
    return OK;
}

static enum status read_data(const struct service_entry *entry)
{
    const char *text = json_string_value(entry->value);
    bool is_address = text && strstr(text, "://");
    if (is_address && !store_is_address(text))
        return config_wrong(entry, "a folder, or a database as \"postgresql://host/name\"");
    return config_read_text(entry, is_address ? &entry->config->database : &entry->config->data);
}

static enum status read_folder(const struct service_entry *entry)
{
    return config_read_text(entry, &entry->config->folder);
}

static enum status read_library(const struct service_entry *entry)
{
    return config_read_text(entry, &entry->config->library);
}

static enum status read_secret_key(const struct service_entry *entry)
{
    return config_read_text(entry, &entry->config->secret_key);
}

/* "https://desk.example", with or without a path, which a proxy in front takes off. */
static enum status read_name(const struct service_entry *entry)
{
    const char *name = json_string_value(entry->value);
    size_t length = json_string_length(entry->value);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < ' ')
            length = NAME_BYTES + 1;
    if (length < 1 || length > NAME_BYTES)
        return config_wrong(entry, "a text of 1 to 200 bytes on one line");
    entry->config->name = name;
    return OK;
}

static enum status read_public_url(const struct service_entry *entry)
{
    static const char allowed[] = "an address of http or https such as \"https://desk.example\"";
    struct url url;
    struct str text = str_from(json_string_value(entry->value));
    if (!text.len || url_parse(text, &url, NULL) != OK || url.userinfo.data || url.query.data || url.fragment.data)
        return config_wrong(entry, allowed);
    char *normal = url_normalise(entry->arena, text);
    if (!normal)
        return error_memory(entry->err);
    size_t length = strlen(normal);
    while (length && normal[length - 1] == '/')
        normal[--length] = '\0';
    entry->config->public_url = normal;
    return OK;
}

/* Opening the models shows what is wrong with an entry. */
static bool has_language_model(const struct models *models)
{
    for (size_t i = 0; i < models_count(models); i++)
        if (model_is_language(models_at(models, i)))
            return true;
    return false;
}

static enum status read_models(const struct service_entry *entry)
{
    if (!json_is_object(entry->value) && !is_empty_table(entry->value))
        return config_wrong(entry, "a table of model names, such as { [\"*\"] = { api = \"builtin\" } }");
    struct models *models = NULL;
    struct error why;
    enum status status = models_open(entry->value, &models, &why);
    if (status != OK)
        return error_set(entry->err, status, "config", "configuration: models%s", why.message);
    entry->config->models = entry->value;
    entry->config->asks_models = has_language_model(models);
    models_close(models);
    return OK;
}

/* The same. */
static enum status read_media(const struct service_entry *entry)
{
    struct error why;
    enum status status = media_sources_check(entry->path, entry->value, &why);
    if (status == OK || status == E_INVALID || status == E_MEMORY) {
        if (entry->err && status != OK)
            *entry->err = why;
        return status;
    }
    return error_set(entry->err, E_INVALID, "config", "configuration: %s: %s", entry->path, why.message);
}

static enum status read_search(const struct service_entry *entry)
{
    return search_places_check(entry->value, entry->err);
}

static enum status read_allow_addresses(const struct service_entry *entry)
{
    static const char allowed[] = "a list of addresses, such as { \"127.0.0.1:9000\", \"10.1.0.0/16\" }";
    if (is_empty_table(entry->value))
        return OK;
    size_t count = json_array_size(entry->value);
    const char **addresses = count ? ARENA_ARRAY(entry->arena, count, const char *) : NULL;
    if (count && !addresses)
        return error_memory(entry->err);
    for (size_t i = 0; i < count; i++) {
        addresses[i] = json_string_value(json_array_get(entry->value, i));
        if (!addresses[i])
            return config_wrong(entry, allowed);
    }
    if (!count)
        return config_wrong(entry, allowed);
    entry->config->allow_addresses = addresses;
    entry->config->allow_count = count;
    return OK;
}

/* As inet_ntop writes it, so that addresses can be compared as texts. */
static const char *normal_address(const struct service_entry *entry, const char *text)
{
    char normal[INET6_ADDRSTRLEN];
    unsigned char address[sizeof(struct in6_addr)];
    int family = text && strchr(text, ':') ? AF_INET6 : AF_INET;
    if (!text || inet_pton(family, text, address) != 1)
        return NULL;
    return arena_copy(entry->arena, inet_ntop(family, address, normal, sizeof normal));
}

static enum status read_proxies(const struct service_entry *entry)
{
    static const char allowed[] = "a list of numeric addresses, such as { \"127.0.0.1\", \"::1\" }";
    size_t count = json_array_size(entry->value);
    if (is_empty_table(entry->value))
        return OK;
    if (!count)
        return config_wrong(entry, allowed);
    const char **list = ARENA_ARRAY(entry->arena, count, const char *);
    if (!list)
        return error_memory(entry->err);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(entry->value, i));
        if (!text || !address_is_numeric(str_from(text)))
            return config_wrong(entry, allowed);
        if (!(list[i] = normal_address(entry, text)))
            return error_memory(entry->err);
    }
    entry->config->proxies = (struct address_list){list, count};
    return OK;
}

static enum status read_workers(const struct service_entry *entry)
{
    long workers = 0;
    enum status status = read_integer(entry, 0, MAX_WORKERS, &workers);
    entry->config->workers = (int)workers;
    entry->config->workers_set = true;
    return status;
}

static enum status read_log(const struct service_entry *entry)
{
    static const char *const names[] = {
        [LOG_ERROR] = "error", [LOG_WARN] = "warn", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};
    const char *text = json_string_value(entry->value);
    for (size_t i = 0; text && i < COUNT_OF(names); i++) {
        if (strcmp(names[i], text) == 0) {
            entry->config->log = (enum log_level)i;
            entry->config->log_set = true;
            return OK;
        }
    }
    return config_wrong(entry, "\"error\", \"warn\", \"info\" or \"debug\"");
}

static enum status read_log_format(const struct service_entry *entry)
{
    const char *text = json_string_value(entry->value);
    if (!text || (strcmp(text, "plain") != 0 && strcmp(text, "json") != 0))
        return config_wrong(entry, "\"plain\" or \"json\"");
    entry->config->log_format = strcmp(text, "json") == 0 ? LOG_JSON : LOG_PLAIN;
    entry->config->log_format_set = true;
    return OK;
}

/* --- limits --- */

static enum status read_class(const struct service_entry *entry, long per_minute[LIMIT_CLASSES])
{
    const char *name = strrchr(entry->path, '.') + 1;
    for (int class = 0; class < LIMIT_CLASSES; class ++)
        if (strcmp(limit_rows[class].name, name) == 0)
            return read_integer(entry, 0, MAX_RATE, &per_minute[class]);
    return error_set(entry->err, E_INTERNAL, NULL, "no limit is named %s", name);
}

static enum status read_bound(const struct service_entry *entry)
{
    const char *word = strrchr(entry->path, '.') + 1;
    long most = 0;
    for (size_t i = 0; i < BOUND_COUNT; i++) {
        if (strcmp(bound_word((enum bound)i), word) != 0)
            continue;
        enum status status = read_integer(entry, 0, 1000000000000L, &most);
        entry->config->bounds.most[i] = most;
        return status;
    }
    return error_set(entry->err, E_INTERNAL, NULL, "no bound is named %s", word);
}

static enum status read_rate(const struct service_entry *entry)
{
    return read_class(entry, entry->config->limits);
}

static enum status read_connections(const struct service_entry *entry)
{
    return read_integer(entry, 8, 100000, &entry->config->connections);
}

static enum status read_per_address(const struct service_entry *entry)
{
    return read_integer(entry, 0, 100000, &entry->config->connections_per_address);
}

static enum status read_request_seconds(const struct service_entry *entry)
{
    return read_integer(entry, 1, 3600, &entry->config->request_seconds);
}

static enum status read_idle_seconds(const struct service_entry *entry)
{
    return read_integer(entry, 1, 3600, &entry->config->idle_seconds);
}

static enum status read_least_words(const struct service_entry *entry)
{
    return read_integer(entry, 0, 10000, &entry->config->least_words);
}

static enum status read_stop_seconds(const struct service_entry *entry)
{
    return read_integer(entry, 0, 3600, &entry->config->stop_seconds);
}

static enum status read_body_bytes(const struct service_entry *entry)
{
    return read_integer(entry, 0, 1000000000000L, &entry->config->body_bytes);
}

static enum status read_limits(const struct service_entry *entry)
{
    /* clang-format off */
#define READ_RATE(constant, name, per_minute) {name, read_rate},
#define READ_BOUND(constant, word, usual, holding, whose, what) {word, read_bound},
    static const struct config_known known[] = {
        LIMITS(READ_RATE)
        BOUNDS(READ_BOUND)
        {"connections", read_connections},
        {"connections_per_address", read_per_address},
        {"request_seconds", read_request_seconds},
        {"idle_seconds", read_idle_seconds},
        {"body_bytes", read_body_bytes},
    };
#undef READ_RATE
#undef READ_BOUND
    /* clang-format on */
    return read_members(entry, known, COUNT_OF(known));
}

/* --- how long articles are kept --- */

static enum status read_days(const struct service_entry *entry)
{
    enum { MOST_DAYS = 36500 };
    const char *word = strrchr(entry->path, '.') + 1;
    int end = 0;
    while (strcmp(article_end_words[end], word) != 0)
        end++;
    return read_integer(entry, 0, MOST_DAYS, &entry->config->keep_days[end]);
}

static enum status read_keep_days(const struct service_entry *entry)
{
    struct config_known known[ARTICLE_ENDS];
    for (int end = 0; end < ARTICLE_ENDS; end++)
        known[end] = (struct config_known){article_end_words[end], read_days};
    return read_members(entry, known, COUNT_OF(known));
}

/* --- plans --- */

static enum status read_amount(const struct service_entry *entry, int64_t *out)
{
    long amount = 0;
    enum status status = read_integer(entry, -1, 1000000000000L, &amount);
    *out = amount;
    return status;
}

static enum status read_plan_words(const struct service_entry *entry)
{
    return read_amount(entry, &entry->config->plans.of[entry->plan].words);
}

static enum status read_plan_credits(const struct service_entry *entry)
{
    return read_amount(entry, &entry->config->plans.of[entry->plan].credits);
}

static enum status read_plan_rate(const struct service_entry *entry)
{
    return read_class(entry, entry->config->plans.of[entry->plan].per_minute);
}

static enum status read_plan_row(const struct service_entry *entry)
{
    /* clang-format off */
#define READ_RATE(constant, name, per_minute) {name, read_plan_rate},
    static const struct config_known known[] = {
        LIMITS(READ_RATE)
        {"words", read_plan_words},
        {"credits", read_plan_credits},
    };
#undef READ_RATE
    /* clang-format on */
    struct service_entry plan = *entry;
    const char *name = strrchr(entry->path, '.') + 1;
    if (!plan_parse(name, &plan.plan))
        return error_set(entry->err, E_INTERNAL, NULL, "no plan is named %s", name);
    return read_members(&plan, known, COUNT_OF(known));
}

static enum status read_plans(const struct service_entry *entry)
{
    /* clang-format off */
#define READ_PLAN(constant, name, rights, rate, words, credits) {name, read_plan_row},
    static const struct config_known known[] = {PLANS(READ_PLAN)};
#undef READ_PLAN
    /* clang-format on */
    return read_members(entry, known, COUNT_OF(known));
}

/* --- accounts --- */

static enum status read_plan(const struct service_entry *entry)
{
    char choices[200];
    const char *text = json_string_value(entry->value);
    if (text && plan_parse(text, &entry->account->plan))
        return OK;
    return config_wrong(entry, plan_choices(choices, sizeof choices));
}

static enum status config_read_words(const struct service_entry *entry)
{
    return read_amount(entry, &entry->account->words);
}

static enum status read_credits(const struct service_entry *entry)
{
    return read_amount(entry, &entry->account->credits);
}

static enum status read_monthly_words(const struct service_entry *entry)
{
    return read_amount(entry, &entry->account->monthly_words);
}

static enum status read_monthly_credits(const struct service_entry *entry)
{
    return read_amount(entry, &entry->account->monthly_credits);
}

static enum status config_read_key(const struct service_entry *entry)
{
    size_t length = json_string_length(entry->value);
    const char *text = json_string_value(entry->value);
    bool good = length >= 24 && length <= 200;
    for (size_t i = 0; good && i < length; i++)
        good = text[i] > ' ' && text[i] < 127;
    if (!good)
        return config_wrong(entry, "24 to 200 printable ASCII characters without blanks");
    entry->account->key = text;
    return OK;
}

static enum status config_read_account(const struct service_entry *entry)
{
    static const struct config_known known[] = {
        {"plan", read_plan},
        {"words", config_read_words},
        {"credits", read_credits},
        {"monthly_words", read_monthly_words},
        {"monthly_credits", read_monthly_credits},
        {"key", config_read_key},
    };
    return read_members(entry, known, COUNT_OF(known));
}

static enum status read_local(const struct service_entry *entry)
{
    struct service_entry account = *entry;
    account.account = &entry->config->accounts[0];
    return config_read_account(&account);
}

static struct account_terms new_account(const char *id)
{
    return (struct account_terms){.id = id,
                                  .plan = PLAN_PROFESSIONAL,
                                  .words = AMOUNT_UNLIMITED,
                                  .credits = AMOUNT_UNLIMITED,
                                  .monthly_words = AMOUNT_BY_PLAN,
                                  .monthly_credits = AMOUNT_BY_PLAN};
}

static bool is_account_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return length > 0 && length <= ACCOUNT_NAME_MAX && name[length] == '\0' && strcmp(name, LOCAL_ACCOUNT) != 0;
}

static enum status read_accounts(const struct service_entry *entry)
{
    const char *name;
    json_t *value;
    if (!json_is_object(entry->value) && !is_empty_table(entry->value))
        return config_wrong(entry, "a table of account names");
    json_object_foreach ((json_t *)entry->value, name, value) {
        char path[160];
        snprintf(path, sizeof path, "accounts.%s", name);
        struct service_entry account = *entry;
        account.path = path;
        account.value = value;
        if (!is_account_name(name))
            return config_wrong(&account, "named in up to 64 of a-z, 0-9, - and _, and not \"" LOCAL_ACCOUNT "\"");
        account.account = &entry->config->accounts[entry->config->account_count++];
        *account.account = new_account(name);
        enum status status = config_read_account(&account);
        if (status != OK)
            return status;
    }
    return OK;
}

/* --- all of it --- */

/* Leaves one core to the program around the service, to requests and to the database. */
static int default_workers(void)
{
    long spare = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    return spare < 1 ? 1 : spare > MOST_DEFAULT_WORKERS ? MOST_DEFAULT_WORKERS : (int)spare;
}

static enum status set_defaults(struct config *config, const json_t *json, struct arena *arena, struct error *err)
{
    *config = (struct config){
        .host = "127.0.0.1",
        .listener = -1,
        .workers = default_workers(),
        .connections_per_address = -1,
        .stop_seconds = 10,
        .least_words = ARTICLE_LEAST_WORDS,
        .request_seconds = 30,
        .bounds = bounds_usual(),
        .idle_seconds = 60,
        .body_bytes = 256L << 20,
        .log = LOG_WARN,
    };
    for (int class = 0; class < LIMIT_CLASSES; class ++)
        config->limits[class] = limit_rows[class].per_minute;
    plans_init(&config->plans);
    size_t accounts = 1 + json_object_size(json_object_get(json, "accounts"));
    config->accounts = ARENA_ARRAY(arena, accounts, struct account_terms);
    config->root = json ? json_deep_copy(json) : json_object();
    if (!config->accounts || !config->root)
        return error_memory(err);
    config->accounts[config->account_count++] = new_account(LOCAL_ACCOUNT);
    return OK;
}

/* COPYDESK_DATA may name a database, too. Beside one, the node's own files are in `folder`. */
static enum status place_data(struct config *config, struct error *err)
{
    const char *named = getenv("COPYDESK_DATA");
    if (!config->data && !config->database && named && store_is_address(named))
        config->database = named;
    if (!config->folder)
        return OK;
    if (!config->database)
        return error_set(err, E_INVALID, "config",
                         "configuration: folder is for what a node keeps for itself beside a database as "
                         "\"postgresql://host/name\" in data; otherwise name the folder in data");
    config->data = config->folder;
    return OK;
}

enum status config_read(const json_t *json, struct arena *arena, struct config *config, struct error *err)
{
    static const struct config_known known[] = {
        {"listen", read_listen},
        {"name", read_name},
        {"data", read_data},
        {"folder", read_folder},
        {"library", read_library},
        {"least_words", read_least_words},
        {"models", read_models},
        {"search", read_search},
        {"images", read_media},
        {"places", read_media},
        {"products", read_media},
        {"videos", read_media},
        {"limits", read_limits},
        {"workers", read_workers},
        {"allow_addresses", read_allow_addresses},
        {"account", read_local},
        {"accounts", read_accounts},
        {"log", read_log},
        {"log_format", read_log_format},
        {"public_url", read_public_url},
        {"plans", read_plans},
        {"secret_key", read_secret_key},
        {"stop_seconds", read_stop_seconds},
        {"keep_days", read_keep_days},
        {"proxies", read_proxies},
    };
    enum status status = set_defaults(config, json, arena, err);
    if (status != OK)
        return status;
    struct service_entry all = {.path = "", .value = config->root, .arena = arena, .config = config, .err = err};
    status = read_members(&all, known, COUNT_OF(known));
    if (status == OK)
        status = place_data(config, err);
    plans_complete(&config->plans, config->limits);
    if (status == OK && config->asks_models && !config->workers_set)
        config->workers = WAITING_WORKERS;
    /* On loopback all callers, also those behind a local proxy, share one address. */
    if (status == OK && config->connections_per_address < 0)
        config->connections_per_address = address_is_loopback(str_from(config->host)) ? 0 : REMOTE_CONNECTIONS;
    return status;
}

void config_free(struct config *config)
{
    json_decref(config->root);
    config->root = NULL;
}
