#include "link/index/contexts.h"

static uint64_t key(enum context_kind kind, uint32_t a, uint32_t b)
{
    uint64_t hash = index_hash_edge(a, b) ^ ((uint64_t)kind + 1) * 0x9e3779b97f4a7c15u;
    return (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
}

void context_keys(const struct context_place *place, uint64_t keys[CONTEXT_KINDS])
{
    enum { MOST_WORDS = 6 };
    uint32_t words = place->words < MOST_WORDS ? place->words : MOST_WORDS;
    keys[CONTEXT_PREVIOUS] = key(CONTEXT_PREVIOUS, place->previous, 0);
    keys[CONTEXT_NEXT] = key(CONTEXT_NEXT, place->next, 0);
    keys[CONTEXT_BLOCK] = key(CONTEXT_BLOCK, place->block, 0);
    keys[CONTEXT_MARKS] = key(CONTEXT_MARKS, place->marks & CONTEXT_MARK_BITS, 0);
    keys[CONTEXT_SECTION] = key(CONTEXT_SECTION, (uint32_t)place->section, (uint32_t)(place->section >> 32));
    keys[CONTEXT_POSITION] = key(CONTEXT_POSITION, place->tenth, 0);
    keys[CONTEXT_FOLDER] = key(CONTEXT_FOLDER, place->from, 0);
    keys[CONTEXT_TO] = key(CONTEXT_TO, place->to, 0);
    keys[CONTEXT_PAIR] = key(CONTEXT_PAIR, place->from, place->to);
    keys[CONTEXT_BETWEEN] = key(CONTEXT_BETWEEN, place->previous, place->next);
    keys[CONTEXT_PHRASE_PREVIOUS] = key(CONTEXT_PHRASE_PREVIOUS, place->phrase, place->previous);
    keys[CONTEXT_PHRASE_NEXT] = key(CONTEXT_PHRASE_NEXT, place->phrase, place->next);
    keys[CONTEXT_FORM] = key(CONTEXT_FORM, place->phrase, place->form << 3 | place->letters);
    keys[CONTEXT_ALL] = key(CONTEXT_ALL, 0, 0);
    const struct context_edges *edges = &place->edges;
    keys[CONTEXT_EXACT_FIRST] = key(CONTEXT_EXACT_FIRST, edges->first, 0);
    keys[CONTEXT_EXACT_LAST] = key(CONTEXT_EXACT_LAST, edges->last, 0);
    keys[CONTEXT_EXACT_PREVIOUS] = key(CONTEXT_EXACT_PREVIOUS, edges->before, 0);
    keys[CONTEXT_EXACT_NEXT] = key(CONTEXT_EXACT_NEXT, edges->behind, 0);
    keys[CONTEXT_EXACT_FORM] = key(CONTEXT_EXACT_FORM, place->phrase, place->form << 3 | place->letters);
    keys[CONTEXT_EXACT_SHAPE] = key(CONTEXT_EXACT_SHAPE, edges->shape, 0);
    keys[CONTEXT_EXACT_BEFORE] = key(CONTEXT_EXACT_BEFORE, edges->before, edges->first);
    keys[CONTEXT_EXACT_BEHIND] = key(CONTEXT_EXACT_BEHIND, edges->last, edges->behind);
    keys[CONTEXT_LENGTH] = key(CONTEXT_LENGTH, words, place->letters);
}

uint64_t context_heading_hash(const struct lexed *lexed, size_t first, size_t last)
{
    uint64_t hash = 0;
    for (size_t i = first; i < last; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        if (lexeme->kind != LEXEME_SIGN && !ascii_is_digit(lexed->content.data[lexeme->start]))
            hash = (hash ^ lexeme->hash) * 0x9e3779b97f4a7c15u;
    }
    return hash;
}
