#include "media/products/products.h"

#include "media/products/products_catalog.h"
#include "media/products/products_parts.h"
#include "media/products/products_rainforest.h"

#include <stdlib.h>

static const struct product_backend *const backends[] = {
    &products_file_backend,
    &products_rainforest_backend,
    &products_catalog_backend,
};

struct products {
    const struct product_backend *backend;
    void *state;
};

enum status products_open(const json_t *entry, struct products **out, struct error *err)
{
    const char *names[COUNT_OF(backends)];
    size_t number = 0;
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        names[i] = backends[i]->api;
    enum status status = entry_api(entry, "products", names, COUNT_OF(names), &number, err);
    if (status)
        return status;
    struct products *products = calloc(1, sizeof *products);
    if (!products)
        return error_memory(err);
    products->backend = backends[number];
    status = products->backend->open(entry, &products->state, err);
    if (status)
        free(products);
    else
        *out = products;
    return status;
}

void products_close(struct products *products)
{
    if (!products)
        return;
    products->backend->close(products->state);
    free(products);
}

bool products_sell_on(const struct products *products, struct str domain)
{
    return !products->backend->has_stores || store_domain_find(domain);
}

enum status products_find(const struct products *products, struct str id, const struct lookup *call,
                          const struct product **product)
{
    char wanted[PRODUCT_ID + 1];
    enum status status = lookup_check(call);
    if (status)
        return status;
    if (!product_id(id, wanted))
        return error_set(call->err, E_NOT_FOUND, NULL, "\"%.*s\" is no id of a product: ten letters or digits",
                         (int)(id.len < 40 ? utf8_valid_length(id) : 0), id.data ? id.data : "");
    return products->backend->find(products->state, wanted, call, product);
}

enum status products_search(const struct products *products, struct str query, struct str store, size_t most,
                            const struct lookup *call, struct product_list *found)
{
    *found = (struct product_list){0};
    enum status status = lookup_check(call);
    if (status || !most)
        return status;
    return products->backend->search(products->state, query, store, most, call, found);
}

enum status products_page(const struct products *products, struct str url, size_t most, const struct lookup *call,
                          struct product_list *found)
{
    *found = (struct product_list){0};
    enum status status = lookup_check(call);
    if (status || !most)
        return status;
    return products->backend->page(products->state, url, most, call, found);
}
