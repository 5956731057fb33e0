/* Collects the words of excerpts, one after the other, and makes the index of them. */
#ifndef COPYDESK_RESEARCH_EXCERPT_INDEX_BUILDER_H
#define COPYDESK_RESEARCH_EXCERPT_INDEX_BUILDER_H

#include "research/excerpt/excerpt_index.h"

struct index_builder {
    struct arena *arena; /* for the time of building */
    struct vocabulary vocabulary;
    word_use *uses;
    uint32_t *first;
    uint16_t *lengths;
    uint32_t *titles, *title_first;
    size_t use_count, uses_cap, excerpt_count, first_cap, lengths_cap;
    size_t title_count, titles_cap, page_count, title_first_cap;
    struct error *err;
};

void excerpt_index_open(struct index_builder *builder, struct arena *arena, struct error *err);

/* Adds the next page by the words of its title, then its excerpts by theirs. Stop words are left out, also those of the
 * language of the page (may be NULL). E_MEMORY, E_LIMIT. */
enum status excerpt_index_add_page(struct index_builder *builder, const struct word *title, size_t count);
enum status excerpt_index_add_excerpt(struct index_builder *builder, const struct word *text, size_t text_count,
                                      const struct word *heading, size_t heading_count,
                                      const struct language *language);

/* The index, in the arena. E_MEMORY. */
enum status excerpt_index_finish(struct index_builder *builder, struct arena *arena, const struct language *language,
                                 struct excerpt_index **index, struct error *err);

#endif
