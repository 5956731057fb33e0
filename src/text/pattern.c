#include "text/pattern.h"

#include "text/unicode.h"

enum status worded_split(struct arena *arena, struct str text, const struct language *language, struct worded *worded,
                         struct error *err)
{
    struct word *words;
    size_t count;
    *worded = (struct worded){.text = text};
    if (words_split(arena, text, language, &words, &count, err) != OK)
        return E_MEMORY;
    worded->words = words;
    worded->count = count;
    return OK;
}

/* One element of a pattern, taken apart. */
struct element {
    struct str words; /* alternatives with | between */
    size_t gap;       /* 0: none; else up to so many words */
    bool is_optional;
    char mark; /* that must follow; '\0': none */
};

/* Cuts the next element off. False: the pattern is used up. */
static bool next_element(struct str *rest, struct element *element)
{
    struct str piece;
    *element = (struct element){0};
    if (!rest->len || !str_split(rest, ' ', &piece))
        return false;
    if (str_starts(piece, STR(".."))) {
        for (size_t i = 2; i < piece.len; i++)
            element->gap = element->gap * 10 + (size_t)(piece.data[i] - '0');
        return true;
    }
    element->is_optional = piece.data[0] == '?';
    size_t skip = piece.data[0] == '?' || piece.data[0] == '^';
    char last = piece.data[piece.len - 1];
    element->mark = (char)(last == ',' || last == ':' ? last : '\0');
    element->words = (struct str){piece.data + skip, piece.len - skip - (element->mark != '\0')};
    return true;
}

/* The number of CJK words from `at` on, right behind each other, that are spelled so together; 0: others. */
static size_t spelled_by(const struct worded *worded, size_t at, struct str wanted, bool is_prefix)
{
    for (size_t i = at; i < worded->count; i++) {
        struct str word = worded->words[i].folded;
        if (i > at && worded->words[i].start != worded->words[i - 1].end)
            return 0;
        if (word.len >= wanted.len)
            return str_starts(word, wanted) && (is_prefix || word.len == wanted.len) ? i - at + 1 : 0;
        if ((unsigned char)word.data[0] < 0xE3 || !str_starts(wanted, word))
            return 0;
        wanted = (struct str){wanted.data + word.len, wanted.len - word.len};
    }
    return 0;
}

/* The number of words from `at` on that are the longest of the element's alternatives; 0: others. The first letter of
 * one may be a capital. Most are refused by their first byte. */
static size_t element_length(const struct element *element, const struct worded *worded, size_t at_word)
{
    struct str word = worded->words[at_word].folded;
    size_t longest = 0;
    const char *at = element->words.data, *end = at + element->words.len;
    while (at < end) {
        const char *stop = at;
        bool may_be = ascii_lower(*at) == word.data[0];
        while (stop < end && *stop != '|')
            stop++;
        size_t length = (size_t)(stop - at);
        bool is_prefix = may_be && length && stop[-1] == '*';
        length -= is_prefix;
        if (may_be && length && (is_prefix ? word.len >= length : word.len == length) &&
            memcmp(word.data + 1, at + 1, length - 1) == 0)
            longest = longest ? longest : 1;
        size_t spelled = may_be && length > word.len && (unsigned char)*at >= 0xE3
                             ? spelled_by(worded, at_word, (struct str){at, length}, is_prefix)
                             : 0;
        longest = spelled > longest ? spelled : longest;
        at = stop + 1;
    }
    return longest;
}

/* The first bytes of the element's alternatives, each as the bit of its lowest six. A word without its bit is none of
 * them: asked of most words in most patterns, this halves the time of pattern_find. */
static uint64_t first_bytes(const struct element *element)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < element->words.len; i++)
        if (i == 0 || element->words.data[i - 1] == '|')
            bytes |= UINT64_C(1) << (ascii_lower(element->words.data[i]) & 63);
    return bytes;
}

static bool may_begin(uint64_t bytes, struct str word)
{
    return bytes >> (word.data[0] & 63) & 1;
}

/* What stands behind a word, up to the next one. */
static struct str behind(const struct worded *worded, size_t word)
{
    size_t start = worded->words[word].end;
    size_t end = word + 1 < worded->count ? worded->words[word + 1].start : worded->text.len;
    return (struct str){worded->text.data + start, end - start};
}

/* Does a sentence or a clause of a list end in these characters? The mark is one that the pattern wants. */
static bool parts(struct str between, char mark)
{
    if (str_find(between, STR("。"), 0) < between.len)
        return true;
    for (size_t i = 0; i < between.len; i++) {
        char character = between.data[i];
        if (character == '\n' && i + 1 < between.len && between.data[i + 1] == '\n')
            return true;
        if (character && character != mark && memchr(".!?;:", character, 5))
            return true;
    }
    return false;
}

/* Does the mark that the pattern wants stand behind the word? */
static bool has_mark(const struct worded *worded, size_t word, char mark)
{
    struct str between = behind(worded, word);
    return !mark || memchr(between.data, mark, between.len);
}

/* Matches the rest of a pattern from the word `at` on, which follows a matched one. The longest way wins. */
static bool match_rest(struct str rest, const struct worded *worded, size_t at, char mark, size_t *end)
{
    struct element element;
    if (!next_element(&rest, &element)) {
        *end = at;
        return true;
    }
    bool goes_on = at < worded->count && !parts(behind(worded, at - 1), mark);
    if (element.gap) {
        size_t most = at;
        while (most < worded->count && most < at + element.gap && !parts(behind(worded, most - 1), mark))
            most++;
        for (size_t next = most + 1; next-- > at;)
            if (match_rest(rest, worded, next, mark, end))
                return true;
        return false;
    }
    size_t length = goes_on ? element_length(&element, worded, at) : 0;
    if (length && has_mark(worded, at + length - 1, element.mark) &&
        match_rest(rest, worded, at + length, element.mark, end))
        return true;
    return element.is_optional && match_rest(rest, worded, at, mark, end);
}

bool pattern_opens_sentence(const struct worded *worded, size_t word)
{
    if (word == 0)
        return true;
    struct str between = behind(worded, word - 1);
    return parts(between, ':') || memchr(between.data, '\n', between.len);
}

/* Does the word begin with a capital within a sentence, as names do? */
static bool looks_like_name(const struct worded *worded, size_t word)
{
    uint32_t codepoint;
    utf8_decode(worded->text, worded->words[word].start, &codepoint);
    return unicode_is_upper(codepoint) && !pattern_opens_sentence(worded, word) &&
           !memchr(behind(worded, word - 1).data, ':', behind(worded, word - 1).len);
}

/* Matches the pattern, whose first element is taken apart already, at the word. */
static bool match_from(const char *pattern, const struct element *first, struct str rest, const struct worded *worded,
                       size_t at, size_t *end)
{
    bool is_noun = pattern[0] >= 'A' && pattern[0] <= 'Z';
    size_t length = element_length(first, worded, at);
    if (!length)
        return false;
    if (pattern[0] == '^' ? !pattern_opens_sentence(worded, at) : !is_noun && looks_like_name(worded, at))
        return false;
    if (!has_mark(worded, at + length - 1, first->mark))
        return false;
    return match_rest(rest, worded, at + length, first->mark, end);
}

bool pattern_matches(const char *pattern, const struct worded *worded, size_t at, size_t *end)
{
    struct str rest = str_from(pattern);
    struct element first;
    return next_element(&rest, &first) && match_from(pattern, &first, rest, worded, at, end);
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

bool pattern_find(const char *const *patterns, const struct worded *worded, size_t from, struct pattern_place *place)
{
    *place = (struct pattern_place){worded->count, 0};
    for (; patterns && *patterns; patterns++) {
        struct str rest = str_from(*patterns);
        struct element first;
        if (!next_element(&rest, &first))
            continue;
        uint64_t bytes = first_bytes(&first);
        for (size_t at = from, end; at < worded->count && at <= place->first; at++) {
            if (!may_begin(bytes, worded->words[at].folded) || !match_from(*patterns, &first, rest, worded, at, &end))
                continue;
            if (at < place->first || end > place->end)
                *place = (struct pattern_place){at, end};
            break;
        }
    }
    return place->first < worded->count;
}
