/* Which of the products found are what the keyword asks for: below a price, fit to be carried about, for what it names.
 * What the data say against one takes it out; what they say for one brings it forward. */
#include "write/market/market.h"

#include <stdlib.h>

enum {
    LEAST_LIMIT = 5, /* what is smaller counts things: "under 3" */
    FOR_CARRIED = 2, /* points of a product that says that it can be carried about, */
    FOR_OTHER = 1,   /* and for each other word of what it is to be good for */
};

/* Kilogrammes: what is heavier is not taken along, as bottles, books and shoes for a journey show. */
static const double most_carried = 1.5;
static const double pounds = 0.45359237; /* kilogrammes in one */

struct fitting {
    struct writing *writing;
    const struct keyword_words *language;
    struct word *words;    /* of the keyword */
    size_t count, purpose; /* from which word on it says what for; count: nowhere */
    double limit;          /* price; 0: none */
    bool is_carried;
};

struct rated {
    const struct product *product;
    int points;
    size_t place;
};

static bool begins_one(const char *const *beginnings, struct str word)
{
    for (; beginnings && *beginnings; beginnings++)
        if (str_starts(word, str_from(*beginnings)))
            return true;
    return false;
}

/* How many words of a phrase of the list stand at `at`; 0: none of them. */
static size_t phrase_at(const char *const *phrases, const struct word *words, size_t count, size_t at)
{
    for (; phrases && *phrases; phrases++) {
        struct str rest = str_from(*phrases), word;
        size_t length = 0;
        bool is_same = true;
        while (is_same && str_split(&rest, ' ', &word)) {
            is_same = at + length < count && str_eq(words[at + length].folded, word);
            length++;
        }
        if (is_same)
            return length;
    }
    return 0;
}

/* --- what is asked --- */

/* A whole number; 0: it is none. */
static double number_in(struct str word)
{
    double number = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (!ascii_is_digit(word.data[i]))
            return 0;
        number = number * 10 + (word.data[i] - '0');
    }
    return number;
}

static enum status read_keyword(struct fitting *fitting)
{
    struct writing *writing = fitting->writing;
    const struct language *language = writing->brief.language;
    enum status status =
        words_split(writing->arena, writing->brief.keyword, language, &fitting->words, &fitting->count, writing->err);
    fitting->language = language->keyword_words;
    fitting->purpose = fitting->count;
    for (size_t i = 0; i < fitting->count && !status && fitting->language; i++) {
        size_t below = phrase_at(fitting->language->below, fitting->words, fitting->count, i);
        double number = below && i + below < fitting->count ? number_in(fitting->words[i + below].folded) : 0;
        if (number >= LEAST_LIMIT) {
            fitting->limit = number;
            fitting->count = i; /* what stands behind is a currency */
            break;
        }
        fitting->is_carried |= begins_one(fitting->language->carried, fitting->words[i].folded);
        if (i && fitting->purpose == fitting->count &&
            word_list_has(fitting->language->prepositions, fitting->words[i].folded))
            fitting->purpose = i + 1;
    }
    fitting->purpose = fitting->purpose < fitting->count ? fitting->purpose : fitting->count;
    return status;
}

/* --- what the data say --- */

/* All that is said of a product, as one text. */
static struct str all_text(struct writing *writing, const struct product *product)
{
    struct buf out = {0};
    buf_printf(&out, "%s. %s. %s. ", product->title, product->category ? product->category : "",
               product->description ? product->description : "");
    for (size_t i = 0; i < product->feature_count; i++)
        buf_printf(&out, "%s. ", product->features[i]);
    for (size_t i = 0; i < product->specification_count; i++)
        buf_printf(&out, "%s. ", product->specifications[i].value);
    for (size_t i = 0; i < product->pro_count; i++)
        buf_printf(&out, "%s. ", product->pros[i]);
    for (size_t i = 0; i < product->review_count; i++)
        buf_printf(&out, "%s. ", product->reviews[i].title ? product->reviews[i].title : "");
    return writing_keep(writing, &out);
}

/* A number with this unit behind it, "3.1 kg"; negative: the value is none. */
static double fit_measure(const char *value, struct str unit)
{
    char *end;
    double number = strtod(value, &end);
    struct str rest = str_trim(str_from(end));
    bool is_unit =
        end > value && str_istarts(rest, unit) && (rest.len == unit.len || !ascii_is_alnum(rest.data[unit.len]));
    return is_unit ? number : -1;
}

static bool is_heavy(const struct product *product)
{
    for (size_t i = 0; i < product->specification_count; i++) {
        const char *value = product->specifications[i].value;
        if (fit_measure(value, STR("kg")) >= most_carried || fit_measure(value, STR("lb")) * pounds >= most_carried ||
            fit_measure(value, STR("pounds")) * pounds >= most_carried)
            return true;
    }
    return false;
}

static bool has_power(const struct product *product)
{
    for (size_t i = 0; i < product->specification_count; i++)
        if (fit_measure(product->specifications[i].value, STR("W")) > 0 ||
            fit_measure(product->specifications[i].value, STR("watts")) > 0)
            return true;
    return false;
}

/* *is_out: the data say that it is not what was asked for. */
static enum status fit_rate(struct fitting *fitting, const struct product *product, int *points, bool *is_out)
{
    struct writing *writing = fitting->writing;
    struct str text = all_text(writing, product);
    struct word *words;
    size_t count;
    bool is_carried = false, is_cordless = false;
    enum status status = text.data
                             ? words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err)
                             : error_memory(writing->err);
    if (status)
        return status;
    *points = 0;
    for (size_t i = 0; i < count && fitting->language; i++) {
        is_carried |= begins_one(fitting->language->carried, words[i].folded);
        is_cordless |= begins_one(fitting->language->cordless, words[i].folded);
    }
    for (size_t i = fitting->purpose; i < fitting->count; i++)
        for (size_t j = 0; j < count && !fitting->words[i].is_stop; j++)
            if (str_eq(words[j].stem, fitting->words[i].stem)) {
                *points += FOR_OTHER;
                break;
            }
    *points += fitting->is_carried && is_carried ? FOR_CARRIED : 0;
    *is_out = (fitting->limit > 0 && product->has_price && product->price > fitting->limit) ||
              (fitting->is_carried && (is_heavy(product) || (has_power(product) && !is_cordless)));
    return OK;
}

static int by_points(const void *left, const void *right)
{
    const struct rated *a = left, *b = right;
    if (a->points != b->points)
        return a->points < b->points ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

bool market_is_limited(struct writing *writing)
{
    struct fitting fitting = {.writing = writing};
    return !read_keyword(&fitting) && (fitting.limit > 0 || fitting.purpose < fitting.count || fitting.is_carried);
}

enum status market_fit(struct writing *writing, struct product_list *found)
{
    struct fitting fitting = {.writing = writing};
    struct rated *list = ARENA_ARRAY(writing->arena, found->count + 1, struct rated);
    struct product *fit = ARENA_ARRAY(writing->arena, found->count + 1, struct product);
    size_t count = 0;
    enum status status = list && fit ? read_keyword(&fitting) : error_memory(writing->err);
    for (size_t i = 0; i < found->count && !status; i++) {
        bool is_out = false;
        list[count] = (struct rated){.product = &found->list[i], .place = i};
        status = fit_rate(&fitting, &found->list[i], &list[count].points, &is_out);
        count += !is_out;
        if (!status && is_out)
            status = writing_note(writing, "\"%s\" was left out: its data say that it is not what \"%.*s\" asks for.",
                                  found->list[i].title, STR_ARG(writing->brief.keyword));
    }
    if (status)
        return status;
    qsort(list, count, sizeof *list, by_points);
    for (size_t i = 0; i < count; i++)
        fit[i] = *list[i].product;
    *found = (struct product_list){fit, count};
    return OK;
}
