#include "base/str.h"

char ascii_lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character + ('a' - 'A')) : character;
}

bool ascii_is_space(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

bool ascii_is_digit(char character)
{
    return character >= '0' && character <= '9';
}

bool ascii_is_alnum(char character)
{
    char lower = ascii_lower(character);
    return ascii_is_digit(character) || (lower >= 'a' && lower <= 'z');
}

bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

bool str_ieq(struct str a, struct str b)
{
    return a.len == b.len && str_istarts(a, b);
}

bool str_starts(struct str text, struct str prefix)
{
    return text.len >= prefix.len && str_eq((struct str){text.data, prefix.len}, prefix);
}

bool str_istarts(struct str text, struct str prefix)
{
    if (text.len < prefix.len)
        return false;
    for (size_t i = 0; i < prefix.len; i++)
        if (ascii_lower(text.data[i]) != ascii_lower(prefix.data[i]))
            return false;
    return true;
}

bool str_ends(struct str text, struct str suffix)
{
    return text.len >= suffix.len && str_eq((struct str){text.data + text.len - suffix.len, suffix.len}, suffix);
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
    for (size_t at = from; needle.len <= text.len && at <= text.len - needle.len; at++)
        if (str_eq((struct str){text.data + at, needle.len}, needle))
            return at;
    return text.len;
}

const char *str_ifind(struct str haystack, struct str needle)
{
    for (size_t at = 0; at + needle.len <= haystack.len; at++)
        if (str_istarts((struct str){haystack.data + at, haystack.len - at}, needle))
            return haystack.data + at;
    return NULL;
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
