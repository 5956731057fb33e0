#include "media/products/products_catalog.h"

#include "media/products/products_address.h"

#include <stdlib.h>
#include <time.h>

enum { CATALOG_BATCH = 10, CATALOG_PAGES = 10 };

struct catalog {
    struct arena *arena; /* of the texts */
    struct upstream *upstream;
    struct upstream_tokens *tokens;
    const struct store_domain *store;
    const char *partner_tag;
    const char *version; /* of the credentials, behind the token; NULL: none */
};

/* One article's question. */
struct catalog_asking {
    const struct catalog *catalog;
    const struct store_domain *store;
    const struct lookup *call;
};

/* --- one call: with a token, and with errors that come in answers with status 200 --- */

enum { JSON_DEPTH = 64 };

/* An answer with errors may be another one soon. */
static bool may_keep(struct str body)
{
    struct str text = str_trim(body);
    return str_ends(text, STR("}")) && str_find(text, STR("\"errors\""), 0) == text.len;
}

/* Sends a body once with a token. */
static enum status send_once(const struct catalog_asking *asking, const char *operation, struct str body,
                             const char *token, struct upstream_answer *answer)
{
    const struct lookup *call = asking->call;
    const char *version = asking->catalog->version;
    const struct upstream_request request = {
        .path = operation,
        .header = arena_printf(call->arena, "x-marketplace: www.%s", asking->store->domain),
        .token = version ? arena_printf(call->arena, "%s, Version %s", token, version) : token,
        .body = body,
        .may_keep = may_keep,
    };
    if (!request.header || !request.token)
        return error_memory(call->err);
    return upstream_ask(asking->catalog->upstream, &request, call, answer);
}

/* A token that the service refuses is fetched anew, once. */
static enum status send_body(const struct catalog_asking *asking, const char *operation, struct str body,
                             struct upstream_answer *answer)
{
    struct upstream_tokens *tokens = asking->catalog->tokens;
    enum status status = OK;
    for (int tries = 0; tries < 2; tries++) {
        const char *token;
        status = upstream_token(tokens, asking->call, &token);
        if (status)
            return status;
        status = send_once(asking, operation, body, token, answer);
        if (status != E_DENIED || answer->status != 401)
            return status;
        upstream_token_refuse(tokens, token);
    }
    return status;
}

/* "Nothing was found" is an error to the service. */
static bool says_nothing_found(const struct upstream_answer *answer)
{
    static const struct str words[] = {{"NoResults", 9}, {"ResourceNotFound", 16}, {"ItemsNotFound", 13}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_find(answer->body, words[i], 0) < answer->body.len)
            return true;
    return false;
}

static enum status parse(const struct catalog_asking *asking, struct str body, json_t **value)
{
    json_error_t fault;
    bool no_memory = false;
    *value = json_text_is_modest(body, JSON_DEPTH) ? json_text_load(body, 0, &no_memory, &fault) : NULL;
    if (no_memory)
        return error_memory(asking->call->err);
    return *value
               ? OK
               : upstream_fault(asking->catalog->upstream, asking->call->err, "its answer is no JSON that can be read");
}

/* Errors may come with status 200: beside items they are of the others, without any they are the answer. */
static enum status check_errors(const struct catalog_asking *asking, const json_t *value, const char *items)
{
    const json_t *first = loose_at(value, "errors.0");
    if (!first || json_array_size(loose_at(value, items)))
        return OK;
    const char *code = loose_text(asking->call->arena, first, "code", PRODUCT_NAME);
    const char *message = loose_text(asking->call->arena, first, "message", 150);
    if (arena_failed(asking->call->arena))
        return error_memory(asking->call->err);
    static const char *const missing[] = {"NoResults", "ItemNotAccessible", "ItemNotFound", NULL};
    for (size_t i = 0; code && missing[i]; i++)
        if (strcmp(code, missing[i]) == 0)
            return E_NOT_FOUND;
    return upstream_fault(asking->catalog->upstream, asking->call->err, "%s: %s", code ? code : "error",
                          message ? message : "it does not say why");
}

/* Asks for items, which stand at the path `items` of the answer; the body is given away, NULL:
 * memory ran out. E_NOT_FOUND, without a message: there are none; other statuses of upstream_json. */
static enum status catalog_ask(const struct catalog_asking *asking, const char *operation, json_t *body,
                               const char *items, json_t **value)
{
    struct upstream_answer answer = {0};
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    *value = NULL;
    enum status status = text ? send_body(asking, operation, str_from(text), &answer) : error_memory(asking->call->err);
    free(text);
    if (status == E_NOT_FOUND && says_nothing_found(&answer))
        return E_NOT_FOUND;
    if (status == E_NOT_FOUND)
        return error_set(asking->call->err, E_UPSTREAM, NULL, "products answers with status %d: look at its base_url",
                         answer.status);
    if (!status)
        status = parse(asking, answer.body, value);
    if (!status)
        status = check_errors(asking, *value, items);
    if (!status)
        return OK;
    json_decref(*value);
    *value = NULL;
    return status;
}

/* --- an item as the catalogue writes it --- */

static const double most_money = 1e9, most_ratings = 1e9, most_stars = 5;

static const char *const resources[] = {
    "images.primary.large",     "itemInfo.title",
    "itemInfo.byLineInfo",      "itemInfo.classifications",
    "itemInfo.features",        "itemInfo.productInfo",
    "itemInfo.manufactureInfo", "itemInfo.technicalInfo",
    "offersV2.listings.price",  "offersV2.listings.isBuyBoxWinner",
    "customerReviews.count",    "customerReviews.starRating",
};

/* What is a specification: an object with label, displayValue and perhaps unit. */
static const char *const specified[] = {
    "itemInfo.productInfo.color",
    "itemInfo.productInfo.size",
    "itemInfo.productInfo.unitCount",
    "itemInfo.productInfo.itemDimensions.height",
    "itemInfo.productInfo.itemDimensions.length",
    "itemInfo.productInfo.itemDimensions.width",
    "itemInfo.productInfo.itemDimensions.weight",
    "itemInfo.manufactureInfo.model",
    "itemInfo.manufactureInfo.itemPartNumber",
    "itemInfo.manufactureInfo.warranty",
    "itemInfo.technicalInfo.energyEfficiencyClass",
};

/* The parts of an item that catalog_item_read looks at, as the service names them; a new reference, NULL: no memory. */
static json_t *catalog_item_resources(void)
{
    json_t *list = json_array();
    bool complete = list;
    for (size_t i = 0; complete && i < COUNT_OF(resources); i++)
        complete = json_array_append_new(list, json_string(resources[i])) == 0;
    if (complete)
        return list;
    json_decref(list);
    return NULL;
}

static void read_specification(struct arena *arena, const json_t *value, const char *path, struct product *product,
                               struct product_specification *list)
{
    const json_t *entry = loose_at(value, path);
    const char *name = loose_text(arena, entry, "label", PRODUCT_NAME);
    const char *said = loose_text(arena, entry, "displayValue", PRODUCT_LINE);
    const char *unit = loose_text(arena, entry, "unit", PRODUCT_NAME);
    if (!name || !said)
        return;
    if (unit)
        said = arena_printf(arena, "%s %s", said, unit);
    list[product->specification_count++] = (struct product_specification){name, said};
}

static void read_specifications(struct arena *arena, const json_t *value, struct product *product)
{
    struct product_specification *list = ARENA_ARRAY(arena, COUNT_OF(specified), struct product_specification);
    for (size_t i = 0; i < COUNT_OF(specified) && !arena_failed(arena); i++)
        read_specification(arena, value, specified[i], product, list);
    product->specifications = list;
}

/* The offer in the buy box; else the first. */
static const json_t *offer_of(const json_t *value)
{
    const json_t *listings = loose_at(value, "offersV2.listings");
    for (size_t i = 0; i < json_array_size(listings); i++)
        if (loose_flag(json_array_get(listings, i), "isBuyBoxWinner"))
            return json_array_get(listings, i);
    return json_array_get(listings, 0);
}

static void read_price(struct arena *arena, const json_t *value, const struct store_domain *store,
                       struct product *product)
{
    const json_t *offer = offer_of(value);
    if (!loose_number(offer, "price.money.amount", 0, most_money, &product->price))
        return;
    const char *currency = loose_text(arena, offer, "price.money.currency", PRODUCT_NAME);
    product->has_price = true;
    product->currency = currency && strlen(currency) == 3 ? currency : store->currency;
}

static const char *first_text(struct arena *arena, const json_t *value, const char *one, const char *other)
{
    const char *text = loose_text(arena, value, one, PRODUCT_NAME);
    return text ? text : loose_text(arena, value, other, PRODUCT_NAME);
}

bool catalog_item_read(struct arena *arena, const json_t *value, const struct store_domain *store,
                       struct product *product)
{
    char id[PRODUCT_ID + 1];
    double ratings;
    *product = (struct product){0};
    const char *asin = loose_text(arena, value, "asin", PRODUCT_NAME);
    product->title = loose_text(arena, value, "itemInfo.title.displayValue", PRODUCT_TITLE);
    if (!asin || !product->title || !product_id(str_from(asin), id))
        return false;
    product->id = arena_copy(arena, id);
    product->brand = first_text(arena, value, "itemInfo.byLineInfo.brand.displayValue",
                                "itemInfo.byLineInfo.manufacturer.displayValue");
    product->category = first_text(arena, value, "itemInfo.classifications.productGroup.displayValue",
                                   "itemInfo.classifications.binding.displayValue");
    product->url = loose_url(arena, value, "detailPageURL");
    if (!product->url)
        product->url = arena_printf(arena, "https://www.%s/dp/%s", store->domain, id);
    product->image = loose_url(arena, value, "images.primary.large.url");
    product->feature_count =
        loose_texts(arena, value, "itemInfo.features.displayValues", PRODUCT_LINES, PRODUCT_LINE, &product->features);
    product->has_rating = loose_number(value, "customerReviews.starRating.value", 0, most_stars, &product->rating);
    product->has_ratings = loose_number(value, "customerReviews.count", 0, most_ratings, &ratings);
    product->ratings = product->has_ratings ? (long)ratings : 0;
    read_price(arena, value, store, product);
    read_specifications(arena, value, product);
    return !arena_failed(arena);
}

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
static void put_item(struct arena *arena, const struct store_domain *store, const json_t *item, struct product *list,
                     size_t count)
{
    struct product product;
    if (!catalog_item_read(arena, item, store, &product))
        return;
    product.updated = today(arena);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].id, product.id) == 0)
            list[i] = product;
}

/* Fills in products of which the ids are known, CATALOG_BATCH at most. E_NOT_FOUND: none of them can be had. */
static enum status get_batch(const struct catalog_asking *asking, struct product *list, size_t count)
{
    json_t *value;
    json_t *body = json_pack("{s:o, s:s, s:s, s:o}", "itemIds", ids_json(list, count), "itemIdType", "ASIN",
                             "partnerTag", asking->catalog->partner_tag, "resources", catalog_item_resources());
    enum status status = catalog_ask(asking, "/getItems", body, "itemsResult.items", &value);
    if (status)
        return status;
    const json_t *items = loose_at(value, "itemsResult.items");
    for (size_t i = 0; i < json_array_size(items) && !arena_failed(asking->call->arena); i++)
        put_item(asking->call->arena, asking->store, json_array_get(items, i), list, count);
    json_decref(value);
    return arena_failed(asking->call->arena) ? error_memory(asking->call->err) : OK;
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
    for (size_t i = 0; i < json_array_size(items) && *count < most; i++) {
        struct product product;
        if (catalog_item_read(asking->call->arena, json_array_get(items, i), asking->store, &product) &&
            !catalog_is_listed(list, *count, product.id))
            list[(*count)++] = product;
    }
    return arena_failed(asking->call->arena) ? error_memory(asking->call->err) : OK;
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

const struct product_backend products_catalog_backend = {
    .base = {.api = "catalog", .open = open_catalog, .close = close_catalog},
    .has_stores = true,
    .find = catalog_find,
    .search = catalog_search,
    .page = page,
};
