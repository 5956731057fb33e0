/*
 * products: what a marketplace sells, by id, by words, or as one of its pages lists it.
 *
 * Entry of the configuration: products = { api = "file", path = "products.json" }. The file is an array of
 *
 *     {id, title, brand, category, url, image, price: {amount, currency}, rating, ratings, features: [..], description,
 *      specifications: {name: value}, pros: [..], cons: [..], reviews: [{rating, title, text, author, verified}],
 *      updated}
 *
 * id (ten letters or digits; lower case is taken as upper case) and title are required, everything else may be missing.
 * Members that are not listed are ignored.
 *
 * Or a service, whose answers are kept for an hour, since prices change.
 *
 *   products.c             the table of backends
 *   products_file.c        the backend "file"
 *   products_rainforest.c  the backend "rainforest"
 *   products_catalog.c     the backend "catalog"
 *   products_address.c     what the address of a marketplace's page asks for; the marketplace's public store domains
 */
#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_H

#include "media/data/data.h"

/* The most that is taken of a product: texts in characters (longer ones are cut), lists in items (further ones are left
 * out). */
enum {
    PRODUCT_ID = 10,
    PRODUCT_TITLE = 300,
    PRODUCT_NAME = 120,  /* brand, category, author, name of a specification, date */
    PRODUCT_LINE = 500,  /* a feature, pro, con, value of a specification, title of a review */
    PRODUCT_TEXT = 4000, /* the description, the text of a review */
    PRODUCT_LINES = 40,  /* features, pros, cons */
    PRODUCT_SPECIFICATIONS = 80,
    PRODUCT_REVIEWS = 100,
};

struct product_specification {
    const char *name, *value;
};

struct product_review {
    const char *title, *text, *author; /* NULL: not given */
    double rating;                     /* 0-5 */
    bool has_rating;
    bool is_verified; /* the author has bought it */
};

/* A text that is not given is NULL, a list is empty. */
struct product {
    const char *id;    /* ten upper-case letters or digits */
    const char *title; /* never NULL */
    const char *brand, *category, *description;
    const char *url, *image;
    const char *updated;  /* when the data were right, as the source writes it: "2026-05-01" */
    double price;         /* in currency; only with has_price */
    const char *currency; /* ISO 4217: "USD"; NULL without a price */
    double rating;        /* 0-5, of all buyers; only with has_rating */
    long ratings;         /* how many buyers rated it; only with has_ratings */
    bool has_price, has_rating, has_ratings;
    const char *const *features, *const *pros, *const *cons;
    size_t feature_count, pro_count, con_count;
    const struct product_specification *specifications;
    size_t specification_count;
    const struct product_review *reviews;
    size_t review_count;
};

struct product_list {
    const struct product *list;
    size_t count;
};

/* --- for the writers of articles --- */

struct products;

/* entry: `products` of the configuration. Statuses: media.h. */
enum status products_open(const json_t *entry, struct products **products, struct error *err);
void products_close(struct products *products); /* NULL is allowed */

/*
 * Can products be looked up in that store of the marketplace? A file does not say of which store it is, and has them
 * for any; services know the public stores (store_domain_find).
 */
bool products_sell_on(const struct products *products, struct str domain);

/*
 * One product by its id, in any letter case, of the store that the configuration names. E_NOT_FOUND: there is none, or
 * it is no such id; E_CANCELLED, E_TIMEOUT, E_MEMORY; of a service E_NETWORK, E_UPSTREAM, E_DENIED, E_LIMIT too, also
 * below.
 */
enum status products_find(const struct products *products, struct str id, const struct lookup *call,
                          const struct product **product);

/*
 * At most so many products whose title, brand, category or features have words of the query, whatever their endings; a
 * product that has some of them in its features alone is none. The best first: by how many of the query's words they
 * have (those with less than half as many as the best are left out), then by where these stand (title before brand,
 * category, features), then by number of ratings, then in the order of the source. A service has an order of its own,
 * without what is paid for. store: the domain of a store that products_sell_on knows; empty: the one that the
 * configuration names. OK with count 0: nothing fits.
 */
enum status products_search(const struct products *products, struct str query, struct str store, size_t most,
                            const struct lookup *call, struct product_list *found);

/*
 * At most so many products of a page of the marketplace, in the order of that page: the results of a search or the
 * products of a category, or the one product that the page is about. The file has no pages: there it is the products
 * that the page's words find (products_address.h), in the order of the file. OK with count 0: the page has none;
 * E_INVALID: it is no http(s) address, or for a service none of a store.
 */
enum status products_page(const struct products *products, struct str url, size_t most, const struct lookup *call,
                          struct product_list *found);

/* --- for backends --- */

struct product_backend {
    struct media_backend base;
    bool has_stores; /* it asks one of the public stores; else it does not know of stores */

    /* As the functions above; any number of threads at once. id: ten upper-case letters or digits. *found is zeroed,
     * most at least 1. */
    enum status (*find)(void *state, const char *id, const struct lookup *call, const struct product **product);
    enum status (*search)(void *state, struct str query, struct str store, size_t most, const struct lookup *call,
                          struct product_list *found);
    enum status (*page)(void *state, struct str url, size_t most, const struct lookup *call,
                        struct product_list *found);
};

/* Writes a product's id in upper case. False: it is none, that is not ten ASCII letters or digits. */
bool product_id(struct str text, char id[PRODUCT_ID + 1]);

/* --- the public store domains of the marketplace, which the services for products know --- */

struct store_domain {
    const char *domain;   /* without "www." */
    const char *country;  /* ISO 3166-1: "US" */
    const char *currency; /* ISO 4217, of prices that name none */
};

/* The store of a domain, with or without "www." before it, in any letter case. NULL: there is none. */
const struct store_domain *store_domain_find(struct str domain);

/* By number, from 0; NULL behind the last. The first is the main one. */
const struct store_domain *store_domain_at(size_t number);

/* The store that the member `domain` of an entry names; the main one where it is missing. E_INVALID. */
enum status store_domain_read(const json_t *entry, const struct store_domain **store, struct error *err);

#endif
