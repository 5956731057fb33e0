/* Used only inside this folder. Characters as the lexer sees them; how words are folded and hashed. */
#include "link/lexer/lexer_parts.h"

#include <string.h>

_Static_assert(sizeof(struct lexeme) == 32, "two lexemes to a cache line");

/* Up to eight bytes, zeros behind them. */
static uint64_t load_bytes(const char *data, size_t length)
{
    uint64_t bytes = 0;
    memcpy(&bytes, data, length);
    return bytes;
}

uint64_t word_hash(struct str folded)
{
    uint64_t hash = HASH_SEED;
    size_t at = 0;
    for (; folded.len - at >= 8; at += 8)
        hash = hash_step(hash, load_bytes(folded.data + at, 8));
    if (at < folded.len)
        hash = hash_step(hash, load_bytes(folded.data + at, folded.len - at));
    return hash_finish(hash, folded.len);
}

/* --- folded form --- */

struct str fold_text(struct str text, bool references, struct buf *out, struct buf *room)
{
    struct buf decoded = {0};
    if (references && text.len > 1 && memchr(text.data, '&', text.len)) {
        html_decode(&decoded, text, false);
        text = (struct str){buf_text(&decoded), decoded.len};
    }
    buf_clear(out);
    if (text.len <= LONGEST_FOLDED || str_is_ascii(text))
        word_fold(out, room, text, NULL);
    else
        buf_add(out, text.data, text.len);
    out->failed |= decoded.failed || room->failed;
    buf_free(&decoded);
    return (struct str){buf_text(out), out->len};
}

struct str lexeme_fold(const struct lexed *lexed, const struct lexeme *lexeme, struct buf *out, struct buf *room)
{
    struct str text = {lexed->content.data + lexeme->start, lexeme->end - lexeme->start};
    return fold_text(text, lexeme->marks & MARK_REFERENCE, out, room);
}

struct str lexer_tag_name(const struct lexed *lexed, const struct lexer_tag *tag)
{
    return (struct str){lexed->content.data + tag->start + 1 + tag->closes, tag->name_length};
}

enum {
    SPACE = ASCII_SPACE,
    NO_CASE = ASCII_WORD,
    LOWER = ASCII_WORD | LETTER_LOWER,
    UPPER = ASCII_WORD | LETTER_UPPER
};

const uint8_t ascii_classes[256] = {
    ['\0'] = SPACE,  ['\t'] = SPACE,  ['\n'] = SPACE,  ['\v'] = SPACE,  ['\f'] = SPACE,  ['\r'] = SPACE,
    [' '] = SPACE,   ['0'] = NO_CASE, ['1'] = NO_CASE, ['2'] = NO_CASE, ['3'] = NO_CASE, ['4'] = NO_CASE,
    ['5'] = NO_CASE, ['6'] = NO_CASE, ['7'] = NO_CASE, ['8'] = NO_CASE, ['9'] = NO_CASE, ['_'] = NO_CASE,
    ['A'] = UPPER,   ['B'] = UPPER,   ['C'] = UPPER,   ['D'] = UPPER,   ['E'] = UPPER,   ['F'] = UPPER,
    ['G'] = UPPER,   ['H'] = UPPER,   ['I'] = UPPER,   ['J'] = UPPER,   ['K'] = UPPER,   ['L'] = UPPER,
    ['M'] = UPPER,   ['N'] = UPPER,   ['O'] = UPPER,   ['P'] = UPPER,   ['Q'] = UPPER,   ['R'] = UPPER,
    ['S'] = UPPER,   ['T'] = UPPER,   ['U'] = UPPER,   ['V'] = UPPER,   ['W'] = UPPER,   ['X'] = UPPER,
    ['Y'] = UPPER,   ['Z'] = UPPER,   ['a'] = LOWER,   ['b'] = LOWER,   ['c'] = LOWER,   ['d'] = LOWER,
    ['e'] = LOWER,   ['f'] = LOWER,   ['g'] = LOWER,   ['h'] = LOWER,   ['i'] = LOWER,   ['j'] = LOWER,
    ['k'] = LOWER,   ['l'] = LOWER,   ['m'] = LOWER,   ['n'] = LOWER,   ['o'] = LOWER,   ['p'] = LOWER,
    ['q'] = LOWER,   ['r'] = LOWER,   ['s'] = LOWER,   ['t'] = LOWER,   ['u'] = LOWER,   ['v'] = LOWER,
    ['w'] = LOWER,   ['x'] = LOWER,   ['y'] = LOWER,   ['z'] = LOWER,
};

static bool is_katakana(uint32_t codepoint)
{
    return (codepoint >= 0x30A1 && codepoint <= 0x30FF && codepoint != 0x30FB) ||
           (codepoint >= 0xFF66 && codepoint <= 0xFF9F);
}

/* The soft hyphen and the marks that join or part letters, which word_fold leaves out too. */
static bool is_joiner(uint32_t codepoint)
{
    return codepoint == 0xAD || codepoint == 0x200C || codepoint == 0x200D;
}

static enum glyph_class wide_class(uint32_t codepoint)
{
    if (unicode_is_space(codepoint))
        return GLYPH_SPACE;
    if (is_joiner(codepoint))
        return GLYPH_JOINER;
    if (unicode_is_hidden(codepoint) || codepoint == 0x200E || codepoint == 0x200F)
        return GLYPH_HIDDEN;
    if (is_katakana(codepoint))
        return GLYPH_KATAKANA;
    if (unicode_is_cjk(codepoint))
        return GLYPH_IDEOGRAPH;
    return unicode_is_letter(codepoint) || unicode_is_digit(codepoint) ? GLYPH_WORD : GLYPH_SIGN;
}

/* --- letters that are folded without tables of Unicode --- */

/* How the letters of a range are folded. */
enum glyph_rule {
    UNCASED,    /* no letter case */
    LOWERS,     /* lower-case letters */
    UPPERS_20,  /* upper-case letters; the lower-case one is 0x20 further */
    UPPERS_50,  /* the same with 0x50 */
    EVEN_UPPER, /* in pairs: an upper-case letter with an even number, the lower-case one behind it */
    ODD_UPPER,  /* the same with an odd number */
};

/* Ordered. Tried against word_fold by test_link_lexer.c. */
static const struct range {
    uint16_t first, last;
    uint8_t rule;
} ranges[] = {
    {0xC0, 0xD6, UPPERS_20},    {0xD8, 0xDE, UPPERS_20},   {0xE0, 0xF6, LOWERS},      {0xF8, 0xFF, LOWERS},
    {0x100, 0x12F, EVEN_UPPER}, {0x139, 0x13E, ODD_UPPER}, {0x141, 0x148, ODD_UPPER}, {0x14A, 0x177, EVEN_UPPER},
    {0x179, 0x17E, ODD_UPPER},  {0x391, 0x3A1, UPPERS_20}, {0x3A3, 0x3A9, UPPERS_20}, {0x3AC, 0x3AF, LOWERS},
    {0x3B1, 0x3C1, LOWERS},     {0x3C3, 0x3CE, LOWERS},    {0x400, 0x40F, UPPERS_50}, {0x410, 0x42F, UPPERS_20},
    {0x430, 0x45F, LOWERS},     {0x5D0, 0x5EA, UNCASED},   {0x620, 0x63F, UNCASED},   {0x641, 0x64A, UNCASED},
    {0x3041, 0x3096, UNCASED},  {0x30A1, 0x30FA, UNCASED}, {0x30FC, 0x30FC, UNCASED}, {0x3400, 0x4DBF, UNCASED},
    {0x4E00, 0x9FFF, UNCASED},  {0xAC00, 0xD7A3, UNCASED},
};

static const struct range *find_range(uint32_t codepoint)
{
    size_t low = 0, high = COUNT_OF(ranges);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < codepoint)
            low = middle + 1;
        else
            high = middle;
    }
    return low < COUNT_OF(ranges) && ranges[low].first <= codepoint ? &ranges[low] : NULL;
}

/*
 * The folded form (word_fold without a language) of a letter that can be told from its number alone, whatever stands
 * beside it: most letters of most text. 0: the character is none of these. *letter: LETTER_*.
 */
static uint32_t fold_quick(uint32_t codepoint, unsigned *letter)
{
    static const uint8_t steps[] = {[UPPERS_20] = 0x20, [UPPERS_50] = 0x50, [EVEN_UPPER] = 1, [ODD_UPPER] = 1};
    const struct range *range = find_range(codepoint);
    if (!range)
        return 0;
    bool is_upper = range->rule == UPPERS_20 || range->rule == UPPERS_50 ||
                    (range->rule == EVEN_UPPER && codepoint % 2 == 0) || (range->rule == ODD_UPPER && codepoint % 2);
    *letter = is_upper ? LETTER_UPPER : range->rule == UNCASED ? 0 : LETTER_LOWER;
    return is_upper ? codepoint + steps[range->rule] : codepoint;
}

/* A letter that needs no tables of Unicode; false when it is another character. */
static bool classify_quickly(struct glyph *glyph)
{
    glyph->folded = fold_quick(glyph->codepoint, &glyph->letter);
    if (!glyph->folded)
        return false;
    glyph->class = is_katakana(glyph->codepoint)      ? GLYPH_KATAKANA
                   : unicode_is_cjk(glyph->codepoint) ? GLYPH_IDEOGRAPH
                                                      : GLYPH_WORD;
    return true;
}

static void classify(struct glyph *glyph, struct str text, size_t at)
{
    unsigned char byte = (unsigned char)text.data[at];
    if (byte < 0x80) {
        unsigned class = ascii_classes[byte];
        glyph->length = 1;
        glyph->codepoint = byte;
        glyph->class = class & ASCII_WORD ? GLYPH_WORD : class & ASCII_SPACE ? GLYPH_SPACE : GLYPH_SIGN;
        glyph->letter = class & (LETTER_LOWER | LETTER_UPPER);
        glyph->folded = (unsigned char)ascii_lower((char)byte);
        return;
    }
    glyph->length = utf8_decode(text, at, &glyph->codepoint);
    if (classify_quickly(glyph))
        return;
    glyph->class = wide_class(glyph->codepoint);
    if (glyph->class != GLYPH_WORD)
        return;
    if (unicode_is_lower(glyph->codepoint))
        glyph->letter = LETTER_LOWER;
    else if (unicode_is_upper(glyph->codepoint))
        glyph->letter = LETTER_UPPER;
}

struct glyph next_glyph(struct lexer *lexer, size_t at, size_t to, bool references)
{
    struct glyph glyph = {0};
    struct str rest = {lexer->content.data + at, to - at};
    if (references && rest.data[0] == '&') {
        buf_clear(&lexer->scratch);
        size_t length = html_decode_reference(&lexer->scratch, rest, false);
        if (length && lexer->scratch.len) {
            classify(&glyph, (struct str){lexer->scratch.data, lexer->scratch.len}, 0);
            if (glyph.length < lexer->scratch.len)
                glyph.folded = 0; /* one of the few references that stand for two characters */
            glyph.length = length;
            glyph.is_reference = true;
            return glyph;
        }
    }
    classify(&glyph, rest, 0);
    return glyph;
}

/* Puts a character of the basic plane; returns its bytes. */
static size_t put_utf8(char *out, uint32_t codepoint)
{
    if (codepoint < 0x80) {
        out[0] = (char)codepoint;
        return 1;
    }
    size_t length = codepoint < 0x800 ? 2 : 3;
    for (size_t i = length - 1; i > 0; i--, codepoint >>= 6)
        out[i] = (char)(0x80 | (codepoint & 0x3F));
    out[0] = (char)((length == 2 ? 0xC0 : 0xE0) | codepoint);
    return length;
}

void folding_add(struct folding *folding, const struct glyph *glyph)
{
    if (!folding->is_known)
        return;
    folding->is_known = glyph->folded && folding->length <= LONGEST_FOLDED;
    if (folding->is_known)
        folding->length += put_utf8(folding->text + folding->length, glyph->folded);
}

uint32_t glyph_plain(uint32_t codepoint)
{
    switch (codepoint) {
    case 0x2019: /* as word_fold has it */
        return '\'';
    case 0x2010:
    case 0x2011:
        return '-';
    default:
        return codepoint;
    }
}

uint64_t glyph_hash(struct lexer *lexer, uint32_t plain)
{
    if (plain < 0x80)
        return word_hash((struct str){(const char[]){(char)plain}, 1});
    struct buf text = {0};
    utf8_append(&text, plain);
    struct str folded = fold_text((struct str){buf_text(&text), text.len}, false, &lexer->scratch, &lexer->room);
    uint64_t hash = word_hash(folded);
    lexer->failed |= text.failed || lexer->scratch.failed;
    buf_free(&text);
    return hash;
}
