#include "base/json.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static bool must_be_escaped(char character)
{
    return character == '"' || character == '\\' || (unsigned char)character < 0x20;
}

static void add_escaped(struct buf *out, char character)
{
    static const char characters[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = character ? strchr(characters, character) : NULL;
    if (!found) {
        buf_printf(out, "\\u%04x", character);
        return;
    }
    buf_char(out, '\\');
    buf_char(out, letters[found - characters]);
}

void json_write_text(struct buf *out, struct str text)
{
    size_t done = 0;
    for (size_t at = 0; at < text.len; at++) {
        if (!must_be_escaped(text.data[at]))
            continue;
        buf_add(out, text.data + done, at - done);
        add_escaped(out, text.data[at]);
        done = at + 1;
    }
    buf_add(out, text.data + done, text.len - done);
}

void json_write_string(struct buf *out, struct str text)
{
    buf_char(out, '"');
    json_write_text(out, text);
    buf_char(out, '"');
}

/* The fewest digits that read back as the same number. A locale may write its own point, and reads that back too. */
void json_write_number(struct buf *out, double number)
{
    enum { EXACT = 17 }; /* digits tell any two doubles apart */
    char text[40];
    for (int digits = 15; digits <= EXACT; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (digits == EXACT || strtod(text, NULL) == number)
            break;
    }
    const char *point = localeconv()->decimal_point;
    char *found = *point ? strstr(text, point) : NULL;
    if (!found) {
        buf_str(out, text);
        return;
    }
    buf_add(out, text, (size_t)(found - text));
    buf_char(out, '.');
    buf_str(out, found + strlen(point));
}
