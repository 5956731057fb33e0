/*
 * The backend "catalog" of products: the marketplace's own catalogue for its partners, in the format of its Creators
 * API (https://affiliate-program.amazon.com/creatorsapi/docs).
 *
 *     products = { api = "catalog", base_url = "https://api.example/catalog/v1",
 *                  token_url = "https://id.example/token", client_id = "...", client_secret = "...",
 *                  scope = "creatorsapi::default", partner_tag = "shop-20", domain = "amazon.com" }
 *
 * client_secret_env names an environment variable instead of client_secret. version ("2.1") stands behind the token
 * where the credentials have one. pause_ms: least time between two requests, 1000 where it is missing: what the
 * service allows at first, and sold products raise. Words are looked up with searchItems, ten at a time, and
 * what is said of the products comes from getItems, at most ten ids a call.
 *
 *   products_catalog.c       the entry, and items by words and by ids
 *   products_catalog_ask.c   one call, with a token (net/upstream/token.h)
 *   products_catalog_read.c  an item as the catalogue writes it
 */
#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_CATALOG_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_CATALOG_H

#include "media/data/data.h"
#include "media/products/products.h"

struct upstream;
struct upstream_tokens;

enum { CATALOG_BATCH = 10, CATALOG_PAGES = 10 };

extern const struct product_backend products_catalog_backend;

struct catalog {
    struct arena *arena; /* of the texts */
    struct upstream *upstream;
    struct upstream_tokens *tokens;
    const struct store_domain *store;
    const char *partner_tag;
    const char *version; /* of the credentials, behind the token; NULL: none */
};

/* One article's question. */
struct catalog_asking {
    const struct catalog *catalog;
    const struct store_domain *store;
    const struct lookup *call;
};

/* products_catalog_read.c: reads an item. False: it has no id or title. The caller looks at loose->failed. */
bool catalog_item_read(struct loose *loose, const json_t *value, const struct store_domain *store,
                       struct product *product);

#endif
