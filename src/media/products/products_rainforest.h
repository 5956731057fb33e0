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
 */
#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_RAINFOREST_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_RAINFOREST_H

#include "media/products/products.h"

extern const struct product_backend products_rainforest_backend;

/* Reads a product of its own page, or of a list; what it says goes before what *product
 * holds. False: it has no id or title. The caller looks at arena_failed(arena). */
bool rainforest_read(struct arena *arena, const json_t *value, const struct store_domain *store,
                     struct product *product);

#endif
