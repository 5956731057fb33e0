#include "link/match/match.h"

#include <math.h>

/* Lexemes at each side of a phrase that count as near it. */
enum { NEARBY = 25 };

/* A term of the content that is no sign. */
static bool is_word(const struct match *match, size_t lexeme)
{
    return match->occurrences->terms[lexeme] < OCCURRENCE_SKIP && match->lexed->lexemes[lexeme].kind != LEXEME_SIGN;
}

static uint16_t key_at(const struct match *match, size_t lexeme)
{
    return index_vector_key(match->occurrences->terms[lexeme]);
}

void match_weigh_content(struct match *match)
{
    const struct lexed *lexed = match->lexed;
    double squares = 0;
    for (size_t i = 0; i < lexed->count; i++)
        if (is_word(match, i))
            match->content[key_at(match, i)]++;
    /* Each term is weighed where it stands first; a negative weight marks it as done. */
    for (size_t i = 0; i < lexed->count; i++) {
        float *weight = is_word(match, i) ? &match->content[key_at(match, i)] : NULL;
        if (!weight || *weight <= 0)
            continue;
        float idf = (float)index_idf(match->index, match->occurrences->terms[i]);
        *weight = -(1 + logf(*weight)) * idf;
        squares += (double)(*weight * *weight);
    }
    float length = squares > 0 ? (float)sqrt(squares) : 1;
    for (size_t i = 0; i < lexed->count; i++) {
        float *weight = is_word(match, i) ? &match->content[key_at(match, i)] : NULL;
        if (weight && *weight < 0)
            *weight = -*weight / length;
    }
}

float match_similarity(const struct match *match, const struct index_page *page)
{
    float sum = 0;
    for (size_t i = 0; i < VECTOR_TERMS; i++)
        sum += (float)page->weights[i] / UINT8_MAX * match->content[page->keys[i]];
    return sum;
}

static void set_target(struct match *match, const struct index_page *page, bool set)
{
    for (size_t i = 0; i < VECTOR_TERMS; i++)
        match->target[page->keys[i]] = set ? (float)page->weights[i] / UINT8_MAX : 0;
}

/* The sum of the weights that the words around the phrase have in the target. Each word counts once. */
static float nearby(struct match *match, const struct occurrence *occurrence)
{
    size_t from = occurrence->first > NEARBY ? occurrence->first - NEARBY : 0;
    size_t to = occurrence->last + NEARBY < match->lexed->count ? occurrence->last + NEARBY : match->lexed->count;
    float sum = 0;
    match->seen_number++;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        if (is_word(match, i))
            match->seen[key_at(match, i)] = match->seen_number;
    for (size_t i = from; i < to; i++) {
        if (!is_word(match, i) || match->seen[key_at(match, i)] == match->seen_number)
            continue;
        match->seen[key_at(match, i)] = match->seen_number;
        sum += match->target[key_at(match, i)];
    }
    return sum;
}

/* The weight that the phrase's own words have in the target. */
static float overlap(const struct match *match, const struct occurrence *occurrence)
{
    float sum = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        if (is_word(match, i))
            sum += match->target[key_at(match, i)];
    return sum;
}

void match_text_features(struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    set_target(match, page, true);
    out[FEATURE_NEARBY] = nearby(match, proposal->use->occurrence);
    out[FEATURE_TITLE_OVERLAP] = overlap(match, proposal->use->occurrence);
    set_target(match, page, false);
    out[FEATURE_SIMILARITY] = match_similarity(match, page);
}
