/*
 * Articles about products of a marketplace: a comparison with a block for each (roundup), or one product (review).
 * Prices, ratings and specifications are always the data's own: a language model writes the sentences between them,
 * and what it cannot be used for is made of the data, with a note.
 */
#ifndef COPYDESK_WRITE_TYPES_MARKET_H
#define COPYDESK_WRITE_TYPES_MARKET_H

#include "media/products/products.h"
#include "write/types/catalog.h"

/* The store that links lead to when neither the request nor the product's own address names one. */
#define MARKET_DOMAIN "www.market.example"

/* A product with what is said of it. */
struct market_item {
    const struct product *product;
    struct str title;   /* the product's, without what sellers put behind its name */
    struct str purpose; /* what it is for, in a few words; empty: nobody says */
    struct str link;
    struct model_text summary, pros, cons;
    struct model_text experience; /* what buyers report, where the summary does not say it */
    struct model_text verdict;    /* of a review; empty: not made yet */
    bool is_written;              /* by a language model, which tells what buyers report in its text */
};

struct market {
    struct writing *writing;
    struct market_item *items;
    size_t count;
    struct str domain;     /* of the store that the request names; empty: none */
    bool tells_experience; /* reviews are shown, as the buyers' own */
    bool is_review, is_condensed;
};

/* Finds the products and their links; notes when there are fewer than asked for. E_NOT_FOUND with no_products. */
enum status market_find(struct market *market);
enum status market_find_one(struct market *market);

/* The address of a product's page: on the wanted domain (empty: the product's own address, else MARKET_DOMAIN), with
 * the associate's identifier. data NULL: memory ran out. */
struct str market_link(struct arena *arena, const struct product *product, struct str domain, struct str associate);

/* Reads a store's domain, with or without scheme and path. False: it is none. */
bool market_domain(struct str text, struct str *domain);

/* What the data say of a product: whatever part of the item is empty. */
void market_compose(struct market *market, struct market_item *item);
void market_compose_verdict(struct market *market, struct market_item *item);

/* "4.6 out of 5 (2,184 ratings)"; "–" without a rating. And the price likewise. */
struct str market_rating(struct writing *writing, const struct product *product);
struct str market_price(struct writing *writing, const struct product *product);

/* The table as cells, the first row its head. */
struct market_table {
    struct str *cells;
    size_t columns, rows;
};
struct market_table market_table(const struct market *market, const struct model_text *written);

/* From which day the data are: a line of the article. Empty without a date. */
struct model_text market_dates(const struct market *market);

/* The parts of a product as they stand in an article. */
void market_add_image(const struct market_item *item, struct document *document);
void market_add_lists(struct market *market, const struct market_item *item, struct document *document);
void market_add_facts(struct market *market, const struct market_item *item, struct document *document);
void market_add_button(struct market *market, const struct market_item *item, struct document *document);

#endif
