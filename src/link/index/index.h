/*
 * Reading an index file. What the file says is never trusted: records out of range read as empty, so that a damaged file gives
 * worse links and nothing else.
 */
#ifndef COPYDESK_LINK_INDEX_H
#define COPYDESK_LINK_INDEX_H

#include "base/base.h"
#include "link/index/index_format.h"
#include "link/link.h"

struct link_index {
    const unsigned char *data; /* the mapped file */
    size_t size;
    int file;                   /* open as long as the index is, to see whether its size changes */
    struct index_header header; /* a copy: what was checked stays so, whatever becomes of the file */
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

/* Hashes of the file's tables. Unkeyed, since the file outlives the process; a bad distribution only costs time. */
uint64_t index_hash_text(struct str text);
uint64_t index_hash_edge(uint32_t node, uint32_t word);

size_t index_record_size(enum index_section_id section);
size_t index_count(const struct link_index *index, enum index_section_id section);

struct str index_text(const struct link_index *index, struct index_text text);

/* The id of a folded word, INDEX_NO_WORD when the site does not have it. */
uint32_t index_find_word(const struct link_index *index, struct str text);

/* The child of a trie node, INDEX_NO_NODE when there is none. */
uint32_t index_find_child(const struct link_index *index, uint32_t node, uint32_t word);

/* The phrase that ends at a node, INDEX_NO_PHRASE when there is none. */
uint32_t index_phrase_at(const struct link_index *index, uint32_t node);

/* How many of the records [first, first + count) of a section are there. */
size_t index_clip(const struct link_index *index, enum index_section_id section, uint32_t first, uint32_t count);

/* Is the file still as long as it was when it was mapped? Reading past its end would be fatal. E_CORRUPT otherwise. */
enum status index_check_size(const struct link_index *index, struct error *err);

/* Numbers that only mean something within their range: TITLE_NONE, and 0 to 1 with 0 for anything else, in place of the rest. */
enum title_kind index_title_kind(const struct index_target *target);
float index_weight(const struct index_term *term);

/* How rare a word is: ln((pages + 1) / (pages that hold it + 0.5)). */
double index_idf(const struct link_index *index, uint32_t word);

#endif
