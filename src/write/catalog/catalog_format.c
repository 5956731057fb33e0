#include "write/catalog/catalog.h"

#include <math.h>

/* ISO 4217: currencies without a minor unit that is in use. */
static const char *const whole_currencies[] = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG",
                                               "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF", NULL};

const struct data_labels *catalog_labels(const struct writing *writing)
{
    return writing->labels->data;
}

static struct str format_keep(struct writing *writing, struct buf *text)
{
    char *copy = text->failed ? NULL : arena_copy_n(writing->arena, buf_text(text), text->len);
    struct str kept = {copy, text->len};
    buf_free(text);
    return kept;
}

struct str catalog_number(struct writing *writing, double value, int decimals)
{
    const struct data_labels *labels = catalog_labels(writing);
    struct buf out = {0};
    double unit = pow(10, decimals), whole, fraction = round(modf(fabs(value), &whole) * unit);
    if (fraction >= unit) {
        whole++;
        fraction = 0;
    }
    char *digits = arena_printf(writing->arena, "%.0f", whole);
    if (!digits)
        return (struct str){NULL, 0};
    size_t length = strlen(digits);
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            buf_str(&out, labels->thousands);
        buf_char(&out, digits[i]);
    }
    if (decimals)
        buf_printf(&out, "%s%0*.0f", labels->decimal, decimals, fraction);
    return format_keep(writing, &out);
}

struct str catalog_price(struct writing *writing, double amount, const char *currency)
{
    const char *code = currency ? currency : "";
    struct str number = catalog_number(writing, amount, word_list_has(whole_currencies, str_from(code)) ? 0 : 2);
    struct buf out = {0};
    if (!number.data || !*code)
        return number;
    if (catalog_labels(writing)->currency_first)
        buf_printf(&out, "%s %.*s", code, STR_ARG(number));
    else
        buf_printf(&out, "%.*s %s", STR_ARG(number), code);
    return format_keep(writing, &out);
}

struct str catalog_rating(struct writing *writing, double rating)
{
    return catalog_fill(writing, catalog_labels(writing)->rating_of,
                        catalog_number(writing, rating, rating == floor(rating) ? 0 : 1), STR(""));
}

struct str catalog_fill(struct writing *writing, const char *template, struct str first, struct str second)
{
    struct buf out = {0};
    if (!first.data || !second.data)
        return (struct str){NULL, 0};
    for (const char *at = template; *at; at++) {
        bool is_slot = at[0] == '%' && (at[1] == '1' || at[1] == '2');
        if (!is_slot) {
            buf_char(&out, *at);
            continue;
        }
        struct str value = *++at == '1' ? first : second;
        buf_add(&out, value.data, value.len);
    }
    return format_keep(writing, &out);
}

struct str catalog_quote(struct writing *writing, struct str text)
{
    const struct data_labels *labels = catalog_labels(writing);
    struct buf out = {0};
    buf_printf(&out, "%s%.*s%s", labels->quote_open, STR_ARG(text), labels->quote_close);
    return format_keep(writing, &out);
}

bool catalog_is_foreign(const struct writing *writing, struct str text)
{
    const struct language *found = language_detect(text);
    return found && writing->brief.language && found != writing->brief.language;
}

enum status catalog_note_foreign(struct writing *writing)
{
    return writing_note(writing,
                        "Descriptions and reviews in another language than the article's were left out, since only a "
                        "language model translates; names, points and specifications stand as the data have them.");
}
