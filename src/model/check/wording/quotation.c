#include "model/check/wording/quotation.h"

#include "base/base.h"

/* The marks of quotations; of one that opens, all rows with it are tried. */
static const struct {
    const char *open, *close;
} marks[] = {
    {"`", "`"},
    {"\"", "\""},
    {"\xE2\x80\x9C", "\xE2\x80\x9D"}, /* “ ” */
    {"\xE2\x80\x9E", "\xE2\x80\x9C"}, /* „ “ */
    {"\xE2\x80\x9E", "\xE2\x80\x9D"}, /* „ ” */
    {"\xC2\xAB", "\xC2\xBB"},         /* « » */
    {"\xC2\xBB", "\xC2\xAB"},         /* » « */
    {"\xE2\x80\xB9", "\xE2\x80\xBA"}, /* ‹ › */
    {"\xE3\x80\x8C", "\xE3\x80\x8D"}, /* 「 」 */
};

static bool stands_at(struct str text, size_t at, struct str mark)
{
    return text.len - at >= mark.len && memcmp(text.data + at, mark.data, mark.len) == 0;
}

/* Where a quotation that opens at `at` must have closed: at the end of the paragraph, and before it grows too long to
 * be one, so that a mark without its partner costs little. */
static size_t last_place(struct str text, size_t at)
{
    enum { MOST = 600 };
    struct str near = {text.data, text.len - at > MOST ? at + MOST : text.len};
    return str_find(near, STR("\n\n"), at);
}

bool quotation_opens(struct str text, size_t at, struct str *inner, size_t *end)
{
    unsigned char first = at < text.len ? (unsigned char)text.data[at] : 'x';
    if (first != '`' && first != '"' && first != 0xC2 && first != 0xE2 && first != 0xE3)
        return false;
    if (first == '"' && at > 0 && ascii_is_digit(text.data[at - 1])) /* 8", in inches */
        return false;
    size_t paragraph = last_place(text, at), nearest = paragraph;
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        struct str open = str_from(marks[i].open), close = str_from(marks[i].close);
        if (!stands_at(text, at, open))
            continue;
        size_t from = at + open.len, found = str_find((struct str){text.data, paragraph}, close, from);
        if (found >= nearest || found == from)
            continue;
        nearest = found;
        *inner = (struct str){text.data + from, found - from};
        *end = found + close.len;
    }
    return nearest < paragraph;
}

bool quotations_hold(struct quotations *quotations, size_t at)
{
    struct str inner;
    while (quotations->next <= at && quotations->next < quotations->text.len) {
        if (quotation_opens(quotations->text, quotations->next, &inner, &quotations->end))
            quotations->next = quotations->end;
        else
            quotations->next++;
    }
    return at < quotations->end;
}

bool quotation_holds(struct str text, size_t at)
{
    struct quotations quotations = {.text = text};
    return quotations_hold(&quotations, at);
}
