/*
 * An index while it is built: everything about the pages of a site, as streams of word ids. Each part adds to it:
 *   builder_pages.c    reads the pages
 *   builder_phrases.c  collects phrases, counts where they stand and what they link to
 * and build.c computes what each page is about and writes the file.
 */
#ifndef COPYDESK_LINK_INDEX_BUILDER_H
#define COPYDESK_LINK_INDEX_BUILDER_H

#include "link/index/index_format.h"
#include "link/index/table.h"
#include "link/link.h"

/*
 * An item of a stream is a word id, or STREAM_BREAK where no phrase may cross. STREAM_INNER is set in items that
 * continue the word before them, so that no phrase begins there.
 */
#define STREAM_INNER 0x80000000u
#define STREAM_BREAK 0xFFFFFFFFu

static inline uint32_t stream_word(uint32_t item)
{
    return item & ~(uint32_t)STREAM_INNER;
}

struct builder_anchor {
    size_t first, last; /* in the stream of its page, last exclusive */
    size_t name;        /* where the name begins, after a section number; `first` when there is none */
    struct str key;     /* url_key of the page that it links to */
    bool fills_block;   /* nothing else stands in its block: a list or navigation, no running text */
};

struct builder_page {
    struct str url, title, key; /* key: url_key */
    uint32_t *stream;           /* the running text: what stands outside of headings, code and navigation */
    size_t length;
    uint32_t *title_stream;
    size_t title_length;
    struct builder_anchor *anchors;
    size_t anchor_count;
    uint32_t links_out; /* other pages of the site that it links to, in running text */
};

struct builder_word {
    struct str text;
    uint32_t page_count, last_page; /* last_page: number + 1 of the page counted last */
    bool is_sign;
};

struct builder_phrase {
    struct index_phrase record;
    uint32_t last_page, last_title_page; /* number + 1 of the page counted last */
};

/* A phrase and a page that it names. */
struct builder_target {
    uint32_t phrase;
    struct index_target record;
    uint32_t last_link_page, last_list_page; /* number + 1 of the page counted last */
};

struct builder {
    struct arena *arena;   /* of all that the builder points at */
    struct map vocabulary; /* folded word -> number + 1 */
    struct builder_word *words;
    size_t word_count, word_cap;
    struct map page_numbers; /* absolute URL -> number + 1 */
    struct map page_keys;    /* url_key -> number + 1 of the first page with it */
    struct builder_page *pages;
    size_t page_count, page_cap;
    struct table edges; /* the trie: (node, word) -> child */
    uint32_t *nodes;    /* per node: phrase + 1 */
    size_t node_count, node_cap;
    struct builder_phrase *phrases;
    size_t phrase_count, phrase_cap;
    struct table target_numbers; /* (phrase, page) -> number + 1 */
    struct builder_target *targets;
    size_t target_count, target_cap;
    uint64_t anchor_count;
};

/*
 * vec_room in the builder's arena. NULL also when the number of one more entry would not fit into an item of a
 * stream.
 */
void *builder_room(struct builder *builder, void *items, size_t count, size_t *cap, size_t size);

/* Reads all pages. E_INVALID for one without a usable URL; what `next` returns; E_MEMORY. */
enum status builder_read_pages(struct builder *builder, link_next_page next, void *context, struct error *err);

/* Collects the phrases of titles and links, and counts them over all pages. E_MEMORY. */
enum status builder_find_phrases(struct builder *builder, struct error *err);

#endif
