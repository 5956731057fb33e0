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

#define CONFIG_MOST 1000000000000LL /* of what has no sensible bound: a slip of the pen is still found */

/* One entry while it is read: its path ("limits.create"), its value, and where the result goes. */
struct service_entry {
    const char *path;
    const json_t *value;
    const struct config_row *row;
    void *into; /* what the row's offset counts from */
    struct arena *arena;
    struct config *config;
    struct error *err;
};

static enum status config_wrong(const struct service_entry *entry, const char *allowed)
{
    return error_set(entry->err, E_INVALID, "config", "configuration: %s must be %s",
                     entry->path[0] ? entry->path : "it", allowed);
}

/* Lua cannot tell an empty array from an empty object. */
static bool is_empty_table(const json_t *value)
{
    return (json_is_object(value) || json_is_array(value)) && json_object_size(value) == 0 &&
           json_array_size(value) == 0;
}

static enum status read_plain_text(const struct service_entry *entry, const char **out)
{
    if (!json_is_string(entry->value) || json_string_length(entry->value) == 0)
        return config_wrong(entry, "a text that is not empty");
    *out = json_string_value(entry->value);
    return OK;
}

static enum status read_text_row(const struct service_entry *entry)
{
    return read_plain_text(entry, (const char **)((char *)entry->into + entry->row->at));
}

static enum status read_number_row(const struct service_entry *entry)
{
    const struct config_row *row = entry->row;
    int64_t value = json_integer_value(entry->value);
    if (!json_is_integer(entry->value) || value < row->least || value > row->most) {
        char allowed[80];
        snprintf(allowed, sizeof allowed, "a whole number from %lld to %lld", (long long)row->least,
                 (long long)row->most);
        return config_wrong(entry, allowed);
    }
    *(int64_t *)((char *)entry->into + row->at) = value;
    return OK;
}

static enum status read_entry(const struct service_entry *of, const struct config_rows *rows, const char *name,
                              const json_t *value, void *into)
{
    char path[160];
    snprintf(path, sizeof path, "%s%s%s", of->path, of->path[0] ? "." : "", name);
    for (size_t i = 0; i < rows->count; i++) {
        struct service_entry entry = *of;
        if (strcmp(rows->list[i].name, name) != 0)
            continue;
        entry.path = path;
        entry.value = value;
        entry.row = &rows->list[i];
        entry.into = into;
        return entry.row->read(&entry);
    }
    return error_set(of->err, E_INVALID, "config_entry", "configuration: there is no entry named %s", path);
}

/* Reads the members of an entry by a table; a name outside the table is an error. */
static enum status read_rows(const struct service_entry *entry, const struct config_rows *rows, void *into)
{
    enum status status = OK;
    const char *name;
    json_t *value;
    if (!json_is_object(entry->value) && !is_empty_table(entry->value))
        return config_wrong(entry, "a table with named entries");
    json_object_foreach ((json_t *)entry->value, name, value) {
        status = read_entry(entry, rows, name, value, into);
        if (status)
            return status;
    }
    return OK;
}

static void set_usual(const struct config_rows *rows, void *into)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->list[i].most)
            *(int64_t *)((char *)into + rows->list[i].at) = rows->list[i].usual;
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
    if (status)
        return status;
    entry->config->host = arena_copy(entry->arena, found.host);
    entry->config->port = found.port;
    entry->config->listener = fd;
    return OK;
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
    size_t length = (size_t)(colon - text);
    if (!host)
        return error_memory(entry->err);
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
    return read_plain_text(entry, is_address ? &entry->config->database : &entry->config->data);
}

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

/* "https://desk.example", with or without a path, which a proxy in front takes off. */
static enum status read_public_url(const struct service_entry *entry)
{
    static const char allowed[] = "an address of http or https such as \"https://desk.example\"";
    struct url url;
    struct str text = str_from(json_string_value(entry->value));
    if (!text.len || url_parse(text, &url, NULL) != OK || url.userinfo.data || url.query.data || url.fragment.data)
        return config_wrong(entry, allowed);
    char *normal = url_normalise(entry->arena, text);
    size_t length = normal ? strlen(normal) : 0;
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
    if (status)
        return error_set(entry->err, status, "config", "configuration: models%s", why.message);
    entry->config->models = entry->value;
    entry->config->asks_models = has_language_model(models);
    models_close(models);
    return OK;
}

/* Opening a source shows what is wrong with it, too. */
static enum status read_media(const struct service_entry *entry)
{
    struct error why;
    enum status status = media_sources_check(entry->path, entry->value, &why);
    if (!status || status == E_INVALID || status == E_MEMORY) {
        if (entry->err && status)
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

/* clang-format off */
#define RATE_ENTRY(constant, name, usual, summary) \
    {name, read_number_row, offsetof(struct config, limits[LIMIT_##constant]), 0, MAX_RATE, usual, "requests", \
     "integer", NULL, summary},
#define BOUND_ENTRY(constant, word, usual, holding, whose, what, summary) \
    {word, read_number_row, offsetof(struct config, bounds.most[BOUND_##constant]), 0, CONFIG_MOST, usual, NULL, \
     "integer", NULL, summary},
#define CONFIG_LIMIT(name, least, most, usual, unit, absent, summary) \
    {#name, read_number_row, offsetof(struct config, name), least, most, usual, unit, "integer", absent, summary},
static const struct config_row limit_entries[] = {
    LIMITS(RATE_ENTRY)
    BOUNDS(BOUND_ENTRY)
#include "service/config.inc"
};
/* clang-format on */

static const struct config_rows limit_table = {"Limits", "How much one caller may ask.", limit_entries,
                                               COUNT_OF(limit_entries)};

static enum status read_limits(const struct service_entry *entry)
{
    return read_rows(entry, &limit_table, entry->config);
}

/* --- how long articles are kept --- */

static enum status read_keep_days(const struct service_entry *entry)
{
    enum { MOST_DAYS = 36500 };
    struct config_row list[ARTICLE_ENDS];
    const struct config_rows rows = {.list = list, .count = COUNT_OF(list)};
    for (int end = 0; end < ARTICLE_ENDS; end++)
        list[end] = (struct config_row){article_end_words[end], read_number_row, (size_t)end * sizeof(int64_t),
                                        .most = MOST_DAYS};
    return read_rows(entry, &rows, entry->config->keep_days);
}

/* --- plans --- */

/* clang-format off */
#define AMOUNT_ENTRY(holder, name, usual, absent, summary) \
    {#name, read_number_row, offsetof(struct holder, name), AMOUNT_UNLIMITED, CONFIG_MOST, usual, NULL, "integer", \
     absent, summary},
#define PLAN_RATE(constant, name, usual, summary) \
    {name, read_number_row, offsetof(struct plan_amounts, per_minute[LIMIT_##constant]), 0, MAX_RATE, -1, "requests", \
     "integer", "as in `limits`", summary},
static const struct config_row plan_entries[] = {
    AMOUNT_ENTRY(plan_amounts, words, AMOUNT_BY_PLAN, NULL, "Words of each month; -1: unlimited.")
    AMOUNT_ENTRY(plan_amounts, credits, AMOUNT_BY_PLAN, NULL, "The same for credits.")
    LIMITS(PLAN_RATE)
};
/* clang-format on */

static const struct config_rows plan_table = {"Plan",
                                              "What accounts of a plan get each month, and how much one key may ask.",
                                              plan_entries, COUNT_OF(plan_entries)};

static enum status read_plan_amounts(const struct service_entry *entry)
{
    return read_rows(entry, &plan_table, (char *)entry->into + entry->row->at);
}

static enum status read_plans(const struct service_entry *entry)
{
#define ENTRY_OF_PLAN(constant, name, ...) {name, read_plan_amounts, PLAN_##constant * sizeof(struct plan_amounts)},
    static const struct config_row list[] = {PLANS(ENTRY_OF_PLAN)};
    static const struct config_rows rows = {.list = list, .count = COUNT_OF(list)};
    return read_rows(entry, &rows, entry->config->plans.of);
}

/* --- accounts --- */

static enum status read_plan(const struct service_entry *entry)
{
    char choices[200];
    struct account_terms *account = entry->into;
    const char *text = json_string_value(entry->value);
    if (text && plan_parse(text, &account->plan))
        return OK;
    return config_wrong(entry, plan_choices(choices, sizeof choices));
}

static enum status read_account_key(const struct service_entry *entry)
{
    struct account_terms *account = entry->into;
    size_t length = json_string_length(entry->value);
    const char *text = json_string_value(entry->value);
    bool good = length >= 24 && length <= KEY_TEXT_MAX;
    for (size_t i = 0; good && i < length; i++)
        good = text[i] > ' ' && text[i] < 127;
    if (!good)
        return config_wrong(entry, "24 to 200 printable ASCII characters without blanks");
    account->key = text;
    return OK;
}

/* clang-format off */
#define PLAN_WORD(constant, name, ...) "|\"" name "\""
static const struct config_row account_entries[] = {
    {"plan", read_plan, .type = &PLANS(PLAN_WORD)[1], .absent = "`professional`",
     .summary = "What it may do, and gets each month."},
    AMOUNT_ENTRY(account_terms, monthly_words, AMOUNT_BY_PLAN, "those of the plan",
                 "Words of each month; -1: unlimited.")
    AMOUNT_ENTRY(account_terms, monthly_credits, AMOUNT_BY_PLAN, "those of the plan", "The same for credits.")
    AMOUNT_ENTRY(account_terms, words, AMOUNT_UNLIMITED, NULL,
                 "Words that are given once, from the account's beginning; -1: nothing is said.")
    AMOUNT_ENTRY(account_terms, credits, AMOUNT_UNLIMITED, NULL, "The same for credits.")
    {"key", read_account_key, .type = "string", .summary = "A key that must work."},
};
/* clang-format on */

static const struct config_rows account_table = {"Account", "An account and its terms.", account_entries,
                                                 COUNT_OF(account_entries)};

static enum status read_local(const struct service_entry *entry)
{
    return read_rows(entry, &account_table, &entry->config->accounts[0]);
}

static struct account_terms *add_account(struct config *config, const char *id)
{
    struct account_terms *account = &config->accounts[config->account_count++];
    *account = (struct account_terms){.id = id, .plan = PLAN_PROFESSIONAL};
    set_usual(&account_table, account);
    return account;
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
        enum status status = read_rows(&account, &account_table, add_account(entry->config, name));
        if (status)
            return status;
    }
    return OK;
}

/* --- all of it --- */

/* clang-format off */
#define CONFIG_NUMBER(name, least, most, usual, unit, absent, summary) \
    {#name, read_number_row, offsetof(struct config, name), least, most, usual, unit, "integer", absent, summary},
#define CONFIG_TEXT(name, absent, summary) \
    {#name, read_text_row, offsetof(struct config, name), 0, 0, 0, NULL, "string", absent, summary},
#define CONFIG_OWN(name, read, type, absent, summary) {#name, read, 0, 0, 0, 0, NULL, type, absent, summary},
static const struct config_row option_entries[] = {
#include "service/config.inc"
};
/* clang-format on */

static const struct config_rows option_table = {
    "Options", "Configuration of the service, also what the file of `copydesk serve --config` returns.", option_entries,
    COUNT_OF(option_entries)};

const struct config_rows *config_rows(enum config_table table)
{
    static const struct config_rows *const tables[CONFIG_TABLES] = {
        [CONFIG_OPTIONS] = &option_table,
        [CONFIG_LIMITS] = &limit_table,
        [CONFIG_ACCOUNT] = &account_table,
        [CONFIG_PLAN] = &plan_table,
    };
    return tables[table];
}

json_t *config_numbers(enum config_table table, const void *of)
{
    json_t *numbers = json_object();
    const struct config_rows *rows = config_rows(table);
    for (size_t i = 0; numbers && i < rows->count; i++) {
        const struct config_row *row = &rows->list[i];
        int64_t number = row->most ? *(const int64_t *)((const char *)of + row->at) : 0;
        if (!row->most || number < row->least || !json_object_set_new(numbers, row->name, json_integer(number)))
            continue;
        json_decref(numbers);
        numbers = NULL;
    }
    return numbers;
}

/* Leaves one core to the program around the service, to requests and to the database. */
static int default_workers(void)
{
    long spare = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    return spare < 1 ? 1 : spare > MOST_DEFAULT_WORKERS ? MOST_DEFAULT_WORKERS : (int)spare;
}

static enum status set_defaults(struct config *config, const json_t *json, struct arena *arena, struct error *err)
{
    *config = (struct config){.host = "127.0.0.1", .listener = -1, .log = LOG_WARN};
    set_usual(&option_table, config);
    set_usual(&limit_table, config);
    plans_init(&config->plans);
    size_t accounts = 1 + json_object_size(json_object_get(json, "accounts"));
    config->accounts = ARENA_ARRAY(arena, accounts, struct account_terms);
    config->root = json ? json_deep_copy(json) : json_object();
    if (!config->accounts || !config->root)
        return error_memory(err);
    add_account(config, LOCAL_ACCOUNT);
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

/* What was left open and depends on the rest. */
static void choose_numbers(struct config *config)
{
    if (config->workers < 0)
        config->workers = config->asks_models ? WAITING_WORKERS : default_workers();
    /* On loopback all callers, also those behind a local proxy, share one address. */
    if (config->connections_per_address < 0)
        config->connections_per_address = address_is_loopback(str_from(config->host)) ? 0 : REMOTE_CONNECTIONS;
    plans_complete(&config->plans, config->limits);
}

enum status config_read(const json_t *json, struct arena *arena, struct config *config, struct error *err)
{
    enum status status = set_defaults(config, json, arena, err);
    if (status)
        return status;
    struct service_entry all = {.path = "", .value = config->root, .arena = arena, .config = config, .err = err};
    status = read_rows(&all, &option_table, config);
    if (!status)
        status = arena_failed(arena) ? error_memory(err) : place_data(config, err);
    if (!status)
        choose_numbers(config);
    return status;
}

void config_free(struct config *config)
{
    json_decref(config->root);
    config->root = NULL;
}
