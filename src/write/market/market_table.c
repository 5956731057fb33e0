/* The comparison: product, price, rating, and the points that a language model compares by, or the specifications that
 * most products have and that differ. */
#include "write/market/market.h"

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

enum status market_table(struct market *market, const struct model_text *written, struct market_table *table)
{
    struct writing *writing = market->writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct columns columns = {.written = written_table(written)};
    size_t at = 0;
    if (columns.written && !has_most_rows(market, columns.written))
        columns.written = NULL;
    columns.count = columns.written ? columns.written->columns - 1 : table_choose(market, columns.names);
    *table = (struct market_table){.columns = 3 + columns.count, .rows = market->count + 1};
    table->cells = ARENA_ARRAY(writing->arena, table->columns * table->rows, struct str);
    if (!table->cells)
        return error_memory(writing->err);
    const char *const head[] = {labels->product, labels->price, labels->rating};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        table->cells[at++] = str_from(head[i]);
    for (size_t i = 0; i < columns.count; i++)
        table->cells[at++] = head_of(&columns, i);
    for (size_t i = 0; i < market->count; i++) {
        table->cells[at++] = market->items[i].title;
        table->cells[at++] = market_price(writing, market->items[i].product);
        table->cells[at++] = market_rating(writing, market->items[i].product);
        for (size_t k = 0; k < columns.count; k++)
            table->cells[at++] = cell_of(&columns, &market->items[i], k);
    }
    for (size_t i = 0; i < at; i++)
        if (!table->cells[i].data)
            return error_memory(writing->err);
    return OK;
}

enum status market_dates(struct market *market, struct model_text *text)
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
    *text = (struct model_text){0};
    if (!first)
        return OK;
    char *dates = strcmp(first, last) == 0 ? arena_copy(writing->arena, first)
                                           : arena_printf(writing->arena, "%s – %s", first, last);
    catalog_sentence(&made, STR(""), catalog_fill(writing, catalog_labels(writing)->as_of, str_from(dates), STR("")));
    *text = made.text;
    return made.failed ? error_memory(writing->err) : OK;
}
