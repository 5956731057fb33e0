#include "text/sentence_marks.h"

#include "text/unicode.h"

/* Bytes of the longest word beside a mark that is looked at. */
enum { LOOK_BACK = 40 };

enum sentence_terminator sentence_terminator(uint32_t codepoint)
{
    switch (codepoint) {
    case '.':
        return DOT;
    case '!':
    case '?':
    case 0x2026: /* … */
    case 0x203C: /* ‼ */
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0x061F: /* Arabic question mark */
    case 0x06D4: /* Urdu full stop */
    case 0x0964: /* danda */
    case 0x0965:
    case 0x0589: /* Armenian full stop */
        return STRONG;
    case 0x3002: /* 。 */
    case 0xFF01:
    case 0xFF0E:
    case 0xFF1F:
    case 0xFF61:
        return FULL_WIDTH;
    default:
        return NO_TERMINATOR;
    }
}

bool sentence_is_closer(uint32_t codepoint)
{
    return codepoint == '"' || codepoint == '\'' || codepoint == ')' || codepoint == ']' || codepoint == 0xBB ||
           codepoint == 0x2019 || codepoint == 0x201C || codepoint == 0x201D || codepoint == 0x203A ||
           (codepoint >= 0x3009 && codepoint <= 0x3011 && codepoint % 2) || codepoint == 0x3015 ||
           codepoint == 0xFF09 || codepoint == 0xFF3D || codepoint == 0xFF63;
}

static bool is_opener(uint32_t codepoint)
{
    return codepoint == '"' || codepoint == '\'' || codepoint == '(' || codepoint == '[' || codepoint == 0xAB ||
           codepoint == 0x2018 || codepoint == 0x201C || codepoint == 0x201E || codepoint == 0x2039 ||
           codepoint == 0xBF || codepoint == 0xA1 || codepoint == '*' || codepoint == '`';
}

struct str sentence_word_before(struct str text, size_t from, size_t dot)
{
    size_t start = dot;
    while (start > from && dot - start <= LOOK_BACK) {
        char character = text.data[start - 1];
        if (ascii_is_space(character) || memchr("()[]\"'/,;:*", character, 11))
            break;
        if (start >= from + 2 && str_eq((struct str){text.data + start - 2, 2}, STR("\xC2\xA0")))
            break;
        start--;
    }
    return dot - start > LOOK_BACK ? (struct str){text.data + dot, 0} : (struct str){text.data + start, dot - start};
}

struct sentence_next sentence_next(struct str text, size_t at)
{
    struct sentence_next next = {0, {text.data + at, 0}};
    uint32_t codepoint = 0;
    size_t length = 0;
    for (; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_space(codepoint) && !is_opener(codepoint))
            break;
    }
    if (at >= text.len)
        return next;
    next.first = codepoint;
    next.word.data = text.data + at;
    for (; at < text.len && next.word.len < LOOK_BACK; at += length, next.word.len += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_letter(codepoint) && !unicode_is_digit(codepoint) && codepoint != '_' && codepoint != '-')
            break;
    }
    return next;
}
