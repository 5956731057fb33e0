/* Lists of products: the pages of results, then each product's own page. */
#include "media/products/products_rainforest.h"

#include "media/data/at_once.h"
#include "text/url.h"

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
    return rainforest_path(listing->call->arena, &path);
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
    struct loose loose = {.arena = listing->call->arena};
    const json_t *results = loose_at(value, listing->results);
    for (size_t i = 0; i < json_array_size(results) && listing->count < listing->most; i++) {
        const json_t *entry = json_array_get(results, i);
        struct product product = {0};
        if (loose_flag(entry, "sponsored") || !rainforest_read(&loose, entry, listing->store, &product))
            continue;
        rainforest_date_read(&loose, value, &product);
        if (!rainforest_list_is_listed(listing, product.id))
            listing->list[listing->count++] = product;
    }
    return loose.failed ? error_memory(listing->call->err) : OK;
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
        enum status status = request.path ? upstream_json(listing->service->upstream, &request, listing->call, &value)
                                          : error_memory(listing->call->err);
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
    struct loose loose = {.arena = call->arena};
    struct at_once *questions = ARENA_ARRAY(call->arena, listing->count + 1, struct at_once);
    if (!questions)
        return error_memory(call->err);
    for (size_t i = 0; i < listing->count; i++) {
        questions[i] =
            (struct at_once){.path = rainforest_product_path(listing->store, listing->list[i].id, call->arena),
                             .is_paid = true,
                             .may_keep = rainforest_may_keep};
        if (!questions[i].path)
            return error_memory(call->err);
    }
    enum status status = at_once_ask(listing->service->upstream, questions, listing->count, call);
    for (size_t i = 0; i < listing->count && !status; i++) {
        struct product product = listing->list[i];
        if (rainforest_product_read(&loose, questions[i].value, listing->store, &product) &&
            strcmp(product.id, listing->list[i].id) == 0)
            listing->list[i] = product;
        json_decref(questions[i].value);
    }
    return loose.failed ? error_memory(call->err) : status;
}

enum status rainforest_list_read(struct rainforest_list *listing, struct product_list *found)
{
    listing->list = ARENA_ARRAY(listing->call->arena, listing->most + 1, struct product);
    enum status status = listing->list ? rainforest_list_read_pages(listing) : error_memory(listing->call->err);
    if (!status)
        status = read_details(listing);
    if (!status)
        *found = (struct product_list){listing->list, listing->count};
    return status;
}
