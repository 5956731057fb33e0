#include "text/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum { NONE = 64 };

static unsigned base64_value_of(char character)
{
    if (character >= 'A' && character <= 'Z')
        return (unsigned)(character - 'A');
    if (character >= 'a' && character <= 'z')
        return (unsigned)(character - 'a') + 26;
    if (ascii_is_digit(character))
        return (unsigned)(character - '0') + 52;
    return character == '+' || character == '-' ? 62 : character == '/' || character == '_' ? 63 : NONE;
}

static enum status broken(struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "it is no base64");
}

/* Behind "data:...;base64,", where that stands before it. */
static struct str without_scheme(struct str text)
{
    enum { LONGEST = 100 };
    text = str_trim(text);
    size_t comma = str_find((struct str){text.data, text.len < LONGEST ? text.len : LONGEST}, STR(","), 0);
    if (!str_istarts(text, STR("data:")) || comma >= text.len || comma >= LONGEST)
        return text;
    return (struct str){text.data + comma + 1, text.len - comma - 1};
}

/* Nothing but padding may stand at the end. */
static bool is_padding(struct str rest)
{
    size_t signs = 0;
    for (size_t i = 0; i < rest.len; i++)
        if (rest.data[i] == '=')
            signs++;
        else if (!ascii_is_space(rest.data[i]))
            return false;
    return signs <= 2;
}

enum status base64_decode(struct arena *arena, struct str text, struct str *bytes, struct error *err)
{
    struct str from = without_scheme(text);
    char *out = arena_alloc(arena, from.len / 4 * 3 + 4);
    size_t length = 0, at = 0;
    uint32_t bits = 0;
    unsigned count = 0; /* of bits that are waiting, without whole bytes */
    if (!out)
        return error_memory(err);
    for (; at < from.len && from.data[at] != '='; at++) {
        unsigned value = base64_value_of(from.data[at]);
        if (value == NONE && ascii_is_space(from.data[at]))
            continue;
        if (value == NONE)
            return broken(err);
        bits = (bits << 6 | value) & 0xFFFF;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out[length++] = (char)(bits >> count);
        }
    }
    /* A single character behind the last group of four says nothing. */
    if (!length || count >= 6 || !is_padding((struct str){from.data + at, from.len - at}))
        return broken(err);
    *bytes = (struct str){out, length};
    return OK;
}

char *base64_encode(struct arena *arena, struct str bytes)
{
    char *out = arena_alloc(arena, (bytes.len + 2) / 3 * 4 + 1);
    size_t length = 0;
    for (size_t at = 0; out && at < bytes.len; at += 3) {
        size_t left = bytes.len - at;
        uint32_t group = (uint32_t)(unsigned char)bytes.data[at] << 16;
        group |= left > 1 ? (uint32_t)(unsigned char)bytes.data[at + 1] << 8 : 0;
        group |= left > 2 ? (unsigned char)bytes.data[at + 2] : 0;
        for (size_t i = 0; i < 4; i++)
            out[length++] = i <= left ? alphabet[group >> (18 - 6 * i) & 63] : '=';
    }
    return out;
}
