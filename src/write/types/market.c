/* Products of a marketplace: several compared, or one reviewed. */
#include "write/types/market.h"

#include "write/types/types_parts.h"

/* --- what a language model is shown of products, and what it wrote of each --- */

enum {
    SHOWN_REVIEWS = 20,
    REVIEW_CHARACTERS = 600,
    PRODUCT_WORDS = 115, /* of one among several, */
    SECTION_WORDS = 170, /* and of a section of a review */
    CONDENSED_WORDS = 90,
};

/* --- the fields --- */

static void add_lines(struct writing *writing, struct catalog_fields *fields, const char *name,
                      const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        catalog_field(writing, fields, name, str_from(lines[i]), 0);
}

static void add_review(struct writing *writing, struct catalog_fields *fields, const struct product_review *review)
{
    struct buf out = {0};
    if (review->has_rating)
        buf_printf(&out, "%.0f of 5%s. ", review->rating, review->is_verified ? ", verified buyer" : "");
    buf_printf(&out, "%s%s%s", review->title ? review->title : "", review->title ? ". " : "",
               review->text ? review->text : "");
    struct str whole = writing_keep(writing, &out);
    catalog_field(writing, fields, "review", str_from(text_cut(writing->arena, whole, REVIEW_CHARACTERS)), 1);
}

static void add_reviews(struct writing *writing, const struct product *product, struct catalog_fields *fields)
{
    size_t count = product->review_count, rated = 0, good = 0;
    for (size_t i = 0; i < count; i++) {
        rated += product->reviews[i].has_rating;
        good += product->reviews[i].has_rating && product->reviews[i].rating >= 4;
    }
    if (!count)
        return;
    const char *counts = rated
                             ? arena_printf(writing->arena, "reviews known: %zu; with 4 or 5 points: %zu", count, good)
                             : arena_printf(writing->arena, "reviews known: %zu", count);
    catalog_field(writing, fields, "reviews in all", str_from(counts), count);
    for (size_t i = 0; i < count && i < SHOWN_REVIEWS; i++)
        add_review(writing, fields, &product->reviews[i]);
}

/* Reviews last: they go first where there is no room for all. */
static void ask_add_fields(const struct market *market, const struct product *product, struct catalog_fields *fields)
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
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        catalog_field(writing, fields, texts[i].name, texts[i].value, 0);
    add_lines(writing, fields, "feature", product->features, product->feature_count);
    for (size_t i = 0; i < product->specification_count; i++)
        catalog_field(writing, fields, product->specifications[i].name, str_from(product->specifications[i].value), 0);
    add_lines(writing, fields, "pro", product->pros, product->pro_count);
    add_lines(writing, fields, "con", product->cons, product->con_count);
    if (market->tells_experience)
        add_reviews(writing, product, fields);
}

static enum status market_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct market *market = writing->subject;
    struct catalog_fields fields = {0};
    for (size_t i = 0; i < market->count; i++) {
        fields.name = market->items[i].title;
        fields.number = (int)i;
        ask_add_fields(market, market->items[i].product, &fields);
    }
    *list = fields.list;
    *count = fields.count;
    return writing_end(writing, OK);
}

/* `passages` and `size` of the types: writing->subject is the market. */
static enum status market_size(struct writing *writing, struct article_size *size)
{
    const struct market *market = writing->subject;
    size->section_words = !market->is_review ? PRODUCT_WORDS : market->is_condensed ? CONDENSED_WORDS : SECTION_WORDS;
    return OK;
}

/* --- the text --- */

static void market_plan_lists(struct market *market, struct article_plan *plan, size_t section)
{
    const struct data_labels *labels = catalog_labels(market->writing);
    catalog_heading(plan, 3, str_from(labels->pros), section, NULL);
    catalog_heading(plan, 3, str_from(labels->cons), section, NULL);
}

/* The headings of pros and cons inside the section before them, and what was written below them. */
static void market_take_lists(struct market_item *item, const struct drafted *pros)
{
    item->pros = pros[0].text;
    item->cons = pros[1].text;
}

/* --- one product: overview, pros and cons, verdict --- */

enum { SECTIONS = 3 };

struct review {
    struct market market;
    struct market_item *item;
    struct article_plan *plan;
    struct model_text dates;
};

/* In condensed mode the pros and cons stand in the overview. */
static void plan_review(struct review *review)
{
    struct market *market = &review->market;
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    catalog_plan(writing, SECTIONS + 2, market->count, review->plan);
    const char *verdict = arena_printf(writing->arena,
                                       "a list of three: \"- **%s:** whose need its data meet\", \"- **%s:** whose "
                                       "they do not meet\", \"- **%s:** the con that matters most\"; none stated: two",
                                       labels->for_whom, labels->not_for, labels->drawback);
    catalog_heading(review->plan, 2, str_from(labels->overview), 1, "running text: what it is and does, and for what");
    if (!market->is_condensed)
        catalog_heading(review->plan, 2, str_from(labels->pros_and_cons), 1, NULL);
    market_plan_lists(market, review->plan, 1);
    catalog_heading(review->plan, 2, str_from(labels->verdict), 1, verdict);
}

static enum status review_ask(struct review *review, struct draft *draft)
{
    struct writing *writing = review->market.writing;
    const struct drafted *sections;
    enum status status = catalog_write(writing, &review->market, review->plan, draft, &sections);
    if (status || !sections)
        return status;
    review->item->summary = sections[0].text;
    review->item->is_written = sections[0].text.count > 0;
    market_take_lists(review->item, &sections[review->plan->count - 3]);
    review->item->verdict = sections[review->plan->count - 1].text;
    return review->item->is_written
               ? OK
               : writing_note(writing, "The text about the product is made of its data: %s.", sections[0].problem);
}

/* "Lamp One: USD 49.95, 4.6 out of 5 (2,184 ratings)." */
static void introduce_product(struct review *review, struct catalog_text *introduction)
{
    struct writing *writing = review->market.writing;
    const struct product *product = review->item->product;
    struct str values[2] = {market_price(writing, product), market_rating(writing, product)};
    const bool known[2] = {product->has_price, product->has_rating};
    struct buf out = {0};
    buf_printf(&out, "%.*s", STR_ARG(review->item->title));
    for (size_t i = 0, count = 0; i < COUNT_OF(values); i++)
        if (known[i])
            buf_printf(&out, "%s%.*s", count++ ? ", " : ": ", STR_ARG(values[i]));
    buf_char(&out, '.');
    struct str line = writing_keep(writing, &out);
    if (known[0] || known[1])
        catalog_sentence(introduction, STR(""), line);
}

static enum status review_introduce(struct review *review, struct draft *draft)
{
    struct writing *writing = review->market.writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text introduction = {.writing = writing};
    introduce_product(review, &introduction);
    return catalog_frame(writing, review->plan,
                         catalog_fill(writing, labels->review_title, writing->brief.keyword, STR("")), &introduction,
                         draft);
}

static void add_sections(struct review *review, const struct draft *draft, struct document *document)
{
    struct market *market = &review->market;
    const struct market_item *item = review->item;
    const struct data_labels *labels = catalog_labels(market->writing);
    document_heading(document, 1, review->plan->title);
    document_text(document, &draft->parts[0].text);
    document_heading(document, 2, str_from(labels->overview));
    market_add_image(item, document);
    document_text(document, &item->summary);
    market_add_facts(market, item, document);
    document_text(document, &review->dates);
    if (!market->is_condensed)
        document_heading(document, 2, str_from(labels->pros_and_cons));
    market_add_lists(market, item, document);
    if (item->verdict.count)
        document_heading(document, 2, str_from(labels->verdict));
    document_text(document, &item->verdict);
    market_add_button(market, item, document);
}

static enum status market_review(struct writing *writing, struct article_plan *plan, struct draft *draft,
                                 struct document *document)
{
    struct review review = {
        .market = {.writing = writing,
                   .tells_experience = true,
                   .is_review = true,
                   .is_condensed = config_bool(writing->config, "enableCondensedMode")},
        .plan = plan,
    };
    struct market *market = &review.market;
    enum status status = market_find_one(market);
    if (status)
        return status;
    review.item = &market->items[0];
    plan_review(&review);
    review.dates = market_dates(market);
    if (writing->model)
        status = review_ask(&review, draft);
    if (status)
        return status;
    market_compose(market, review.item);
    if (!review.item->verdict.count)
        market_compose_verdict(market, review.item);
    status = review_introduce(&review, draft);
    if (status)
        return status;
    add_sections(&review, draft, document);
    return writing_end(writing, OK);
}

/* --- which product for whom, by what the data say --- */

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

/* The sentence about the lowest price and the best rating, for introductions. */
static void market_extremes(struct market *market, struct catalog_text *text)
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

/* Which product for whom, by rule. */
static struct model_text market_pick(const struct market *market)
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
        char *line = arena_printf(writing->arena, "%.*s – %.*s", STR_ARG(market->items[best].title), STR_ARG(shown));
        catalog_item(&text, str_from(rules[i].label), str_from(line));
    }
    return text.text;
}

/* --- several products: a comparison, which one for whom, then a block for each --- */

struct roundup {
    struct market market;
    struct article_plan *plan;
    struct market_table table;
    struct model_text picks, guide, points, dates;
};

enum { PER_PRODUCT = 3 }; /* headings: its own, pros, cons */

/* Each product with its lists; behind them which one for whom, and what to look at. */
static void plan_roundup(struct roundup *roundup)
{
    struct market *market = &roundup->market;
    struct article_plan *plan = roundup->plan;
    const struct data_labels *labels = catalog_labels(market->writing);
    catalog_plan(market->writing, market->count * PER_PRODUCT + 3, market->count, plan);
    for (size_t i = 0; i < market->count; i++) {
        catalog_heading(plan, 2, market->items[i].title, i + 1, NULL);
        market_plan_lists(market, plan, i + 1);
    }
    catalog_heading(plan, 2, str_from(labels->guide), 0,
                    "120 to 200 words of running text: in which points these products differ, what that means in use, "
                    "and for whom it decides; not product by product");
    if (market->count < 2)
        return;
    catalog_heading(plan, 2, str_from(labels->picks), 0,
                    "3 to 6 items, each another product and another need: \"- **need:** Product. Why, by a value, "
                    "a feature, the price or what reviewers say, and against which other one\"");
    catalog_heading(plan, 2, str_from(labels->comparison), 0,
                    "a table alone, \"| Product | point | ...\", a row for each product by its heading: three or four "
                    "points in which they differ and by which people choose, each value in a few words, with its unit "
                    "and its passage numbers at the end of the row, \"\xE2\x80\x93\" where the data say nothing; no "
                    "price, no rating");
}

static enum status roundup_ask(struct roundup *roundup, struct draft *draft)
{
    struct market *market = &roundup->market;
    struct writing *writing = market->writing;
    const struct drafted *sections;
    enum status status = catalog_write(writing, market, roundup->plan, draft, &sections);
    if (status || !sections)
        return status;
    for (size_t i = 0; i < market->count; i++) {
        struct market_item *item = &market->items[i];
        const struct drafted *own = &sections[i * PER_PRODUCT];
        item->summary = own->text;
        item->purpose = own->purpose;
        item->is_written = own->text.count > 0;
        market_take_lists(item, own + 1);
        if (!item->is_written)
            writing_note(writing, "\"%s\" is made of the product data: %s.", item->product->title, own->problem);
    }
    roundup->guide = sections[market->count * PER_PRODUCT].text;
    if (market->count > 1) {
        roundup->picks = sections[market->count * PER_PRODUCT + 1].text;
        roundup->points = sections[market->count * PER_PRODUCT + 2].text;
    }
    if (market->count > 1 && !roundup->picks.count)
        writing_note(writing, "Which product for whom follows from the data by rule: the language model wrote nothing "
                              "that could be used.");
    return OK;
}

/* --- what stands around the blocks --- */

static enum status roundup_introduce(struct roundup *roundup, struct draft *draft)
{
    struct market *market = &roundup->market;
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text introduction = {.writing = writing};
    market_extremes(market, &introduction);
    return catalog_frame(writing, roundup->plan,
                         catalog_fill(writing, labels->products_title, writing->brief.keyword, STR("")), &introduction,
                         draft);
}

static void add_comparison(struct roundup *roundup, struct document *document)
{
    const struct data_labels *labels = catalog_labels(roundup->market.writing);
    struct catalog_text table = {.writing = roundup->market.writing};
    catalog_table(&table, roundup->table.cells, roundup->table.columns * roundup->table.rows, roundup->table.columns);
    document_heading(document, 2, str_from(labels->comparison));
    document_text(document, &table.text);
    document_text(document, &roundup->dates);
    if (roundup->picks.count)
        document_label(document, labels->picks);
    document_text(document, &roundup->picks);
}

static void add_blocks(struct roundup *roundup, struct document *document)
{
    struct market *market = &roundup->market;
    for (size_t i = 0; i < market->count; i++) {
        const struct market_item *item = &market->items[i];
        catalog_numbered(document, i + 1, item->title, item->purpose);
        market_add_image(item, document);
        document_text(document, &item->summary);
        market_add_lists(market, item, document);
        market_add_facts(market, item, document);
        market_add_button(market, item, document);
    }
}

static enum status market_roundup(struct writing *writing, struct article_plan *plan, struct draft *draft,
                                  struct document *document)
{
    struct roundup roundup = {
        .market = {.writing = writing, .tells_experience = config_bool(writing->config, "enableFirstHandExperience")},
        .plan = plan,
    };
    struct market *market = &roundup.market;
    enum status status = market_find(market);
    if (status)
        return status;
    plan_roundup(&roundup);
    roundup.dates = market_dates(market);
    if (writing->model)
        status = roundup_ask(&roundup, draft);
    if (status)
        return status;
    roundup.table = market_table(market, &roundup.points);
    for (size_t i = 0; i < market->count; i++)
        market_compose(market, &market->items[i]);
    if (!roundup.picks.count)
        roundup.picks = market_pick(market);
    status = roundup_introduce(&roundup, draft);
    if (status)
        return status;
    document_heading(document, 1, plan->title);
    document_text(document, &draft->parts[0].text);
    add_comparison(&roundup, document);
    add_blocks(&roundup, document);
    if (roundup.guide.count)
        document_heading(document, 2, str_from(catalog_labels(writing)->guide));
    document_text(document, &roundup.guide);
    return writing_end(writing, OK);
}

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
