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
 */
#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_CATALOG_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_CATALOG_H

#include "media/products/products.h"

extern const struct product_backend products_catalog_backend;

/* Reads an item. False: it has no id or title. The caller looks at arena_failed(arena). */
bool catalog_item_read(struct arena *arena, const json_t *value, const struct store_domain *store,
                       struct product *product);

#endif
