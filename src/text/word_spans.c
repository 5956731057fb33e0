#include "text/word_spans.h"

#include "text/unicode.h"

/* An underscore is part of identifiers and counts as a letter. */
static inline enum word_class classify_ascii(unsigned char byte)
{
    unsigned lower = byte | 0x20u;
    if ((lower >= 'a' && lower <= 'z') || byte == '_')
        return LETTER;
    if (byte >= '0' && byte <= '9')
        return DIGIT;
    return byte == '\'' || byte == '-' || byte == '.' ? JOINER : OTHER;
}

/* U+FF9E and U+FF9F are the voicing marks of half-width Katakana. */
static enum word_class classify_cjk(uint32_t codepoint)
{
    if ((codepoint >= 0x3041 && codepoint <= 0x3096) || (codepoint >= 0x309D && codepoint <= 0x309F))
        return HIRAGANA;
    bool is_katakana = (codepoint >= 0x30A1 && codepoint <= 0x30FF) || (codepoint >= 0x31F0 && codepoint <= 0x31FF) ||
                       (codepoint >= 0xFF66 && codepoint <= 0xFF9F);
    return is_katakana ? KATAKANA : IDEOGRAPH;
}

enum word_class word_class_at(struct str text, size_t at, size_t *length)
{
    unsigned char byte = (unsigned char)text.data[at];
    *length = 1;
    if (byte < 0x80)
        return classify_ascii(byte);
    uint32_t codepoint;
    *length = utf8_decode(text, at, &codepoint);
    bool is_hidden = codepoint == 0xAD || codepoint == 0x200C || codepoint == 0x200D; /* to the reader */
    if (is_hidden || codepoint == 0x2019 || codepoint == 0x2010 || codepoint == 0x2011 || codepoint == 0xB7)
        return JOINER;
    if (unicode_is_cjk(codepoint) || codepoint == 0xFF9E || codepoint == 0xFF9F)
        return classify_cjk(codepoint);
    if (unicode_is_letter(codepoint))
        return LETTER;
    return unicode_is_digit(codepoint) ? DIGIT : OTHER;
}

/* The end of the run of ASCII letters, digits and underscores at `at`: most of most words. */
static inline size_t plain_run(struct str text, size_t at)
{
    for (; at < text.len; at++) {
        unsigned char byte = (unsigned char)text.data[at];
        unsigned lower = byte | 0x20u;
        if (!(lower >= 'a' && lower <= 'z') && !(byte >= '0' && byte <= '9') && byte != '_')
            break;
    }
    return at;
}

/* Where the next character stands that can begin a word, and what it is; text.len when there is none. */
static size_t find_start(struct str text, size_t at, enum word_class *kind)
{
    for (size_t length; at < text.len; at += length) {
        *kind = word_class_at(text, at, &length);
        if (*kind > JOINER)
            break;
    }
    return at;
}

/* The end of the CJK word at `at`, whose kind that is. */
static size_t cjk_end(struct str text, size_t at, enum word_class kind)
{
    size_t length;
    word_class_at(text, at, &length);
    for (at += length; kind == KATAKANA && at < text.len; at += length)
        if (word_class_at(text, at, &length) != KATAKANA)
            break;
    return at;
}

bool word_span_next(struct str text, struct word_span *span)
{
    enum word_class kind = OTHER;
    size_t at = find_start(text, span->end, &kind), length;
    if (at >= text.len)
        return false;
    if (kind >= IDEOGRAPH) {
        *span = (struct word_span){at, cjk_end(text, at, kind), false, true};
        return true;
    }
    *span = (struct word_span){at, at, true, false};
    bool joined = false; /* the last character was a joiner: it belongs to the word only when the word goes on */
    for (; at < text.len; at += length) {
        length = plain_run(text, at) - at;
        if (length)
            kind = LETTER;
        else
            kind = word_class_at(text, at, &length);
        if (kind == OTHER || kind >= IDEOGRAPH || (kind == JOINER && joined))
            break;
        joined = kind == JOINER;
        span->ascii = span->ascii && (unsigned char)text.data[at] < 0x80;
        if (!joined)
            span->end = at + length;
    }
    return true;
}
