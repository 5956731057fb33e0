#include "link/choose/places.h"

/* --- counting --- */

static void count(uint8_t *links)
{
    *links += *links < LINK_MAX_LINKS;
}

void places_take(struct places *places, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        places->taken[i] = true;
    count(&places->in_paragraph[places->lexed->lexemes[first].paragraph]);
    count(&places->in_sentence[places->lexed->lexemes[first].sentence]);
}

bool places_init(struct places *places, const struct lexed *lexed, const struct link_options *options,
                 struct arena *arena)
{
    *places = (struct places){
        .lexed = lexed,
        .options = options,
        .taken = ARENA_ARRAY(arena, lexed->count, bool),
        .in_paragraph = ARENA_ARRAY(arena, lexed->count, uint8_t),
        .in_sentence = ARENA_ARRAY(arena, lexed->count, uint8_t),
    };
    if (!places->taken || !places->in_paragraph || !places->in_sentence)
        return false;
    for (size_t i = 0; i < lexed->anchor_count; i++)
        if (lexed->anchors[i].first < lexed->anchors[i].last)
            places_take(places, lexed->anchors[i].first, lexed->anchors[i].last);
    return true;
}

/* --- asking --- */

/* How many half words a lexeme keeps two links apart: a word or a sign two, an ideograph or kana one. */
static size_t half_words(const struct lexeme *lexeme)
{
    if (lexeme->marks & MARK_CONTINUES_WORD)
        return lexeme->kind == LEXEME_KATAKANA;
    return lexeme->kind == LEXEME_WORD || lexeme->kind == LEXEME_SIGN ? 2 : 1;
}

/* Does a link stand nearer than the least spacing before lexeme `at` of the paragraph, or from it on? */
static bool is_link_before(const struct places *places, uint32_t paragraph, size_t at)
{
    const struct lexeme *lexemes = places->lexed->lexemes;
    size_t room = 2 * places->options->min_spacing;
    for (size_t passed = 0; passed < room && at-- > 0 && lexemes[at].paragraph == paragraph;
         passed += half_words(&lexemes[at]))
        if (places->taken[at])
            return true;
    return false;
}

static bool is_link_from(const struct places *places, uint32_t paragraph, size_t at)
{
    const struct lexeme *lexemes = places->lexed->lexemes;
    size_t room = 2 * places->options->min_spacing;
    for (size_t passed = 0; passed < room && at < places->lexed->count && lexemes[at].paragraph == paragraph; at++) {
        if (places->taken[at])
            return true;
        passed += half_words(&lexemes[at]);
    }
    return false;
}

static bool has_room(size_t links, size_t most)
{
    return !most || links < most;
}

enum link_refusal places_refuse(const struct places *places, size_t first, size_t last)
{
    const struct lexeme *lexeme = &places->lexed->lexemes[first];
    for (size_t i = first; i < last; i++)
        if (places->taken[i])
            return REFUSED_OVERLAP;
    if (!has_room(places->in_paragraph[lexeme->paragraph], places->options->max_per_paragraph))
        return REFUSED_PARAGRAPH;
    if (!has_room(places->in_sentence[lexeme->sentence], places->options->max_per_sentence))
        return REFUSED_SENTENCE;
    bool is_near = is_link_before(places, lexeme->paragraph, first) || is_link_from(places, lexeme->paragraph, last);
    return is_near ? REFUSED_SPACING : NOT_REFUSED;
}
