#include "link/index/index.h"

#include <math.h>

static uint64_t key(enum context_kind kind, uint32_t a, uint32_t b)
{
    uint64_t hash = index_hash_edge(a, b) ^ ((uint64_t)kind + 1) * 0x9e3779b97f4a7c15u;
    return (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
}

/* 0, 1, 2, 3-4, 5-8, 9-16 and more */
static uint32_t steps_of(float count)
{
    enum { MOST_STEPS = 5 };
    uint32_t steps = count >= 1;
    for (float most = 1; count > most && steps < MOST_STEPS; most *= 2)
        steps++;
    return steps;
}

static uint32_t contexts_name_of(const struct context_class *class)
{
    return class->title_kind << 1 | class->is_ambiguous;
}

/* On how many pages the phrases of the class are linked, and on which share; if on none, how many hold them. */
static uint32_t counts_of(const struct context_class *class)
{
    enum { RATES = 8 };
    uint32_t rate = class->held > 0 ? (uint32_t)(fminf(class->linked / class->held, 1) * RATES) : RATES + 1;
    return steps_of(class->linked) << 16 | rate << 8 | (class->linked > 0 ? 0 : steps_of(class->held));
}

static uint32_t contexts_words_of(const struct context_place *place)
{
    enum { MOST_WORDS = 6 };
    return place->words < MOST_WORDS ? place->words : MOST_WORDS;
}

/* A kind of context, and the two numbers that make its key. */
#define KEY(of, a, b)                                                                                                  \
    case of:                                                                                                           \
        return key(of, a, b)
uint64_t context_key(const struct context_place *place, enum context_kind kind)
{
    switch (kind) {
        KEY(CONTEXT_PREVIOUS, place->previous, 0);
        KEY(CONTEXT_NEXT, place->next, 0);
        KEY(CONTEXT_BLOCK, place->block, 0);
        KEY(CONTEXT_MARKS, place->marks & CONTEXT_MARK_BITS, 0);
        KEY(CONTEXT_SECTION, (uint32_t)place->section, (uint32_t)(place->section >> 32));
        KEY(CONTEXT_POSITION, place->tenth, 0);
        KEY(CONTEXT_FOLDER, place->from, 0);
        KEY(CONTEXT_TO, place->to, 0);
        KEY(CONTEXT_PAIR, place->from, place->to);
        KEY(CONTEXT_BETWEEN, place->previous, place->next);
        KEY(CONTEXT_PHRASE_PREVIOUS, place->phrase, place->previous);
        KEY(CONTEXT_PHRASE_NEXT, place->phrase, place->next);
        KEY(CONTEXT_FORM, place->phrase, place->form << 3 | place->letters);
        KEY(CONTEXT_EXACT_FIRST, place->edges.first, 0);
        KEY(CONTEXT_EXACT_LAST, place->edges.last, 0);
        KEY(CONTEXT_EXACT_PREVIOUS, place->edges.before, 0);
        KEY(CONTEXT_EXACT_NEXT, place->edges.behind, 0);
        KEY(CONTEXT_EXACT_FORM, place->phrase, place->form << 3 | place->letters);
        KEY(CONTEXT_EXACT_SHAPE, place->edges.shape, 0);
        KEY(CONTEXT_EXACT_BEFORE, place->edges.before, place->edges.first);
        KEY(CONTEXT_EXACT_BEHIND, place->edges.last, place->edges.behind);
        KEY(CONTEXT_LENGTH, contexts_words_of(place), place->letters);
        KEY(CONTEXT_CLASS_NAME, contexts_name_of(&place->class), contexts_words_of(place));
        KEY(CONTEXT_CLASS_COUNTS, contexts_name_of(&place->class), counts_of(&place->class));
        KEY(CONTEXT_CLASS_LETTERS, place->letters << 4 | contexts_words_of(place), counts_of(&place->class));
    default:
        return key(CONTEXT_ALL, 0, 0);
    }
}

void context_keys(const struct context_place *place, uint64_t keys[CONTEXT_KINDS])
{
    for (int i = 0; i < CONTEXT_KINDS; i++)
        keys[i] = context_key(place, (enum context_kind)i);
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
