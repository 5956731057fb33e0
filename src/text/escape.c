#include "text/escape.h"

#include "text/unicode.h"

#include <stdlib.h>
#include <utf8proc.h>

enum { SLUG_LIMIT = 80 };

static const char *html_entity(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

static void escape_with_entities(struct buf *out, struct str text, bool quotes)
{
    size_t from = 0;
    for (size_t at = 0; at < text.len; at++) {
        const char *entity = html_entity(text.data[at]);
        if (!entity || (text.data[at] == '"' && !quotes))
            continue;
        buf_add(out, text.data + from, at - from);
        buf_str(out, entity);
        from = at + 1;
    }
    if (from < text.len)
        buf_add(out, text.data + from, text.len - from);
}

void escape_html(struct buf *out, struct str text)
{
    escape_with_entities(out, text, false);
}

void escape_attribute(struct buf *out, struct str text)
{
    escape_with_entities(out, text, true);
}

/* Does the letter lose its accents? Only where the script is Latin or Greek: elsewhere a mark makes another letter. */
static bool drops_marks(utf8proc_int32_t base)
{
    return base < 0x400 || (base >= 0x1E00 && base < 0x2000);
}

/* Letters that Unicode does not decompose, as most languages write them. */
static const char *const other_letters[] = {
    "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ħ", "h", "ŧ", "t", "ı", "i", NULL,
};

static const char *transcription(const char *const *pairs, struct str letter)
{
    for (; pairs && *pairs; pairs += 2)
        if (str_eq(letter, str_from(*pairs)))
            return pairs[1];
    return NULL;
}

/* The title in small letters, those that have one with their transcription. */
static void transcribe(struct buf *out, struct str title, const struct language *language)
{
    utf8proc_uint8_t *small = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)title.data, (utf8proc_ssize_t)title.len, &small,
                                           UTF8PROC_STABLE | UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE);
    struct str text = {(const char *)small, length < 0 ? 0 : (size_t)length};
    uint32_t codepoint;
    out->failed = out->failed || length < 0;
    for (size_t at = 0, size; at < text.len; at += size) {
        size = utf8_decode(text, at, &codepoint);
        struct str letter = {text.data + at, size};
        const char *written = transcription(language ? language->transcriptions : NULL, letter);
        written = written ? written : transcription(other_letters, letter);
        if (written)
            buf_str(out, written);
        else
            buf_add(out, letter.data, letter.len);
    }
    free(small);
}

/* Folds and decomposes the title, drops accents, composes what is left. Returns the length of *folded, which the caller
 * frees; negative when memory ran out. */
static utf8proc_ssize_t fold_without_accents(struct str title, utf8proc_uint8_t **folded)
{
    utf8proc_uint8_t *parts = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)title.data, (utf8proc_ssize_t)title.len, &parts,
                                           UTF8PROC_STABLE | UTF8PROC_CASEFOLD | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE);
    utf8proc_ssize_t kept = 0;
    utf8proc_int32_t codepoint, base = 0;
    for (utf8proc_ssize_t at = 0, size; at < length; at += size) {
        size = utf8proc_iterate(parts + at, length - at, &codepoint);
        if (size < 1)
            break;
        bool mark = codepoint >= 0x300 && codepoint <= 0x36F;
        base = mark ? base : codepoint;
        if (mark && drops_marks(base))
            continue;
        memmove(parts + kept, parts + at, (size_t)size);
        kept += size;
    }
    if (length >= 0)
        length = utf8proc_map(parts, kept, folded, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    free(parts);
    return length;
}

/* Joins the words of the folded title with hyphens, as many as fit. */
static void append_slug(struct buf *out, struct str folded)
{
    uint32_t codepoint;
    bool gap = false;
    size_t word = 0; /* where the current word begins, its hyphen included */
    for (size_t at = 0, length; at < folded.len; at += length) {
        length = utf8_decode(folded, at, &codepoint);
        if (codepoint == '\'' || codepoint == 0x2019)
            continue;
        if (codepoint == 0xFFFD || !(unicode_is_letter(codepoint) || unicode_is_digit(codepoint))) {
            gap = out->len > 0;
            continue;
        }
        if (gap)
            word = out->len;
        if (out->len + length + gap > SLUG_LIMIT) {
            if (word && out->data)
                out->data[out->len = word] = '\0';
            return;
        }
        if (gap)
            buf_char(out, '-');
        gap = false;
        buf_add(out, folded.data + at, length);
    }
}

char *slug_from(struct arena *arena, struct str title, const struct language *language)
{
    size_t valid_length;
    char *valid = utf8_repair(arena, title, &valid_length);
    if (!valid)
        return NULL;
    struct buf letters = {0};
    transcribe(&letters, (struct str){valid, valid_length}, language);
    utf8proc_uint8_t *folded = NULL;
    utf8proc_ssize_t length =
        letters.failed ? -1 : fold_without_accents((struct str){buf_text(&letters), letters.len}, &folded);
    buf_free(&letters);
    struct buf slug = {.failed = length < 0};
    if (folded)
        append_slug(&slug, (struct str){(char *)folded, (size_t)length});
    free(folded);
    return (char *)buf_keep(&slug, arena).data;
}

size_t text_squeeze_in_place(char *text, size_t length)
{
    uint32_t codepoint;
    size_t used = 0;
    bool gap = false;
    for (size_t at = 0, step; at < length; at += step) {
        bool is_plain = text[at] > ' ' && text[at] < 0x7F; /* most are */
        step = is_plain ? 1 : utf8_decode((struct str){text, length}, at, &codepoint);
        if (!is_plain && unicode_is_space(codepoint)) {
            gap = used > 0;
            continue;
        }
        if (!is_plain && unicode_is_hidden(codepoint))
            continue;
        if (gap)
            text[used++] = ' ';
        gap = false;
        memmove(text + used, text + at, step);
        used += step;
    }
    return used;
}

char *text_squeeze(struct arena *arena, struct str text)
{
    char *out = arena_copy_n(arena, text.data, text.len);
    if (out)
        out[text_squeeze_in_place(out, text.len)] = '\0';
    return out;
}

char *text_cut(struct arena *arena, struct str text, size_t most)
{
    size_t at = 0, blank = 0;
    size_t whole = 0; /* the bytes of all but the last character allowed, whose place the ellipsis takes */
    for (size_t characters = 0; at < text.len && characters < most; characters++) {
        uint32_t codepoint;
        whole = at;
        if (text.data[at] == ' ')
            blank = at;
        at += utf8_decode(text, at, &codepoint);
    }
    if (at == text.len)
        return arena_copy_n(arena, text.data, text.len);
    size_t end = blank ? blank : whole;
    while (end > 0 && strchr(" ,;:-", text.data[end - 1]))
        end--;
    char *cut = arena_alloc(arena, end + sizeof "\xE2\x80\xA6");
    if (!cut)
        return NULL;
    memcpy(cut, text.data, end);
    memcpy(cut + end, "\xE2\x80\xA6", sizeof "\xE2\x80\xA6");
    return cut;
}

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
