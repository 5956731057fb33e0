#include "text/unicode.h"

#include <stdlib.h>
#include <utf8proc.h>

/* Decodes by the table of well-formed sequences (Unicode 15, table 3-7); 0 when the bytes at `at` are not one. */
static size_t decode_strict(struct str text, size_t at, uint32_t *codepoint)
{
    const unsigned char *bytes = (const unsigned char *)text.data + at;
    size_t left = text.len - at;
    unsigned char lead = bytes[0];
    if (lead < 0x80) {
        *codepoint = lead;
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (left < length)
        return 0;
    uint32_t value = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3Fu);
    }
    bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *codepoint = value;
    return length;
}

size_t utf8_decode_long(struct str text, size_t at, uint32_t *codepoint)
{
    size_t length = decode_strict(text, at, codepoint);
    if (length)
        return length;
    *codepoint = 0xFFFD;
    return 1;
}

void utf8_append(struct buf *out, uint32_t codepoint)
{
    unsigned char bytes[4];
    bool valid = codepoint <= 0x10FFFF && (codepoint < 0xD800 || codepoint > 0xDFFF);
    utf8proc_ssize_t length = utf8proc_encode_char(valid ? (utf8proc_int32_t)codepoint : 0xFFFD, bytes);
    buf_add(out, bytes, (size_t)length);
}

size_t utf8_length(struct str text)
{
    uint32_t codepoint;
    size_t count = 0;
    for (size_t at = 0; at < text.len; at += utf8_decode(text, at, &codepoint))
        count++;
    return count;
}

static void append_repaired(struct buf *out, struct str text)
{
    uint32_t codepoint;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = decode_strict(text, at, &codepoint);
        if (length)
            buf_add(out, text.data + at, length);
        else
            buf_str(out, "\xEF\xBF\xBD");
        length += !length;
    }
}

/* The valid text through utf8proc; false when utf8proc does not take it. */
static bool append_folded(struct buf *out, struct str text)
{
    utf8proc_uint8_t *folded = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)text.data, (utf8proc_ssize_t)text.len, &folded,
                                           UTF8PROC_STABLE | UTF8PROC_CASEFOLD | UTF8PROC_COMPAT | UTF8PROC_COMPOSE);
    if (length >= 0)
        buf_add(out, folded, (size_t)length);
    free(folded);
    return length >= 0;
}

/* Appends the ASCII bytes at the start of the text in lower case and returns how many there are. */
static size_t append_ascii(struct buf *out, struct str text)
{
    char lower[256];
    size_t at = 0;
    while (at < text.len) {
        size_t n = 0;
        while (n < sizeof lower && at + n < text.len && (unsigned char)text.data[at + n] < 0x80) {
            lower[n] = ascii_lower(text.data[at + n]);
            n++;
        }
        buf_add(out, lower, n);
        at += n;
        if (n < sizeof lower)
            break;
    }
    return at;
}

void text_fold(struct buf *out, struct str text)
{
    if (str_is_ascii(text)) {
        append_ascii(out, text);
        return;
    }
    if (utf8_is_valid(text)) {
        if (!append_folded(out, text))
            out->failed = true;
        return;
    }
    struct buf repaired = {0};
    append_repaired(&repaired, text);
    if (repaired.failed || !append_folded(out, (struct str){repaired.data, repaired.len}))
        out->failed = true;
    buf_free(&repaired);
}

char *utf8_repair(struct arena *arena, struct str text, size_t *length)
{
    *length = text.len;
    if (utf8_is_valid(text))
        return arena_copy_n(arena, text.data, text.len);
    struct buf repaired = {0};
    append_repaired(&repaired, text);
    *length = repaired.len;
    return (char *)buf_keep(&repaired, arena).data;
}

bool unicode_is_space(uint32_t codepoint)
{
    if (codepoint < 0x80)
        return codepoint == ' ' || (codepoint >= '\t' && codepoint <= '\r');
    return codepoint == 0x85 || codepoint == 0xA0 || codepoint == 0x1680 ||
           (codepoint >= 0x2000 && codepoint <= 0x200A) || codepoint == 0x2028 || codepoint == 0x2029 ||
           codepoint == 0x202F || codepoint == 0x205F || codepoint == 0x3000;
}

bool unicode_is_hidden(uint32_t codepoint)
{
    if (codepoint < 0x200B)
        return false;
    return codepoint == 0x200B || (codepoint >= 0x202A && codepoint <= 0x202E) ||
           (codepoint >= 0x2060 && codepoint <= 0x206F) || codepoint == 0xFEFF ||
           (codepoint >= 0xFFF9 && codepoint <= 0xFFFB) || (codepoint >= 0xE0000 && codepoint <= 0xE0FFF);
}

bool unicode_is_letter(uint32_t codepoint)
{
    if (codepoint < 0x80)
        return (codepoint | 0x20) >= 'a' && (codepoint | 0x20) <= 'z';
    switch (utf8proc_category((utf8proc_int32_t)codepoint)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
        return true;
    default:
        return false;
    }
}

bool unicode_is_digit(uint32_t codepoint)
{
    if (codepoint < 0x80)
        return codepoint >= '0' && codepoint <= '9';
    return utf8proc_category((utf8proc_int32_t)codepoint) == UTF8PROC_CATEGORY_ND;
}

bool unicode_is_upper(uint32_t codepoint)
{
    if (codepoint < 0x80)
        return codepoint >= 'A' && codepoint <= 'Z';
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)codepoint);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

bool unicode_is_lower(uint32_t codepoint)
{
    if (codepoint < 0x80)
        return codepoint >= 'a' && codepoint <= 'z';
    return utf8proc_category((utf8proc_int32_t)codepoint) == UTF8PROC_CATEGORY_LL;
}

uint32_t unicode_to_upper(uint32_t codepoint)
{
    return (uint32_t)utf8proc_toupper((utf8proc_int32_t)codepoint);
}

uint32_t unicode_to_lower(uint32_t codepoint)
{
    return (uint32_t)utf8proc_tolower((utf8proc_int32_t)codepoint);
}

/* Blocks of Unicode 15: Hiragana, Katakana, Bopomofo and Han, with their extensions and compatibility forms. */
static const struct {
    uint32_t first, last;
} cjk_ranges[] = {
    {0x3005, 0x3007}, {0x3021, 0x3029}, {0x3031, 0x3035}, {0x3038, 0x303C},   {0x3041, 0x3096},   {0x309D, 0x309F},
    {0x30A1, 0x30FA}, {0x30FC, 0x30FF}, {0x3105, 0x312F}, {0x31A0, 0x31BF},   {0x31F0, 0x31FF},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0xFF66, 0xFF9D}, {0x1AFF0, 0x1B16F}, {0x20000, 0x2FA1F}, {0x30000, 0x323AF},
};

bool unicode_is_cjk(uint32_t codepoint)
{
    for (size_t i = 0; i < COUNT_OF(cjk_ranges) && codepoint >= cjk_ranges[i].first; i++)
        if (codepoint <= cjk_ranges[i].last)
            return true;
    return false;
}
