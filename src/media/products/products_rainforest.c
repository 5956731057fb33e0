#include "media/products/products_rainforest.h"

#include "media/data/at_once.h"
#include "media/products/products_address.h"
#include "net/upstream/entry.h"
#include "net/upstream/upstream.h"
#include "text/url.h"

#include <stdlib.h>

enum {
    SECONDS = 90, /* the service opens the page while it is asked */
    KEEP_SECONDS = 3600,
    LARGEST_ANSWER = 8 * 1024 * 1024,
};

/* --- a product --- */

static enum status find_on(const struct rainforest *service, const struct store_domain *store, const char *id,
                           const struct lookup *call, struct product *product)
{
    const struct upstream_request request = {
        .path = rainforest_product_path(store, id, call->arena), .is_paid = true, .may_keep = rainforest_may_keep};
    struct loose loose = {.arena = call->arena};
    json_t *value = NULL;
    enum status status =
        request.path ? upstream_json(service->upstream, &request, call, &value) : error_memory(call->err);
    if (!status)
        status = rainforest_check(service, value, call);
    if (!status && !rainforest_product_read(&loose, value, store, product))
        status = error_set(call->err, E_NOT_FOUND, NULL, "products: %s has no product %s", store->domain, id);
    json_decref(value);
    return loose.failed ? error_memory(call->err) : status;
}

static enum status rainforest_find(void *state, const char *id, const struct lookup *call, const struct product **out)
{
    const struct rainforest *service = state;
    struct product *product = ARENA_NEW(call->arena, struct product);
    enum status status = product ? find_on(service, service->store, id, call, product) : error_memory(call->err);
    if (!status)
        *out = product;
    return status;
}

/* --- lists --- */

/* Kinds of pages that list products, by the first part of their path. */
static const struct rainforest_listing_kind {
    const char *part, *type, *results;
} kinds[] = {
    {"s", "search", "search_results"},
    {"b", "category", "category_results"},
    {"bestsellers", "bestsellers", "bestsellers"},
    {"gp/bestsellers", "bestsellers", "bestsellers"},
};

static enum status rainforest_search(void *state, struct str query, struct str store, size_t most,
                                     const struct lookup *call, struct product_list *found)
{
    const struct rainforest *service = state;
    struct rainforest_list listing = {.service = service,
                                      .call = call,
                                      .store = store.len ? store_domain_find(store) : service->store,
                                      .type = kinds[0].type,
                                      .results = kinds[0].results,
                                      .words = str_trim(query),
                                      .first = 1,
                                      .most = most};
    if (!listing.store)
        return error_set(call->err, E_INVALID, NULL, "products: %.*s is no store", STR_ARG(store));
    return listing.words.len ? rainforest_list_read(&listing, found) : OK;
}

/* --- pages of the marketplace --- */

/* The number that the parameter "page" of an address names; 1 where there is none. */
static long page_number(struct str query)
{
    for (struct str rest = query, pair; rest.data && str_split(&rest, '&', &pair);)
        if (str_istarts(pair, STR("page=")) && pair.len > 5 && ascii_is_digit(pair.data[5])) {
            long number = strtol(pair.data + 5, NULL, 10);
            return number >= 1 && number < 1000 ? number : 1;
        }
    return 1;
}

static const struct rainforest_listing_kind *kind_of(struct str path)
{
    for (size_t i = 1; i < COUNT_OF(kinds); i++) {
        struct str part = str_from(kinds[i].part);
        struct str rest = path.len ? (struct str){path.data + 1, path.len - 1} : STR("");
        if (str_istarts(rest, part) && (rest.len == part.len || rest.data[part.len] == '/'))
            return &kinds[i];
    }
    return &kinds[0];
}

static enum status rainforest_find_page(const struct rainforest *service, const struct store_domain *store,
                                        const char *id, const struct lookup *call, struct product_list *found)
{
    struct product *product = ARENA_NEW(call->arena, struct product);
    enum status status = product ? find_on(service, store, id, call, product) : error_memory(call->err);
    if (!status)
        *found = (struct product_list){product, 1};
    return status == E_NOT_FOUND ? OK : status;
}

static enum status page(void *state, struct str text, size_t most, const struct lookup *call,
                        struct product_list *found)
{
    const struct rainforest *service = state;
    struct product_address address;
    struct url url;
    enum status status = product_address_read(call->arena, text, &address, call->err);
    if (!status)
        status = url_parse(str_from(address.url), &url, call->err);
    if (status)
        return status;
    struct rainforest_list listing = {.service = service,
                                      .call = call,
                                      .store = store_domain_find(url.host),
                                      .type = kind_of(url.path)->type,
                                      .results = kind_of(url.path)->results,
                                      .url = address.url,
                                      .first = page_number(url.query),
                                      .most = most};
    if (!listing.store)
        return error_set(call->err, E_INVALID, NULL, "products: %.*s is no store of the marketplace",
                         STR_ARG(url.host));
    if (address.is_product)
        return rainforest_find_page(service, listing.store, address.ids[0], call, found);
    return rainforest_list_read(&listing, found);
}

/* --- the entry --- */

static void close_service(void *state)
{
    struct rainforest *service = state;
    upstream_close(service->upstream);
    free(service);
}

static enum status open_service(const json_t *entry, void **state, struct error *err)
{
    static const char *const members[] = {UPSTREAM_MEMBERS, "domain", NULL};
    struct upstream_settings settings = {.name = "products",
                                         .key_query = "api_key",
                                         .seconds = SECONDS,
                                         .keep_seconds = KEEP_SECONDS,
                                         .max_bytes = LARGEST_ANSWER};
    const struct store_domain *store = NULL;
    enum status status = entry_check(entry, "products", members, err);
    if (!status)
        status = store_domain_read(entry, &store, err);
    if (!status)
        status = upstream_read(entry, true, &settings, err);
    if (status)
        return status;
    struct rainforest *service = calloc(1, sizeof *service);
    if (!service)
        return error_memory(err);
    service->store = store;
    status = upstream_open(&settings, &service->upstream, err);
    if (status)
        free(service);
    else
        *state = service;
    return status;
}

const struct product_backend products_rainforest_backend = {.api = "rainforest",
                                                            .has_stores = true,
                                                            .open = open_service,
                                                            .close = close_service,
                                                            .find = rainforest_find,
                                                            .search = rainforest_search,
                                                            .page = page};
