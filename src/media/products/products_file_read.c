/* One product of a JSON file. */
#include "media/products/products_file.h"

#include "text/html/plain_text.h"

static const double most_money = 1e9, most_ratings = 1e9, most_stars = 5;

static const char *file_read_read_id(struct media_facts *facts, const json_t *entry)
{
    char id[PRODUCT_ID + 1];
    const char *text = facts_text(facts, entry, "id", PRODUCT_NAME);
    if (!text || !product_id(str_from(text), id)) {
        facts_fault(facts, "id", "must be ten letters or digits");
        return NULL;
    }
    const char *copy = arena_copy(facts->arena, id);
    if (!copy)
        facts->status = error_memory(facts->err);
    return copy;
}

static bool is_currency(const char *text)
{
    for (size_t i = 0; i < 3; i++)
        if (text[i] < 'A' || text[i] > 'Z')
            return false;
    return !text[3];
}

static void read_price(struct media_facts *facts, const json_t *entry, struct product *product)
{
    const json_t *price = facts_object(facts, entry, "price");
    if (!price)
        return;
    facts->inside = "price";
    product->has_price = facts_number(facts, price, "amount", 0, most_money, &product->price);
    product->currency = facts_text(facts, price, "currency", PRODUCT_NAME);
    if (!product->has_price)
        facts_fault(facts, "amount", "must be a number from 0 to %.0f", most_money);
    if (!product->currency || !is_currency(product->currency))
        facts_fault(facts, "currency", "must be three capital letters such as \"USD\"");
    facts->inside = NULL;
}

/* The value of a specification: a text, or a number as it is written. */
static const char *read_value(struct media_facts *facts, const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_number(value))
        return facts_text(facts, object, name, PRODUCT_LINE);
    const char *text = json_is_integer(value)
                           ? arena_printf(facts->arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value))
                           : arena_printf(facts->arena, "%.10g", json_real_value(value));
    if (!text)
        facts->status = error_memory(facts->err);
    return text;
}

static void read_specifications(struct media_facts *facts, const json_t *entry, struct product *product)
{
    const char *name;
    json_t *unused;
    const json_t *object = facts_object(facts, entry, "specifications");
    size_t all = json_object_size(object), most = all < PRODUCT_SPECIFICATIONS ? all : PRODUCT_SPECIFICATIONS;
    struct product_specification *list = ARENA_ARRAY(facts->arena, most + 1, struct product_specification);
    if (!list) {
        facts->status = error_memory(facts->err);
        return;
    }
    facts->inside = "specifications";
    json_object_foreach ((json_t *)object, name, unused) {
        if (product->specification_count == most || facts->status)
            break;
        const char *shown = plain_text(facts->arena, str_from(name), PRODUCT_NAME);
        const char *value = read_value(facts, object, name);
        if (!shown)
            facts->status = error_memory(facts->err);
        else if (*shown && value)
            list[product->specification_count++] = (struct product_specification){shown, value};
    }
    facts->inside = NULL;
    product->specifications = list;
}

static void read_review(struct media_facts *facts, const json_t *entry, struct product_review *review)
{
    review->has_rating = facts_number(facts, entry, "rating", 0, most_stars, &review->rating);
    review->title = facts_text(facts, entry, "title", PRODUCT_LINE);
    review->text = facts_text(facts, entry, "text", PRODUCT_TEXT);
    review->author = facts_text(facts, entry, "author", PRODUCT_NAME);
    review->is_verified = facts_flag(facts, entry, "verified");
}

static void read_reviews(struct media_facts *facts, const json_t *entry, struct product *product)
{
    const json_t *array = facts_array(facts, entry, "reviews");
    size_t all = json_array_size(array), most = all < PRODUCT_REVIEWS ? all : PRODUCT_REVIEWS;
    struct product_review *list = ARENA_ARRAY(facts->arena, most + 1, struct product_review);
    if (!list) {
        facts->status = error_memory(facts->err);
        return;
    }
    for (size_t i = 0; i < most && !facts->status; i++) {
        const json_t *review = json_array_get(array, i);
        if (!json_is_object(review))
            facts_fault(facts, "reviews", "must be an array of objects; item %zu is none", i + 1);
        facts->inside = "reviews";
        facts->inside_number = i + 1;
        read_review(facts, review, &list[product->review_count++]);
        facts->inside = NULL;
        facts->inside_number = 0;
    }
    product->reviews = list;
}

static size_t file_read_read_lines(struct media_facts *facts, const json_t *entry, const char *member,
                                   const char *const **list)
{
    return facts_texts(facts, entry, member, PRODUCT_LINES, PRODUCT_LINE, list);
}

void product_read(struct media_facts *facts, const json_t *entry, struct product *product)
{
    double ratings = 0;
    *product = (struct product){0};
    if (!json_is_object(entry)) {
        facts_fault(facts, "it", "must be an object");
        return;
    }
    facts->label = json_string_value(json_object_get(entry, "title"));
    product->id = file_read_read_id(facts, entry);
    product->title = facts_needed(facts, entry, "title", PRODUCT_TITLE);
    product->brand = facts_text(facts, entry, "brand", PRODUCT_NAME);
    product->category = facts_text(facts, entry, "category", PRODUCT_NAME);
    product->description = facts_text(facts, entry, "description", PRODUCT_TEXT);
    product->url = facts_url(facts, entry, "url");
    product->image = facts_url(facts, entry, "image");
    product->updated = facts_text(facts, entry, "updated", PRODUCT_NAME);
    product->has_rating = facts_number(facts, entry, "rating", 0, most_stars, &product->rating);
    product->has_ratings = facts_number(facts, entry, "ratings", 0, most_ratings, &ratings);
    product->ratings = (long)ratings;
    read_price(facts, entry, product);
    product->feature_count = file_read_read_lines(facts, entry, "features", &product->features);
    product->pro_count = file_read_read_lines(facts, entry, "pros", &product->pros);
    product->con_count = file_read_read_lines(facts, entry, "cons", &product->cons);
    read_specifications(facts, entry, product);
    read_reviews(facts, entry, product);
}
