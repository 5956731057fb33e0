#include "text/pattern_element.h"

#include "text/unicode.h"

uint64_t pattern_element_first_bytes(struct str words)
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

bool pattern_element_next(struct str *rest, struct pattern_element *element)
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

bool pattern_is_capital(const struct worded *worded, size_t word)
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

size_t pattern_element_length(const struct pattern_element *element, const struct worded *worded, size_t at_word)
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
