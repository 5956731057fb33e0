/* One product: overview, pros and cons, verdict. */
#include "write/market/market.h"

enum { SECTIONS = 3 };

struct review {
    struct market market;
    struct market_item *item;
    struct article_plan *plan;
    struct model_text dates;
};

/* In condensed mode the pros and cons stand in the overview. */
static enum status plan_review(struct review *review)
{
    struct market *market = &review->market;
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    enum status status = catalog_plan(writing, SECTIONS + 2, market->count, review->plan);
    const char *verdict = arena_printf(writing->arena,
                                       "a list of three: \"- **%s:** whose need its data meet\", \"- **%s:** whose "
                                       "they do not meet\", \"- **%s:** the con that matters most\"; none stated: two",
                                       labels->for_whom, labels->not_for, labels->drawback);
    if (status || !verdict)
        return status ? status : error_memory(writing->err);
    catalog_heading(review->plan, 2, str_from(labels->overview), 1, "running text: what it is and does, and for what");
    if (!market->is_condensed)
        catalog_heading(review->plan, 2, str_from(labels->pros_and_cons), 1, NULL);
    market_plan_lists(market, review->plan, 1);
    catalog_heading(review->plan, 2, str_from(labels->verdict), 1, verdict);
    return OK;
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
    struct buf out = {.failed = !values[0].data || !values[1].data};
    buf_printf(&out, "%.*s", STR_ARG(review->item->title));
    for (size_t i = 0, count = 0; i < COUNT_OF(values) && !out.failed; i++)
        if (known[i])
            buf_printf(&out, "%s%.*s", count++ ? ", " : ": ", STR_ARG(values[i]));
    buf_char(&out, '.');
    struct str line = writing_keep(writing, &out);
    if (!line.data || known[0] || known[1])
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
    market_add_image(market, item, document);
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

enum status market_review(struct writing *writing, struct article_plan *plan, struct draft *draft,
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
    status = plan_review(&review);
    if (!status)
        status = market_dates(market, &review.dates);
    if (!status && writing->model)
        status = review_ask(&review, draft);
    if (!status)
        status = market_compose(market, review.item);
    if (!status && !review.item->verdict.count)
        status = market_compose_verdict(market, review.item);
    if (!status)
        status = review_introduce(&review, draft);
    if (status)
        return status;
    add_sections(&review, draft, document);
    return OK;
}
