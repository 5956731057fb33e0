/* Which product for whom, by what the data say. */
#include "write/market/market.h"

enum { RULES = 3 };

static bool has_rating(const struct product *product, double *value)
{
    *value = product->rating;
    return product->has_rating;
}

static bool has_low_price(const struct product *product, double *value)
{
    *value = -product->price;
    return product->has_price;
}

static bool has_ratings(const struct product *product, double *value)
{
    *value = (double)product->ratings;
    return product->has_ratings;
}

/* Prices can be compared in one currency alone. */
static bool has_one_currency(const struct market *market)
{
    const char *currency = NULL;
    for (size_t i = 0; i < market->count; i++) {
        const struct product *product = market->items[i].product;
        if (!product->has_price || !product->currency)
            continue;
        if (currency && strcmp(currency, product->currency) != 0)
            return false;
        currency = product->currency;
    }
    return true;
}

/* The product with the highest value, the first of equals; the count when fewer than two have one. */
static size_t highest(const struct market *market, bool (*value_of)(const struct product *product, double *value))
{
    size_t best = market->count, known = 0;
    double most = 0, value;
    for (size_t i = 0; i < market->count; i++) {
        if (!value_of(market->items[i].product, &value))
            continue;
        if (!known++ || value > most) {
            best = i;
            most = value;
        }
    }
    return known < 2 ? market->count : best;
}

static bool lowest_and_highest_price(const struct market *market, size_t *low, size_t *high)
{
    *low = *high = has_one_currency(market) ? highest(market, has_low_price) : market->count;
    if (*low == market->count)
        return false;
    for (size_t i = 0; i < market->count; i++)
        if (market->items[i].product->has_price &&
            market->items[i].product->price > market->items[*high].product->price)
            *high = i;
    return market->items[*low].product->price < market->items[*high].product->price;
}

void market_extremes(struct market *market, struct catalog_text *text)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    size_t low, high, best = highest(market, has_rating);
    if (lowest_and_highest_price(market, &low, &high))
        catalog_sentence(text, STR(""),
                         catalog_fill(writing, labels->price_range, market_price(writing, market->items[low].product),
                                      market_price(writing, market->items[high].product)));
    if (best < market->count)
        catalog_sentence(text, STR(""),
                         catalog_fill(writing, labels->best_is, market->items[best].title,
                                      market_rating(writing, market->items[best].product)));
}

enum status market_pick(struct market *market, struct model_text *picks)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    const struct {
        const char *label;
        bool (*value_of)(const struct product *product, double *value);
        struct str (*shown)(struct writing *writing, const struct product *product);
        bool is_price;
    } rules[RULES] = {{labels->best_rated, has_rating, market_rating, false},
                      {labels->cheapest, has_low_price, market_price, true},
                      {labels->most_rated, has_ratings, market_rating, false}};
    struct catalog_text text = {.writing = writing};
    for (size_t i = 0; i < RULES; i++) {
        size_t best =
            rules[i].is_price && !has_one_currency(market) ? market->count : highest(market, rules[i].value_of);
        if (best == market->count)
            continue;
        struct str shown = rules[i].shown(writing, market->items[best].product);
        char *line =
            shown.data ? arena_printf(writing->arena, "%.*s – %.*s", STR_ARG(market->items[best].title), STR_ARG(shown))
                       : NULL;
        catalog_item(&text, str_from(rules[i].label), str_from(line));
    }
    *picks = text.text;
    return text.failed ? error_memory(writing->err) : OK;
}
