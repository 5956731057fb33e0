#include "model/check/wording/facts.h"

#include "base/vec.h"
#include "model/check/wording/quotation.h"
#include "text/unicode.h"

struct facts_finder {
    struct arena *arena;
    const struct worded *worded;
    const struct language *language;
    struct wording_facts *facts;
    size_t word;      /* the first that begins at or behind the place that is looked at */
    size_t quoted_to; /* behind the quotation that was found last: its closing mark opens no other */
};

static bool add_fact(struct facts_finder *finder, enum fact_kind kind, struct str text, size_t at)
{
    struct wording_facts *facts = finder->facts;
    struct fact *list = vec_room(finder->arena, facts->list, facts->count, &facts->cap, sizeof *list);
    if (!list)
        return false;
    facts->list = list;
    list[facts->count++] = (struct fact){kind, text, finder->word, at};
    return true;
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
        return 0;
    size_t end = read_figure(text, at, form, &length);
    return add_fact(finder, FACT_FIGURE, (struct str){form, length}, at) ? end : 0;
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

static bool add_quotation(struct facts_finder *finder, size_t at, struct str inner)
{
    if (finder->worded->text.data[at] == '`')
        return add_fact(finder, FACT_CODE, inner, at);
    return words_count(inner) < 3 || add_fact(finder, FACT_QUOTATION, inner, at);
}

/* Looks at the byte `at`; *next: the byte to go on with. False: memory ran out. */
static bool facts_look(struct facts_finder *finder, size_t at, size_t *next)
{
    const struct worded *worded = finder->worded;
    struct str inner;
    while (finder->word < worded->count && worded->words[finder->word].end <= at)
        finder->word++;
    *next = at + 1;
    size_t end;
    if (at >= finder->quoted_to && quotation_opens(worded->text, at, &inner, &end)) {
        finder->quoted_to = end;
        if (worded->text.data[at] == '`')
            *next = end;
        return add_quotation(finder, at, inner);
    }
    bool begins_word = finder->word < worded->count && worded->words[finder->word].start == at;
    if (begins_word && is_mixed(&worded->words[finder->word])) {
        *next = worded->words[finder->word].end;
        return add_fact(finder, FACT_NAME, name_form(worded->words[finder->word].folded), at);
    }
    if (ascii_is_digit(worded->text.data[at]) && !ends_word(worded, at)) {
        *next = add_figure(finder, at);
        return *next > 0;
    }
    if (begins_word && facts_is_name(finder, finder->word))
        return add_fact(finder, FACT_NAME, name_form(worded->words[finder->word].folded), at);
    return true;
}

enum status facts_find(struct arena *arena, const struct worded *worded, const struct language *language,
                       struct wording_facts *facts, struct error *err)
{
    struct facts_finder finder = {.arena = arena, .worded = worded, .language = language, .facts = facts};
    *facts = (struct wording_facts){0};
    for (size_t at = 0, next; at < worded->text.len; at = next)
        if (!facts_look(&finder, at, &next))
            return error_memory(err);
    return OK;
}
