/* Which product for whom: by what the data say, or by a language model from the comparison table. */
#include "write/market/market.h"

#include "model/check/check.h"
#include "write/prompted/framing.h"

enum { RULES = 3, MOST_PICKS = 4, LEAST_PICKS = 2, NEED_WORDS = 8 };

/* --- by rule --- */

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

void market_extremes(struct market *market, struct catalog_text *text)
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

enum status market_pick(struct market *market, struct model_text *picks)
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
        char *line =
            shown.data ? arena_printf(writing->arena, "%.*s – %.*s", STR_ARG(market->items[best].title), STR_ARG(shown))
                       : NULL;
        catalog_item(&text, str_from(rules[i].label), str_from(line));
    }
    *picks = text.text;
    return text.failed ? error_memory(writing->err) : OK;
}

/* --- by a model --- */

struct picking {
    struct market *market;
    const struct market_table *table;
    struct str text; /* of the table, as the prompt has it */
    struct model_text *picks;
};

/* A cell as it may stand in a prompt. */
static enum status add_cell(struct writing *writing, struct buf *out, struct str cell)
{
    struct str clean;
    enum status status = material_clean(writing->arena, cell, &clean, writing->err);
    if (status)
        return status;
    buf_str(out, " | ");
    for (size_t i = 0; i < clean.len && !material_addresses_model(cell); i++)
        buf_char(out, clean.data[i] == '|' || clean.data[i] == '\n' ? '/' : clean.data[i]);
    return OK;
}

static enum status table_text(struct writing *writing, struct picking *picking)
{
    const struct market_table *table = picking->table;
    struct buf out = {0};
    enum status status = OK;
    for (size_t i = 0; i < table->rows && !status; i++) {
        buf_str(&out, i ? picking->market->items[i - 1].product->id : "id");
        for (size_t j = 0; j < table->columns && !status; j++)
            status = add_cell(writing, &out, table->cells[i * table->columns + j]);
        buf_char(&out, '\n');
    }
    picking->text = writing_keep(writing, &out);
    return status ? status : picking->text.data ? OK : error_memory(writing->err);
}

static size_t find_item(const struct market *market, struct str id)
{
    for (size_t i = 0; i < market->count; i++)
        if (str_ieq(str_from(market->items[i].product->id), id))
            return i;
    return market->count;
}

/* The reason with the products' titles where it names their ids. */
static struct str with_titles(struct writing *writing, const struct market *market, struct str reason)
{
    struct buf out = {0};
    for (size_t at = 0; at < reason.len;) {
        size_t item = reason.len - at >= PRODUCT_ID ? find_item(market, (struct str){reason.data + at, PRODUCT_ID})
                                                    : market->count;
        if (item == market->count)
            buf_char(&out, reason.data[at++]);
        else {
            buf_add(&out, market->items[item].title.data, market->items[item].title.len);
            at += PRODUCT_ID;
        }
    }
    return writing_keep(writing, &out);
}

/* Does the reason hold a value of the product's row? */
static bool names_value(const struct market_table *table, size_t item, struct str reason)
{
    for (size_t i = 1; i < table->columns; i++) {
        struct str cell = table->cells[(item + 1) * table->columns + i];
        struct str bare = {cell.data, str_find(cell, STR(" ("), 0)};
        if (bare.len && !str_eq(bare, STR("–")) && str_ifind(reason, bare, 0) < reason.len)
            return true;
    }
    return false;
}

static struct str text_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return str_trim((struct str){json_string_value(value), json_string_length(value)});
}

static enum status read_picks(struct writing *writing, const struct question *question, const struct reply *reply,
                              struct str *fault)
{
    const struct picking *picking = question->context;
    const struct market *market = picking->market;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *list = json_object_get(reply->value, "picks");
    struct catalog_text made = {.writing = writing};
    bool taken[48] = {false};
    size_t count = 0;
    const char *why = "it holds fewer than two picks with ids of the table";
    enum status status = framing_allowed(writing, &material.allowed);
    for (size_t i = 0; i < json_array_size(list) && count < MOST_PICKS && !status; i++) {
        const json_t *pick = json_array_get(list, i);
        struct str need = text_of(pick, "need"), reason = text_of(pick, "reason");
        size_t item = find_item(market, text_of(pick, "id"));
        bool claims = false;
        if (item == market->count || item >= COUNT_OF(taken) || taken[item] || !need.len ||
            words_count(need) > NEED_WORDS || !reason.len)
            continue;
        const char *own = check_line(&material, picking->text, reason);
        if (!own && !names_value(picking->table, item, reason))
            own = "a reason names no value of its row of the table";
        status = catalog_claims_test(writing, reason, &claims);
        if (!own && claims)
            own = "a reason claims a test";
        why = own ? own : why;
        if (status || own)
            continue;
        struct str said = with_titles(writing, market, reason);
        const char *copy = arena_copy_n(writing->arena, need.data, need.len);
        char *line = copy && said.data
                         ? arena_printf(writing->arena, "%.*s. %.*s", STR_ARG(market->items[item].title), STR_ARG(said))
                         : NULL;
        catalog_item(&made, (struct str){copy, need.len}, str_from(line));
        taken[item] = true;
        count++;
    }
    if (count < LEAST_PICKS)
        *fault = str_from(why);
    *picking->picks = made.text;
    return status ? status : made.failed ? error_memory(writing->err) : OK;
}

enum status market_ask_picks(struct market *market, struct writing *writing, const struct market_table *table,
                             struct model_text *picks)
{
    struct picking picking = {.market = market, .table = table, .picks = picks};
    enum status status = table_text(writing, &picking);
    const struct prompt_value value = {"table", picking.text};
    const struct question question = {.prompt = PROMPT_COMPARISON,
                                      .step = "comparison",
                                      .values = &value,
                                      .value_count = 1,
                                      .check = read_picks,
                                      .context = &picking};
    *picks = (struct model_text){0};
    if (!status)
        status = question_ask(writing, &question);
    if (status != E_CORRUPT)
        return status;
    *picks = (struct model_text){0};
    return writing_note(writing, "The choice of products follows from their data by rule: %s.", writing->err->message);
}
