/*
 * The backend "rainforest" of products: a service that reads the marketplace's pages, in the format of the Rainforest
 * API's product data (https://docs.trajectdata.com/rainforestapi/product-data-api/overview).
 *
 *     products = { api = "rainforest", base_url = "https://api.example", api_key = "...", domain = "amazon.com" }
 *
 * domain: the store that is asked where the request names none; amazon.com where it is missing. Every answer costs: a
 * list of products is asked for page by page (RAINFOREST_PAGES at most), then each of its products once, side by side.
 * A product whose own page cannot be had keeps what the list says of it. The key is a part of the address, which no
 * message shows.
 *
 *   products_rainforest.c       the entry, a product, and what an address asks for
 *   products_rainforest_list.c  lists, page by page
 *   products_rainforest_ask.c   requests and answers that both share
 *   products_rainforest_read.c  a product as the service writes it
 */
#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_RAINFOREST_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_RAINFOREST_H

#include "media/data/data.h"
#include "media/products/products.h"

enum { RAINFOREST_PAGES = 5 };

extern const struct product_backend products_rainforest_backend;

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

/* products_rainforest_read.c: reads a product of its own page, or of a list; what it says goes before what *product
 * holds. False: it has no id or title. The caller looks at loose->failed. */
bool rainforest_read(struct loose *loose, const json_t *value, const struct store_domain *store,
                     struct product *product);

#endif
