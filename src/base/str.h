/*
 * Slices: text that somebody else owns, not NUL-terminated. Comparisons that ignore case fold ASCII only; text/ has
 * the Unicode ones. What is asked of each byte of a text is inline.
 */
#ifndef COPYDESK_BASE_STR_H
#define COPYDESK_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct str {
    const char *data;
    size_t len;
};

#define STR(literal)   ((struct str){"" literal, sizeof(literal) - 1})
#define STR_ARG(slice) (int)(slice).len, (slice).data /* for "%.*s" */

static inline char ascii_lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character + ('a' - 'A')) : character;
}

static inline bool ascii_is_space(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

static inline bool ascii_is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static inline bool ascii_is_alnum(char character)
{
    char lower = ascii_lower(character);
    return ascii_is_digit(character) || (lower >= 'a' && lower <= 'z');
}

static inline struct str str_from(const char *text)
{
    return (struct str){text, text ? strlen(text) : 0};
}

static inline bool str_has_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_digit(text.data[i]))
            return true;
    return false;
}

static inline bool str_is_ascii(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.data[i] >= 0x80)
            return false;
    return true;
}

static inline bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static inline bool str_starts(struct str text, struct str prefix)
{
    return text.len >= prefix.len && str_eq((struct str){text.data, prefix.len}, prefix);
}

static inline bool str_ends(struct str text, struct str suffix)
{
    return text.len >= suffix.len && str_eq((struct str){text.data + text.len - suffix.len, suffix.len}, suffix);
}

bool str_istarts(struct str text, struct str prefix);

static inline bool str_ieq(struct str a, struct str b)
{
    return a.len == b.len && str_istarts(a, b);
}

/* Byte order, shorter first on a tie: <0, 0, >0. */
int str_cmp(struct str a, struct str b);

/* Without ASCII white space at both ends. */
struct str str_trim(struct str text);

/* Offset of the first needle at or after `from`, or text.len when there is none. */
size_t str_find(struct str text, struct str needle, size_t from);

/* The same, ignoring case. */
size_t str_ifind(struct str text, struct str needle, size_t from);

/* Cuts the text before the first separator off *rest and returns it; false when *rest is used up (data NULL). */
bool str_split(struct str *rest, char separator, struct str *piece);

/* --- UTF-8: only whether it is; text.h decodes --- */

/* Is it valid UTF-8 (no surrogates, nothing over U+10FFFF, no overlong forms)? And how many bytes from its beginning
 * are? */
bool utf8_is_valid(struct str text);
size_t utf8_valid_length(struct str text);

/* Bytes of the character above U+007F that the text begins with; 0: it begins with no valid one. The text is not empty.
 */
size_t utf8_sequence(struct str text);

#endif
