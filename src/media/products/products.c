#include "media/products/products.h"

#include "media/products/products_catalog.h"
#include "media/products/products_parts.h"
#include "media/products/products_rainforest.h"

static const struct media_backend *const backends[] = {
    &products_file_backend.base,
    &products_rainforest_backend.base,
    &products_catalog_backend.base,
};

struct products {
    struct media_source source;
};

static const struct product_backend *backend_of(const struct products *products)
{
    return (const struct product_backend *)products->source.backend;
}

enum status products_open(const json_t *entry, struct products **products, struct error *err)
{
    struct media_source *source = NULL;
    enum status status = media_open(entry, "products", backends, COUNT_OF(backends), &source, err);
    if (!status)
        *products = (struct products *)source;
    return status;
}

void products_close(struct products *products)
{
    media_close((struct media_source *)products);
}

bool products_sell_on(const struct products *products, struct str domain)
{
    return !backend_of(products)->has_stores || store_domain_find(domain);
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
    return backend_of(products)->find(products->source.state, wanted, call, product);
}

enum status products_search(const struct products *products, struct str query, struct str store, size_t most,
                            const struct lookup *call, struct product_list *found)
{
    *found = (struct product_list){0};
    enum status status = lookup_check(call);
    if (status || !most)
        return status;
    return backend_of(products)->search(products->source.state, query, store, most, call, found);
}

enum status products_page(const struct products *products, struct str url, size_t most, const struct lookup *call,
                          struct product_list *found)
{
    *found = (struct product_list){0};
    enum status status = lookup_check(call);
    if (status || !most)
        return status;
    return backend_of(products)->page(products->source.state, url, most, call, found);
}
