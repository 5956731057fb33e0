#include "link/index/contexts.h"

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

static uint32_t name_of(const struct context_class *class)
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

static uint32_t words_of(const struct context_place *place)
{
    enum { MOST_WORDS = 6 };
    return place->words < MOST_WORDS ? place->words : MOST_WORDS;
}

uint64_t context_key(const struct context_place *place, enum context_kind kind)
{
    switch (kind) {
    case CONTEXT_PREVIOUS:
        return key(kind, place->previous, 0);
    case CONTEXT_NEXT:
        return key(kind, place->next, 0);
    case CONTEXT_BLOCK:
        return key(kind, place->block, 0);
    case CONTEXT_MARKS:
        return key(kind, place->marks & CONTEXT_MARK_BITS, 0);
    case CONTEXT_SECTION:
        return key(kind, (uint32_t)place->section, (uint32_t)(place->section >> 32));
    case CONTEXT_POSITION:
        return key(kind, place->tenth, 0);
    case CONTEXT_FOLDER:
        return key(kind, place->from, 0);
    case CONTEXT_TO:
        return key(kind, place->to, 0);
    case CONTEXT_PAIR:
        return key(kind, place->from, place->to);
    case CONTEXT_BETWEEN:
        return key(kind, place->previous, place->next);
    case CONTEXT_PHRASE_PREVIOUS:
        return key(kind, place->phrase, place->previous);
    case CONTEXT_PHRASE_NEXT:
        return key(kind, place->phrase, place->next);
    case CONTEXT_FORM:
        return key(kind, place->phrase, place->form << 3 | place->letters);
    case CONTEXT_EXACT_FIRST:
        return key(kind, place->edges.first, 0);
    case CONTEXT_EXACT_LAST:
        return key(kind, place->edges.last, 0);
    case CONTEXT_EXACT_PREVIOUS:
        return key(kind, place->edges.before, 0);
    case CONTEXT_EXACT_NEXT:
        return key(kind, place->edges.behind, 0);
    case CONTEXT_EXACT_FORM:
        return key(kind, place->phrase, place->form << 3 | place->letters);
    case CONTEXT_EXACT_SHAPE:
        return key(kind, place->edges.shape, 0);
    case CONTEXT_EXACT_BEFORE:
        return key(kind, place->edges.before, place->edges.first);
    case CONTEXT_EXACT_BEHIND:
        return key(kind, place->edges.last, place->edges.behind);
    case CONTEXT_LENGTH:
        return key(kind, words_of(place), place->letters);
    case CONTEXT_CLASS_NAME:
        return key(kind, name_of(&place->class), words_of(place));
    case CONTEXT_CLASS_COUNTS:
        return key(kind, name_of(&place->class), counts_of(&place->class));
    case CONTEXT_CLASS_LETTERS:
        return key(kind, place->letters << 4 | words_of(place), counts_of(&place->class));
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
