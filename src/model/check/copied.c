#include "model/check/compare.h"

#include <math.h>

/* The words of a text, and its runs of so many in their order. */
static struct hashes read_runs(struct arena *arena, struct str text, size_t run, struct worded *worded)
{
    if (worded_split(arena, text, NULL, worded, NULL))
        arena_fail(arena);
    uint64_t *words = ARENA_ARRAY(arena, worded->count, uint64_t);
    for (size_t i = 0; words && i < worded->count; i++)
        words[i] = hash_of(worded->words[i].folded, HASH_EMPTY);
    return (struct hashes){words, words ? shingles_roll(words, worded->count, run) : 0};
}

void copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found)
{
    struct worded worded;
    *found = (struct str){text.data, 0};
    struct hashes set = read_runs(arena, source, run, &worded), runs = read_runs(arena, text, run, &worded);
    hashes_order(&set);
    for (size_t i = 0; i < runs.count; i++) {
        if (!hashes_have(&set, runs.list[i]))
            continue;
        size_t start = worded.words[i].start;
        *found = (struct str){text.data + start, worded.words[i + run - 1].end - start};
        break;
    }
}

/* Marks the words that may be the same: names, code, quotations. NULL: memory ran out. */
static bool *free_words(struct arena *arena, const struct worded *worded)
{
    struct wording_facts facts;
    bool *is_free = ARENA_ARRAY(arena, worded->count, bool);
    facts_find(arena, worded, NULL, &facts);
    if (arena_failed(arena))
        return NULL;
    for (size_t i = 0; i < facts.count; i++)
        if (facts.list[i].kind == FACT_NAME && facts.list[i].word < worded->count)
            is_free[facts.list[i].word] = true;
    struct str inner;
    for (size_t at = 0, end, word = 0; at < worded->text.len; at++) {
        if (!quotation_opens(worded->text, at, &inner, &end))
            continue;
        for (; word < worded->count && worded->words[word].start < end; word++)
            is_free[word] |= worded->words[word].start >= at;
        at = end - 1;
    }
    return is_free;
}

/* Of the runs of so many words without names, code and quotations that the text has, the share that the source has. */
static double share_of_runs(struct arena *arena, struct str text, struct str source, size_t run)
{
    struct worded worded;
    struct hashes set = read_runs(arena, source, run, &worded), there = read_runs(arena, text, run, &worded);
    const bool *is_free = free_words(arena, &worded);
    size_t runs = 0, shared = 0;
    hashes_order(&set);
    for (size_t i = 0; is_free && i < there.count; i++) {
        bool counts = true;
        for (size_t k = i; k < i + run; k++)
            counts &= !is_free[k];
        runs += counts;
        shared += counts && hashes_have(&set, there.list[i]);
    }
    return runs ? (double)shared / (double)runs : 0;
}

double check_copied(struct str text, struct str source)
{
    struct arena *arena = arena_new();
    double share = arena ? share_of_runs(arena, text, source, SHINGLE_COPIED) : 0;
    share = arena_failed(arena) ? 0 : share;
    arena_free(arena);
    return share;
}

bool phrases_find(const struct language *language, const struct worded *worded, bool is_hard, size_t from,
                  struct pattern_place *place)
{
    const struct wording *wording = wording_of(language);
    const char *const *patterns = !wording ? NULL : is_hard ? wording->hard : wording->soft;
    struct quotations quotations = {.text = worded->text};
    while (pattern_find(patterns, worded, from, place)) {
        if (!quotations_hold(&quotations, worded->words[place->first].start))
            return true;
        from = place->first + 1;
    }
    return false;
}

/* The number of the first word that begins at or after the byte. */
static size_t word_from(const struct worded *worded, size_t byte)
{
    size_t word = 0;
    while (word < worded->count && worded->words[word].start < byte)
        word++;
    return word;
}

struct str stock_phrase_find(const struct language *language, struct str text, bool is_hard, size_t from)
{
    struct str found = {NULL, 0};
    struct arena *arena = arena_new();
    struct worded worded;
    struct pattern_place place;
    if (arena && worded_split(arena, text, language, &worded, NULL) == OK) {
        found.data = text.data;
        if (phrases_find(language, &worded, is_hard, word_from(&worded, from), &place)) {
            size_t start = worded.words[place.first].start;
            found = (struct str){text.data + start, worded.words[place.end - 1].end - start};
        }
    }
    arena_free(arena);
    return found;
}

bool heading_is_worn(const struct language *language, struct str heading)
{
    const struct wording *own = wording_of(language);
    struct arena *arena = arena_new();
    struct worded worded;
    struct pattern_place place;
    bool is_worn = own && arena && worded_split(arena, heading, language, &worded, NULL) == OK &&
                   pattern_find(own->worn_headings, &worded, 0, &place);
    arena_free(arena);
    return is_worn;
}

double sum_value(struct str figure)
{
    double value = 0, place = 0;
    for (size_t i = 0; i < figure.len; i++) {
        if (figure.data[i] == '.' && place == 0) {
            place = 1;
            continue;
        }
        if (!ascii_is_digit(figure.data[i]))
            return -1;
        value = value * 10 + (figure.data[i] - '0');
        place *= 10;
    }
    return figure.len ? value / (place > 1 ? place : 1) : -1;
}

/* Half of the last place that the figure has. */
static double tolerance_of(struct str figure)
{
    size_t dot = str_find(figure, STR("."), 0);
    double half = 0.5;
    for (size_t i = dot + 1; i < figure.len; i++)
        half /= 10;
    return half + 1e-9;
}

static bool gives(double a, double b, double wanted, double tolerance)
{
    if (a < 0 || b < 0) /* no figure: "1,5-2" */
        return false;
    const double ratio = b > 0 ? a / b : -1, share = a + b > 0 ? a / (a + b) : -1;
    const double results[] = {a + b, a - b, a * b, ratio, 100 * ratio, 100 - 100 * ratio, 100 * share};
    for (size_t i = 0; i < COUNT_OF(results); i++)
        if (results[i] >= 0 && fabs(results[i] - wanted) <= tolerance)
            return true;
    return false;
}

bool sum_gives(const double *values, size_t own, size_t count, struct str figure)
{
    double wanted = sum_value(figure), tolerance = tolerance_of(figure);
    if (wanted < 0 || figure.len < 2)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            if (i != k && (i < own || k < own) && gives(values[i], values[k], wanted, tolerance))
                return true;
    return false;
}

/* The buffer's text in the arena; frees the buffer. */
static struct str cut_keep(struct arena *arena, struct buf *out)
{
    struct str kept = {NULL, 0};
    if (!out->failed)
        kept = (struct str){arena_copy_n(arena, buf_text(out), out->len), out->len};
    buf_free(out);
    return kept;
}

static void add_capitalised(struct buf *out, struct str text)
{
    uint32_t codepoint;
    if (!text.len)
        return;
    size_t length = utf8_decode(text, 0, &codepoint);
    utf8_append(out, unicode_to_upper(codepoint));
    buf_add(out, text.data + length, text.len - length);
}

struct str cut_out(struct arena *arena, struct str text, size_t first, size_t end)
{
    struct buf out = {0};
    bool at_start = first == 0;
    while (first > 0 && text.data[first - 1] == ' ')
        first--;
    while (end < text.len && (text.data[end] == ' ' || (at_start && memchr(",:", text.data[end], 2))))
        end++;
    struct str rest = {text.data + end, text.len - end};
    if (at_start) {
        add_capitalised(&out, rest);
        return cut_keep(arena, &out);
    }
    buf_add(&out, text.data, first);
    if (rest.len && !memchr(".,;:!?)", rest.data[0], 7))
        buf_char(&out, ' ');
    buf_add(&out, rest.data, rest.len);
    return cut_keep(arena, &out);
}
