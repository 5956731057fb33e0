/* An item as the catalogue writes it. */
#include "media/products/products_catalog.h"

static const double most_money = 1e9, most_ratings = 1e9, most_stars = 5;

static const char *const resources[] = {
    "images.primary.large",     "itemInfo.title",
    "itemInfo.byLineInfo",      "itemInfo.classifications",
    "itemInfo.features",        "itemInfo.productInfo",
    "itemInfo.manufactureInfo", "itemInfo.technicalInfo",
    "offersV2.listings.price",  "offersV2.listings.isBuyBoxWinner",
    "customerReviews.count",    "customerReviews.starRating",
};

/* What is a specification: an object with label, displayValue and perhaps unit. */
static const char *const specified[] = {
    "itemInfo.productInfo.color",
    "itemInfo.productInfo.size",
    "itemInfo.productInfo.unitCount",
    "itemInfo.productInfo.itemDimensions.height",
    "itemInfo.productInfo.itemDimensions.length",
    "itemInfo.productInfo.itemDimensions.width",
    "itemInfo.productInfo.itemDimensions.weight",
    "itemInfo.manufactureInfo.model",
    "itemInfo.manufactureInfo.itemPartNumber",
    "itemInfo.manufactureInfo.warranty",
    "itemInfo.technicalInfo.energyEfficiencyClass",
};

json_t *catalog_item_resources(void)
{
    json_t *list = json_array();
    bool complete = list;
    for (size_t i = 0; complete && i < COUNT_OF(resources); i++)
        complete = json_array_append_new(list, json_string(resources[i])) == 0;
    if (complete)
        return list;
    json_decref(list);
    return NULL;
}

static void read_specification(struct loose *loose, const json_t *value, const char *path, struct product *product,
                               struct product_specification *list)
{
    const json_t *entry = loose_at(value, path);
    const char *name = loose_text(loose, entry, "label", PRODUCT_NAME);
    const char *said = loose_text(loose, entry, "displayValue", PRODUCT_LINE);
    const char *unit = loose_text(loose, entry, "unit", PRODUCT_NAME);
    if (!name || !said)
        return;
    if (unit && !(said = arena_printf(loose->arena, "%s %s", said, unit)))
        loose->failed = true;
    list[product->specification_count++] = (struct product_specification){name, said};
}

static void read_specifications(struct loose *loose, const json_t *value, struct product *product)
{
    struct product_specification *list = ARENA_ARRAY(loose->arena, COUNT_OF(specified), struct product_specification);
    loose->failed |= !list;
    for (size_t i = 0; i < COUNT_OF(specified) && !loose->failed; i++)
        read_specification(loose, value, specified[i], product, list);
    product->specifications = list;
}

/* The offer in the buy box; else the first. */
static const json_t *offer_of(const json_t *value)
{
    const json_t *listings = loose_at(value, "offersV2.listings");
    for (size_t i = 0; i < json_array_size(listings); i++)
        if (loose_flag(json_array_get(listings, i), "isBuyBoxWinner"))
            return json_array_get(listings, i);
    return json_array_get(listings, 0);
}

static void read_price(struct loose *loose, const json_t *value, const struct store_domain *store,
                       struct product *product)
{
    const json_t *offer = offer_of(value);
    if (!loose_number(offer, "price.money.amount", 0, most_money, &product->price))
        return;
    const char *currency = loose_text(loose, offer, "price.money.currency", PRODUCT_NAME);
    product->has_price = true;
    product->currency = currency && strlen(currency) == 3 ? currency : store->currency;
}

static const char *first_text(struct loose *loose, const json_t *value, const char *one, const char *other)
{
    const char *text = loose_text(loose, value, one, PRODUCT_NAME);
    return text ? text : loose_text(loose, value, other, PRODUCT_NAME);
}

bool catalog_item_read(struct loose *loose, const json_t *value, const struct store_domain *store,
                       struct product *product)
{
    char id[PRODUCT_ID + 1];
    double ratings;
    *product = (struct product){0};
    const char *asin = loose_text(loose, value, "asin", PRODUCT_NAME);
    product->title = loose_text(loose, value, "itemInfo.title.displayValue", PRODUCT_TITLE);
    if (!asin || !product->title || !product_id(str_from(asin), id))
        return false;
    product->id = arena_copy(loose->arena, id);
    loose->failed |= !product->id;
    product->brand = first_text(loose, value, "itemInfo.byLineInfo.brand.displayValue",
                                "itemInfo.byLineInfo.manufacturer.displayValue");
    product->category = first_text(loose, value, "itemInfo.classifications.productGroup.displayValue",
                                   "itemInfo.classifications.binding.displayValue");
    product->url = loose_url(loose, value, "detailPageURL");
    if (!product->url && !(product->url = arena_printf(loose->arena, "https://www.%s/dp/%s", store->domain, id)))
        loose->failed = true;
    product->image = loose_url(loose, value, "images.primary.large.url");
    product->feature_count =
        loose_texts(loose, value, "itemInfo.features.displayValues", PRODUCT_LINES, PRODUCT_LINE, &product->features);
    product->has_rating = loose_number(value, "customerReviews.starRating.value", 0, most_stars, &product->rating);
    product->has_ratings = loose_number(value, "customerReviews.count", 0, most_ratings, &ratings);
    product->ratings = product->has_ratings ? (long)ratings : 0;
    read_price(loose, value, store, product);
    read_specifications(loose, value, product);
    return !loose->failed;
}
