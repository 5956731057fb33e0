/*
 * The index file of a site. All numbers are in the byte order of the machine that wrote it; from header.byte_order
 * another machine sees that the order is not its own. The header is followed by the sections, each an array of one
 * record type, aligned to 8 bytes, in the order of enum index_section_id. Records refer to each other by number, to
 * text by an offset into SECTION_TEXT. The file never changes once it is written: a new index is a new file in its
 * place.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_FORMAT_H
#define COPYDESK_LINK_INDEX_INDEX_FORMAT_H

#include "base/base.h"

#include <stdint.h>

#define INDEX_MAGIC "copydesk" /* 8 bytes, without a NUL */

enum { INDEX_VERSION = 1, INDEX_BYTE_ORDER = 0x01020304 };

enum index_section_id {
    SECTION_TEXT,       /* char: URLs, titles, words, one after the other */
    SECTION_PAGES,      /* struct index_page */
    SECTION_WORDS,      /* struct index_word; its number is the word id */
    SECTION_WORD_SLOTS, /* uint32_t, a power of two of them: hash table, word id + 1, 0: free, linear probing */
    SECTION_EDGES,      /* struct index_edge, a power of two of them: hash table of the trie, linear probing */
    SECTION_NODES,      /* uint32_t per trie node: phrase + 1, 0: no phrase ends here. Node 0 is the root */
    SECTION_PHRASES,    /* struct index_phrase */
    SECTION_TARGETS,    /* struct index_target, those of a phrase together, the most linked first */
    SECTION_TERMS,      /* struct index_term, those of a page together, ordered by word */
    SECTION_COUNT
};

struct index_section {
    uint64_t offset; /* bytes from the start of the file */
    uint64_t count;  /* records */
};

struct index_header {
    char magic[8];
    uint32_t version, byte_order;
    uint64_t file_size;
    uint64_t anchor_count; /* links in running text between pages of the site */
    uint64_t reserved;
    struct index_section sections[SECTION_COUNT];
};

struct index_text {
    uint32_t offset, length;
};

struct index_page {
    struct index_text url, title;
    struct index_text key;           /* the URL in the form in which URLs are compared */
    uint32_t first_term, term_count; /* SECTION_TERMS: what the page is about */
    uint32_t links_out;              /* pages that it links to from running text */
};

struct index_word {
    struct index_text text;
    uint32_t page_count; /* pages that hold it */
    uint32_t reserved;
};

/* From a trie node by a word to the next node; child 0: free slot (nothing leads to the root). */
struct index_edge {
    uint32_t node, word, child;
};

struct index_phrase {
    uint32_t first_target, target_count; /* SECTION_TARGETS */
    uint32_t page_count;                 /* pages whose running text holds the phrase, linked or not */
    uint32_t linking_page_count;         /* of these, the ones that link to any page of the site */
    uint32_t length;                     /* lexemes */
    uint32_t title_count;                /* pages of which it is a title */
};

/* How a phrase names a page, best first. */
enum title_kind { TITLE_WHOLE, TITLE_HEAD, TITLE_PART, TITLE_NONE };

struct index_target {
    uint32_t page;
    uint32_t link_count; /* pages that link the phrase to this page from running text */
    uint32_t list_count; /* pages that do so in a block that holds nothing else: lists, navigation */
    uint32_t title_kind; /* enum title_kind */
};

/* A word of a page and its weight: tf-idf; the vector of all weights of a page has length 1. */
struct index_term {
    uint32_t word;
    float weight;
};

/* Bytes of one record of a section. */
size_t index_record_size(enum index_section_id section);

/* Hashes of the file's tables. Unkeyed, since the file outlives the process; a bad distribution only costs time. */
uint64_t index_hash_text(struct str text);
uint64_t index_hash_edge(uint32_t node, uint32_t word);

#endif
