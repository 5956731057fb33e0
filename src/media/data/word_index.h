/*
 * Entries found by the stems of their words, whatever their language: it is told from a sample of the texts, English
 * where it cannot be told. Entries are numbers from 0. The index lives in an arena and does not change once it is
 * filled.
 */
#ifndef COPYDESK_MEDIA_DATA_WORD_INDEX_H
#define COPYDESK_MEDIA_DATA_WORD_INDEX_H

#include "text/words.h"

struct word_index;

struct word_hit {
    size_t entry;
    size_t matched; /* different words of the query that it has */
    int weight;     /* of the fields that have them, summed */
    int heaviest;   /* the largest of these weights */
    bool has_all;   /* of the query's words */
    double tie;     /* 0; the caller's: what decides between equals, the larger first */
};

enum status word_index_new(struct arena *arena, struct str sample, struct word_index **index, struct error *err);

/* The same, of a language that is known; NULL: words are found as they are, without stems. */
enum status word_index_in(struct arena *arena, const struct language *language, struct word_index **index,
                          struct error *err);

/* Adds the words of a field; text may be NULL. Entries come in ascending order. A word counts once for an entry, with
 * the largest weight among its fields. */
enum status word_index_add(struct word_index *index, size_t entry, const char *text, int weight, struct error *err);

/* The words of a query, function words among them. */
enum status word_index_split(const struct word_index *index, struct arena *arena, struct str query, struct word **words,
                             size_t *count, struct error *err);

/* Has an entry this word? */
bool word_index_has(const struct word_index *index, const struct word *word);

/* The entries that have at least one of the words, in their order; function words and repeated words do not count.
 * allowed: by entry, or NULL for all. The array lives in the arena. */
enum status word_index_find(const struct word_index *index, struct arena *arena, const struct word *words, size_t count,
                            const bool *allowed, struct word_hit **hits, size_t *hit_count, struct error *err);

/* Keeps those that match at least half as many words as the best. Gives how many. */
size_t word_hits_prune(struct word_hit *hits, size_t count);
/* The best first: by matched words, weight, tie, entry. */
void word_hits_sort(struct word_hit *hits, size_t count);

#endif
