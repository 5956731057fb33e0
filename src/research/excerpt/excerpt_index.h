/*
 * The words of excerpts: which stems each of them says how often, in its text and in the headings above it, and what a
 * stem is worth. Built once, then only read.
 *
 * It is kept small, since every article in flight has one: about 4 bytes for each different word of an excerpt.
 */
#ifndef COPYDESK_RESEARCH_EXCERPT_EXCERPT_INDEX_H
#define COPYDESK_RESEARCH_EXCERPT_EXCERPT_INDEX_H

#include "research/excerpt/excerpt.h"

/* One word of an excerpt, in 32 bits: its number, times in the headings (0-3), times in the text (0-63). */
typedef uint32_t word_use;
enum { TEXT_TIMES_MAX = 63, HEADING_TIMES_MAX = 3, WORD_NUMBER_BITS = 24 };

static inline uint32_t use_word(word_use use)
{
    return use >> 8;
}

static inline unsigned use_in_text(word_use use)
{
    return use & 0x3F;
}

static inline unsigned use_in_heading(word_use use)
{
    return use >> 6 & 3;
}

struct excerpt_index {
    const struct language *language; /* by whose stems all is indexed; may be NULL */
    size_t word_count, excerpt_count, page_count;
    const char *letters;     /* the stems one behind the other, in byte order */
    const uint32_t *starts;  /* where each begins; word_count + 1 of them */
    const float *weights;    /* inverse document frequency of each */
    float rarest;            /* the largest of them; also that of words that are in no excerpt */
    const word_use *uses;    /* of all excerpts, ascending in each */
    const uint32_t *first;   /* where those of an excerpt begin; excerpt_count + 1 */
    const float *norms;      /* Euclidean length of each excerpt's weighted words */
    const uint16_t *lengths; /* content words of each excerpt's text */
    float mean_length;
    const uint32_t *titles;      /* words of the titles of pages, ascending in each */
    const uint32_t *title_first; /* page_count + 1 */
};

/* The number of a stem; NO_WORD when no excerpt, heading or title has it. */
uint32_t excerpt_index_word(const struct excerpt_index *index, struct str stem);

/* What a word is worth; word may be NO_WORD. */
double excerpt_index_weight(const struct excerpt_index *index, uint32_t word);

/* How the excerpt uses the word; 0: not at all. */
word_use excerpt_index_use(const struct excerpt_index *index, size_t excerpt, uint32_t word);

bool excerpt_index_title_has(const struct excerpt_index *index, size_t page, uint32_t word);

/* Likeness of two excerpts, 0-1: the cosine of their weighted words. */
double excerpt_index_likeness(const struct excerpt_index *index, size_t a, size_t b);

/* Collects the words of excerpts, one after the other, and makes the index of them. */
struct index_builder {
    struct arena *arena; /* for the time of building */
    struct vocabulary vocabulary;
    word_use *uses;
    uint32_t *first;
    uint16_t *lengths;
    uint32_t *titles, *title_first;
    size_t use_count, uses_cap, excerpt_count, first_cap, length_count, lengths_cap;
    size_t title_count, titles_cap, page_count, title_first_cap;
};

/* arena: for the time of building; it notes where memory runs out, and what was added then is less than it should be.
 */
void excerpt_index_open(struct index_builder *builder, struct arena *arena);

/* Adds the next page by the words of its title, then its excerpts by theirs. Stop words are left out, also those of the
 * language of the page (may be NULL). E_LIMIT: too many words. */
void excerpt_index_add_page(struct index_builder *builder, const struct word *title, size_t count);
enum status excerpt_index_add_excerpt(struct index_builder *builder, const struct word *text, size_t text_count,
                                      const struct word *heading, size_t heading_count, const struct language *language,
                                      struct error *err);

/* The index of all that was added, in the arena; NULL when memory ran out. */
struct excerpt_index *excerpt_index_finish(struct index_builder *builder, struct arena *arena,
                                           const struct language *language);

#endif
