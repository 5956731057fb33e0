#include "model/check/wording.h"

/* A list in a file <name>.inc. */
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

#include "model/check/dutch.inc"
#include "model/check/english.inc"
#include "model/check/french.inc"
#include "model/check/german.inc"
#include "model/check/italian.inc"
#include "model/check/portuguese.inc"
#include "model/check/spanish.inc"

static const struct wording *const wordings[] = {
    &dutch_wording,   &english_wording,    &french_wording,  &german_wording,
    &italian_wording, &portuguese_wording, &spanish_wording,
};

const struct wording *wording_of(const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(wordings); i++)
        if (strcmp(language->tag, wordings[i]->tag) == 0)
            return wordings[i];
    return NULL;
}

const struct wording *wording_english(void)
{
    return &english_wording;
}

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

struct facts_finder {
    struct arena *arena;
    const struct worded *worded;
    const struct language *language;
    struct wording_facts *facts;
    size_t word;      /* the first that begins at or behind the place that is looked at */
    size_t quoted_to; /* behind the quotation that was found last: its closing mark opens no other */
};

static void add_fact(struct facts_finder *finder, enum fact_kind kind, struct str text, size_t at)
{
    struct wording_facts *facts = finder->facts;
    struct fact *fact = VEC_PUSH(finder->arena, facts->list, facts->count, facts->cap);
    if (fact)
        *fact = (struct fact){kind, text, finder->word, at};
}

/* --- figures --- */

static size_t digits_at(struct str text, size_t at)
{
    size_t count = 0;
    while (at + count < text.len && ascii_is_digit(text.data[at + count]))
        count++;
    return count;
}

/* The bytes of a character that may stand within a figure, 0: there is none at `at`. Blanks are those that never
 * break. */
static size_t separator_at(struct str text, size_t at)
{
    static const char *const blanks[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"};
    if (at >= text.len)
        return 0;
    if (memchr(".,'", text.data[at], 3))
        return 1;
    for (size_t i = 0; i < COUNT_OF(blanks); i++)
        if (str_starts((struct str){text.data + at, text.len - at}, str_from(blanks[i])))
            return strlen(blanks[i]);
    return 0;
}

/* Writes the figure at `at` in its one form and returns the byte behind it. A separator before exactly three digits
 * groups thousands, any other begins decimals. */
static size_t read_figure(struct str text, size_t at, char *form, size_t *length)
{
    size_t digits = digits_at(text, at);
    bool may_group = digits <= 3 && text.data[at] != '0';
    memcpy(form, text.data + at, digits);
    *length = digits;
    at += digits;
    for (size_t separator; (separator = separator_at(text, at)) && (digits = digits_at(text, at + separator));
         at += separator + digits) {
        bool groups = digits == 3 && may_group;
        if (!groups && separator > 1)
            break;
        if (!groups)
            form[(*length)++] = '.';
        may_group = groups;
        memcpy(form + *length, text.data + at + separator, digits);
        *length += digits;
    }
    return at;
}

/* Is it the sign between two measures: "466x466"? */
static bool is_by(struct str text, size_t at)
{
    return at > 0 && at + 1 < text.len && (text.data[at] == 'x' || text.data[at] == 'X') &&
           ascii_is_digit(text.data[at - 1]) && ascii_is_digit(text.data[at + 1]);
}

/* Is the figure part of a word that begins with letters: "md1", "v2", "utf-8"? */
static bool ends_word(const struct worded *worded, size_t at)
{
    size_t back = at;
    if (at > 0 && is_by(worded->text, at - 1))
        return false;
    while (back > 0 && (ascii_is_alnum(worded->text.data[back - 1]) || worded->text.data[back - 1] == '_'))
        back--;
    return back < at || (at > 0 && (unsigned char)worded->text.data[at - 1] >= 0xC3);
}

static size_t add_figure(struct facts_finder *finder, size_t at)
{
    struct str text = finder->worded->text;
    size_t length = 0, run = at;
    while (run < text.len && (ascii_is_digit(text.data[run]) || separator_at(text, run)))
        run++;
    char *form = arena_alloc(finder->arena, run - at + 4);
    if (!form)
        return run;
    size_t end = read_figure(text, at, form, &length);
    add_fact(finder, FACT_FIGURE, (struct str){form, length}, at);
    return end;
}

/* --- names --- */

struct facts_shape {
    bool has_capital, has_inner_capital, has_small, has_digit, has_dot, begins_with_letter;
    size_t letters;
};

static struct facts_shape shape_of(struct str word)
{
    struct facts_shape shape = {0};
    uint32_t codepoint;
    for (size_t at = 0, length; at < word.len; at += length) {
        length = utf8_decode(word, at, &codepoint);
        bool is_upper = unicode_is_upper(codepoint);
        shape.has_capital |= at == 0 && is_upper;
        shape.has_inner_capital |= at > 0 && is_upper && word.data[at - 1] != '-';
        shape.has_small |= unicode_is_lower(codepoint);
        shape.has_digit |= unicode_is_digit(codepoint) || codepoint == '_';
        shape.has_dot |= codepoint == '.';
        shape.letters += unicode_is_letter(codepoint) && codepoint != '_';
        shape.begins_with_letter |= at == 0 && unicode_is_letter(codepoint);
    }
    return shape;
}

static bool facts_is_name(const struct facts_finder *finder, size_t number)
{
    const struct word *word = &finder->worded->words[number];
    struct facts_shape shape = shape_of((struct str){finder->worded->text.data + word->start, word->end - word->start});
    bool nouns_are_capitalised =
        finder->language && finder->language->phrases && finder->language->phrases->nouns_are_capitalised;
    if (!shape.begins_with_letter || shape.letters < 1 || word->is_stop)
        return false;
    if (shape.has_inner_capital || shape.has_digit)
        return true;
    if (shape.has_dot && shape.has_small && shape.letters > 4)
        return true;
    return shape.has_capital && shape.letters > 1 && !nouns_are_capitalised &&
           !pattern_opens_sentence(finder->worded, number);
}

/* Without the possessive ending and, in what is left, the plural of an abbreviation. */
static struct str name_form(struct str folded)
{
    if (str_ends(folded, STR("'s")))
        folded.len -= 2;
    else if (str_ends(folded, STR("'")))
        folded.len--;
    return folded;
}

/* A name that begins with a digit: letters stand between its digits ("3Blue1Brown"), unlike a figure with its unit. */
static bool is_mixed(const struct word *word)
{
    bool has_letter = false;
    for (size_t i = 0; i < word->folded.len; i++) {
        if (has_letter && ascii_is_digit(word->folded.data[i]) && ascii_is_digit(word->folded.data[0]))
            return true;
        has_letter |=
            ascii_is_alnum(word->folded.data[i]) && !ascii_is_digit(word->folded.data[i]) && !is_by(word->folded, i);
    }
    return false;
}

/* --- all of them --- */

static void add_quotation(struct facts_finder *finder, size_t at, struct str inner)
{
    if (finder->worded->text.data[at] == '`')
        add_fact(finder, FACT_CODE, inner, at);
    else if (words_count(inner) >= 3)
        add_fact(finder, FACT_QUOTATION, inner, at);
}

/* Looks at the byte `at`. Gives the byte to go on with. */
static size_t facts_look(struct facts_finder *finder, size_t at)
{
    const struct worded *worded = finder->worded;
    struct str inner;
    size_t end;
    while (finder->word < worded->count && worded->words[finder->word].end <= at)
        finder->word++;
    if (at >= finder->quoted_to && quotation_opens(worded->text, at, &inner, &end)) {
        finder->quoted_to = end;
        add_quotation(finder, at, inner);
        return worded->text.data[at] == '`' ? end : at + 1;
    }
    const struct word *word = finder->word < worded->count ? &worded->words[finder->word] : NULL;
    bool begins_word = word && word->start == at, is_mixed_word = begins_word && is_mixed(word);
    if (!is_mixed_word && ascii_is_digit(worded->text.data[at]) && !ends_word(worded, at))
        return add_figure(finder, at);
    if (is_mixed_word || (begins_word && facts_is_name(finder, finder->word)))
        add_fact(finder, FACT_NAME, name_form(word->folded), at);
    return is_mixed_word ? word->end : at + 1;
}

void facts_find(struct arena *arena, const struct worded *worded, const struct language *language,
                struct wording_facts *facts)
{
    struct facts_finder finder = {.arena = arena, .worded = worded, .language = language, .facts = facts};
    *facts = (struct wording_facts){0};
    for (size_t at = 0; at < worded->text.len && !arena_failed(arena);)
        at = facts_look(&finder, at);
}
