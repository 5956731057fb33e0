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

/* --- names --- */

/* Does a seller's title go on to what people search for: "Name, 100 sports modes", "Name (45 mm) – Android"? */
static bool ends_name(struct str title, size_t at)
{
    static const char *const ends[] = {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", " | ", "(", "\xE3\x80\x90"};
    struct str rest = {title.data + at, title.len - at};
    if (rest.data[0] == ',')
        return rest.len < 2 || !ascii_is_digit(rest.data[1]);
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_starts(rest, str_from(ends[i])))
            return true;
    return false;
}

/* What a product is called where its title is a list of all that it can do; with its brand. NULL: memory ran out. */
static const char *name_product(struct arena *arena, const struct product *product)
{
    enum { LONG_TITLE = 60 /* bytes; a heading takes two lines from there on */, LEAST_WORDS = 3 };
    struct str title = str_from(product->title), brand = str_from(product->brand ? product->brand : "");
    size_t end = 0, words = 1;
    while (end < title.len && (words < LEAST_WORDS || !ends_name(title, end)))
        words += title.data[end++] == ' ';
    struct str name = str_trim((struct str){title.data, end});
    if (title.len <= LONG_TITLE || end == title.len)
        return product->title;
    bool has_brand = str_ifind(name, brand, 0) < name.len;
    return has_brand || !brand.len ? arena_copy_n(arena, name.data, name.len)
                                   : arena_printf(arena, "%.*s %.*s", STR_ARG(brand), STR_ARG(name));
}

/* Products of one name have their whole titles. */
static void part_names(struct market *market)
{
    for (size_t i = 1; i < market->count; i++)
        for (size_t k = 0; k < i; k++)
            if (str_ieq(market->items[i].title, market->items[k].title)) {
                market->items[i].title = str_from(market->items[i].product->title);
                market->items[k].title = str_from(market->items[k].product->title);
            }
}

static enum status find_take(struct market *market, const struct product *list, size_t count)
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
        item->title = str_from(name_product(writing->arena, item->product));
        item->link = market_link(writing->arena, item->product, market->domain, associate);
        status = item->title.data && item->link.data ? OK : error_memory(writing->err);
    }
    part_names(market);
    return status;
}

/* Where the keyword says what they must be, so many more are looked at: each costs a request where a service is asked.
 */
enum { OTHERS = 5 };

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
    bool is_limited = !page.len && market_is_limited(writing);
    status = page.len ? products_page(writing->services->products, page, most, &call, &found)
                      : products_search(writing->services->products, keyword, market->domain,
                                        is_limited ? most + OTHERS : most, &call, &found);
    if (status)
        return catalog_not_found(writing, status, CODE_NO_PRODUCTS, "products", what);
    if (is_limited)
        status = market_fit(writing, &found);
    if (status)
        return status;
    found.count = found.count < most ? found.count : most;
    if (!found.count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS, "no product was found for %s", what);
    if (found.count < most)
        status = writing_note(writing, "There are %zu products instead of %zu: no more were found for %s.", found.count,
                              most, what);
    return status ? status : find_take(market, found.list, found.count);
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
    return status ? catalog_not_found(writing, status, CODE_NO_PRODUCTS, "products", what)
                  : find_take(market, product, 1);
}
