/*
 * shingles: do two texts say the same? A text is taken as the set of its runs of neighbouring words, as hashes
 * (A. Broder, On the resemblance and containment of documents, 1997), and two sets are compared. Nothing is stemmed or
 * folded here: the caller says what a word is by the number that it gives for it, hash_of(stem, HASH_EMPTY) or one of
 * a vocabulary. The same words give the same shingles on every run.
 *
 * What is compared in copydesk, each by its own measure:
 *
 *   what                                 words  measure      says the same from
 *   sentences of the sources, stems      3      overlap      0.6 in one page, 0.5 with what the article says
 *   documents of a library, stems        3      resemblance  0.95 all are taken, 0.7 the best are
 *                                               held         0.6
 *   excerpts shown to a model, stems     4      held by all  0.8
 *                                               before
 *   pages of the web, folded             5      resemblance  0.8
 *   a model's text and its source        5      held         one run is copied
 *   sentences of an article, folded      6      held         one run, and nothing that one alone says
 *
 * Sentences are short, so that their runs must be: one changed word in twelve leaves seven runs of three in ten, and
 * four of six in seven. Pages share idioms of three words, and hardly one of five. Six words in a row are no accident
 * within one article, which keeps coming back to its subject.
 */
#ifndef COPYDESK_TEXT_SHINGLES_H
#define COPYDESK_TEXT_SHINGLES_H

#include "text/words.h"

enum {
    SHINGLE_SENTENCE = 3,
    SHINGLE_DOCUMENT = 3,
    SHINGLE_EXCERPT = 4,
    SHINGLE_PAGE = 5,
    SHINGLE_COPIED = 5, /* prompts ask for at most four words in a row of a passage */
    SHINGLE_REPETITION = 6,
};

/* Share of the shingles of the shorter of two sentences from which one of them repeats the other. */
#define SENTENCE_SAID   0.5 /* the article says it already: half is enough, it is as well left out */
#define SENTENCE_REPEAT 0.6 /* both stand in one page, which may say different things in the same way */

/*
 * Turns the numbers of a text's words into those of its runs, in place and in the order of the text: the first of them
 * stands for words 0 to run-1. Returns how many there are; 0 when the text has fewer words.
 */
size_t shingles_roll(uint64_t *words, size_t count, size_t run);

/* The same as a set, in the memory of the numbers. */
struct hashes shingles_of(uint64_t *words, size_t count, size_t run);

/* The same of folded words; the set is in the arena. E_MEMORY. */
enum status shingles_of_words(struct arena *arena, const struct word *words, size_t count, size_t run,
                              struct hashes *shingles, struct error *err);

/* The share of `one` that stands in the other too, 0-1; 0 of an empty set. */
double shingles_held(const struct hashes *one, const struct hashes *other);

/* Does at least that share of the smaller set stand in the other too? Not when one is empty. Sets that are not alike
 * are read a part of the way alone. */
bool shingles_overlap(const struct hashes *a, const struct hashes *b, double least);

/*
 * The share of all that both have in common, 0-1, told by the `most` smallest of both together, so that no more of each
 * set has to be kept: the standard error is sqrt(r(1-r)/most), 1.3 % at 0.8 by 1,024, and 0 where both are smaller.
 */
double shingles_resemblance(const struct hashes *a, const struct hashes *b, size_t most);

#endif
