/* Stems as numbers, in the order in which they are first seen, and what a rare one is worth. */
#ifndef COPYDESK_TEXT_VOCABULARY_H
#define COPYDESK_TEXT_VOCABULARY_H

#include "text/words.h"

#include <stdint.h>

#define NO_WORD UINT32_MAX

struct vocabulary {
    struct map numbers; /* stem -> number + 1 as a pointer-sized integer; entries are in the order of the numbers */
    struct arena *arena;
};

void vocabulary_init(struct vocabulary *vocabulary, struct arena *arena);

/* The number of a stem, which is copied when it is new. NO_WORD when memory ran out, which the vocabulary's arena
 * notes.
 */
uint32_t vocabulary_number(struct vocabulary *vocabulary, struct str stem);

/* The number of a stem; NO_WORD: it was not seen. */
uint32_t vocabulary_find(const struct vocabulary *vocabulary, struct str stem);

/* The stem with that number. */
struct str vocabulary_stem(const struct vocabulary *vocabulary, uint32_t number);

/* The numbers of the stems of the words, function words too: an array in the arena, NULL when that ran out of memory.
 */
uint32_t *vocabulary_numbers(struct vocabulary *vocabulary, struct arena *arena, const struct word *words,
                             size_t count);

/* Inverse document frequency of what so many of all texts say, as BM25 has it, kept positive (Robertson, Zaragoza, The
 * Probabilistic Relevance Framework, 2009). */
double word_rarity(double texts, double all);

/*
 * BM25 of a word of that weight that a text has so many times (of several fields: their sum, BM25F); at most the
 * weight. The usual constants (the same paper): how soon more times add little, and how much times count less in a long
 * text.
 */
#define BM25_K1 1.2
#define BM25_B  0.75

static inline double bm25_worth(double weight, double times)
{
    return weight * times / (times + BM25_K1);
}

#endif
