#include "write/market/market.h"

#include "media/products/store_domains.h"

static enum status check_configured(struct writing *writing, const char *what)
{
    if (writing->services->products)
        return OK;
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS,
                      "no products are configured, and %s was looked for: set products in the configuration", what);
}

/* The stores that there are: "amazon.com (US), ...". */
static enum status note_no_store(struct writing *writing, struct str domain)
{
    struct buf known = {0};
    const struct store_domain *store;
    for (size_t i = 0; (store = store_domain_at(i)); i++)
        buf_printf(&known, "%s%s (%s)", i ? ", " : "", store->domain, store->country);
    enum status status =
        known.failed
            ? error_memory(writing->err)
            : writing_note(writing, "marketDomain was not used: \"%.*s\" is no store of the marketplace; there are %s.",
                           STR_ARG(domain), buf_text(&known));
    buf_free(&known);
    return status;
}

/* The store that the request names; empty: none that can be used, which a note says. */
static enum status read_domain(struct market *market)
{
    struct writing *writing = market->writing;
    struct str wanted = config_text(writing->config, "marketDomain"), domain;
    market->domain = STR("");
    if (!wanted.len)
        return OK;
    if (!market_domain(wanted, &domain))
        return writing_note(writing, "marketDomain was not used: \"%.*s\" is no domain.", STR_ARG(wanted));
    if (!products_sell_on(writing->services->products, domain))
        return note_no_store(writing, domain);
    market->domain = domain;
    return OK;
}

static enum status take(struct market *market, const struct product *list, size_t count)
{
    struct writing *writing = market->writing;
    enum status status = OK;
    struct str associate = config_text(writing->config, "marketAssociatesId");
    market->items = ARENA_ARRAY(writing->arena, count + 1, struct market_item);
    if (!market->items)
        return error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct market_item *item = &market->items[market->count++];
        item->product = &list[i];
        item->title = str_from(list[i].title);
        item->link = market_link(writing->arena, item->product, market->domain, associate);
        status = item->link.data ? OK : error_memory(writing->err);
    }
    return status;
}

enum status market_find(struct market *market)
{
    struct writing *writing = market->writing;
    struct str keyword = writing->brief.keyword, page = config_text(writing->config, "marketProductSearchUrl");
    size_t most = (size_t)config_integer(writing->config, "numMarketProducts", 10);
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    const char *what = page.len ? arena_copy_n(writing->arena, page.data, page.len)
                                : arena_printf(writing->arena, "\"%.*s\"", STR_ARG(keyword));
    struct product_list found;
    if (!what)
        return error_memory(writing->err);
    enum status status = writing_progress(writing, 0.05, "Looking up products");
    if (!status)
        status = check_configured(writing, what);
    if (!status)
        status = read_domain(market);
    if (status)
        return status;
    status = page.len ? products_page(writing->services->products, page, most, &call, &found)
                      : products_search(writing->services->products, keyword, market->domain, most, &call, &found);
    if (status)
        return catalog_not_found(writing, status, CODE_NO_PRODUCTS, "products", what);
    if (!found.count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS, "no product was found for %s", what);
    if (found.count < most)
        status = writing_note(writing, "There are %zu products instead of %zu: no more were found for %s.", found.count,
                              most, what);
    return status ? status : take(market, found.list, found.count);
}

enum status market_find_one(struct market *market)
{
    struct writing *writing = market->writing;
    struct str id = config_text(writing->config, "asin");
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    const char *what = arena_printf(writing->arena, "the product %.*s", STR_ARG(id));
    const struct product *product;
    if (!what)
        return error_memory(writing->err);
    enum status status = writing_progress(writing, 0.05, "Looking up the product");
    if (!status)
        status = check_configured(writing, what);
    if (!status)
        status = read_domain(market);
    if (status)
        return status;
    status = products_find(writing->services->products, id, &call, &product);
    if (status == E_NOT_FOUND)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS, "%s was not found", what);
    return status ? catalog_not_found(writing, status, CODE_NO_PRODUCTS, "products", what) : take(market, product, 1);
}
