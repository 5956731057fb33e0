#include "text/pattern_element.h"

enum status worded_split(struct arena *arena, struct str text, const struct language *language, struct worded *worded,
                         struct error *err)
{
    struct word *words = NULL;
    size_t count = 0;
    enum status status = words_split(arena, text, language, &words, &count, err);
    *worded = (struct worded){text, words, status ? 0 : count};
    return status;
}

enum status worded_split_again(struct word_memory *memory, struct arena *arena, struct str text, struct worded *worded,
                               struct error *err)
{
    struct word *words = NULL;
    size_t count = 0;
    enum status status = words_split_again(memory, arena, text, &words, &count, err);
    *worded = (struct worded){text, words, status ? 0 : count};
    return status;
}

size_t worded_stops(const struct worded *worded)
{
    size_t stops = 0;
    for (size_t i = 0; i < worded->count; i++)
        stops += worded->words[i].is_stop;
    return stops;
}

bool pattern_parse(const char *text, struct pattern_element elements[PATTERN_ELEMENTS], struct pattern *pattern)
{
    enum { MOST_GAPS = 3 }; /* each multiplies the ways in which the others are tried */
    struct str rest = str_from(text);
    struct pattern_element element;
    size_t gaps = 0;
    *pattern = (struct pattern){elements, 0, (char)(text[0] == '^' || text[0] == '/' ? text[0] : '\0'), UINT64_MAX};
    while (pattern_element_next(&rest, &element)) {
        gaps += element.gap > 0;
        if (pattern->count == PATTERN_ELEMENTS || gaps > MOST_GAPS || (!element.gap && !element.words.len))
            return false;
        element.first_bytes = pattern_element_first_bytes(element.words);
        elements[pattern->count++] = element;
    }
    if (pattern->count > 1 && !elements[1].gap && !elements[1].is_optional)
        pattern->second = elements[1].first_bytes;
    return pattern->count && !elements[0].gap && !elements[0].is_optional;
}

bool pattern_parse_kept(const char *text, struct arena *arena, struct pattern *pattern)
{
    struct pattern_element elements[PATTERN_ELEMENTS], *kept;
    if (!pattern_parse(text, elements, pattern)) {
        pattern->count = 0;
        return true;
    }
    pattern->elements = kept = ARENA_ARRAY(arena, pattern->count, struct pattern_element);
    if (kept)
        memcpy(kept, elements, pattern->count * sizeof *kept);
    return kept;
}

/* What stands behind a word, up to the next one. */
static struct str behind(const struct worded *worded, size_t word)
{
    size_t start = worded->words[word].end;
    size_t end = word + 1 < worded->count ? worded->words[word + 1].start : worded->text.len;
    return (struct str){worded->text.data + start, end - start};
}

/* The mark at `at`, that of another script as the one of ASCII that does the same. */
static char pattern_mark_at(struct str text, size_t at)
{
    static const struct {
        const char *bytes;
        char plain;
    } marks[] = {{"\u060C", ','}, {"\u061B", ';'}, {"\u061F", '?'}, {"\u06D4", '.'}}; /* Arabic, Urdu */
    if ((unsigned char)text.data[at] < 0x80)
        return text.data[at];
    for (size_t i = 0; i < COUNT_OF(marks) && at + 1 < text.len; i++)
        if (text.data[at] == marks[i].bytes[0] && text.data[at + 1] == marks[i].bytes[1])
            return marks[i].plain;
    return text.data[at];
}

static bool holds_mark(struct str text, char mark)
{
    for (size_t i = 0; i < text.len; i++)
        if (pattern_mark_at(text, i) == mark)
            return true;
    return false;
}

/* Most words have a blank between them, and nothing else. */
static bool pattern_is_blank(struct str between)
{
    return between.len == 1 && between.data[0] == ' ';
}

/* Does a sentence or a clause of a list end in these characters? The mark is one that the pattern wants. */
static bool parts(struct str between, char mark, const char *ends)
{
    static const char *const stops[] = {"\xE3\x80\x82", "\xE0\xA5\xA4"}; /* 。 and the danda */
    if (pattern_is_blank(between))
        return false;
    for (size_t i = 0; i < COUNT_OF(stops) && between.len >= 3; i++)
        if (str_find(between, str_from(stops[i]), 0) < between.len)
            return true;
    for (size_t i = 0; i < between.len; i++) {
        char character = pattern_mark_at(between, i);
        if (character == '\n' && i + 1 < between.len && between.data[i + 1] == '\n')
            return true;
        if (character && character != mark && strchr(ends, character))
            return true;
    }
    return false;
}

/* A text and what ends a sentence in it. */
struct matching {
    const struct worded *worded;
    const char *ends;
};

static const char all_ends[] = ".!?;:", inner_ends[] = "!?;:";

static bool pattern_goes_on(const struct matching *matching, size_t at, char mark)
{
    return at < matching->worded->count && !parts(behind(matching->worded, at - 1), mark, matching->ends);
}

static bool has_mark(const struct matching *matching, size_t word, char mark)
{
    return !mark || holds_mark(behind(matching->worded, word), mark);
}

/* Matches elements from the word `at` on, which follows a matched one. The longest way wins. */
static bool match_rest(const struct pattern_element *elements, size_t count, const struct matching *matching, size_t at,
                       char mark, size_t *end)
{
    if (!count) {
        *end = at;
        return true;
    }
    const struct pattern_element *element = elements;
    if (element->gap) {
        size_t most = at;
        while (most < at + element->gap && pattern_goes_on(matching, most, mark))
            most++;
        for (size_t next = most + 1; next-- > at;)
            if (match_rest(elements + 1, count - 1, matching, next, mark, end))
                return true;
        return false;
    }
    size_t length = at < matching->worded->count ? pattern_element_length(element, matching->worded, at) : 0;
    if (length && pattern_goes_on(matching, at, mark) && has_mark(matching, at + length - 1, element->mark) &&
        match_rest(elements + 1, count - 1, matching, at + length, element->mark, end))
        return true;
    return element->is_optional && match_rest(elements + 1, count - 1, matching, at, mark, end);
}

bool pattern_opens_sentence(const struct worded *worded, size_t word)
{
    if (word == 0)
        return true;
    struct str between = behind(worded, word - 1);
    return parts(between, ':', all_ends) || memchr(between.data, '\n', between.len);
}

/* Does a clause begin with the word: is it the first, or does a comma, a bracket or a dash stand before it? */
static bool opens_clause(const struct worded *worded, size_t word)
{
    static const char *const marks[] = {",", "\u060C", ";", "\u061B", ":", "(", " - ", "\xE2\x80\x93", "\xE2\x80\x94"};
    if (word == 0)
        return true;
    struct str between = behind(worded, word - 1);
    if (pattern_is_blank(between))
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (str_find(between, str_from(marks[i]), 0) < between.len)
            return true;
    return false;
}

/* Does the word begin with a capital within a sentence, as names do? */
static bool looks_like_name(const struct worded *worded, size_t word)
{
    return pattern_is_capital(worded, word) && !pattern_opens_sentence(worded, word) &&
           !memchr(behind(worded, word - 1).data, ':', behind(worded, word - 1).len);
}

static bool is_bound(const struct pattern *pattern, const struct matching *matching, size_t at)
{
    if (pattern->binding == '/')
        return opens_clause(matching->worded, at);
    if (pattern->binding == '^')
        return at == 0 || (matching->ends == all_ends && pattern_opens_sentence(matching->worded, at));
    return true;
}

/* The first element is `length` words from `at` on. */
static bool match_behind(const struct pattern *pattern, const struct matching *matching, size_t at, size_t length,
                         size_t *end)
{
    const struct pattern_element *first = pattern->elements;
    return length && is_bound(pattern, matching, at) && has_mark(matching, at + length - 1, first->mark) &&
           match_rest(first + 1, pattern->count - 1, matching, at + length, first->mark, end);
}

bool pattern_may_go_on(const struct pattern *pattern, const struct worded *worded, size_t at)
{
    bool is_cjk = (unsigned char)worded->words[at].folded.data[0] >= CJK_LEAD; /* the first may be several words */
    if (pattern->second == UINT64_MAX || is_cjk)
        return true;
    if (at + 1 == worded->count || !worded->words[at + 1].folded.len)
        return false;
    return pattern->second >> (worded->words[at + 1].folded.data[0] & 63) & 1;
}

bool pattern_parsed_matches(const struct pattern *pattern, const struct worded *worded, size_t at, size_t *end)
{
    const struct matching matching = {worded, inner_ends};
    return match_behind(pattern, &matching, at, pattern_element_length(pattern->elements, worded, at), end);
}

bool pattern_parsed_goes_on(const struct pattern *pattern, const struct worded *worded, size_t at, size_t *end)
{
    const struct matching matching = {worded, inner_ends};
    return match_behind(pattern, &matching, at, 1, end);
}

/* What begins with a capital within a sentence is a name, unless the pattern is a noun. */
bool pattern_parsed_matches_case(const struct pattern *pattern, const struct worded *worded, size_t at, size_t *end)
{
    const struct matching matching = {worded, all_ends};
    char first = pattern->elements[0].words.data[0];
    bool is_noun = !pattern->binding && (first == '@' || (first >= 'A' && first <= 'Z'));
    bool any_case = pattern->binding == '^' || is_noun;
    size_t length = pattern_element_length(pattern->elements, worded, at);
    return length && (any_case || !looks_like_name(worded, at)) && match_behind(pattern, &matching, at, length, end);
}

/* May a word with this first byte be the first element? It refuses most patterns unread. */
static bool may_begin(const char *pattern, char first)
{
    bool is_start = true;
    for (const char *at = pattern + (*pattern == '^' || *pattern == '/'); *at && *at != ' '; at++) {
        if (is_start && (ascii_lower(*at) == first || *at == '#' || *at == '@'))
            return true;
        is_start = *at == '|';
    }
    return false;
}

/* Most patterns are refused by their first element: the others are read only behind it. */
bool pattern_matches(const char *pattern, const struct worded *worded, size_t at, size_t *end)
{
    struct pattern_element elements[PATTERN_ELEMENTS];
    struct pattern parsed;
    if (!worded->words[at].folded.len || !may_begin(pattern, worded->words[at].folded.data[0]))
        return false;
    struct str rest = str_from(pattern);
    return pattern_element_next(&rest, &elements[0]) && pattern_element_length(&elements[0], worded, at) &&
           pattern_parse(pattern, elements, &parsed) && pattern_parsed_matches_case(&parsed, worded, at, end);
}

bool pattern_begins(const char *const *patterns, const struct worded *worded, size_t at, size_t *end)
{
    bool found = false;
    size_t one_end;
    for (; at < worded->count && patterns && *patterns; patterns++) {
        if (!pattern_matches(*patterns, worded, at, &one_end))
            continue;
        if (!found || one_end > *end)
            *end = one_end;
        found = true;
    }
    return found;
}

/* The first word from `from` to `last` that the element matches; the number of words when there is none. */
static size_t find_element(const struct pattern_element *element, const struct worded *worded, size_t from, size_t last)
{
    for (size_t at = from; at < worded->count && at <= last; at++)
        if (pattern_element_length(element, worded, at))
            return at;
    return worded->count;
}

bool pattern_find(const char *const *patterns, const struct worded *worded, size_t from, struct pattern_place *place)
{
    *place = (struct pattern_place){worded->count, 0};
    for (; patterns && *patterns; patterns++) {
        struct pattern_element elements[PATTERN_ELEMENTS];
        struct pattern parsed;
        struct str rest = str_from(*patterns);
        if (!pattern_element_next(&rest, &elements[0]))
            continue;
        elements[0].first_bytes = pattern_element_first_bytes(elements[0].words);
        size_t at = find_element(&elements[0], worded, from, place->first), end;
        if (at == worded->count || !pattern_parse(*patterns, elements, &parsed))
            continue;
        for (; at < worded->count && at <= place->first; at++) {
            if (!pattern_parsed_matches_case(&parsed, worded, at, &end))
                continue;
            if (at < place->first || end > place->end)
                *place = (struct pattern_place){at, end};
            break;
        }
    }
    return place->first < worded->count;
}
