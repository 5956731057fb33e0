/* A product as the service writes it. */
#include "media/products/products_rainforest.h"

static const double most_money = 1e9, most_ratings = 1e9, most_stars = 5;

static const char *first_of(const char *fresh, const char *before)
{
    return fresh ? fresh : before;
}

static bool rainforest_read_read_id(struct loose *loose, const json_t *value, struct product *product)
{
    char id[PRODUCT_ID + 1];
    const char *text = loose_text(loose, value, "asin", PRODUCT_NAME);
    if (!text || !product_id(str_from(text), id))
        return false;
    product->id = arena_copy(loose->arena, id);
    loose->failed |= !product->id;
    return !loose->failed;
}

/* The price of the offer that the page shows, or of the list. */
static void read_price(struct loose *loose, const json_t *value, const struct store_domain *store,
                       struct product *product)
{
    static const char *const places[] = {"buybox_winner.price", "price", "prices.0"};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const json_t *price = loose_at(value, places[i]);
        double amount;
        if (!loose_number(price, "value", 0, most_money, &amount))
            continue;
        const char *currency = loose_text(loose, price, "currency", PRODUCT_NAME);
        product->has_price = true;
        product->price = amount;
        product->currency = currency && strlen(currency) == 3 ? currency : store->currency;
        return;
    }
}

static void read_specifications(struct loose *loose, const json_t *value, struct product *product)
{
    const json_t *array = loose_at(value, "specifications");
    size_t all = json_array_size(array), most = all < PRODUCT_SPECIFICATIONS ? all : PRODUCT_SPECIFICATIONS, count = 0;
    struct product_specification *list = ARENA_ARRAY(loose->arena, most + 1, struct product_specification);
    loose->failed |= !list;
    for (size_t i = 0; i < most && !loose->failed; i++) {
        const json_t *entry = json_array_get(array, i);
        const char *name = loose_text(loose, entry, "name", PRODUCT_NAME);
        const char *said = loose_text(loose, entry, "value", PRODUCT_LINE);
        if (name && said)
            list[count++] = (struct product_specification){name, said};
    }
    product->specifications = list;
    product->specification_count = count;
}

static void read_reviews(struct loose *loose, const json_t *value, struct product *product)
{
    const json_t *array = loose_at(value, "top_reviews");
    size_t all = json_array_size(array), most = all < PRODUCT_REVIEWS ? all : PRODUCT_REVIEWS, count = 0;
    struct product_review *list = ARENA_ARRAY(loose->arena, most + 1, struct product_review);
    loose->failed |= !list;
    for (size_t i = 0; i < most && !loose->failed; i++) {
        const json_t *entry = json_array_get(array, i);
        struct product_review *review = &list[count];
        *review = (struct product_review){
            .title = loose_text(loose, entry, "title", PRODUCT_LINE),
            .text = loose_text(loose, entry, "body", PRODUCT_TEXT),
            .author = loose_text(loose, entry, "profile.name", PRODUCT_NAME),
            .is_verified = loose_flag(entry, "verified_purchase"),
        };
        review->has_rating = loose_number(entry, "rating", 0, most_stars, &review->rating);
        count += review->title || review->text;
    }
    product->reviews = list;
    product->review_count = count;
}

/* "https://www.amazon.de/dp/ID", where the service gives no address. */
static void name_page(struct loose *loose, const struct store_domain *store, struct product *product)
{
    if (product->url || loose->failed)
        return;
    product->url = arena_printf(loose->arena, "https://www.%s/dp/%s", store->domain, product->id);
    loose->failed |= !product->url;
}

/* The last category is the narrowest; the first stands for the department. */
static const char *read_category(struct loose *loose, const json_t *value)
{
    const json_t *list = loose_at(value, "categories");
    const json_t *last = json_array_get(list, json_array_size(list) - 1);
    return json_array_size(list) ? loose_text(loose, last, "name", PRODUCT_NAME) : NULL;
}

bool rainforest_read(struct loose *loose, const json_t *value, const struct store_domain *store,
                     struct product *product)
{
    double ratings;
    const char *title = loose_text(loose, value, "title", PRODUCT_TITLE);
    if (!title || !rainforest_read_read_id(loose, value, product))
        return false;
    product->title = title;
    product->brand = first_of(loose_text(loose, value, "brand", PRODUCT_NAME), product->brand);
    product->category = first_of(read_category(loose, value), product->category);
    product->description = first_of(loose_text(loose, value, "description", PRODUCT_TEXT), product->description);
    product->url = first_of(loose_url(loose, value, "link"), product->url);
    product->image = first_of(loose_url(loose, value, "image"), product->image);
    product->image = first_of(loose_url(loose, value, "main_image.link"), product->image);
    product->has_rating |= loose_number(value, "rating", 0, most_stars, &product->rating);
    if (loose_number(value, "ratings_total", 0, most_ratings, &ratings)) {
        product->has_ratings = true;
        product->ratings = (long)ratings;
    }
    read_price(loose, value, store, product);
    product->feature_count =
        loose_texts(loose, value, "feature_bullets", PRODUCT_LINES, PRODUCT_LINE, &product->features);
    read_specifications(loose, value, product);
    read_reviews(loose, value, product);
    name_page(loose, store, product);
    return !loose->failed;
}
