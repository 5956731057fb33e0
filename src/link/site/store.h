/* How a site is kept while its index is built: for this folder, and for build/, which begins and ends it. */
#ifndef COPYDESK_LINK_SITE_STORE_H
#define COPYDESK_LINK_SITE_STORE_H

#include "base/system/numbers.h"
#include "base/system/spool.h"
#include "link/audit/suggestions.h"
#include "link/index/symbols.h"
#include "link/lessons/lessons.h"
#include "link/site/forms.h"
#include "link/site/site.h"

/* Of FRAME_TEXTS, the texts of blocks: how many pages have one. */
struct block_text {
    uint32_t pages, last_page; /* last_page: plus one */
};

/*
 * How many titles and headings hold the same words. Only small numbers matter, so that a table of bytes is enough: each
 * text counts in two of them, and the smaller one is taken (Cormode, Muthukrishnan: An improved data stream summary,
 * the count-min sketch, 2005). A text may seem more common than it is, but never rarer.
 */
struct rarity {
    uint8_t *cells;
    size_t count;
};

/* Pages in further languages count as pages in the main one. */
enum { SITE_LANGUAGES = 64 };

/* A node of the trie, and how it was reached. A parent has a lower number than its children. */
struct site_node {
    uint32_t parent, term;
    uint32_t phrase; /* that ends here, plus one; 0: none does */
};

/* That the third pass makes a phrase name a page, as phrase << 32 | page. */
typedef uint64_t site_pair;

struct site_store {
    const struct link_build_options *options;
    const char *step;    /* for options->progress */
    bool failed;         /* memory ran out (site_fail) */
    struct arena *arena; /* of what lives until the end, and is little */
    struct forms forms;
    struct spool spool;
    struct audit *audit;                /* the links between the pages */
    struct audit_records audit_records; /* the same, as they are written */
    struct suggestions *suggestions;
    struct block_text *texts; /* FRAME_TEXTS of them */
    size_t frame_cap;
    struct buf sample;           /* of URLs and titles */
    struct symbols symbols;      /* made of it when the index is written */
    uint64_t *titles;            /* word_hash of the title of each page, found then */
    struct rarity rarity;        /* of parts of titles, and headings */
    struct numbers page_numbers; /* hash of the url_key -> page plus one */
    size_t page_cap;

    const struct language *languages[SITE_LANGUAGES]; /* [0]: the main one; NULL: not known */
    size_t language_count;
    uint32_t votes[SITE_LANGUAGES]; /* pages that name the language, or are found to be written in it */
    bool pages_name_languages;

    struct sample lesson_pages; /* pages to learn from */
    bool is_learning;           /* what is counted now is for that, and will be counted again */

    struct numbers edges; /* index_hash_edge of (node, term) -> node */
    uint64_t *filter;     /* bits, one of which is set for each edge: most of what is looked up is not there */
    size_t filter_bits;
    struct site_node *nodes; /* node 0 is the root */
    uint32_t node_count;
    size_t node_cap, phrase_cap;
    site_pair *pairs;
    size_t pair_count, pair_cap;
    size_t distinct_pairs; /* the first so many are in order, each once */
};

/* The child of a node of the trie by a term; 0: there is none. */
static inline uint32_t store_find_child(const struct site *site, uint32_t node, uint32_t term)
{
    return node ? numbers_get(&site->store->edges, index_hash_edge(node, term)) : site->terms[term].node;
}

/* May there be an edge with that hash? Once the phrases are complete. */
static inline bool store_may_have_edge(const struct site_store *store, uint64_t hash)
{
    size_t bit = (size_t)hash & (store->filter_bits - 1);
    return store->filter[bit / 64] >> bit % 64 & 1;
}

/*
 * Tells the caller how far the present step has come (while lessons are learned, only that it goes on): when `done` is
 * a multiple of some hundreds, or all. E_CANCELLED.
 */
enum status store_progress(const struct site_store *store, uint64_t done, uint64_t total, struct error *err);

/* A table for so many pages. False: memory ran out. */
bool rarity_init(struct rarity *rarity, uint32_t page_count);
void rarity_free(struct rarity *rarity);

void rarity_add(struct rarity *rarity, uint64_t hash);

/* How often it was added; 255: or more. */
unsigned rarity_of(const struct rarity *rarity, uint64_t hash);

#endif
