/* Products of a marketplace: several compared, or one reviewed. */
#include "write/market/market.h"
#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS};

const struct article_type type_market_roundup = {
    .name = "market_product_roundup",
    .bit = TYPE_MARKET_ROUNDUP,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .kind_write = PROMPT_PRODUCTS_WRITE,
    .size = market_size,
    .passages = market_passages,
    .mark = catalog_unmarked,
    .make = market_roundup,
};

const struct article_type type_market_review = {
    .name = "market_single_product_review",
    .bit = TYPE_MARKET_REVIEW,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .kind_write = PROMPT_PRODUCTS_WRITE,
    .size = market_size,
    .passages = market_passages,
    .mark = catalog_unmarked,
    .make = market_review,
};
