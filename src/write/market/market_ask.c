/* What a language model is shown of products, and what it wrote of each. */
#include "write/market/market.h"

enum {
    SHOWN_REVIEWS = 20,
    REVIEW_CHARACTERS = 600,
    PRODUCT_WORDS = 115, /* of one among several, */
    SECTION_WORDS = 170, /* and of a section of a review */
    CONDENSED_WORDS = 90,
};

/* --- the fields --- */

static enum status add_lines(struct writing *writing, struct catalog_fields *fields, const char *name,
                             const char *const *lines, size_t count)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = catalog_field(writing, fields, name, str_from(lines[i]), 0);
    return status;
}

static enum status add_review(struct writing *writing, struct catalog_fields *fields,
                              const struct product_review *review)
{
    struct buf out = {0};
    if (review->has_rating)
        buf_printf(&out, "%.0f of 5%s. ", review->rating, review->is_verified ? ", verified buyer" : "");
    buf_printf(&out, "%s%s%s", review->title ? review->title : "", review->title ? ". " : "",
               review->text ? review->text : "");
    struct str whole = writing_keep(writing, &out);
    const char *cut = whole.data ? text_cut(writing->arena, whole, REVIEW_CHARACTERS) : NULL;
    return catalog_field(writing, fields, "review", str_from(cut), 1);
}

static enum status add_reviews(struct writing *writing, const struct product *product, struct catalog_fields *fields)
{
    size_t count = product->review_count, rated = 0, good = 0;
    for (size_t i = 0; i < count; i++) {
        rated += product->reviews[i].has_rating;
        good += product->reviews[i].has_rating && product->reviews[i].rating >= 4;
    }
    if (!count)
        return OK;
    const char *counts = rated
                             ? arena_printf(writing->arena, "reviews known: %zu; with 4 or 5 points: %zu", count, good)
                             : arena_printf(writing->arena, "reviews known: %zu", count);
    enum status status = catalog_field(writing, fields, "reviews in all", str_from(counts), count);
    for (size_t i = 0; i < count && i < SHOWN_REVIEWS && !status; i++)
        status = add_review(writing, fields, &product->reviews[i]);
    return status;
}

/* Reviews last: they go first where there is no room for all. */
static enum status ask_add_fields(const struct market *market, const struct product *product,
                                  struct catalog_fields *fields)
{
    struct writing *writing = market->writing;
    const struct {
        const char *name;
        struct str value;
    } texts[] = {{"title", str_from(product->title)},
                 {"brand", str_from(product->brand ? product->brand : "")},
                 {"category", str_from(product->category ? product->category : "")},
                 {"price", product->has_price ? market_price(writing, product) : STR("")},
                 {"rating", product->has_rating ? market_rating(writing, product) : STR("")},
                 {"description", str_from(product->description ? product->description : "")}};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(texts) && !status; i++)
        status = catalog_field(writing, fields, texts[i].name, texts[i].value, 0);
    if (!status)
        status = add_lines(writing, fields, "feature", product->features, product->feature_count);
    for (size_t i = 0; i < product->specification_count && !status; i++)
        status = catalog_field(writing, fields, product->specifications[i].name,
                               str_from(product->specifications[i].value), 0);
    if (!status)
        status = add_lines(writing, fields, "pro", product->pros, product->pro_count);
    if (!status)
        status = add_lines(writing, fields, "con", product->cons, product->con_count);
    return status || !market->tells_experience ? status : add_reviews(writing, product, fields);
}

enum status market_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct market *market = writing->subject;
    struct catalog_fields fields = {0};
    enum status status = OK;
    for (size_t i = 0; i < market->count && !status; i++) {
        fields.name = market->items[i].title;
        fields.number = (int)i;
        status = ask_add_fields(market, market->items[i].product, &fields);
    }
    *list = fields.list;
    *count = fields.count;
    return status;
}

enum status market_size(struct writing *writing, struct article_size *size)
{
    const struct market *market = writing->subject;
    size->section_words = !market->is_review ? PRODUCT_WORDS : market->is_condensed ? CONDENSED_WORDS : SECTION_WORDS;
    return OK;
}

/* --- the text --- */

void market_plan_lists(struct market *market, struct article_plan *plan, size_t section)
{
    const struct data_labels *labels = catalog_labels(market->writing);
    catalog_heading(plan, 3, str_from(labels->pros), section, NULL);
    catalog_heading(plan, 3, str_from(labels->cons), section, NULL);
}

void market_take_lists(struct market_item *item, const struct drafted *pros)
{
    item->pros = pros[0].text;
    item->cons = pros[1].text;
}
