#include "media/products/products_rainforest.h"

#include "media/products/products_address.h"

#include <stdlib.h>

enum { RAINFOREST_PAGES = 5 };

struct rainforest {
    struct upstream *upstream;
    const struct store_domain *store; /* where the request names none */
};

/* What is asked for, page by page, and what came. */
struct rainforest_list {
    const struct rainforest *service;
    const struct lookup *call;
    const struct store_domain *store;
    const char *type, *results; /* of the request, and the member of the answer */
    struct str words;           /* what is searched for; empty: the page at the address */
    const char *url;
    long first; /* number of the first page */
    struct product *list;
    size_t count, most;
};

/* --- a product as the service writes it --- */

static const double most_money = 1e9, most_ratings = 1e9, most_stars = 5;

static const char *first_of(const char *fresh, const char *before)
{
    return fresh ? fresh : before;
}

static bool read_asin(struct arena *arena, const json_t *value, struct product *product)
{
    char id[PRODUCT_ID + 1];
    const char *text = loose_text(arena, value, "asin", PRODUCT_NAME);
    if (!text || !product_id(str_from(text), id))
        return false;
    product->id = arena_copy(arena, id);
    return !arena_failed(arena);
}

/* The price of the offer that the page shows, or of the list. */
static void read_price(struct arena *arena, const json_t *value, const struct store_domain *store,
                       struct product *product)
{
    static const char *const places[] = {"buybox_winner.price", "price", "prices.0"};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const json_t *price = loose_at(value, places[i]);
        double amount;
        if (!loose_number(price, "value", 0, most_money, &amount))
            continue;
        const char *currency = loose_text(arena, price, "currency", PRODUCT_NAME);
        product->has_price = true;
        product->price = amount;
        product->currency = currency && strlen(currency) == 3 ? currency : store->currency;
        return;
    }
}

static void read_specifications(struct arena *arena, const json_t *value, struct product *product)
{
    const json_t *array = loose_at(value, "specifications");
    size_t all = json_array_size(array), most = all < PRODUCT_SPECIFICATIONS ? all : PRODUCT_SPECIFICATIONS, count = 0;
    struct product_specification *list = ARENA_ARRAY(arena, most + 1, struct product_specification);
    for (size_t i = 0; i < most && !arena_failed(arena); i++) {
        const json_t *entry = json_array_get(array, i);
        const char *name = loose_text(arena, entry, "name", PRODUCT_NAME);
        const char *said = loose_text(arena, entry, "value", PRODUCT_LINE);
        if (name && said)
            list[count++] = (struct product_specification){name, said};
    }
    product->specifications = list;
    product->specification_count = count;
}

static void read_reviews(struct arena *arena, const json_t *value, struct product *product)
{
    const json_t *array = loose_at(value, "top_reviews");
    size_t all = json_array_size(array), most = all < PRODUCT_REVIEWS ? all : PRODUCT_REVIEWS, count = 0;
    struct product_review *list = ARENA_ARRAY(arena, most + 1, struct product_review);
    for (size_t i = 0; i < most && !arena_failed(arena); i++) {
        const json_t *entry = json_array_get(array, i);
        struct product_review *review = &list[count];
        *review = (struct product_review){
            .title = loose_text(arena, entry, "title", PRODUCT_LINE),
            .text = loose_text(arena, entry, "body", PRODUCT_TEXT),
            .author = loose_text(arena, entry, "profile.name", PRODUCT_NAME),
            .is_verified = loose_flag(entry, "verified_purchase"),
        };
        review->has_rating = loose_number(entry, "rating", 0, most_stars, &review->rating);
        count += review->title || review->text;
    }
    product->reviews = list;
    product->review_count = count;
}

/* "https://www.amazon.de/dp/ID", where the service gives no address. */
static void name_page(struct arena *arena, const struct store_domain *store, struct product *product)
{
    if (product->url || arena_failed(arena))
        return;
    product->url = arena_printf(arena, "https://www.%s/dp/%s", store->domain, product->id);
}

/* The last category is the narrowest; the first stands for the department. */
static const char *read_category(struct arena *arena, const json_t *value)
{
    const json_t *list = loose_at(value, "categories");
    const json_t *last = json_array_get(list, json_array_size(list) - 1);
    return json_array_size(list) ? loose_text(arena, last, "name", PRODUCT_NAME) : NULL;
}

bool rainforest_read(struct arena *arena, const json_t *value, const struct store_domain *store,
                     struct product *product)
{
    double ratings;
    const char *title = loose_text(arena, value, "title", PRODUCT_TITLE);
    if (!title || !read_asin(arena, value, product))
        return false;
    product->title = title;
    product->brand = first_of(loose_text(arena, value, "brand", PRODUCT_NAME), product->brand);
    product->category = first_of(read_category(arena, value), product->category);
    product->description = first_of(loose_text(arena, value, "description", PRODUCT_TEXT), product->description);
    product->url = first_of(loose_url(arena, value, "link"), product->url);
    product->image = first_of(loose_url(arena, value, "image"), product->image);
    product->image = first_of(loose_url(arena, value, "main_image.link"), product->image);
    product->has_rating |= loose_number(value, "rating", 0, most_stars, &product->rating);
    if (loose_number(value, "ratings_total", 0, most_ratings, &ratings)) {
        product->has_ratings = true;
        product->ratings = (long)ratings;
    }
    read_price(arena, value, store, product);
    product->feature_count =
        loose_texts(arena, value, "feature_bullets", PRODUCT_LINES, PRODUCT_LINE, &product->features);
    read_specifications(arena, value, product);
    read_reviews(arena, value, product);
    name_page(arena, store, product);
    return !arena_failed(arena);
}

/* --- requests and answers that lists and single products share --- */

enum { DATE = 10 }; /* characters of "2026-05-04" */

/* The path of a product's own page. */
static const char *rainforest_product_path(const struct store_domain *store, const char *id, struct arena *arena)
{
    struct buf path = {0};
    buf_str(&path, "/request");
    upstream_query(&path, "type", STR("product"));
    upstream_query(&path, "amazon_domain", str_from(store->domain));
    upstream_query(&path, "asin", str_from(id));
    return buf_keep(&path, arena).data;
}

/* A failure may come with status 200. */
static enum status rainforest_check(const struct rainforest *service, const json_t *value, const struct lookup *call)
{
    const json_t *success = loose_at(value, "request_info.success");
    const char *message = loose_text(call->arena, value, "request_info.message", 150), *key;
    if (arena_failed(call->arena))
        return error_memory(call->err);
    if (!json_is_false(success))
        return OK;
    key = upstream_settings(service->upstream)->key;
    bool shows_key = message && str_find(str_from(message), str_from(key), 0) < strlen(message);
    return upstream_fault(service->upstream, call->err, "it was not successful: %s",
                          message && !shows_key ? message : "it does not say why");
}

/* The same, of the text: it is not the answer for an hour. */
static bool rainforest_may_keep(struct str body)
{
    struct str text = str_trim(body), failed = STR("\"success\"");
    size_t at = str_find(text, failed, 0);
    struct str rest = at < text.len ? (struct str){text.data + at + failed.len, text.len - at - failed.len} : STR("");
    while (rest.len && (ascii_is_space(rest.data[0]) || rest.data[0] == ':'))
        rest = (struct str){rest.data + 1, rest.len - 1};
    return str_ends(text, STR("}")) && !str_starts(rest, STR("false"));
}

/* The day of the answer: "2026-05-04". */
static void rainforest_date_read(struct arena *arena, const json_t *value, struct product *product)
{
    const char *date = loose_text(arena, value, "request_metadata.processed_at", PRODUCT_NAME);
    if (!date || strlen(date) < DATE || date[4] != '-' || date[7] != '-')
        return;
    product->updated = arena_copy_n(arena, date, DATE);
}

/* False: the answer has no such product. */
static bool rainforest_product_read(struct arena *arena, const json_t *value, const struct store_domain *store,
                                    struct product *product)
{
    bool is_read = rainforest_read(arena, loose_at(value, "product"), store, product);
    if (is_read)
        rainforest_date_read(arena, value, product);
    return is_read;
}

/* --- lists of products: the pages of results, then each product's own page --- */

/* The address of a page of the list: its parameter "page" is ours. */
static void rainforest_list_add_url(struct buf *path, const char *address, long number)
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

static const char *listing_path(const struct rainforest_list *listing, long number)
{
    struct buf path = {0};
    buf_str(&path, "/request");
    upstream_query(&path, "type", str_from(listing->type));
    if (listing->url) {
        rainforest_list_add_url(&path, listing->url, number);
    } else {
        upstream_query(&path, "amazon_domain", str_from(listing->store->domain));
        upstream_query(&path, "search_term", listing->words);
        upstream_query(&path, "exclude_sponsored", STR("true"));
        if (number > 1)
            buf_printf(&path, "&page=%ld", number);
    }
    return buf_keep(&path, listing->call->arena).data;
}

static bool rainforest_list_is_listed(const struct rainforest_list *listing, const char *id)
{
    for (size_t i = 0; i < listing->count; i++)
        if (strcmp(listing->list[i].id, id) == 0)
            return true;
    return false;
}

/* Takes the products of one page: each once, and none that somebody paid for. */
static enum status rainforest_list_take_page(struct rainforest_list *listing, const json_t *value)
{
    const json_t *results = loose_at(value, listing->results);
    for (size_t i = 0; i < json_array_size(results) && listing->count < listing->most; i++) {
        const json_t *entry = json_array_get(results, i);
        struct product product = {0};
        if (loose_flag(entry, "sponsored") || !rainforest_read(listing->call->arena, entry, listing->store, &product))
            continue;
        rainforest_date_read(listing->call->arena, value, &product);
        if (!rainforest_list_is_listed(listing, product.id))
            listing->list[listing->count++] = product;
    }
    return arena_failed(listing->call->arena) ? error_memory(listing->call->err) : OK;
}

/* Is there another page? Lists that do not say how many pages they have end with the one that gives nothing new. */
static bool rainforest_list_goes_on(const json_t *value, long number)
{
    double pages;
    return !loose_number(value, "pagination.total_pages", 0, 1e6, &pages) || (double)number < pages;
}

static enum status rainforest_list_read_pages(struct rainforest_list *listing)
{
    bool is_more = true;
    for (long i = 0; is_more && i < RAINFOREST_PAGES && listing->count < listing->most; i++) {
        size_t before = listing->count;
        json_t *value = NULL;
        const struct upstream_request request = {
            .path = listing_path(listing, listing->first + i), .is_paid = true, .may_keep = rainforest_may_keep};
        enum status status = upstream_json(listing->service->upstream, &request, listing->call, &value);
        if (!status)
            status = rainforest_check(listing->service, value, listing->call);
        if (!status)
            status = rainforest_list_take_page(listing, value);
        is_more = listing->count > before && rainforest_list_goes_on(value, listing->first + i);
        json_decref(value);
        if (status && (i == 0 || status == E_CANCELLED || status == E_TIMEOUT || status == E_MEMORY))
            return status;
        is_more = is_more && !status; /* what the first pages gave is enough */
    }
    return OK;
}

/* Each product's own page tells what the list leaves out: features, specifications, reviews. */
static enum status read_details(struct rainforest_list *listing)
{
    const struct lookup *call = listing->call;
    struct at_once *questions = ARENA_ARRAY(call->arena, listing->count + 1, struct at_once);
    if (!questions)
        return error_memory(call->err);
    for (size_t i = 0; i < listing->count; i++)
        questions[i] =
            (struct at_once){.path = rainforest_product_path(listing->store, listing->list[i].id, call->arena),
                             .is_paid = true,
                             .may_keep = rainforest_may_keep};
    enum status status = at_once_ask(listing->service->upstream, questions, listing->count, call);
    for (size_t i = 0; i < listing->count && !status; i++) {
        struct product product = listing->list[i];
        if (rainforest_product_read(call->arena, questions[i].value, listing->store, &product) &&
            strcmp(product.id, listing->list[i].id) == 0)
            listing->list[i] = product;
        json_decref(questions[i].value);
    }
    return arena_failed(call->arena) ? error_memory(call->err) : status;
}

/* Asks for the pages of the list until it has as many products as are wanted, then for each
 * product. listing->list is made here. */
static enum status rainforest_list_read(struct rainforest_list *listing, struct product_list *found)
{
    listing->list = ARENA_ARRAY(listing->call->arena, listing->most + 1, struct product);
    enum status status = listing->list ? rainforest_list_read_pages(listing) : error_memory(listing->call->err);
    if (!status)
        status = read_details(listing);
    if (!status)
        *found = (struct product_list){listing->list, listing->count};
    return status;
}

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
    json_t *value = NULL;
    enum status status = upstream_json(service->upstream, &request, call, &value);
    if (!status)
        status = rainforest_check(service, value, call);
    if (!status && !rainforest_product_read(call->arena, value, store, product))
        status = error_set(call->err, E_NOT_FOUND, NULL, "products: %s has no product %s", store->domain, id);
    json_decref(value);
    return arena_failed(call->arena) ? error_memory(call->err) : status;
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

const struct product_backend products_rainforest_backend = {
    .base = {.api = "rainforest", .open = open_service, .close = close_service},
    .has_stores = true,
    .find = rainforest_find,
    .search = rainforest_search,
    .page = page,
};
