/* Products of a marketplace: several compared, or one reviewed. */
#include "write/market/market.h"
#include "write/types/types.h"

const struct article_type type_market_roundup = {
    .name = "market_product_roundup",
    .bit = TYPE_MARKET_ROUNDUP,
    .make = market_roundup,
};

const struct article_type type_market_review = {
    .name = "market_single_product_review",
    .bit = TYPE_MARKET_REVIEW,
    .make = market_review,
};
