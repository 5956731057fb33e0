#include "link/match/match.h"

#include <math.h>

/* Lexemes at each side of a phrase that count as near it. */
enum { NEARBY = 25 };

/* --- the terms of the content --- */

/* A term of the content that is no sign. */
static bool features_text_is_word(const struct match *match, size_t lexeme)
{
    return match->occurrences->terms[lexeme] < OCCURRENCE_SKIP && match->lexed->lexemes[lexeme].kind != LEXEME_SIGN;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t *features_text_find_slot(const struct site_vocabulary *vocabulary, uint16_t key)
{
    size_t at = key * (size_t)40503 & vocabulary->mask; /* Knuth's multiplicative hash, of 16 bits */
    while (vocabulary->slots[at] && vocabulary->slots[at] >> 16 != key)
        at = (at + 1) & vocabulary->mask;
    return &vocabulary->slots[at];
}

/* The number of a key, 0: the content does not have it. */
static uint32_t features_text_number_of(const struct site_vocabulary *vocabulary, uint16_t key)
{
    return *features_text_find_slot(vocabulary, key) & UINT16_MAX;
}

/*
 * Numbers the terms and counts them; a content of more than 65,535 different ones does without the rest. terms: of each
 * number the term that has it.
 */
static void number_terms(struct match *match, uint32_t *terms)
{
    struct site_vocabulary *vocabulary = &match->vocabulary;
    for (size_t i = 0; i < match->lexed->count; i++) {
        if (!features_text_is_word(match, i))
            continue;
        uint16_t key = index_vector_key(match->occurrences->terms[i]);
        uint32_t *slot = features_text_find_slot(vocabulary, key);
        if (!*slot && vocabulary->count < UINT16_MAX) {
            *slot = (uint32_t)key << 16 | (uint32_t)++vocabulary->count;
            terms[vocabulary->count] = match->occurrences->terms[i];
        }
        vocabulary->at[i] = *slot & UINT16_MAX;
        vocabulary->content[vocabulary->at[i]]++;
    }
    vocabulary->content[0] = 0;
}

bool match_weigh_content(struct match *match)
{
    struct site_vocabulary *vocabulary = &match->vocabulary;
    size_t lexemes = match->lexed->count, cap = 1024;
    while (cap < lexemes * 2 && cap < (size_t)4 * UINT16_MAX)
        cap *= 2;
    vocabulary->mask = cap - 1;
    vocabulary->slots = ARENA_ARRAY(match->arena, cap, uint32_t);
    vocabulary->at = ARENA_ARRAY(match->arena, lexemes + 1, uint32_t);
    float *weights = vocabulary->content = ARENA_ARRAY(match->arena, lexemes + 1, float);
    uint32_t *terms = ARENA_ARRAY(match->arena, lexemes + 1, uint32_t);
    if (arena_failed(match->arena))
        return false;
    number_terms(match, terms);
    vocabulary->target = ARENA_ARRAY(match->arena, vocabulary->count + 1, float);
    vocabulary->seen = ARENA_ARRAY(match->arena, vocabulary->count + 1, uint32_t);
    double squares = 0;
    for (size_t i = 1; i <= vocabulary->count; i++) {
        float repeated = weights[i] > 1 ? logf(weights[i]) : 0; /* few are */
        weights[i] = (1 + repeated) * match->logs->idfs[match->index->terms[terms[i]].stats[TERM_PAGES]];
        squares += (double)(weights[i] * weights[i]);
    }
    float length = squares > 0 ? (float)sqrt(squares) : 1;
    for (size_t i = 1; i <= vocabulary->count; i++)
        weights[i] /= length;
    return vocabulary->target && vocabulary->seen;
}

/* --- features --- */

float match_similarity(const struct match *match, const struct index_page *page)
{
    float sum = 0;
    for (size_t i = 0; i < VECTOR_TERMS && page->weights[i]; i++)
        sum += (float)page->weights[i] / UINT8_MAX *
               match->vocabulary.content[features_text_number_of(&match->vocabulary, page->keys[i])];
    return sum;
}

/* The sum of the weights that the words around the phrase have in the target. Each word counts once. */
static float nearby(const struct match *match, const struct occurrence *occurrence, const float *target,
                    uint32_t seen_number)
{
    const struct site_vocabulary *vocabulary = &match->vocabulary;
    size_t from = occurrence->first > NEARBY ? occurrence->first - NEARBY : 0;
    size_t to = occurrence->last + NEARBY < match->lexed->count ? occurrence->last + NEARBY : match->lexed->count;
    float sum = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        vocabulary->seen[vocabulary->at[i]] = seen_number;
    for (size_t i = from; i < to; i++) {
        uint32_t number = vocabulary->at[i];
        if (target[number] > 0 && vocabulary->seen[number] != seen_number) {
            vocabulary->seen[number] = seen_number;
            sum += target[number];
        }
    }
    return sum;
}

/* The weight that the phrase's own words have in the target. */
static float overlap(const struct match *match, const struct occurrence *occurrence, const float *target)
{
    float sum = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        sum += target[match->vocabulary.at[i]];
    return sum;
}

void match_text_target(struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    const struct site_vocabulary *vocabulary = &match->vocabulary;
    uint32_t numbers[VECTOR_TERMS], count = 0;
    float similarity = 0;
    for (size_t i = 0; i < VECTOR_TERMS && page->weights[i]; i++) {
        uint32_t number = features_text_number_of(vocabulary, page->keys[i]);
        if (!number)
            continue;
        float weight = (float)page->weights[i] / UINT8_MAX;
        similarity += weight * vocabulary->content[number];
        vocabulary->target[number] = weight;
        numbers[count++] = number;
    }
    uint32_t seen_number = (uint32_t)(proposal - match->proposals) + 1;
    out[FEATURE_NEARBY] = nearby(match, proposal->use->occurrence, vocabulary->target, seen_number);
    out[FEATURE_TITLE_OVERLAP] = overlap(match, proposal->use->occurrence, vocabulary->target);
    out[FEATURE_SIMILARITY] = similarity;
    for (uint32_t i = 0; i < count; i++)
        vocabulary->target[numbers[i]] = 0;
}
