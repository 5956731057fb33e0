/* What the configuration names outside of this process: does it answer? Nothing is asked that is paid for. */
#include "model/model.h"
#include "net/upstream/upstream.h"
#include "research/library/library.h"
#include "service/paths.h"
#include "service/service_parts.h"
#include "service/sources.h"

#include <stdio.h>
#include <unistd.h>

enum { SECONDS = 5, NAME_SIZE = 160, ANSWER_BYTES = 1 << 20 };

/* --- models --- */

static void check_model(struct examination *examination, const struct model *model)
{
    char name[NAME_SIZE];
    struct error err = {0};
    struct model_reach reach = {0};
    const struct model_settings *settings = model_settings(model);
    struct model_call call = {.arena = examination->arena, .err = &err, .deadline = clock_mono_ms() + 1000 * SECONDS};
    snprintf(name, sizeof name, "models[\"%s\"]", settings->name);
    if (!model_is_language(model)) {
        found(examination, name, FINE, NULL, "the built-in writer, which needs no server");
        return;
    }
    enum status status = model_reach(model, &call, &reach);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status == E_DENIED)
        found(examination, name, FAULT, "correct api_key or api_key_env of that entry", "%s", err.message);
    else if (status)
        found(examination, name, FAULT, "start that server, or correct base_url of that entry", "%s: %s",
              settings->base_url, err.message);
    else if (settings->model && reach.count && !reach.is_listed)
        found(examination, name, WARNING, "name one of the server's models as `model` of that entry",
              "%s answers, but lists no model named %s", settings->base_url, settings->model);
    else
        found(examination, name, FINE, NULL, "%s answers (%.2f s); nothing was written with it", settings->base_url,
              reach.seconds);
}

void check_models(struct examination *examination)
{
    struct error err;
    struct models *models = NULL;
    enum status status = models_open(examination->config.models, &models, &err);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status)
        found(examination, "models", FAULT, "correct that entry", "%s", err.message);
    for (size_t i = 0; !status && i < models_count(models); i++)
        check_model(examination, models_at(models, i));
    models_close(models);
}

/* --- services with an address --- */

static enum exchange_next read_no_more(void *context, const struct exchange_head *head, struct str piece)
{
    (void)context, (void)head, (void)piece;
    return EXCHANGE_STOP;
}

/* An address without its path and query, in which a feed may have a key. */
static const char *origin_of(struct examination *examination, const char *url)
{
    const char *host = strstr(url, "://");
    size_t scheme = host ? (size_t)(host - url) + 3 : 0;
    char *origin = arena_copy_n(examination->arena, url, scheme + strcspn(url + scheme, "/?#"));
    if (!origin)
        examination->has_failed = true;
    return origin;
}

/* Any answer tells that somebody is there: it is asked for nothing, and gets no key. */
static void check_url(struct examination *examination, const char *name, const char *url)
{
    static const char *const headers[] = {"User-Agent: copydesk", NULL};
    struct error err;
    struct exchange_pool pool;
    struct exchange exchange = {
        .url = url,
        .headers = headers,
        .deadline = clock_mono_ms() + 1000 * SECONDS,
        .stall_ms = 1000 * SECONDS,
        .max_bytes = ANSWER_BYTES,
        .no_proxy = entry_is_local(url),
        .on_piece = read_no_more,
    };
    const char *origin = origin_of(examination, url);
    if (!origin)
        return;
    exchange_pool_init(&pool, 1, 1);
    enum status status = exchange_run(&pool, &exchange, &err);
    exchange_pool_destroy(&pool);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (exchange.head.status >= 500)
        found(examination, name, WARNING, "look at the log of that service", "%s answers with status %d", origin,
              exchange.head.status);
    else if (exchange.head.status || !status)
        found(examination, name, FINE, NULL, "%s answers", origin);
    else
        found(examination, name, FAULT, "start that service, or correct the address of that entry", "%s: %s", origin,
              err.message);
}

static bool check_backends_is_address(const char *text)
{
    return text && (strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0);
}

/* The addresses that a member names: a text, or a list of them. Their number. */
static size_t check_member(struct examination *examination, const char *name, const json_t *value)
{
    char inner[NAME_SIZE];
    size_t count = 0, length = json_array_size(value);
    if (check_backends_is_address(json_string_value(value))) {
        check_url(examination, name, json_string_value(value));
        return 1;
    }
    for (size_t i = 0; i < length; i++) {
        snprintf(inner, sizeof inner, length > 1 ? "%s[%zu]" : "%s", name, i + 1);
        count += check_member(examination, inner, json_array_get(value, i));
    }
    return count;
}

static bool check_backends_has_word(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

static void check_entry(struct examination *examination, const char *name, const json_t *entry)
{
    static const char *const LOCAL[] = {"file", "folder"};
    const char *api = json_string_value(json_object_get(entry, "api")), *member;
    json_t *value;
    size_t count = 0;
    if (api && check_backends_has_word(api, LOCAL, COUNT_OF(LOCAL))) {
        const char *path = json_string_value(json_object_get(entry, "path"));
        bool can_read = path && access(path, R_OK) == 0;
        found(examination, name, can_read ? FINE : FAULT, can_read ? NULL : "correct its path, or let it be read",
              can_read ? "%s can be read" : "%s cannot be read", path ? path : "its path");
        return;
    }
    json_object_foreach ((json_t *)entry, member, value) {
        char inner[NAME_SIZE];
        snprintf(inner, sizeof inner, strcmp(member, "base_url") == 0 ? "%s" : "%s.%s", name, member);
        count += check_member(examination, inner, value);
    }
    if (!count)
        found(examination, name, FINE, NULL,
              "%s: not tried, since it has no address of its own, and its public service counts requests",
              api ? api : "its entry");
}

/* An entry, or entries by name: search = { web = { api = ... } }. */
static void check_entries(struct examination *examination, const char *name, const json_t *entry)
{
    const char *inner;
    json_t *value;
    if (json_object_get(entry, "api")) {
        check_entry(examination, name, entry);
        return;
    }
    json_object_foreach ((json_t *)entry, inner, value) {
        char full[NAME_SIZE];
        bool is_word = strspn(inner, "abcdefghijklmnopqrstuvwxyz_") == strlen(inner);
        snprintf(full, sizeof full, is_word ? "%s.%s" : "%s[\"%s\"]", name, inner);
        check_entries(examination, full, value);
    }
}

void check_search(struct examination *examination)
{
    check_entries(examination, "search", json_object_get(examination->config.root, "search"));
}

void check_media(struct examination *examination)
{
    for (size_t i = 0; media_sources_name(i); i++)
        check_entries(examination, media_sources_name(i),
                      json_object_get(examination->config.root, media_sources_name(i)));
}

/* --- documents --- */

static void count_documents(struct examination *examination, const char *folder)
{
    struct error err;
    struct library_files files = {0};
    enum status status = library_find(examination->arena, folder, NULL, &files, &err);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status)
        found(examination, "library", FAULT, "let the user who runs the service read it", "%s", err.message);
    else if (!files.count)
        found(examination, "library", WARNING, "put .md, .html or .txt files there, or leave `library` out",
              "%s holds no documents", folder);
    else
        found(examination, "library", FINE, NULL, "%s holds %zu documents", folder, files.count);
}

void check_documents(struct examination *examination)
{
    struct error err;
    const char *folder = NULL;
    const struct config *config = &examination->config;
    if (config->library) {
        enum status status = path_of_library(config->library, examination->arena, &folder, &err);
        if (!status)
            count_documents(examination, folder);
        else if (status == E_MEMORY)
            examination->has_failed = true;
        else
            found(examination, "library", FAULT, "name a folder of documents as `library`, or leave it out", "%s",
                  err.message);
    } else if (!config->asks_models && !json_object_get(config->root, "search")) {
        found(examination, "library", WARNING,
              "configure `library`, `search` or a language model; `copydesk help configuration`",
              "there is nothing to write from but the addresses that a request names");
    }
}

/* --- integrations --- */

static void read_counts(struct db_row *row, void *out)
{
    int64_t *counts = out;
    for (int i = 0; i < 3; i++)
        counts[i] = row_int(row);
}

/* Their addresses are not asked: what arrives there may start something. An older database has none. */
void check_integrations(struct examination *examination)
{
    struct db *db = NULL;
    int64_t counts[3] = {0};
    enum status status = examination_open(examination, &db, NULL);
    examination->has_failed |= status == E_MEMORY;
    if (!status)
        status = db_one(db,
                        "SELECT COUNT(*), COUNT(problem), COUNT(CASE WHEN failing_since > 0 AND problem IS NULL THEN 1 "
                        "END) FROM integration",
                        DB_NOTHING, NULL, read_counts, counts, NULL);
    examination_close(db);
    if (status || !counts[0])
        return; /* check_database says what is wrong with the database */
    if (counts[1] || counts[2])
        found(examination, "integrations", WARNING, "`copydesk integrations list`, and test them",
              "of %lld, %lld are disabled for their failures and %lld fail at present", (long long)counts[0],
              (long long)counts[1], (long long)counts[2]);
    else
        found(examination, "integrations", FINE, NULL, "%lld, none of them fails; not tried", (long long)counts[0]);
}
