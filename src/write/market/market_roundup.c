/* Several products: a comparison, which one for whom, then a block for each. */
#include "write/market/market.h"

struct market_roundup_roundup {
    struct market market;
    struct article_plan *plan;
    struct market_table table;
    struct model_text picks, guide, points, dates;
};

enum { PER_PRODUCT = 3 }; /* headings: its own, pros, cons */

/* Each product with its lists; behind them which one for whom, and what to look at. */
static enum status plan_roundup(struct market_roundup_roundup *roundup)
{
    struct market *market = &roundup->market;
    struct article_plan *plan = roundup->plan;
    const struct data_labels *labels = catalog_labels(market->writing);
    enum status status = catalog_plan(market->writing, market->count * PER_PRODUCT + 3, market->count, plan);
    for (size_t i = 0; i < market->count && !status; i++) {
        catalog_heading(plan, 2, market->items[i].title, i + 1, NULL);
        market_plan_lists(market, plan, i + 1);
    }
    if (!status)
        catalog_heading(plan, 2, str_from(labels->guide), 0,
                        "120 to 200 words of running text: in which points these products differ, what that means in "
                        "use, and for whom it decides; not product by product");
    if (status || market->count < 2)
        return status;
    catalog_heading(plan, 2, str_from(labels->picks), 0,
                    "3 to 6 items, each another product and another need: \"- **need:** Product. Why, by a value, "
                    "a feature, the price or what reviewers say, and against which other one\"");
    catalog_heading(plan, 2, str_from(labels->comparison), 0,
                    "a table alone, \"| Product | point | ...\", a row for each product by its heading: three or four "
                    "points in which they differ and by which people choose, each value in a few words, with its unit "
                    "and its passage numbers at the end of the row, \"\xE2\x80\x93\" where the data say nothing; no "
                    "price, no rating");
    return OK;
}

static enum status roundup_ask(struct market_roundup_roundup *roundup, struct draft *draft)
{
    struct market *market = &roundup->market;
    struct writing *writing = market->writing;
    const struct drafted *sections;
    enum status status = catalog_write(writing, market, roundup->plan, draft, &sections);
    if (status || !sections)
        return status;
    for (size_t i = 0; i < market->count && !status; i++) {
        struct market_item *item = &market->items[i];
        const struct drafted *own = &sections[i * PER_PRODUCT];
        item->summary = own->text;
        item->purpose = own->purpose;
        item->is_written = own->text.count > 0;
        market_take_lists(item, own + 1);
        if (!item->is_written)
            status =
                writing_note(writing, "\"%s\" is made of the product data: %s.", item->product->title, own->problem);
    }
    roundup->guide = sections[market->count * PER_PRODUCT].text;
    if (market->count > 1) {
        roundup->picks = sections[market->count * PER_PRODUCT + 1].text;
        roundup->points = sections[market->count * PER_PRODUCT + 2].text;
    }
    if (!status && market->count > 1 && !roundup->picks.count)
        status = writing_note(writing, "Which product for whom follows from the data by rule: the language model wrote "
                                       "nothing that could be used.");
    return status;
}

/* --- what stands around the blocks --- */

static enum status roundup_introduce(struct market_roundup_roundup *roundup, struct draft *draft)
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

static void add_comparison(struct market_roundup_roundup *roundup, struct document *document)
{
    const struct data_labels *labels = catalog_labels(roundup->market.writing);
    struct catalog_text table = {.writing = roundup->market.writing};
    catalog_table(&table, roundup->table.cells, roundup->table.columns * roundup->table.rows, roundup->table.columns);
    document->failed |= table.failed;
    document_heading(document, 2, str_from(labels->comparison));
    document_text(document, &table.text);
    document_text(document, &roundup->dates);
    if (roundup->picks.count)
        document_label(document, labels->picks);
    document_text(document, &roundup->picks);
}

static void add_blocks(struct market_roundup_roundup *roundup, struct document *document)
{
    struct market *market = &roundup->market;
    for (size_t i = 0; i < market->count; i++) {
        const struct market_item *item = &market->items[i];
        catalog_numbered(document, i + 1, item->title, item->purpose);
        market_add_image(market, item, document);
        document_text(document, &item->summary);
        market_add_lists(market, item, document);
        market_add_facts(market, item, document);
        market_add_button(market, item, document);
    }
}

enum status market_roundup(struct writing *writing, struct article_plan *plan, struct draft *draft,
                           struct document *document)
{
    struct market_roundup_roundup roundup = {
        .market = {.writing = writing, .tells_experience = config_bool(writing->config, "enableFirstHandExperience")},
        .plan = plan,
    };
    struct market *market = &roundup.market;
    enum status status = market_find(market);
    if (!status)
        status = plan_roundup(&roundup);
    if (!status)
        status = market_dates(market, &roundup.dates);
    if (!status && writing->model)
        status = roundup_ask(&roundup, draft);
    if (!status)
        status = market_table(market, &roundup.points, &roundup.table);
    for (size_t i = 0; i < market->count && !status; i++)
        status = market_compose(market, &market->items[i]);
    if (!status && !roundup.picks.count)
        status = market_pick(market, &roundup.picks);
    if (!status)
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
    return OK;
}
