/* Several products: a comparison, which one for whom, then a block for each. */
#include "write/market/market.h"

struct roundup {
    struct market market;
    struct article_plan *plan;
    struct market_table table;
    struct model_text picks, dates;
};

static enum status plan_blocks(struct roundup *roundup)
{
    struct market *market = &roundup->market;
    struct str *headings = ARENA_ARRAY(market->writing->arena, market->count + 1, struct str);
    if (!headings)
        return error_memory(market->writing->err);
    for (size_t i = 0; i < market->count; i++)
        headings[i] = market->items[i].title;
    return catalog_plan(market->writing, headings, market->count, roundup->plan);
}

/* --- with a language model --- */

/* The blocks side by side, with the title and the comparison. */
static enum status run_piece(struct writing *writing, size_t number, void *context)
{
    struct roundup *roundup = context;
    struct market *market = &roundup->market;
    if (number < market->count)
        return market_ask_block(market, writing, &market->items[number], number);
    if (number == market->count)
        return catalog_title(writing, roundup->plan);
    return market_ask_picks(market, writing, &roundup->table, &roundup->picks);
}

static enum status ask_all(struct roundup *roundup)
{
    struct market *market = &roundup->market;
    struct writing *writing = market->writing;
    enum status status = catalog_style(writing, roundup->plan);
    question_settle(writing);
    bool has_picks = market->count > 1 && !writing->is_plain;
    if (!status)
        status = tasks_run(writing, market->count + (has_picks ? 2 : 1), run_piece, roundup);
    for (size_t i = 0; i < market->count && !status; i++)
        if (market->items[i].problem)
            status = writing_note(writing, "\"%s\" is made of the product data: %s.", market->items[i].product->title,
                                  market->items[i].problem);
    return status;
}

/* --- what stands around the blocks --- */

/* A line for each product: what an introduction may say. */
static enum status lead_of(struct roundup *roundup, struct catalog_fields *lead)
{
    struct writing *writing = roundup->market.writing;
    const struct market_table *table = &roundup->table;
    enum status status = OK;
    for (size_t i = 1; i < table->rows && !status; i++) {
        struct buf line = {0};
        for (size_t j = 0; j < table->columns; j++) {
            struct str cell = table->cells[i * table->columns + j];
            if (!str_eq(cell, STR("–")))
                buf_printf(&line, "%s%.*s: %.*s", j ? "; " : "", STR_ARG(table->cells[j]), STR_ARG(cell));
        }
        status = catalog_field(writing, lead, fact_data, "comparison", writing_keep(writing, &line));
    }
    return status;
}

static enum status introduce(struct roundup *roundup, struct draft *draft)
{
    struct market *market = &roundup->market;
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text introduction = {.writing = writing};
    struct catalog_fields lead = {0};
    struct model_text *sections = ARENA_ARRAY(writing->arena, market->count + 1, struct model_text);
    if (!sections)
        return error_memory(writing->err);
    catalog_sentence(
        &introduction, STR(""),
        catalog_fill(writing, labels->products_intro[writing->brief.point_of_view], writing->brief.keyword, STR("")));
    market_extremes(market, &introduction);
    for (size_t i = 0; i < market->count; i++)
        sections[i] = market->items[i].summary;
    enum status status = introduction.failed ? error_memory(writing->err) : lead_of(roundup, &lead);
    const struct catalog_frame frame = {
        .title = catalog_fill(writing, labels->products_title, writing->brief.keyword, STR("")),
        .introduction = &introduction.text,
        .lead = &lead,
    };
    return status ? status : catalog_draft(writing, roundup->plan, sections, &frame, draft);
}

static void add_comparison(struct roundup *roundup, struct document *document)
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

static void add_blocks(struct roundup *roundup, struct document *document)
{
    struct market *market = &roundup->market;
    for (size_t i = 0; i < market->count; i++) {
        const struct market_item *item = &market->items[i];
        catalog_numbered(document, i + 1, item->title);
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
    struct roundup roundup = {
        .market = {.writing = writing, .tells_experience = config_bool(writing->config, "enableFirstHandExperience")},
        .plan = plan,
    };
    struct market *market = &roundup.market;
    enum status status = market_find(market);
    if (!status)
        status = plan_blocks(&roundup);
    if (!status)
        status = market_table(market, &roundup.table);
    if (!status)
        status = market_dates(market, &roundup.dates);
    if (!status && writing->model)
        status = ask_all(&roundup);
    for (size_t i = 0; i < market->count && !status; i++)
        status = market_compose(market, &market->items[i]);
    if (!status && !roundup.picks.count)
        status = market_pick(market, &roundup.picks);
    if (!status)
        status = writing_progress(writing, 0.75, "Writing the introduction");
    if (!status)
        status = introduce(&roundup, draft);
    if (status)
        return status;
    document_heading(document, 1, plan->title);
    document_text(document, &draft->parts[0].text);
    add_comparison(&roundup, document);
    add_blocks(&roundup, document);
    return OK;
}
