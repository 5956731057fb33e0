#include "text/pattern.h"

#include "text/unicode.h"

/* The first bytes of the alternatives, each as the bit of its lowest six. Asked of most words in most patterns, this
 * halves the time of pattern_find. A number or name begins with any byte. */
static uint64_t pattern_element_first_bytes(struct str words)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < words.len; i++) {
        if (i && words.data[i - 1] != '|')
            continue;
        if (words.data[i] == '#' || words.data[i] == '@')
            return UINT64_MAX;
        bytes |= UINT64_C(1) << (ascii_lower(words.data[i]) & 63);
    }
    return bytes;
}

/* Cuts the next element off, as one that may begin with any byte. False: the pattern is used up. */
static bool pattern_element_next(struct str *rest, struct pattern_element *element)
{
    struct str piece;
    *element = (struct pattern_element){0};
    if (!rest->len || !str_split(rest, ' ', &piece))
        return false;
    if (str_starts(piece, STR(".."))) {
        for (size_t i = 2; i < piece.len; i++)
            element->gap = (unsigned char)(element->gap * 10 + piece.data[i] - '0');
        return true;
    }
    char first = piece.len ? piece.data[0] : '\0', last = piece.len ? piece.data[piece.len - 1] : '\0';
    element->is_optional = first == '?';
    size_t skip = first == '?' || first == '^' || first == '/';
    element->mark = (char)(last == ',' || last == ':' || last == '.' ? last : '\0');
    element->words = (struct str){piece.data + skip, piece.len - skip - (element->mark != '\0')};
    element->first_bytes = UINT64_MAX;
    return true;
}

static bool is_roman(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!memchr("IVXLC", text.data[i], 5))
            return false;
    return text.len > 0;
}

/* "I" is a numeral only behind a word with a capital: "Part I", not "the part I like". */
static bool pattern_element_is_number(const struct worded *worded, size_t word)
{
    const struct word *words = worded->words;
    if (ascii_is_digit(words[word].folded.data[0]))
        return true;
    struct str written = {worded->text.data + words[word].start, words[word].end - words[word].start};
    if (word == 0 || !is_roman(written))
        return false;
    char before = worded->text.data[words[word - 1].start];
    return written.len > 1 || (before >= 'A' && before <= 'Z');
}

/* Does the word begin with a capital? */
static bool pattern_is_capital(const struct worded *worded, size_t word)
{
    uint32_t codepoint;
    utf8_decode(worded->text, worded->words[word].start, &codepoint);
    return unicode_is_upper(codepoint);
}

/* The number of CJK words from `at` on, right behind each other, that are spelled so together; 0: others. */
static size_t spelled_by(const struct worded *worded, size_t at, struct str wanted)
{
    for (size_t i = at; i < worded->count && wanted.len; i++) {
        struct str word = worded->words[i].folded;
        if ((i > at && worded->words[i].start != worded->words[i - 1].end) || !str_starts(wanted, word))
            return 0;
        wanted = (struct str){wanted.data + word.len, wanted.len - word.len};
        if (!wanted.len)
            return i - at + 1;
    }
    return 0;
}

/* The number of words from `at` on that are the longest of the element's alternatives, mostly one; 0: they are others.
 * The first letter of one may be a capital. Most are refused by their first byte. */
static size_t pattern_element_length(const struct pattern_element *element, const struct worded *worded, size_t at_word)
{
    struct str word = worded->words[at_word].folded;
    size_t longest = 0;
    if (!word.len || !element->words.len || !(element->first_bytes >> (word.data[0] & 63) & 1))
        return 0;
    const char *at = element->words.data, *end = at + element->words.len;
    bool is_cjk = (unsigned char)word.data[0] >= CJK_LEAD;
    while (at < end) {
        const char *stop = at;
        bool may_be = ascii_lower(*at) == word.data[0];
        while (stop < end && *stop != '|')
            stop++;
        size_t length = (size_t)(stop - at);
        if (length == 1 && *at == '#' && pattern_element_is_number(worded, at_word))
            return 1;
        if (length == 1 && *at == '@' && pattern_is_capital(worded, at_word))
            return 1;
        bool is_prefix = may_be && length && stop[-1] == '*';
        length -= is_prefix;
        if (may_be && length && (is_prefix ? word.len >= length : word.len == length) &&
            memcmp(word.data + 1, at + 1, length - 1) == 0) {
            if (!is_cjk)
                return 1;
            longest = longest ? longest : 1;
        } else if (is_cjk && may_be && length > word.len) {
            size_t spelled = spelled_by(worded, at_word, (struct str){at, length});
            longest = spelled > longest ? spelled : longest;
        }
        at = stop + 1;
    }
    return longest;
}

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
static bool pattern_parsed_matches_case(const struct pattern *pattern, const struct worded *worded, size_t at,
                                        size_t *end)
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

/* --- a word is compared with those patterns whose first element may begin with its first two bytes --- */

enum { BUCKETS = 1024, ANY = BUCKETS /* the bucket of what begins with any byte: numbers and names */ };

struct pattern_table_entry {
    const char *text;
    struct pattern pattern;
    size_t next; /* number of the next entry of the bucket, from 1; 0: none */
};

struct pattern_table {
    struct arena *arena;
    struct pattern_table_entry *entries;
    size_t count, cap;
    size_t buckets[BUCKETS + 1]; /* number of the first entry, from 1; 0: none */
};

struct pattern_table *pattern_table_new(struct arena *arena)
{
    struct pattern_table *table = ARENA_NEW(arena, struct pattern_table);
    if (table)
        *table = (struct pattern_table){.arena = arena};
    return table;
}

static size_t bucket_of(struct str word)
{
    unsigned char first = word.len ? (unsigned char)ascii_lower(word.data[0]) : 0;
    unsigned char second = word.len > 1 ? (unsigned char)word.data[1] : 0;
    return (first * 37u + second) % BUCKETS;
}

static void add_entry(struct pattern_table *table, const char *text, const struct pattern *pattern, size_t bucket)
{
    size_t first = table->buckets[bucket];
    if (first && table->entries[first - 1].text == text)
        return; /* another alternative of the same pattern */
    struct pattern_table_entry *added = VEC_PUSH(table->arena, table->entries, table->count, table->cap);
    if (!added)
        return;
    *added = (struct pattern_table_entry){text, *pattern, first};
    table->buckets[bucket] = table->count;
}

static void add_pattern(struct pattern_table *table, const char *text)
{
    struct pattern pattern;
    if (!pattern_parse_kept(text, table->arena, &pattern))
        return;
    struct str rest = pattern.count ? pattern.elements[0].words : STR(""), word;
    while (str_split(&rest, '|', &word)) {
        bool is_any = str_eq(word, STR("#")) || str_eq(word, STR("@")) || str_ends(word, STR("*")) * word.len == 2;
        add_entry(table, text, &pattern, is_any ? ANY : bucket_of(word));
    }
}

bool pattern_table_add(struct pattern_table *table, const char *const *patterns)
{
    for (; patterns && *patterns; patterns++)
        add_pattern(table, *patterns);
    return !arena_failed(table->arena);
}

static bool bucket_matches(const struct pattern_table *table, size_t bucket, const struct worded *worded, size_t at)
{
    size_t end;
    for (size_t i = table->buckets[bucket]; i; i = table->entries[i - 1].next) {
        const struct pattern *pattern = &table->entries[i - 1].pattern;
        if (pattern_may_go_on(pattern, worded, at) && pattern_parsed_matches_case(pattern, worded, at, &end))
            return true;
    }
    return false;
}

bool pattern_table_occurs(const struct pattern_table *table, const struct worded *worded)
{
    for (size_t at = 0; at < worded->count; at++)
        if (bucket_matches(table, bucket_of(worded->words[at].folded), worded, at) ||
            bucket_matches(table, ANY, worded, at))
            return true;
    return false;
}
