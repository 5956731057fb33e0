/* One product: overview, pros and cons, verdict. */
#include "write/market/market.h"

enum { OVERVIEW, PROS_AND_CONS, VERDICT, SECTIONS };

struct review {
    struct market market;
    struct market_item *item;
    struct article_plan *plan;
    struct model_text dates;
};

/* In condensed mode the pros and cons stand in the overview. */
static enum status plan_sections_of(struct review *review)
{
    struct writing *writing = review->market.writing;
    const struct data_labels *labels = catalog_labels(writing);
    const struct str all[SECTIONS] = {str_from(labels->overview), str_from(labels->pros_and_cons),
                                      str_from(labels->verdict)};
    const struct str few[] = {all[OVERVIEW], all[VERDICT]};
    return review->market.is_condensed ? catalog_plan(writing, few, COUNT_OF(few), review->plan)
                                       : catalog_plan(writing, all, SECTIONS, review->plan);
}

static enum status run_piece(struct writing *writing, size_t number, void *context)
{
    struct review *review = context;
    if (number == 0)
        return market_ask_block(&review->market, writing, review->item, 0);
    return catalog_title(writing, review->plan);
}

/* Wishes for calls that a condensed review does without. */
static enum status note_unasked(struct writing *writing)
{
    static const char *const names[] = {"extraTitlePrompt", "extraIntroductionPrompt"};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(names) && !status; i++)
        if (config_string(writing->config, names[i]))
            status = writing_note(writing,
                                  "%s was accepted without effect: with enableCondensedMode the language model is "
                                  "asked for the text about the product alone.",
                                  names[i]);
    return status;
}

static enum status ask_all(struct review *review)
{
    struct market *market = &review->market;
    struct writing *writing = market->writing;
    enum status status = catalog_style(writing, review->plan);
    question_settle(writing);
    if (!status)
        status = market->is_condensed ? note_unasked(writing) : OK;
    if (!status)
        status = tasks_run(writing, market->is_condensed ? 1 : 2, run_piece, review);
    if (!status && review->item->problem)
        status = writing_note(writing, "The text about the product is made of its data: %s.", review->item->problem);
    return status || market->is_condensed ? status : market_ask_verdict(market, writing, review->item);
}

static enum status introduce(struct review *review, struct draft *draft)
{
    struct market *market = &review->market;
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text introduction = {.writing = writing};
    struct catalog_fields lead = {0};
    struct model_text sections[SECTIONS] = {review->item->summary};
    sections[market->is_condensed ? 1 : VERDICT] = review->item->verdict;
    if (!market->is_condensed)
        sections[PROS_AND_CONS] = review->item->pros;
    catalog_sentence(
        &introduction, STR(""),
        catalog_fill(writing, labels->review_intro[writing->brief.point_of_view], writing->brief.keyword, STR("")));
    enum status status =
        introduction.failed ? error_memory(writing->err) : market_fields(market, review->item->product, &lead);
    const struct catalog_frame frame = {
        .title = catalog_fill(writing, labels->review_title, writing->brief.keyword, STR("")),
        .introduction = &introduction.text,
        .lead = &lead,
        .is_unasked = market->is_condensed,
    };
    return status ? status : catalog_draft(writing, review->plan, sections, &frame, draft);
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
                   .is_condensed = config_bool(writing->config, "enableCondensedMode")},
        .plan = plan,
    };
    struct market *market = &review.market;
    enum status status = market_find_one(market);
    if (status)
        return status;
    review.item = &market->items[0];
    status = plan_sections_of(&review);
    if (!status)
        status = market_dates(market, &review.dates);
    if (!status && writing->model)
        status = ask_all(&review);
    if (!status)
        status = market_compose(market, review.item);
    if (!status && !review.item->verdict.count)
        status = market_compose_verdict(market, review.item);
    if (!status)
        status = writing_progress(writing, 0.75, "Writing the introduction");
    if (!status)
        status = introduce(&review, draft);
    if (status)
        return status;
    add_sections(&review, draft, document);
    return OK;
}
