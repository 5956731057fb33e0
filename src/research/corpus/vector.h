/* Texts as weighted terms. Everything is summed in the order of term numbers, so that the same text gives the same
 * figures. */
#ifndef COPYDESK_RESEARCH_CORPUS_VECTOR_H
#define COPYDESK_RESEARCH_CORPUS_VECTOR_H

#include "text/vocabulary.h"

struct term {
    uint32_t id;
    double weight;
};

struct vector {
    struct term *terms; /* ascending ids, each once */
    size_t count;
    double norm; /* Euclidean length */
};

/* Counts numbers into a vector of frequencies; norm is not set. */
enum status vector_from_numbers(struct arena *arena, const uint32_t *numbers, size_t count, struct vector *vector,
                                struct error *err);

/* The same of content words. */
enum status vector_from_words(struct vocabulary *vocabulary, const struct word *words, size_t count,
                              struct vector *vector, struct error *err);

/* Multiplies each weight by the inverse document frequency of its term (ids from `known` on: `rarest`) and sets the
 * norm. */
void vector_weigh(struct vector *vector, const double *idf, size_t known, double rarest);

/* Gives all terms one weight and sets the norm. */
void vector_flatten(struct vector *vector);

double vector_cosine(const struct vector *a, const struct vector *b);

/* The share of a's weight (squared) whose terms are in b too, 0-1. */
double vector_coverage(const struct vector *a, const struct vector *b);

/* Takes the terms of `what` out, unless no other would be left. */
void vector_without(struct vector *vector, const struct vector *what);

/* Sum of unweighted vectors. */
enum status vector_sum(struct arena *arena, const struct vector *const *parts, size_t count, struct vector *sum,
                       struct error *err);

#endif
