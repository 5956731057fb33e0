#include "media/products/products_catalog.h"

#include "media/products/products_address.h"
#include "net/upstream/entry.h"
#include "net/upstream/token.h"
#include "net/upstream/upstream.h"
#include "text/url.h"

#include <stdlib.h>
#include <time.h>

enum {
    KEEP_SECONDS = 3600,
    USUAL_PAUSE_MS = 1000,
    SECONDS = 90, /* articles side by side wait for each other */
    DATE = 10,
};

/* --- items by their ids --- */

static json_t *ids_json(const struct product *list, size_t count)
{
    json_t *ids = json_array();
    bool complete = ids;
    for (size_t i = 0; complete && i < count; i++)
        complete = json_array_append_new(ids, json_string(list[i].id)) == 0;
    if (complete)
        return ids;
    json_decref(ids);
    return NULL;
}

/* Items carry no date; what was answered is right today. NULL: no memory. */
static const char *today(struct arena *arena)
{
    char date[DATE + 1];
    struct tm day;
    time_t now = (time_t)(clock_now_ms() / 1000);
    gmtime_r(&now, &day);
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    return arena_copy(arena, date);
}

/* Puts an item in the place of the product that has its id. */
static void put_item(struct loose *loose, const struct store_domain *store, const json_t *item, struct product *list,
                     size_t count)
{
    struct product product;
    if (!catalog_item_read(loose, item, store, &product))
        return;
    product.updated = today(loose->arena);
    loose->failed |= !product.updated;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].id, product.id) == 0)
            list[i] = product;
}

/* Fills in products of which the ids are known, CATALOG_BATCH at most. E_NOT_FOUND: none of them can be had. */
static enum status get_batch(const struct catalog_asking *asking, struct product *list, size_t count)
{
    struct loose loose = {.arena = asking->call->arena};
    json_t *value;
    json_t *body = json_pack("{s:o, s:s, s:s, s:o}", "itemIds", ids_json(list, count), "itemIdType", "ASIN",
                             "partnerTag", asking->catalog->partner_tag, "resources", catalog_item_resources());
    enum status status = catalog_ask(asking, "/getItems", body, "itemsResult.items", &value);
    if (status)
        return status;
    const json_t *items = loose_at(value, "itemsResult.items");
    for (size_t i = 0; i < json_array_size(items) && !loose.failed; i++)
        put_item(&loose, asking->store, json_array_get(items, i), list, count);
    json_decref(value);
    return loose.failed ? error_memory(asking->call->err) : OK;
}

/* Products of which the service tells no more keep what the search said. */
static enum status get_all(const struct catalog_asking *asking, struct product *list, size_t count)
{
    enum status status = OK;
    for (size_t at = 0; at < count && !status; at += CATALOG_BATCH) {
        size_t left = count - at;
        status = get_batch(asking, list + at, left < CATALOG_BATCH ? left : CATALOG_BATCH);
        status = status == E_NOT_FOUND ? OK : status;
    }
    return status;
}

static enum status get_one(const struct catalog_asking *asking, const char *id, struct product *product)
{
    *product = (struct product){.id = id};
    enum status status = get_batch(asking, product, 1);
    if (status == E_NOT_FOUND || (!status && !product->title))
        return error_set(asking->call->err, E_NOT_FOUND, NULL, "products: %s has no product %s", asking->store->domain,
                         id);
    return status;
}

static enum status catalog_find(void *state, const char *id, const struct lookup *call, const struct product **out)
{
    const struct catalog *catalog = state;
    const struct catalog_asking asking = {catalog, catalog->store, call};
    struct product *product = ARENA_NEW(call->arena, struct product);
    enum status status = product ? get_one(&asking, id, product) : error_memory(call->err);
    if (!status)
        *out = product;
    return status;
}

/* --- items by words --- */

static bool catalog_is_listed(const struct product *list, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].id, id) == 0)
            return true;
    return false;
}

/* Takes the items of a page. */
static enum status catalog_take_page(const struct catalog_asking *asking, const json_t *items, struct product *list,
                                     size_t *count, size_t most)
{
    struct loose loose = {.arena = asking->call->arena};
    for (size_t i = 0; i < json_array_size(items) && *count < most; i++) {
        struct product product;
        if (catalog_item_read(&loose, json_array_get(items, i), asking->store, &product) &&
            !catalog_is_listed(list, *count, product.id))
            list[(*count)++] = product;
    }
    return loose.failed ? error_memory(asking->call->err) : OK;
}

static enum status search_page(const struct catalog_asking *asking, const char *words, int number, struct product *list,
                               size_t *count, size_t most, bool *is_last)
{
    json_t *value;
    json_t *body = json_pack("{s:s, s:i, s:i, s:s, s:[s]}", "keywords", words, "itemCount", CATALOG_BATCH, "itemPage",
                             number, "partnerTag", asking->catalog->partner_tag, "resources", "itemInfo.title");
    enum status status = catalog_ask(asking, "/searchItems", body, "searchResult.items", &value);
    *is_last = true;
    if (status)
        return status == E_NOT_FOUND ? OK : status;
    const json_t *items = loose_at(value, "searchResult.items");
    *is_last = json_array_size(items) < CATALOG_BATCH;
    status = catalog_take_page(asking, items, list, count, most);
    json_decref(value);
    return status;
}

static enum status catalog_search_words(const struct catalog_asking *asking, struct str query, size_t most,
                                        struct product_list *found)
{
    struct arena *arena = asking->call->arena;
    struct str trimmed = str_trim(query);
    const char *words = arena_copy_n(arena, trimmed.data ? trimmed.data : "", trimmed.len);
    struct product *list = ARENA_ARRAY(arena, most + 1, struct product);
    size_t count = 0;
    bool is_last = !trimmed.len;
    enum status status = words && list ? OK : error_memory(asking->call->err);
    for (int i = 1; i <= CATALOG_PAGES && !status && !is_last && count < most; i++)
        status = search_page(asking, words, i, list, &count, most, &is_last);
    if (!status)
        status = get_all(asking, list, count);
    if (!status)
        *found = (struct product_list){list, count};
    return status;
}

static enum status catalog_search(void *state, struct str query, struct str store, size_t most,
                                  const struct lookup *call, struct product_list *found)
{
    const struct catalog *catalog = state;
    const struct catalog_asking asking = {catalog, store.len ? store_domain_find(store) : catalog->store, call};
    if (!asking.store)
        return error_set(call->err, E_INVALID, NULL, "products: %.*s is no store", STR_ARG(store));
    return catalog_search_words(&asking, query, most, found);
}

/* The catalogue has no pages: the product that the address is of, else what its words find. */
static enum status page(void *state, struct str text, size_t most, const struct lookup *call,
                        struct product_list *found)
{
    const struct catalog *catalog = state;
    struct product_address address;
    struct url url;
    enum status status = product_address_read(call->arena, text, &address, call->err);
    if (!status)
        status = url_parse(str_from(address.url), &url, call->err);
    if (status)
        return status;
    const struct catalog_asking asking = {catalog, store_domain_find(url.host), call};
    if (!asking.store)
        return error_set(call->err, E_INVALID, NULL, "products: %.*s is no store of the marketplace",
                         STR_ARG(url.host));
    if (!address.is_product)
        return catalog_search_words(&asking, str_from(address.words), most, found);
    const char *id = arena_copy(call->arena, address.ids[0]);
    struct product *product = ARENA_NEW(call->arena, struct product);
    status = id && product ? get_one(&asking, id, product) : error_memory(call->err);
    if (!status)
        *found = (struct product_list){product, 1};
    return status == E_NOT_FOUND ? OK : status;
}

/* --- the entry --- */

static void close_catalog(void *state)
{
    struct catalog *catalog = state;
    upstream_tokens_close(catalog->tokens);
    upstream_close(catalog->upstream);
    arena_free(catalog->arena);
    free(catalog);
}

/* client_secret, or what the environment variable holds that client_secret_env names. */
static enum status read_secret(const json_t *entry, const char **secret, struct error *err)
{
    const char *variable = NULL;
    enum status status = entry_optional(entry, "products", "client_secret_env", &variable, err);
    if (status || !variable)
        return status ? status : entry_text(entry, "products", "client_secret", secret, err);
    *secret = getenv(variable);
    if (*secret && **secret && !json_object_get(entry, "client_secret"))
        return OK;
    return error_set(err, E_INVALID, "config",
                     "configuration: products.client_secret_env must stand alone and name an environment variable that "
                     "holds the secret");
}

struct catalog_entry {
    struct upstream_settings settings;
    struct upstream_credentials tokens;
    const struct store_domain *store;
    const char *partner_tag, *version;
};

static enum status catalog_read_entry(const json_t *entry, struct catalog_entry *read, struct error *err)
{
    static const char *const members[] = {"base_url",          "seconds",  "parallel", "token_url",   "client_id",
                                          "client_secret",     "scope",    "version",  "partner_tag", "domain",
                                          "client_secret_env", "pause_ms", NULL};
    enum status status = entry_check(entry, "products", members, err);
    read->tokens.name = "products.token_url";
    if (!status)
        status = store_domain_read(entry, &read->store, err);
    if (!status)
        status = upstream_read(entry, false, &read->settings, err);
    if (!status)
        status = entry_whole(entry, "products", "pause_ms", 0, 60000, &read->settings.pause_ms, err);
    if (!status)
        status = entry_address(entry, "products", "token_url", &read->tokens.url, err);
    if (!status)
        status = entry_text(entry, "products", "client_id", &read->tokens.client_id, err);
    if (!status)
        status = read_secret(entry, &read->tokens.client_secret, err);
    if (!status)
        status = entry_optional(entry, "products", "scope", &read->tokens.scope, err);
    if (!status)
        status = entry_optional(entry, "products", "version", &read->version, err);
    if (!status && read->version && !entry_is_plain(read->version))
        status = error_set(err, E_INVALID, "config", "configuration: products.version must be such as \"2.1\"");
    return status ? status : entry_text(entry, "products", "partner_tag", &read->partner_tag, err);
}

static bool copy_texts(struct catalog *catalog, const struct catalog_entry *read)
{
    catalog->arena = arena_new();
    catalog->partner_tag = catalog->arena ? arena_copy(catalog->arena, read->partner_tag) : NULL;
    catalog->version = catalog->partner_tag && read->version ? arena_copy(catalog->arena, read->version) : NULL;
    return catalog->partner_tag && (!read->version || catalog->version);
}

static enum status open_catalog(const json_t *entry, void **state, struct error *err)
{
    struct catalog_entry read = {
        .settings = {.name = "products", .seconds = SECONDS, .keep_seconds = KEEP_SECONDS, .pause_ms = USUAL_PAUSE_MS}};
    enum status status = catalog_read_entry(entry, &read, err);
    if (status)
        return status;
    struct catalog *catalog = calloc(1, sizeof *catalog);
    if (!catalog)
        return error_memory(err);
    catalog->store = read.store;
    status = copy_texts(catalog, &read) ? upstream_open(&read.settings, &catalog->upstream, err) : error_memory(err);
    if (!status)
        status = upstream_tokens_open(&read.tokens, &catalog->tokens, err);
    if (status)
        close_catalog(catalog);
    else
        *state = catalog;
    return status;
}

const struct product_backend products_catalog_backend = {.api = "catalog",
                                                         .has_stores = true,
                                                         .open = open_catalog,
                                                         .close = close_catalog,
                                                         .find = catalog_find,
                                                         .search = catalog_search,
                                                         .page = page};
