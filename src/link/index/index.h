/*
 * index: the index file of a site, built once (build/build.h) and then only read.
 *
 *   link.h           link_open, link_close, link_verify, link_page_count: declared there, defined in this folder
 *   index.h          this file: reading an open index; sizes of records
 *   index_format.h   the file: its records, what is counted, the hashes of its tables
 *   index_write.h    writes the file
 *   frame.h          what pages of the site share, and no link may stand in
 *   contexts.h       the surroundings of phrases that are counted
 *   table.h          hash table from a pair of numbers to a number
 *   symbols.h        short texts in about half of their bytes
 *   url_key.h        the form in which URLs are compared
 *
 * An open index is memory that never changes: any number of threads may read it until link_close.
 *
 * What the file says is never trusted: records out of range read as empty, so that a damaged or hostile file gives
 * worse links and nothing else.
 */
#ifndef COPYDESK_LINK_INDEX_H
#define COPYDESK_LINK_INDEX_H

#include "link/index/index_audit.h"
#include "link/index/index_format.h"
#include "link/link.h"

/* The sections of index_audit.h. */
struct index_audit {
    const char *links, *chars;
    const struct audit_broken *broken;
    const struct audit_known *addresses;
    const struct audit_suggestion *suggestions;
    const struct audit_totals *totals;
};

/* Logarithms by the codes of counts, computed once: a call would take as long for them as for a hundred words. */
struct index_logs {
    float counts[256]; /* of the count plus one */
    float idfs[256];   /* how rare a term is: of (pages + 1) / (pages that hold it + 0.5), and at least 0 */
    /* Of what is counted of contexts: their difference is the log odds of a place. */
    float linked[256], expected[256];
    float all_odds; /* of any place */
};

struct link_index {
    const unsigned char *data; /* the mapped file, or a copy of it */
    size_t size;
    bool is_copy;
    int file;                       /* a descriptor, open as long as the index is: index_check_size asks for its size */
    _Atomic(struct arena *) *spare; /* memory for calls: at most one arena, of whoever takes it out */
    struct index_header header;     /* a copy, so that what was checked stays true whatever becomes of the file */
    const struct index_page *pages;
    const char *texts;
    const uint32_t *page_texts;
    const uint32_t *page_slots;
    const struct index_slot *word_slots;
    const struct index_symbol *symbols;
    const struct index_term *terms;
    const struct index_edge *edges;
    const struct index_phrase *phrases;
    const struct index_target *targets;
    const uint32_t *links;
    const struct index_language *languages;
    const struct index_context *contexts;
    const float *lessons; /* any numbers */
    const uint32_t *frame;
    struct index_audit audit; /* for reports */
    struct index_logs logs;
};

/*
 * Memory for the length of a call, as the last call left it: fetching memory from the system and giving it back takes
 * as long as linking does. NULL: memory ran out. index_give_arena takes it back when nothing in it is needed any more;
 * one arena of up to some megabytes is kept for the next call.
 */
struct arena *index_take_arena(const struct link_index *index);
void index_give_arena(const struct link_index *index, struct arena *arena);

#define INDEX_NO_TERM   UINT32_MAX
#define INDEX_NO_PHRASE UINT32_MAX
#define INDEX_NO_PAGE   UINT32_MAX
enum { INDEX_NO_NODE = 0 };

/* Bytes of one record of a section, and how many records it has. */
size_t index_record_size(enum index_section_id section);
size_t index_count(const struct link_index *index, enum index_section_id section);

/* Decoded into the arena; "" when the text, or the page, is out of range. data NULL: memory ran out. */
struct str index_page_url(const struct link_index *index, uint32_t page, struct arena *arena);
struct str index_page_title(const struct link_index *index, uint32_t page, struct arena *arena);

/*
 * The page with that url_key; INDEX_NO_PAGE: none. Another key of the same place in the table is taken for it with a
 * probability of 2^-16: whoever must be sure compares the key of the page that was found.
 */
uint32_t index_find_page(const struct link_index *index, struct str key);

/*
 * The term of the word with that hash: word_hash of its folded form, or index_hash_stem of a stem. INDEX_NO_TERM
 * when the site does not have it.
 */
uint32_t index_find_term(const struct link_index *index, uint64_t hash);

/*
 * Asks for the memory that index_find_term, index_find_child and index_phrase_at will read first, without waiting for
 * it. Any address may be asked for: what is not there is not fetched.
 */
#define FETCH(address) __builtin_prefetch(address)
#define FETCHES        __attribute__((always_inline)) /* gcc leaves out calls that only prefetch */

static inline FETCHES void index_fetch_slot(const struct link_index *index, uint64_t hash)
{
    FETCH(&index->word_slots[index_home(hash, index->header.sections[SECTION_WORD_SLOTS].count)]);
}

static inline FETCHES void index_fetch_edge(const struct link_index *index, uint64_t hash)
{
    FETCH(&index->edges[index_home(hash, index->header.sections[SECTION_EDGES].count)]);
}

static inline FETCHES void index_fetch_context(const struct link_index *index, uint64_t key)
{
    FETCH(&index->contexts[index_home(key, index->header.sections[SECTION_CONTEXTS].count)]);
}

/* Of index_page_url and index_page_title: where the texts begin, and when that is there, the texts. */
static inline FETCHES void index_fetch_text_place(const struct link_index *index, uint32_t page)
{
    FETCH(&index->page_texts[page / TEXT_GROUP]);
}

static inline FETCHES void index_fetch_texts(const struct link_index *index, uint32_t page)
{
    const char *text = index->texts + index->page_texts[page / TEXT_GROUP];
    FETCH(text);
    FETCH(text + INDEX_ALIGNMENT);
}

static inline FETCHES void index_fetch_node(const struct link_index *index, uint32_t node)
{
    FETCH(&index->edges[node - 1]);
}

/* Of a node that was found, and not the root. */
static inline bool index_may_have_child(const struct link_index *index, uint32_t node, uint32_t term)
{
    return index->edges[node - 1].children & index_child_class(term);
}

/* The child of a trie node (0: the root) by a term, INDEX_NO_NODE when there is none. */
uint32_t index_find_child(const struct link_index *index, uint32_t node, uint32_t term);

/* The same by index_hash_edge, of another node than the root. */
uint32_t index_find_edge(const struct link_index *index, uint64_t hash);

/* The phrase that ends at a node, INDEX_NO_PHRASE when there is none. */
uint32_t index_phrase_at(const struct link_index *index, uint32_t node);

/* How many of the records [first, first + count) the section really has. */
size_t index_clip(const struct link_index *index, enum index_section_id section, uint32_t first, uint32_t count);

/* Checks that the file is still as long as when it was mapped, since reading past its end is fatal. E_CORRUPT; E_IO. */
enum status index_check_size(const struct link_index *index, struct error *err);

/* What is out of range reads as TITLE_NONE. */
enum title_kind index_title_kind(const struct index_target *target);

/* The tag of a page's language, "" when it is not known. Page INDEX_NO_PAGE: of the site's. */
struct str index_language(const struct link_index *index, uint32_t page);

/* What is counted of a context (index/contexts.h); NULL: nothing is. */
static inline const struct index_context *index_context_of(const struct link_index *index, uint64_t key)
{
    const struct index_context *contexts = index->contexts;
    size_t count = index->header.sections[SECTION_CONTEXTS].count, at = count ? index_home(key, count) : 0;
    for (size_t probes = 0; probes < count && contexts[at].check >= (uint16_t)key; probes++) {
        if (contexts[at].check == (uint16_t)key)
            return contexts[at].expected || contexts[at].linked ? &contexts[at] : NULL;
        at = at + 1 < count ? at + 1 : 0;
    }
    return NULL;
}

/* The same as numbers: false when nothing is counted, and both are 0. */
bool index_find_context(const struct link_index *index, uint64_t key, float *expected, float *linked);

/* The pages that link to a page, ascending; *count of them. Some may be out of range. */
const uint32_t *index_links_in(const struct link_index *index, const struct index_page *page, size_t *count);

/* A text of the links between pages, decoded into the arena; "" when it is out of range. data NULL: memory ran out. */
struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena);

/* The first of such texts as they stand in the file, which is taken off. */
struct str index_take_audit_text(const struct link_index *index, struct str *from, struct arena *arena);

/*
 * The links between pages as SECTION_AUDIT_LINKS has them, taken apart. All lives in the arena that was read into.
 * Pages and texts of anchors may be out of range, all else is not.
 */
struct audit_links {
    uint32_t *pages; /* the first link of each page, and one number more: where the links end */
    uint32_t *links; /* number of an anchor, and AUDIT_LISTED */
    size_t link_count;
    struct audit_anchor *anchors;
    size_t anchor_count;
    struct str *texts; /* of the anchors */
    size_t text_count;
};

/* E_MEMORY. */
enum status audit_links_read(const struct link_index *index, struct arena *arena, struct audit_links *links,
                             struct error *err);

#endif
