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
    DATE = 10, /* characters of "2026-05-04" */
};

struct rainforest {
    struct upstream *upstream;
    const struct store_domain *store; /* where the request names none */
};

/* --- asking --- */

static const char *take_path(struct arena *arena, struct buf *path)
{
    const char *copy = path->failed ? NULL : arena_copy(arena, buf_text(path));
    buf_free(path);
    return copy;
}

static const char *product_path(const struct store_domain *store, const char *id, struct arena *arena)
{
    struct buf path = {0};
    buf_str(&path, "/request");
    upstream_query(&path, "type", STR("product"));
    upstream_query(&path, "amazon_domain", str_from(store->domain));
    upstream_query(&path, "asin", str_from(id));
    return take_path(arena, &path);
}

/* A failure may come with status 200. */
static enum status check_success(const struct rainforest *service, const json_t *value, const struct lookup *call)
{
    struct loose loose = {.arena = call->arena};
    const json_t *success = loose_at(value, "request_info.success");
    const char *message = loose_text(&loose, value, "request_info.message", 150), *key;
    if (loose.failed)
        return error_memory(call->err);
    if (!json_is_false(success))
        return OK;
    key = upstream_settings(service->upstream)->key;
    bool shows_key = message && str_find(str_from(message), str_from(key), 0) < strlen(message);
    return upstream_fault(service->upstream, call->err, "it was not successful: %s",
                          message && !shows_key ? message : "it does not say why");
}

/* The same, of the text: it is not the answer for an hour. */
static bool may_keep(struct str body)
{
    struct str text = str_trim(body), failed = STR("\"success\"");
    size_t at = str_find(text, failed, 0);
    struct str rest = at < text.len ? (struct str){text.data + at + failed.len, text.len - at - failed.len} : STR("");
    while (rest.len && (ascii_is_space(rest.data[0]) || rest.data[0] == ':'))
        rest = (struct str){rest.data + 1, rest.len - 1};
    return str_ends(text, STR("}")) && !str_starts(rest, STR("false"));
}

/* --- a product --- */

/* The day of the answer: "2026-05-04". */
static void read_date(struct loose *loose, const json_t *value, struct product *product)
{
    const char *date = loose_text(loose, value, "request_metadata.processed_at", PRODUCT_NAME);
    if (!date || strlen(date) < DATE || date[4] != '-' || date[7] != '-')
        return;
    product->updated = arena_copy_n(loose->arena, date, DATE);
    loose->failed |= !product->updated;
}

/* False: the answer has no such product. */
static bool read_product(struct loose *loose, const json_t *value, const struct store_domain *store,
                         struct product *product)
{
    bool is_read = rainforest_read(loose, loose_at(value, "product"), store, product);
    if (is_read)
        read_date(loose, value, product);
    return is_read;
}

static enum status find_on(const struct rainforest *service, const struct store_domain *store, const char *id,
                           const struct lookup *call, struct product *product)
{
    const struct upstream_request request = {
        .path = product_path(store, id, call->arena), .is_paid = true, .may_keep = may_keep};
    struct loose loose = {.arena = call->arena};
    json_t *value = NULL;
    enum status status =
        request.path ? upstream_json(service->upstream, &request, call, &value) : error_memory(call->err);
    if (!status)
        status = check_success(service, value, call);
    if (!status && !read_product(&loose, value, store, product))
        status = error_set(call->err, E_NOT_FOUND, NULL, "products: %s has no product %s", store->domain, id);
    json_decref(value);
    return loose.failed ? error_memory(call->err) : status;
}

static enum status find(void *state, const char *id, const struct lookup *call, const struct product **out)
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
static const struct listing_kind {
    const char *part, *type, *results;
} kinds[] = {
    {"s", "search", "search_results"},
    {"b", "category", "category_results"},
    {"bestsellers", "bestsellers", "bestsellers"},
    {"gp/bestsellers", "bestsellers", "bestsellers"},
};

/* What is asked for, page by page, and what came. */
struct listing {
    const struct rainforest *service;
    const struct lookup *call;
    const struct store_domain *store;
    const struct listing_kind *kind;
    struct str words; /* what is searched for; empty: the page at the address */
    const char *url;
    long first; /* number of the first page */
    struct product *list;
    size_t count, most;
};

/* The address of a page of the list: its parameter "page" is ours. */
static void add_url(struct buf *path, const char *address, long number)
{
    struct url url;
    struct buf out = {0};
    if (url_parse(str_from(address), &url, NULL))
        return;
    size_t stem = url.query.data ? (size_t)(url.query.data - address) - 1 : strlen(address);
    char sign = '?';
    buf_add(&out, address, stem);
    for (struct str rest = url.query, pair; rest.data && str_split(&rest, '&', &pair);) {
        if (!pair.len || str_istarts(pair, STR("page=")))
            continue;
        buf_printf(&out, "%c%.*s", sign, STR_ARG(pair));
        sign = '&';
    }
    if (number > 1)
        buf_printf(&out, "%cpage=%ld", sign, number);
    path->failed |= out.failed;
    upstream_query(path, "url", (struct str){buf_text(&out), out.len});
    buf_free(&out);
}

static const char *listing_path(const struct listing *listing, long number)
{
    struct buf path = {0};
    buf_str(&path, "/request");
    upstream_query(&path, "type", str_from(listing->kind->type));
    if (listing->url) {
        add_url(&path, listing->url, number);
    } else {
        upstream_query(&path, "amazon_domain", str_from(listing->store->domain));
        upstream_query(&path, "search_term", listing->words);
        upstream_query(&path, "exclude_sponsored", STR("true"));
        if (number > 1)
            buf_printf(&path, "&page=%ld", number);
    }
    return take_path(listing->call->arena, &path);
}

static bool is_listed(const struct listing *listing, const char *id)
{
    for (size_t i = 0; i < listing->count; i++)
        if (strcmp(listing->list[i].id, id) == 0)
            return true;
    return false;
}

/* Takes the products of one page: each once, and none that somebody paid for. */
static enum status take_page(struct listing *listing, const json_t *value)
{
    struct loose loose = {.arena = listing->call->arena};
    const json_t *results = loose_at(value, listing->kind->results);
    for (size_t i = 0; i < json_array_size(results) && listing->count < listing->most; i++) {
        const json_t *entry = json_array_get(results, i);
        struct product product = {0};
        if (loose_flag(entry, "sponsored") || !rainforest_read(&loose, entry, listing->store, &product))
            continue;
        read_date(&loose, value, &product);
        if (!is_listed(listing, product.id))
            listing->list[listing->count++] = product;
    }
    return loose.failed ? error_memory(listing->call->err) : OK;
}

/* Is there another page? Lists that do not say how many pages they have end with the one that gives nothing new. */
static bool goes_on(const json_t *value, long number)
{
    double pages;
    return !loose_number(value, "pagination.total_pages", 0, 1e6, &pages) || (double)number < pages;
}

static enum status read_pages(struct listing *listing)
{
    bool is_more = true;
    for (long i = 0; is_more && i < RAINFOREST_PAGES && listing->count < listing->most; i++) {
        size_t before = listing->count;
        json_t *value = NULL;
        const struct upstream_request request = {
            .path = listing_path(listing, listing->first + i), .is_paid = true, .may_keep = may_keep};
        enum status status = request.path ? upstream_json(listing->service->upstream, &request, listing->call, &value)
                                          : error_memory(listing->call->err);
        if (!status)
            status = check_success(listing->service, value, listing->call);
        if (!status)
            status = take_page(listing, value);
        is_more = listing->count > before && goes_on(value, listing->first + i);
        json_decref(value);
        if (status && (i == 0 || status == E_CANCELLED || status == E_TIMEOUT || status == E_MEMORY))
            return status;
        is_more = is_more && !status; /* what the first pages gave is enough */
    }
    return OK;
}

/* Each product's own page tells what the list leaves out: features, specifications, reviews. */
static enum status read_details(struct listing *listing)
{
    const struct lookup *call = listing->call;
    struct loose loose = {.arena = call->arena};
    struct at_once *questions = ARENA_ARRAY(call->arena, listing->count + 1, struct at_once);
    if (!questions)
        return error_memory(call->err);
    for (size_t i = 0; i < listing->count; i++) {
        questions[i] = (struct at_once){.path = product_path(listing->store, listing->list[i].id, call->arena),
                                        .is_paid = true,
                                        .may_keep = may_keep};
        if (!questions[i].path)
            return error_memory(call->err);
    }
    enum status status = at_once_ask(listing->service->upstream, questions, listing->count, call);
    for (size_t i = 0; i < listing->count && !status; i++) {
        struct product product = listing->list[i];
        if (read_product(&loose, questions[i].value, listing->store, &product) &&
            strcmp(product.id, listing->list[i].id) == 0)
            listing->list[i] = product;
        json_decref(questions[i].value);
    }
    return loose.failed ? error_memory(call->err) : status;
}

static enum status read_listing(struct listing *listing, struct product_list *found)
{
    listing->list = ARENA_ARRAY(listing->call->arena, listing->most + 1, struct product);
    enum status status = listing->list ? read_pages(listing) : error_memory(listing->call->err);
    if (!status)
        status = read_details(listing);
    if (!status)
        *found = (struct product_list){listing->list, listing->count};
    return status;
}

static enum status search(void *state, struct str query, struct str store, size_t most, const struct lookup *call,
                          struct product_list *found)
{
    const struct rainforest *service = state;
    struct listing listing = {.service = service,
                              .call = call,
                              .store = store.len ? store_domain_find(store) : service->store,
                              .kind = &kinds[0],
                              .words = str_trim(query),
                              .first = 1,
                              .most = most};
    if (!listing.store)
        return error_set(call->err, E_INVALID, NULL, "products: %.*s is no store", STR_ARG(store));
    return listing.words.len ? read_listing(&listing, found) : OK;
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

static const struct listing_kind *kind_of(struct str path)
{
    for (size_t i = 1; i < COUNT_OF(kinds); i++) {
        struct str part = str_from(kinds[i].part);
        struct str rest = path.len ? (struct str){path.data + 1, path.len - 1} : STR("");
        if (str_istarts(rest, part) && (rest.len == part.len || rest.data[part.len] == '/'))
            return &kinds[i];
    }
    return &kinds[0];
}

static enum status find_page(const struct rainforest *service, const struct store_domain *store, const char *id,
                             const struct lookup *call, struct product_list *found)
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
    struct listing listing = {.service = service,
                              .call = call,
                              .store = store_domain_find(url.host),
                              .kind = kind_of(url.path),
                              .url = address.url,
                              .first = page_number(url.query),
                              .most = most};
    if (!listing.store)
        return error_set(call->err, E_INVALID, NULL, "products: %.*s is no store of the marketplace",
                         STR_ARG(url.host));
    if (address.is_product)
        return find_page(service, listing.store, address.ids[0], call, found);
    return read_listing(&listing, found);
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
                                                            .find = find,
                                                            .search = search,
                                                            .page = page};
