#include "base/str.h"

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
