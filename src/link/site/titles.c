#include "link/site/titles.h"

static bool is_sign(const struct lexed *title, size_t at, const char *signs)
{
    return lexeme_is_sign(&title->lexemes[at], signs);
}

static bool is_dash(const struct lexed *title, size_t at)
{
    const struct lexeme *lexeme = &title->lexemes[at];
    return lexeme_is_sign(lexeme, "-") || lexeme->hash == word_hash(STR("\u2013")) ||
           lexeme->hash == word_hash(STR("\u2014"));
}

static bool follows_closely(const struct lexed *title, size_t at)
{
    return title->lexemes[at].marks & MARK_FOLLOWS_CLOSELY;
}

/* Is there white space on both sides of the lexeme? */
static bool stands_free(const struct lexed *title, size_t at)
{
    return !follows_closely(title, at) && at + 1 < title->count && !follows_closely(title, at + 1);
}

/*
 * Lexemes of the separator at `at`, 0: none is there. Separators are "|", a dash with blanks around it, a colon with
 * a blank behind it, and any sign that is repeated.
 */
static size_t separator_length(const struct lexed *title, size_t at)
{
    if (title->lexemes[at].kind != LEXEME_SIGN)
        return 0;
    if (is_sign(title, at, "|") || (is_dash(title, at) && stands_free(title, at)))
        return 1;
    if (is_sign(title, at, ":") && at + 1 < title->count && !follows_closely(title, at + 1))
        return 1;
    size_t same = 1;
    while (at + same < title->count && follows_closely(title, at + same) &&
           title->lexemes[at + same].hash == title->lexemes[at].hash)
        same++;
    return same > 1 && !is_sign(title, at, "+.()") ? same : 0;
}

struct variants {
    struct title_variant *list;
    size_t count;
};

static void add(struct variants *variants, size_t first, size_t last, enum title_kind kind)
{
    if (first >= last || variants->count == MAX_TITLE_VARIANTS)
        return;
    for (size_t i = 0; i < variants->count; i++)
        if (variants->list[i].first == first && variants->list[i].last == last)
            return;
    variants->list[variants->count++] = (struct title_variant){first, last, kind};
}

static size_t length_of(const struct lexed *title, size_t at)
{
    return title->lexemes[at].end - title->lexemes[at].start;
}

static bool begins_with_digit(const struct lexed *title, size_t at)
{
    return ascii_is_digit(title->content.data[title->lexemes[at].start]);
}

/* Skips "12.3. " or "Chapter 12. " in front: everything up to a dot after digits, within the first few lexemes. */
static size_t skip_to_dot(const struct lexed *title, size_t first, size_t last)
{
    enum { NUMBER_LEXEMES = 8 };
    for (size_t at = first + 1; at + 1 < last && at < first + NUMBER_LEXEMES; at++)
        if (begins_with_digit(title, at - 1) && is_sign(title, at, ".)") && !follows_closely(title, at + 1))
            return at + 1;
    return first;
}

/*
 * Skips the digits with dots between them that begin at `at`. No part may have more digits than sections are numbered
 * with. Returns `at` when there are none.
 */
static size_t skip_digits(const struct lexed *title, size_t at, size_t last)
{
    enum { SECTION_DIGITS = 2 };
    size_t end = at;
    while (end < last && begins_with_digit(title, end) && length_of(title, end) <= SECTION_DIGITS &&
           (end == at || follows_closely(title, end))) {
        at = end + 1;
        if (at >= last || !is_sign(title, at, ".") || !follows_closely(title, at))
            break;
        end = at + 1;
    }
    return at;
}

size_t title_skip_number(const struct lexed *title, size_t first, size_t last)
{
    size_t after = skip_to_dot(title, first, last);
    if (after > first || first >= last)
        return after;
    bool is_labelled = !begins_with_digit(title, first);
    size_t number = first + is_labelled, end = skip_digits(title, number, last);
    if (end == number || end + 1 >= last)
        return first;
    if (is_sign(title, end, ",") && !follows_closely(title, end + 1) && !begins_with_digit(title, end + 1))
        return end + 1;
    bool is_section = !is_labelled && end > number + 1 && !follows_closely(title, end);
    return is_section && (title->lexemes[end].marks & MARK_CAPITAL) ? end
                                                                    : first; /* "1.4 release" is about a version */
}

/* Where the title ends without the parenthesis at its end. */
static size_t drop_parenthesis(const struct lexed *title, size_t first, size_t last)
{
    if (last - first < 3 || !is_sign(title, last - 1, ")"))
        return last;
    for (size_t at = last - 1; at > first; at--)
        if (is_sign(title, at, "("))
            return follows_closely(title, at) ? last : at;
    return last;
}

static void add_part(struct variants *variants, const struct lexed *title, size_t first, size_t last,
                     enum title_kind kind)
{
    add(variants, first, last, kind);
    size_t after_number = title_skip_number(title, first, last);
    size_t before_parenthesis = drop_parenthesis(title, after_number, last);
    add(variants, after_number, last, kind);
    add(variants, after_number, before_parenthesis, kind);
    add(variants, lexed_skip_article(title, after_number, before_parenthesis), before_parenthesis, kind);
}

size_t title_variants(const struct lexed *title, struct title_variant list[MAX_TITLE_VARIANTS])
{
    struct variants variants = {list, 0};
    add_part(&variants, title, 0, title->count, TITLE_WHOLE);
    size_t first = 0, parts = 0;
    for (size_t at = 0; at < title->count; at++) {
        size_t length = separator_length(title, at);
        if (!length)
            continue;
        add_part(&variants, title, first, at, parts++ == 0 ? TITLE_HEAD : TITLE_PART);
        first = at + length;
        at = first - 1;
    }
    if (parts)
        add_part(&variants, title, first, title->count, TITLE_PART);
    return variants.count;
}
