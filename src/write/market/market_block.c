/* What is said of one product from its data alone, and how its parts stand in an article. */
#include "write/market/market.h"

enum {
    SUMMARY_WORDS = 70,
    QUOTE_WORDS = 40,
    MOST_POINTS = 6,
    CONDENSED_POINTS = 3,
    VERDICT_POINTS = 3,
    GOOD_RATING = 4, /* of a review, from here on */
};

/* --- values --- */

struct str market_rating(struct writing *writing, const struct product *product)
{
    const struct data_labels *labels = catalog_labels(writing);
    struct str rating = product->has_rating ? catalog_rating(writing, product->rating) : STR("–");
    if (!product->has_ratings || !product->has_rating || !rating.data)
        return rating;
    struct str count =
        catalog_fill(writing, labels->ratings, catalog_number(writing, (double)product->ratings, 0), STR(""));
    char *both = count.data ? arena_printf(writing->arena, "%.*s (%.*s)", STR_ARG(rating), STR_ARG(count)) : NULL;
    return str_from(both);
}

struct str market_price(struct writing *writing, const struct product *product)
{
    return product->has_price ? catalog_price(writing, product->price, product->currency) : STR("–");
}

/* --- texts --- */

static size_t most_points(const struct market *market)
{
    return market->is_condensed ? CONDENSED_POINTS : MOST_POINTS;
}

static void block_list(struct market *market, struct model_text *into, const char *const *points, size_t count,
                       bool *failed)
{
    struct catalog_text text = {.writing = market->writing};
    for (size_t i = 0; i < count && i < most_points(market); i++)
        catalog_item(&text, STR(""), str_from(points[i]));
    *into = text.text;
    *failed |= text.failed;
}

/* “Still holds.” (Ines, verified purchase, 5 out of 5) */
static void quote(struct market *market, const struct product_review *review, struct catalog_text *text)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text said = {.writing = writing};
    catalog_verbatim(&said, STR(""), str_from(review->text ? review->text : ""), QUOTE_WORDS);
    struct str plain = draft_plain(writing->arena, &said.text), who = STR("");
    if (said.failed || !plain.data) {
        text->failed = true;
        return;
    }
    if (!plain.len)
        return;
    struct str rating = review->has_rating ? catalog_rating(writing, review->rating) : STR("");
    struct buf line = {0};
    const struct str parts[] = {str_from(review->author ? review->author : ""),
                                str_from(review->is_verified ? labels->verified : ""), rating};
    struct str quoted = catalog_quote(writing, plain);
    buf_printf(&line, "%.*s", STR_ARG(quoted));
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (!parts[i].len)
            continue;
        buf_printf(&line, "%s%.*s", who.len ? ", " : " (", STR_ARG(parts[i]));
        who = parts[i];
    }
    if (who.len)
        buf_char(&line, ')');
    line.failed |= !quoted.data || !rating.data;
    catalog_item(text, STR(""), writing_keep(writing, &line));
}

/* The first review that is good, or is not. */
static const struct product_review *find_review(const struct product *product, bool is_good)
{
    for (size_t i = 0; i < product->review_count; i++)
        if (product->reviews[i].text && product->reviews[i].has_rating &&
            (product->reviews[i].rating >= GOOD_RATING) == is_good)
            return &product->reviews[i];
    return NULL;
}

static void tell_experience(struct market *market, const struct product *product, struct catalog_text *text)
{
    struct writing *writing = market->writing;
    size_t rated = 0, good = 0;
    for (size_t i = 0; i < product->review_count; i++) {
        rated += product->reviews[i].has_rating;
        good += product->reviews[i].has_rating && product->reviews[i].rating >= GOOD_RATING;
    }
    if (rated)
        catalog_sentence(text, STR(""),
                         catalog_fill(writing, catalog_labels(writing)->good_reviews,
                                      catalog_number(writing, (double)good, 0),
                                      catalog_number(writing, (double)rated, 0)));
    const struct product_review *two[] = {find_review(product, true), find_review(product, false)};
    for (size_t i = 0; i < COUNT_OF(two); i++)
        if (two[i] && !catalog_is_foreign(writing, str_from(two[i]->text)))
            quote(market, two[i], text);
}

static void summarise(struct market *market, const struct product *product, struct catalog_text *text)
{
    struct writing *writing = market->writing;
    struct str description = str_from(product->description ? product->description : "");
    if (description.len && !catalog_is_foreign(writing, description))
        catalog_verbatim(text, str_from(catalog_labels(writing)->description), description, SUMMARY_WORDS);
}

/* Is there a text that a writer without a model cannot use? */
static bool has_foreign_text(const struct market *market, const struct product *product)
{
    if (product->description && catalog_is_foreign(market->writing, str_from(product->description)))
        return true;
    for (size_t i = 0; i < product->review_count && market->tells_experience; i++)
        if (product->reviews[i].text && catalog_is_foreign(market->writing, str_from(product->reviews[i].text)))
            return true;
    return false;
}

enum status market_compose(struct market *market, struct market_item *item)
{
    const struct product *product = item->product;
    struct catalog_text summary = {.writing = market->writing}, experience = {.writing = market->writing};
    bool failed = false;
    if (!item->is_written) {
        summarise(market, product, &summary);
        item->summary = summary.text;
    }
    if (!item->pros.count && !item->is_written)
        block_list(market, &item->pros, product->pros, product->pro_count, &failed);
    if (!item->cons.count && !item->is_written)
        block_list(market, &item->cons, product->cons, product->con_count, &failed);
    if (!item->is_written && has_foreign_text(market, product) && catalog_note_foreign(market->writing))
        return error_memory(market->writing->err);
    if (market->tells_experience && !item->experience.count && !market->is_condensed && !item->is_written)
        tell_experience(market, product, &experience);
    item->experience = experience.text;
    return failed || summary.failed || experience.failed ? error_memory(market->writing->err) : OK;
}

/* --- the verdict --- */

/* The first points of a list as one text: "Bright; light". */
static struct str points_text(struct market *market, const struct model_text *points)
{
    struct buf out = {0};
    size_t taken = 0;
    for (size_t i = 0; i < points->count; i++)
        for (size_t j = 0; j < points->blocks[i].count && taken < VERDICT_POINTS; j++) {
            struct str point = points->blocks[i].sentences[j].text;
            if (str_ends(point, STR(".")))
                point.len--;
            buf_printf(&out, "%s%.*s", taken++ ? "; " : "", STR_ARG(point));
        }
    return writing_keep(market->writing, &out);
}

enum status market_compose_verdict(struct market *market, struct market_item *item)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text text = {.writing = writing};
    struct model_text features = {0};
    bool failed = false;
    if (!item->pros.count)
        block_list(market, &features, item->product->features, item->product->feature_count, &failed);
    struct str pros = points_text(market, item->pros.count ? &item->pros : &features);
    struct str cons = points_text(market, &item->cons);
    if (failed || !pros.data || !cons.data)
        return error_memory(writing->err);
    if (pros.len)
        catalog_item(&text, str_from(labels->for_whom), catalog_fill(writing, labels->for_text, pros, STR("")));
    if (cons.len) {
        catalog_item(&text, str_from(labels->not_for), catalog_fill(writing, labels->not_for_text, cons, STR("")));
        catalog_item(&text, str_from(labels->drawback), item->cons.blocks[0].sentences[0].text);
    }
    item->verdict = text.text;
    if (text.failed)
        return error_memory(writing->err);
    return cons.len ? OK : writing_note(writing, "The verdict names no drawback: the product data state none.");
}

/* --- in the document --- */

void market_add_image(struct market *market, const struct market_item *item, struct document *document)
{
    (void)market;
    if (item->product->image)
        document_image(document, str_from(item->product->image), item->title);
}

static void block_add_list(struct document *document, const char *label, const struct model_text *text)
{
    if (!text->count)
        return;
    document_label(document, label);
    document_text(document, text);
}

void market_add_lists(struct market *market, const struct market_item *item, struct document *document)
{
    const struct data_labels *labels = catalog_labels(market->writing);
    bool failed = false;
    struct model_text features = {0};
    if (!item->pros.count && !item->is_written)
        block_list(market, &features, item->product->features, item->product->feature_count, &failed);
    document->failed |= failed;
    block_add_list(document, labels->features, &features);
    block_add_list(document, labels->pros, &item->pros);
    block_add_list(document, labels->cons, &item->cons);
    block_add_list(document, labels->experience, &item->experience);
}

void market_add_facts(struct market *market, const struct market_item *item, struct document *document)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    const struct product *product = item->product;
    size_t most = product->specification_count + 2, count = 0;
    struct document_fact *facts = ARENA_ARRAY(document->arena, most, struct document_fact);
    if (!facts) {
        document->failed = true;
        return;
    }
    if (product->has_price)
        facts[count++] =
            (struct document_fact){.name = str_from(labels->price), .value = market_price(writing, product)};
    if (product->has_rating)
        facts[count++] =
            (struct document_fact){.name = str_from(labels->rating), .value = market_rating(writing, product)};
    for (size_t i = 0; i < count; i++)
        document->failed |= !facts[i].value.data;
    for (size_t i = 0; i < product->specification_count && !market->is_condensed; i++)
        facts[count++] = (struct document_fact){.name = str_from(product->specifications[i].name),
                                                .value = str_from(product->specifications[i].value)};
    if (count)
        document_label(document, labels->specifications);
    document_facts(document, facts, count);
}

void market_add_button(struct market *market, const struct market_item *item, struct document *document)
{
    document_button(document, item->link, str_from(catalog_labels(market->writing)->button), true);
}
