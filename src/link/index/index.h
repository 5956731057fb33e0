/*
 * index: the index file of a site, built once and then only read.
 *
 *   link.h           link_build, link_open, link_close, link_page_count: declared there, defined in this folder
 *   index.h          this file: reading an open index
 *   index_format.h   the file: its records, their sizes, the hashes of its tables
 *   index_write.h    collects records and writes the file
 *   builder.h        what is known of a site while its index is built (builder_pages.c, builder_phrases.c)
 *   build.c          runs the builder, computes what each page is about, and fills the file
 *   titles.h         the phrases in a title that name its page
 *   table.h          hash table from a pair of numbers to a number
 *   url_key.h        the form in which URLs are compared
 *
 * Everything but the open index lives in the arena of the build and goes with it. An open index is mapped memory that
 * never changes: any number of threads may read it until link_close.
 *
 * What the file says is never trusted: records out of range read as empty, so that a damaged or hostile file gives
 * worse links and nothing else.
 */
#ifndef COPYDESK_LINK_INDEX_H
#define COPYDESK_LINK_INDEX_H

#include "link/index/index_format.h"
#include "link/link.h"

struct link_index {
    const unsigned char *data; /* the mapped file */
    size_t size;
    int file;                   /* a descriptor, open as long as the index is: index_check_size asks for its size */
    struct index_header header; /* a copy, so that what was checked stays true whatever becomes of the file */
    const struct index_page *pages;
    const struct index_word *words;
    const uint32_t *word_slots;
    const struct index_edge *edges;
    const uint32_t *nodes;
    const struct index_phrase *phrases;
    const struct index_target *targets;
    const struct index_term *terms;
};

#define INDEX_NO_WORD   UINT32_MAX
#define INDEX_NO_PHRASE UINT32_MAX
enum { INDEX_NO_NODE = 0 };

/* Records of a section. */
size_t index_count(const struct link_index *index, enum index_section_id section);

/* Points into the mapped file; "" when the text is out of range. */
struct str index_text(const struct link_index *index, struct index_text text);

/* The id of a folded word, INDEX_NO_WORD when the site does not have it. */
uint32_t index_find_word(const struct link_index *index, struct str text);

/* The child of a trie node, INDEX_NO_NODE when there is none. */
uint32_t index_find_child(const struct link_index *index, uint32_t node, uint32_t word);

/* The phrase that ends at a node, INDEX_NO_PHRASE when there is none. */
uint32_t index_phrase_at(const struct link_index *index, uint32_t node);

/* How many of the records [first, first + count) the section really has. */
size_t index_clip(const struct link_index *index, enum index_section_id section, uint32_t first, uint32_t count);

/* Checks that the file is still as long as when it was mapped, since reading past its end is fatal. E_CORRUPT; E_IO. */
enum status index_check_size(const struct link_index *index, struct error *err);

/* Fields that only mean something within a range. What is outside of it reads as TITLE_NONE, and as the weight 0. */
enum title_kind index_title_kind(const struct index_target *target);
float index_weight(const struct index_term *term);

/* How rare a word is: ln((pages + 1) / (pages that hold it + 0.5)). */
double index_idf(const struct link_index *index, uint32_t word);

#endif
