/* The block of a product and the verdict of a review, by a language model that is shown the product's data. */
#include "write/market/market.h"

enum {
    SHOWN_REVIEWS = 20,
    REVIEW_CHARACTERS = 600,
    SUMMARY_LEAST = 8, /* words that are left of a summary after its check */
    MOST_PROS = 5,
    MOST_CONS = 4,
};

/* --- the fields --- */

static enum status add_lines(struct writing *writing, struct catalog_fields *fields, const char *name,
                             const char *const *lines, size_t count)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = catalog_field(writing, fields, fact_data, name, str_from(lines[i]));
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
    return catalog_field(writing, fields, fact_review, "review", str_from(cut));
}

static enum status add_reviews(struct writing *writing, const struct product *product, struct catalog_fields *fields)
{
    size_t count = product->review_count, good = 0;
    for (size_t i = 0; i < count; i++)
        good += product->reviews[i].has_rating && product->reviews[i].rating >= 4;
    if (!count)
        return OK;
    const char *counts = arena_printf(writing->arena, "reviews known: %zu; with 4 or 5 points: %zu", count, good);
    enum status status = catalog_field(writing, fields, fact_review_count, "reviews in all", str_from(counts));
    for (size_t i = 0; i < count && i < SHOWN_REVIEWS && !status; i++)
        status = add_review(writing, fields, &product->reviews[i]);
    return status;
}

enum status market_fields(struct market *market, const struct product *product, struct catalog_fields *fields)
{
    struct writing *writing = market->writing;
    const struct {
        const char *name, *value;
    } texts[] = {{"title", product->title},
                 {"brand", product->brand},
                 {"category", product->category},
                 {"description", product->description}};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(texts) && !status; i++)
        if (texts[i].value)
            status = catalog_field(writing, fields, fact_data, texts[i].name, str_from(texts[i].value));
    if (!status)
        status = add_lines(writing, fields, "feature", product->features, product->feature_count);
    for (size_t i = 0; i < product->specification_count && !status; i++)
        status = catalog_field(writing, fields, fact_data, product->specifications[i].name,
                               str_from(product->specifications[i].value));
    if (!status)
        status = add_lines(writing, fields, "pro", product->pros, product->pro_count);
    if (!status)
        status = add_lines(writing, fields, "con", product->cons, product->con_count);
    return status || !market->tells_experience ? status : add_reviews(writing, product, fields);
}

/* --- the answers --- */

struct asking_market {
    struct market *market;
    struct market_item *item;
    struct catalog_fields fields;
};

static struct catalog_answer answer_of(const struct asking_market *asking, const struct reply *reply)
{
    return (struct catalog_answer){.fields = &asking->fields,
                                   .shown = reply->shown,
                                   .system = reply->system,
                                   .is_of_reviews = asking->market->tells_experience,
                                   .reviews = asking->item->product->review_count};
}

/* Points become a list whose items are checked one by one. */
static enum status read_points(struct writing *writing, struct catalog_answer answer, const json_t *list, size_t most,
                               struct model_text *points)
{
    struct catalog_text made = {.writing = writing};
    enum status status = OK;
    answer.is_list = true;
    for (size_t i = 0; i < json_array_size(list) && i < most && !status; i++) {
        const json_t *value = json_array_get(list, i);
        struct model_text one;
        bool is_of_reviews;
        struct str said = str_trim((struct str){json_string_value(value), json_string_length(value)});
        status = catalog_claims(writing, &answer, said, &one, &is_of_reviews);
        if (!status && one.count && one.blocks[0].count)
            catalog_item(&made, STR(""), one.blocks[0].sentences[0].text);
    }
    *points = made.text;
    return status ? status : made.failed ? error_memory(writing->err) : OK;
}

static enum status read_block(struct writing *writing, const struct question *question, const struct reply *reply,
                              struct str *fault)
{
    struct asking_market *asking = question->context;
    struct market_item *item = asking->item;
    struct catalog_answer answer = answer_of(asking, reply);
    const json_t *summary = json_object_get(reply->value, "summary");
    const json_t *pros = json_object_get(reply->value, "pros");
    enum status status =
        catalog_claims(writing, &answer, (struct str){json_string_value(summary), json_string_length(summary)},
                       &item->summary, &item->tells_reviews);
    if (!status)
        status = read_points(writing, answer, pros, MOST_PROS, &item->pros);
    if (!status)
        status = read_points(writing, answer, json_object_get(reply->value, "cons"), MOST_CONS, &item->cons);
    if (status)
        return status;
    struct str plain = draft_plain(writing->arena, &item->summary);
    if (!plain.data)
        return error_memory(writing->err);
    if (words_count(plain) < SUMMARY_LEAST)
        *fault = STR("the summary has no sentences that end with the numbers of fields which say them, without claims "
                     "of a test");
    else if (json_array_size(pros) && !item->pros.count && !reply->is_last)
        *fault = STR("no point of \"pros\" ends with the number of a field which says it");
    return OK;
}

/* Asks; what cannot be used leaves the reason in the item. */
static enum status ask(struct writing *writing, struct asking_market *asking, struct question *question)
{
    struct market market = *asking->market;
    market.writing = writing;
    enum status status = market_fields(&market, asking->item->product, &asking->fields);
    question->material = MATERIAL_PASSAGES;
    question->excerpts = asking->fields.list;
    question->excerpt_count = asking->fields.count;
    question->context = asking;
    if (!status)
        status = question->step ? question_ask(writing, question) : error_memory(writing->err);
    if (status != E_CORRUPT)
        return status;
    asking->item->problem = arena_copy(writing->arena, writing->err->message);
    return asking->item->problem ? OK : error_memory(writing->err);
}

enum status market_ask_block(struct market *market, struct writing *writing, struct market_item *item, size_t number)
{
    struct asking_market asking = {.market = market, .item = item};
    const struct prompt_value value = {"experience", market->tells_experience ? STR("buyers") : STR("none")};
    struct question question = {.prompt = PROMPT_PRODUCT_BLOCK,
                                .step = arena_printf(writing->arena, "product-%zu", number + 1),
                                .values = &value,
                                .value_count = 1,
                                .check = read_block};
    enum status status = writing_progress(writing, 0.3, "Writing about %s", item->product->title);
    if (!status)
        status = ask(writing, &asking, &question);
    item->is_written = !status && !item->problem;
    if (!item->is_written)
        item->summary = item->pros = item->cons = (struct model_text){0};
    return status;
}

static enum status read_verdict(struct writing *writing, const struct question *question, const struct reply *reply,
                                struct str *fault)
{
    struct asking_market *asking = question->context;
    const struct data_labels *labels = catalog_labels(writing);
    const struct catalog_answer answer = answer_of(asking, reply);
    const struct {
        const char *name, *label;
        bool may_be_empty;
    } rows[] = {{"for_whom", labels->for_whom, false},
                {"not_for", labels->not_for, false},
                {"drawback", labels->drawback, true}};
    struct catalog_text made = {.writing = writing};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(rows) && !status; i++) {
        const json_t *value = json_object_get(reply->value, rows[i].name);
        struct model_text text;
        bool tells;
        status = catalog_claims(writing, &answer, (struct str){json_string_value(value), json_string_length(value)},
                                &text, &tells);
        struct str plain = status ? STR("") : draft_plain(writing->arena, &text);
        if (plain.len)
            catalog_item(&made, str_from(rows[i].label), plain);
        else if (!rows[i].may_be_empty)
            *fault = str_from(arena_printf(writing->arena,
                                           "\"%s\" has no sentence that ends with the numbers of fields which say it",
                                           rows[i].name));
    }
    asking->item->verdict = made.text;
    return status ? status : made.failed ? error_memory(writing->err) : OK;
}

enum status market_ask_verdict(struct market *market, struct writing *writing, struct market_item *item)
{
    struct asking_market asking = {.market = market, .item = item};
    struct question question = {.prompt = PROMPT_VERDICT, .step = "verdict", .check = read_verdict};
    enum status status = writing_progress(writing, 0.6, "Writing the verdict");
    item->problem = NULL;
    if (!status)
        status = ask(writing, &asking, &question);
    if (!status && item->problem) {
        item->verdict = (struct model_text){0};
        status = writing_note(writing, "The verdict is made of the product data: %s.", item->problem);
    }
    return status;
}
