#include "link/match/occurrences.h"

/* --- pairs --- */

/* Signs are known as the lexer folds them: an apostrophe is the sign that closes a single quotation. */
static const struct {
    const char *open, *close;
    bool quotes;
} pairs[] = {
    {"\"", "\"", true},          {"\u201C", "\u201D", true},  {"\u201E", "\u201C", true},  {"\u201E", "\u201D", true},
    {"\u00AB", "\u00BB", true},  {"\u00BB", "\u00AB", true},  {"\u2039", "\u203A", true},  {"\u203A", "\u2039", true},
    {"\u2018", "'", true},       {"\u201A", "\u2018", true},  {"\u201A", "'", true},       {"\u300C", "\u300D", true},
    {"\u300E", "\u300F", true},  {"\u300A", "\u300B", true},  {"\u3008", "\u3009", true},  {"(", ")", false},
    {"[", "]", false},           {"{", "}", false},           {"\uFF08", "\uFF09", false}, {"\uFF3B", "\uFF3D", false},
    {"\u3010", "\u3011", false}, {"\u3014", "\u3015", false},
};

enum { PAIRS = COUNT_OF(pairs), MOST_OPEN = 16 };

/* A sign that has no partner. */
#define ALONE UINT32_MAX

/* Half words of a quotation that is a name rather than a sentence. Of those, hardly any author links a part. */
enum { SHORT_QUOTATION = 2 * 8 };

struct opened {
    uint32_t lexeme;
    uint32_t kinds; /* bits: the pairs that it may open */
};

struct pairing {
    struct halves *halves;
    uint64_t open[PAIRS], close[PAIRS]; /* hashes */
    struct opened stack[MOST_OPEN];
    size_t depth;
};

/* Bits: the pairs that have the sign at that side. */
static uint32_t kinds_of(const uint64_t hashes[PAIRS], uint64_t hash)
{
    uint32_t kinds = 0;
    for (size_t i = 0; i < PAIRS; i++)
        kinds |= (uint32_t)(hashes[i] == hash) << i;
    return kinds;
}

static bool may_be_of_pair(const struct lexeme *lexeme)
{
    return lexeme->kind == LEXEME_SIGN && !(lexeme->marks & MARK_CONTINUES_WORD) &&
           (!lexeme->sign || lexeme_is_sign(lexeme, "\"'()[]{}"));
}

/* Does the lexeme stand right behind the one before it? */
static bool is_close(const struct lexed *lexed, size_t at)
{
    return at < lexed->count && (lexed->lexemes[at].marks & MARK_FOLLOWS_CLOSELY) &&
           !(lexed->lexemes[at].marks & MARK_STARTS_BLOCK);
}

static bool is_close_word(const struct lexed *lexed, size_t at)
{
    return is_close(lexed, at) && lexed->lexemes[at].kind != LEXEME_SIGN;
}

/* Marks what stands between the signs as one name, if it is short enough. */
static void note_quotation(struct halves *halves, size_t open, size_t close)
{
    const struct lexeme *lexemes = halves->lexed->lexemes;
    size_t half_words = 0;
    for (size_t i = open + 1; i < close && half_words <= SHORT_QUOTATION; i++)
        half_words += lexemes[i].kind == LEXEME_SIGN ? 0 : lexemes[i].kind == LEXEME_WORD ? 2 : 1;
    for (size_t i = open + 1; i < close && half_words <= SHORT_QUOTATION; i++)
        halves->quotations[i] = (uint32_t)open + 1;
}

/* Closes the pair that was opened last and may end with the sign; false: there is none. */
static bool close_pair(struct pairing *pairing, size_t at, uint32_t kinds)
{
    for (size_t i = pairing->depth; kinds && i-- > 0;) {
        uint32_t kind = pairing->stack[i].kinds & kinds;
        if (!kind)
            continue;
        size_t open = pairing->stack[i].lexeme;
        pairing->halves->partners[open] = (uint32_t)at + 1;
        pairing->halves->partners[at] = (uint32_t)open + 1;
        pairing->depth = i;
        if (pairs[__builtin_ctz(kind)].quotes)
            note_quotation(pairing->halves, open, at);
        return true;
    }
    return false;
}

static void pair(struct pairing *pairing, size_t at)
{
    const struct lexed *lexed = pairing->halves->lexed;
    const struct lexeme *sign = &lexed->lexemes[at];
    uint32_t opens = kinds_of(pairing->open, sign->hash), closes = kinds_of(pairing->close, sign->hash);
    bool is_straight = sign->sign == '"', is_apostrophe = sign->sign == '\'';
    if ((!is_straight || is_close(lexed, at)) && (!is_apostrophe || !is_close_word(lexed, at + 1)) &&
        close_pair(pairing, at, closes))
        return;
    if ((opens | closes) && !is_straight && !is_apostrophe)
        pairing->halves->partners[at] = ALONE;
    if (opens && pairing->depth < MOST_OPEN && (!is_straight || is_close(lexed, at + 1)))
        pairing->stack[pairing->depth++] = (struct opened){(uint32_t)at, opens};
}

bool halves_find(const struct lexed *lexed, struct arena *arena, struct halves *halves)
{
    struct pairing pairing = {.halves = halves};
    *halves = (struct halves){.lexed = lexed,
                              .partners = ARENA_ARRAY(arena, lexed->count, uint32_t),
                              .quotations = ARENA_ARRAY(arena, lexed->count, uint32_t)};
    if (!halves->partners || !halves->quotations)
        return false;
    for (size_t i = 0; i < PAIRS; i++) {
        pairing.open[i] = word_hash(str_from(pairs[i].open));
        pairing.close[i] = word_hash(str_from(pairs[i].close));
    }
    for (size_t i = 0; i < lexed->count; i++) {
        if (lexed->lexemes[i].marks & MARK_STARTS_BLOCK)
            pairing.depth = 0;
        if (may_be_of_pair(&lexed->lexemes[i]))
            pair(&pairing, i);
    }
    return true;
}

/* --- halves --- */

/* "variance (ANOVA" */
static bool is_balanced(const struct halves *halves, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (halves->partners[i] && (halves->partners[i] <= first || halves->partners[i] > last))
            return false;
    return true;
}

static bool holds_word(const struct lexed *lexed, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (lexed->lexemes[i].kind != LEXEME_SIGN)
            return true;
    return false;
}

/* A part of a short quotation, but for signs at its ends. */
static bool is_in_quotation(const struct halves *halves, size_t first, size_t last)
{
    uint32_t open = halves->quotations[first];
    return open &&
           (holds_word(halves->lexed, open, first) || holds_word(halves->lexed, last, halves->partners[open - 1] - 1));
}

static bool is_sign(const struct lexed *lexed, size_t at, const char *signs)
{
    return is_close(lexed, at) && lexeme_is_sign(&lexed->lexemes[at], signs);
}

/* Does a word go on behind `last`? "Absaug- und" is half a word, too; "Super+Tab" are two. */
static bool occurrences_halves_goes_on(const struct lexed *lexed, size_t last)
{
    if (is_sign(lexed, last, "-"))
        return !is_sign(lexed, last + 1, "-"); /* two are a dash */
    if (is_sign(lexed, last, "+"))
        return is_sign(lexed, last + 1, "+");
    if (is_sign(lexed, last, ":"))
        return is_sign(lexed, last + 1, ":/");
    return is_sign(lexed, last, "#") || (is_sign(lexed, last, "./\\&@") && is_close_word(lexed, last + 1));
}

/* What an apostrophe joins to the word before it, "'s"; but an article, "l'", begins no word. */
static bool is_behind_apostrophe(const struct lexed *lexed, size_t first)
{
    if (lexeme_is_sign(&lexed->lexemes[first], "'"))
        return is_close_word(lexed, first + 1) && lexed->lexemes[first - 1].kind != LEXEME_SIGN;
    return first > 1 && is_sign(lexed, first - 1, "'") && lexed->lexemes[first - 2].kind != LEXEME_SIGN &&
           lexed_skip_article(lexed, first - 2, first + 1) != first;
}

/* Did a word begin before `first`? ".htaccess", "#topic" and "/etc" begin with their signs. */
static bool began_before(const struct lexed *lexed, size_t first)
{
    if (!first || !is_close(lexed, first))
        return false;
    if (is_behind_apostrophe(lexed, first))
        return true;
    const struct lexeme *sign = &lexed->lexemes[first - 1];
    bool is_joined = first > 1 && is_close(lexed, first - 1);
    if (is_joined && lexed->lexemes[first - 2].kind != LEXEME_SIGN)
        return lexeme_is_sign(sign, "-./\\&@#~");
    if (is_joined && lexeme_is_sign(sign, ":"))
        return lexed->lexemes[first - 2].sign == ':';
    return lexeme_is_sign(sign, "/\\@#$~") || (!is_joined && lexeme_is_sign(sign, "."));
}

bool halves_are_cut(const struct halves *halves, size_t first, size_t last)
{
    return occurrences_halves_goes_on(halves->lexed, last) || began_before(halves->lexed, first) ||
           !is_balanced(halves, first, last) || is_in_quotation(halves, first, last);
}
