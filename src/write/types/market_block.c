/* What is said of one product from its data alone, and how its parts stand in an article. */
#include "write/types/market.h"

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
    if (!product->has_ratings || !product->has_rating)
        return rating;
    struct str count =
        catalog_fill(writing, labels->ratings, catalog_number(writing, (double)product->ratings, 0), STR(""));
    return str_from(arena_printf(writing->arena, "%.*s (%.*s)", STR_ARG(rating), STR_ARG(count)));
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

static struct model_text list_of(const struct market *market, const char *const *points, size_t count)
{
    struct catalog_text text = {.writing = market->writing};
    for (size_t i = 0; i < count && i < most_points(market); i++)
        catalog_item(&text, STR(""), str_from(points[i]));
    return text.text;
}

/* “Still holds.” (Ines, verified purchase, 5 out of 5) */
static void quote(struct market *market, const struct product_review *review, struct catalog_text *text)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text said = {.writing = writing};
    catalog_verbatim(&said, STR(""), str_from(review->text ? review->text : ""), QUOTE_WORDS);
    struct str plain = draft_plain(writing->arena, &said.text), who = STR("");
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

void market_compose(struct market *market, struct market_item *item)
{
    const struct product *product = item->product;
    struct catalog_text summary = {.writing = market->writing}, experience = {.writing = market->writing};
    if (item->is_written) { /* which tells what buyers report too */
        item->experience = experience.text;
        return;
    }
    summarise(market, product, &summary);
    item->summary = summary.text;
    if (!item->pros.count)
        item->pros = list_of(market, product->pros, product->pro_count);
    if (!item->cons.count)
        item->cons = list_of(market, product->cons, product->con_count);
    if (has_foreign_text(market, product))
        catalog_note_foreign(market->writing);
    if (market->tells_experience && !item->experience.count && !market->is_condensed)
        tell_experience(market, product, &experience);
    item->experience = experience.text;
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

void market_compose_verdict(struct market *market, struct market_item *item)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text text = {.writing = writing};
    struct model_text features = {0};
    if (!item->pros.count)
        features = list_of(market, item->product->features, item->product->feature_count);
    struct str pros = points_text(market, item->pros.count ? &item->pros : &features);
    struct str cons = points_text(market, &item->cons);
    if (pros.len)
        catalog_item(&text, str_from(labels->for_whom), catalog_fill(writing, labels->for_text, pros, STR("")));
    if (cons.len) {
        catalog_item(&text, str_from(labels->not_for), catalog_fill(writing, labels->not_for_text, cons, STR("")));
        catalog_item(&text, str_from(labels->drawback), item->cons.blocks[0].sentences[0].text);
    } else {
        writing_note(writing, "The verdict names no drawback: the product data state none.");
    }
    item->verdict = text.text;
}

/* --- in the document --- */

void market_add_image(const struct market_item *item, struct document *document)
{
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
    struct model_text features = {0};
    if (!item->pros.count && !item->is_written)
        features = list_of(market, item->product->features, item->product->feature_count);
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
    if (!facts)
        return;
    if (product->has_price)
        facts[count++] =
            (struct document_fact){.name = str_from(labels->price), .value = market_price(writing, product)};
    if (product->has_rating)
        facts[count++] =
            (struct document_fact){.name = str_from(labels->rating), .value = market_rating(writing, product)};
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

/* --- the comparison: product, price, rating, and points of comparison or specifications --- */

enum {
    MOST_SPECIFICATIONS = 4,
    CELL_BYTES = 24, /* on average: what is longer is a text, and makes a table that nobody can look over */
};

static const char *table_value_of(const struct product *product, const char *name)
{
    for (size_t i = 0; i < product->specification_count; i++)
        if (str_ieq(str_from(product->specifications[i].name), str_from(name)))
            return product->specifications[i].value;
    return NULL;
}

/* What the specification is worth as a column: how many products have it, and twice that of measures, which are what
 * people compare. 0 when all values are the same, too long for a cell or the product's brand, or when `first` is not
 * the first product that has it. */
static size_t spread(const struct market *market, size_t first, const char *name)
{
    const char *seen = NULL;
    size_t count = 0, bytes = 0, measures = 0, brands = 0;
    bool differs = false;
    for (size_t i = 0; i < market->count; i++) {
        const char *value = table_value_of(market->items[i].product, name);
        if (!value)
            continue;
        if (i < first)
            return 0;
        differs |= seen && strcmp(seen, value) != 0;
        seen = seen ? seen : value;
        bytes += strlen(value);
        measures += ascii_is_digit(value[0]);
        const char *brand = market->items[i].product->brand;
        brands += brand && str_ieq(str_from(brand), str_from(value));
        count++;
    }
    if (!differs || bytes > count * CELL_BYTES || brands * 2 > count || count * 2 < market->count)
        return 0;
    return measures * 2 > count ? 2 * count : count;
}

/* Those that are worth most; of two that are worth as much, the one that comes first in the data. */
static size_t table_choose(const struct market *market, const char *names[MOST_SPECIFICATIONS])
{
    size_t counts[MOST_SPECIFICATIONS] = {0}, chosen = 0;
    for (size_t i = 0; i < market->count; i++)
        for (size_t j = 0; j < market->items[i].product->specification_count; j++) {
            const char *name = market->items[i].product->specifications[j].name;
            size_t count = spread(market, i, name), at = chosen;
            if (!count)
                continue;
            while (at > 0 && counts[at - 1] < count)
                at--;
            if (at == MOST_SPECIFICATIONS)
                continue;
            chosen += chosen < MOST_SPECIFICATIONS;
            for (size_t k = chosen - 1; k > at; k--) {
                counts[k] = counts[k - 1];
                names[k] = names[k - 1];
            }
            counts[at] = count;
            names[at] = name;
        }
    return chosen;
}

/* --- the points that a language model compares by --- */

/* The first table with a product and at least two points in a row. */
static const struct model_block *written_table(const struct model_text *text)
{
    enum { LEAST_COLUMNS = 3 };
    for (size_t i = 0; i < text->count; i++)
        if (text->blocks[i].kind == TEXT_TABLE && text->blocks[i].columns >= LEAST_COLUMNS)
            return &text->blocks[i];
    return NULL;
}

/* The row of the product, which may stand there by a part of its name; 0, the head's: it has none. */
static size_t row_of(const struct model_block *block, struct str title)
{
    size_t part = 0;
    for (size_t row = 1; row * block->columns < block->count; row++) {
        struct str name = block->sentences[row * block->columns].text;
        if (str_ieq(name, title))
            return row;
        bool is_part = str_ifind(title, name, 0) < title.len || str_ifind(name, title, 0) < name.len;
        part = is_part && name.len && !part ? row : part;
    }
    return part;
}

static bool has_most_rows(const struct market *market, const struct model_block *block)
{
    size_t rows = 0;
    for (size_t i = 0; i < market->count; i++)
        rows += row_of(block, market->items[i].title) > 0;
    return rows * 2 > market->count;
}

/* --- the table --- */

/* Where the values of a column come from: the data, or what was written. */
struct columns {
    const char *names[MOST_SPECIFICATIONS];
    const struct model_block *written;
    size_t count;
};

static struct str head_of(const struct columns *columns, size_t column)
{
    return columns->written ? columns->written->sentences[1 + column].text : str_from(columns->names[column]);
}

static struct str cell_of(const struct columns *columns, const struct market_item *item, size_t column)
{
    static const char *const unknown = "\xE2\x80\x93";
    if (!columns->written) {
        const char *value = table_value_of(item->product, columns->names[column]);
        return str_from(value ? value : unknown);
    }
    size_t row = row_of(columns->written, item->title);
    struct str text = row ? columns->written->sentences[row * columns->written->columns + 1 + column].text : STR("");
    return text.len ? text : str_from(unknown);
}

struct market_table market_table(const struct market *market, const struct model_text *written)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct columns columns = {.written = written_table(written)};
    size_t at = 0;
    if (columns.written && !has_most_rows(market, columns.written))
        columns.written = NULL;
    columns.count = columns.written ? columns.written->columns - 1 : table_choose(market, columns.names);
    struct market_table table = {.columns = 3 + columns.count, .rows = market->count + 1};
    table.cells = ARENA_ARRAY(writing->arena, table.columns * table.rows, struct str);
    if (!table.cells)
        return (struct market_table){0};
    const char *const head[] = {labels->product, labels->price, labels->rating};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        table.cells[at++] = str_from(head[i]);
    for (size_t i = 0; i < columns.count; i++)
        table.cells[at++] = head_of(&columns, i);
    for (size_t i = 0; i < market->count; i++) {
        table.cells[at++] = market->items[i].title;
        table.cells[at++] = market_price(writing, market->items[i].product);
        table.cells[at++] = market_rating(writing, market->items[i].product);
        for (size_t k = 0; k < columns.count; k++)
            table.cells[at++] = cell_of(&columns, &market->items[i], k);
    }
    return table;
}

struct model_text market_dates(const struct market *market)
{
    struct writing *writing = market->writing;
    const char *first = NULL, *last = NULL;
    struct catalog_text made = {.writing = writing};
    for (size_t i = 0; i < market->count; i++) {
        const char *updated = market->items[i].product->updated;
        if (!updated)
            continue;
        first = !first || strcmp(updated, first) < 0 ? updated : first;
        last = !last || strcmp(updated, last) > 0 ? updated : last;
    }
    if (!first)
        return made.text;
    char *dates = strcmp(first, last) == 0 ? arena_copy(writing->arena, first)
                                           : arena_printf(writing->arena, "%s – %s", first, last);
    catalog_sentence(&made, STR(""), catalog_fill(writing, catalog_labels(writing)->as_of, str_from(dates), STR("")));
    return made.text;
}
