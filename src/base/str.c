#include "base/str.h"

#include <stdint.h>

bool str_istarts(struct str text, struct str prefix)
{
    if (text.len < prefix.len)
        return false;
    for (size_t i = 0; i < prefix.len; i++)
        if (ascii_lower(text.data[i]) != ascii_lower(prefix.data[i]))
            return false;
    return true;
}

int str_cmp(struct str a, struct str b)
{
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.data, b.data, shorter) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

struct str str_trim(struct str text)
{
    while (text.len && ascii_is_space(text.data[0]))
        text = (struct str){text.data + 1, text.len - 1};
    while (text.len && ascii_is_space(text.data[text.len - 1]))
        text.len--;
    return text;
}

size_t str_find(struct str text, struct str needle, size_t from)
{
    if (from >= text.len || !needle.len)
        return from < text.len ? from : text.len;
    const char *found = memmem(text.data + from, text.len - from, needle.data, needle.len);
    return found ? (size_t)(found - text.data) : text.len;
}

size_t str_ifind(struct str text, struct str needle, size_t from)
{
    char first = needle.len ? ascii_lower(needle.data[0]) : '\0';
    for (size_t at = from; needle.len <= text.len && at <= text.len - needle.len; at++)
        if (!needle.len ||
            (ascii_lower(text.data[at]) == first && str_ieq((struct str){text.data + at, needle.len}, needle)))
            return at;
    return text.len;
}

bool str_split(struct str *rest, char separator, struct str *piece)
{
    if (!rest->data)
        return false;
    const char *end = rest->len ? memchr(rest->data, separator, rest->len) : NULL;
    if (!end) {
        *piece = *rest;
        *rest = (struct str){NULL, 0};
        return true;
    }
    size_t length = (size_t)(end - rest->data);
    *piece = (struct str){rest->data, length};
    *rest = (struct str){end + 1, rest->len - length - 1};
    return true;
}

enum { WORD = sizeof(uint64_t) };

/* Most text is ASCII: eight bytes at a time. */
static size_t skip_ascii(const unsigned char *bytes, size_t at, size_t len)
{
    for (uint64_t word; len - at >= WORD; at += WORD) {
        memcpy(&word, bytes + at, WORD);
        if (word & 0x8080808080808080u)
            break;
    }
    while (at < len && bytes[at] < 0x80)
        at++;
    return at;
}

/* Table 3-7 of the Unicode standard: the lead byte decides how many follow, and within what bounds the first of them
 * is. */
static const struct {
    unsigned char lead, last_lead, low, high, length;
} sequences[] = {
    {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
    {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

size_t utf8_sequence(struct str text)
{
    const unsigned char *bytes = (const unsigned char *)text.data;
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        if (bytes[0] < sequences[i].lead || bytes[0] > sequences[i].last_lead)
            continue;
        size_t length = sequences[i].length;
        if (text.len < length || bytes[1] < sequences[i].low || bytes[1] > sequences[i].high)
            return 0;
        for (size_t k = 2; k < length; k++)
            if ((bytes[k] & 0xC0) != 0x80)
                return 0;
        return length;
    }
    return 0;
}

size_t utf8_valid_length(struct str text)
{
    const unsigned char *bytes = (const unsigned char *)text.data;
    size_t at = skip_ascii(bytes, 0, text.len);
    while (at < text.len) {
        size_t length = utf8_sequence((struct str){text.data + at, text.len - at});
        if (!length)
            return at;
        at = skip_ascii(bytes, at + length, text.len);
    }
    return at;
}

bool utf8_is_valid(struct str text)
{
    return utf8_valid_length(text) == text.len;
}
