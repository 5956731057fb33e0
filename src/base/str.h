/*
 * Slices: text that somebody else owns, not NUL-terminated. Comparisons that ignore case fold ASCII only; text/ has
 * the Unicode ones.
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

static inline struct str str_from(const char *text)
{
    return (struct str){text, text ? strlen(text) : 0};
}

bool str_eq(struct str a, struct str b);
bool str_ieq(struct str a, struct str b);
bool str_starts(struct str text, struct str prefix);
bool str_istarts(struct str text, struct str prefix);
bool str_ends(struct str text, struct str suffix);

/* Byte order, shorter first on a tie: <0, 0, >0. */
int str_cmp(struct str a, struct str b);

/* Without ASCII white space at both ends. */
struct str str_trim(struct str text);

/* Offset of the first needle at or after `from`, or text.len when there is none. */
size_t str_find(struct str text, struct str needle, size_t from);

/* The first needle in the haystack, whatever the letter case; NULL when there is none. */
const char *str_ifind(struct str haystack, struct str needle);

/* Cuts the text before the first separator off *rest and returns it; false when *rest is used up (data NULL). */
bool str_split(struct str *rest, char separator, struct str *piece);

char ascii_lower(char character);
bool ascii_is_space(char character);
bool ascii_is_alnum(char character);
bool ascii_is_digit(char character);

#endif
