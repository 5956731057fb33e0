/*
 * index: the index file of a site, built once (link/build) and then only read.
 *
 *   index.h         the file and its records; an open index, read; what is known by the index: contexts, the frame;
 *                   the file written
 *   index.c         link_open, link_close, link_verify, link_page_count (link/link.h), and all reading
 *   index_write.c   writes the file
 *   contexts.c      the keys of the surroundings of phrases
 *   frame.c         what the pages of the site share, found in a content
 *   symbols.c       short texts in about half of their bytes; hash tables of pairs of numbers
 *   url_key.h       the form in which URLs are compared, which needs no index
 *
 * An open index is memory that never changes: any number of threads may read it until link_close.
 *
 * What the file says is never trusted: records out of range read as empty, so that a damaged or hostile file gives
 * worse links and nothing else.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_H
#define COPYDESK_LINK_INDEX_INDEX_H

#include "link/index/url_key.h"
#include "link/lexer/lexer.h"
#include "link/link.h"

/*
 * --- the file ---
 *
 * All numbers are in the byte order of the machine that wrote it; from header.byte_order another machine sees that the
 * order is not its own. The header is followed by the sections, each an array of one record type, in the order of enum
 * index_section_id, each at a multiple of INDEX_ALIGNMENT. The file never changes once it is written: a new index is a
 * new file in its place.
 *
 * Words are known by 64-bit hashes of their folded form; their texts are not stored. Two words of a site of a million
 * different ones have the same hash with a probability of 3e-8. A term is what phrases and pages are made of: the stem
 * of words, or a sign.
 *
 * A phrase is a path through a trie. A node of the trie is the slot of the edge that leads to it, plus one; the root is
 * 0. So one slot tells both where a term leads and which phrase ends there.
 *
 * Everything that judging a link needs lies in one record each for phrase, target and page. What is counted, such as
 * the pages that hold a phrase, is one byte in the file (count_code); a new statistic is a new value of one of the four
 * enums below, and whoever builds the index counts it.
 */

#define INDEX_MAGIC   "copydesk" /* 8 bytes, without a NUL */
#define INDEX_VERSION 7

enum { INDEX_BYTE_ORDER = 0x01020304, INDEX_ALIGNMENT = 64 };

enum index_section_id {
    SECTION_PAGES,   /* struct index_page */
    SECTION_SYMBOLS, /* struct index_symbol: how the texts are coded */
    SECTION_TEXT,    /* char: of each page, the lengths of URL and title (varint_put of base/buf.h), then both, coded */
    SECTION_PAGE_TEXTS,      /* uint32_t for each TEXT_GROUP pages: where the first of them begins in SECTION_TEXT */
    SECTION_PAGE_SLOTS,      /* uint32_t: a hash table: word_hash of a page's url_key -> page + 1; 0: free */
    SECTION_WORD_SLOTS,      /* struct index_slot: word_hash of a folded word, or index_hash_stem -> term */
    SECTION_TERMS,           /* struct index_term */
    SECTION_EDGES,           /* struct index_edge: a hash table */
    SECTION_PHRASES,         /* struct index_phrase */
    SECTION_TARGETS,         /* struct index_target: those of a phrase together, the most linked first */
    SECTION_LINKS,           /* uint32_t: the pages that link to a page, ascending, page by page */
    SECTION_LANGUAGES,       /* struct index_language: of the pages; the first is that of the site */
    SECTION_CONTEXTS,        /* struct index_context: a hash table: what the site's links teach about places of links */
    SECTION_LESSONS,         /* float: what they teach about its links as a whole */
    SECTION_FRAME,           /* uint32_t: frame_key, ascending: what pages of the site share */
    SECTION_AUDIT_LINKS,     /* char: the links between pages; this and what follows: below */
    SECTION_AUDIT_BROKEN,    /* struct audit_broken: links that lead to no page, by page */
    SECTION_AUDIT_ADDRESSES, /* struct audit_known */
    SECTION_AUDIT_SUGGESTIONS, /* struct audit_suggestion */
    SECTION_AUDIT_CHARS,       /* char: what links say, and other texts of these records */
    SECTION_AUDIT_TOTALS,      /* struct audit_totals, one */
    SECTION_COUNT
};

/* --- what is counted --- */

/*
 * A page "links" when it links another page of the site from running text; it "holds" a phrase when its running text
 * does. All counts but those that say otherwise are of pages, so that a page counts once however often it repeats
 * itself.
 */

/* How a phrase is written: the first letter of its words. */
enum phrase_case { PHRASE_LOWER, PHRASE_AT_START, PHRASE_CAPITAL, PHRASE_UPPER, PHRASE_CASES };

enum phrase_stat {
    PHRASE_PAGES,     /* hold it */
    PHRASE_LINKING,   /* hold it and link anything */
    PHRASE_FREE,      /* of these: it stands outside of longer links */
    PHRASE_LINKED,    /* link it */
    PHRASE_LISTED,    /* link it in a list or navigation */
    PHRASE_HELD_CASE, /* as PHRASE_FREE, per enum phrase_case of any occurrence; without links, of all pages */
    PHRASE_LINKED_CASE = PHRASE_HELD_CASE + PHRASE_CASES,   /* as PHRASE_LINKED, by the case of the link */
    PHRASE_OCCURRENCES = PHRASE_LINKED_CASE + PHRASE_CASES, /* all occurrences on pages that link */
    PHRASE_COVERED,                                         /* hold it within a longer phrase only */
    PHRASE_FIRST,                                           /* link its first occurrence on the page */
    PHRASE_TARGETS,                                         /* pages that it is linked to */
    PHRASE_TITLES,                                          /* pages of which it is a title or a part of one */
    PHRASE_HEADINGS,                                        /* pages of which it is a heading */
    PHRASE_STATS
};

/* Of a phrase and a page that it names. */
enum target_stat {
    TARGET_LINKS,       /* link the phrase to the target, in running text */
    TARGET_LISTS,       /* the same in a block that holds nothing else, or in one that stands on many pages */
    TARGET_COLINKS,     /* hold the phrase and link the target, by whatever anchor */
    TARGET_FORM_LINKS,  /* links in the usual form (index_target.form) beyond those in others */
    TARGET_SAME_FOLDER, /* links from the target's own folder */
    TARGET_BACK,        /* links from pages that the target links to */
    TARGET_STATS
};

enum page_stat {
    PAGE_OUT,          /* pages that it links to from running text */
    PAGE_IN,           /* pages that link to it from running text */
    PAGE_IN_LISTS,     /* links to it in lists */
    PAGE_NAMED,        /* linking pages that hold a phrase which names it; all on a site without links */
    PAGE_NAMED_LINKED, /* of these, those that link to it */
    PAGE_WORDS,        /* words of its running text: no count of pages */
    PAGE_STATS
};

enum term_stat {
    TERM_PAGES,    /* hold it */
    TERM_ANCHORED, /* link a phrase with it */
    TERM_TITLES,   /* titles with it */
    TERM_STATS
};

/*
 * A count in one byte: exact up to COUNT_EXACT, then the nearest of a series that grows by 6 % a step, up to some 18
 * million. A larger count has the last code.
 */
enum { COUNT_EXACT = 15 };
uint8_t count_code(uint32_t count);
void count_codes(uint8_t *codes, const uint32_t *counts, size_t count);
extern const float count_values[256]; /* the count of each code */

/* --- records --- */

struct index_section {
    uint64_t offset; /* bytes from the start of the file */
    uint64_t count;  /* records */
    uint64_t sum;    /* index_checksum of its bytes, and of the zeros behind them up to INDEX_ALIGNMENT */
};

struct index_header {
    char magic[8];
    uint32_t version, byte_order;
    uint64_t file_size;
    uint64_t link_count;         /* links in running text between pages of the site */
    uint64_t linking_pages;      /* pages that link */
    uint64_t totals[PAGE_STATS]; /* of each statistic of pages, over all of them */
    struct index_section sections[SECTION_COUNT];
    uint64_t sum; /* index_checksum of what is before it */
};

/* A slot of a hash table: see index_home. */
struct index_slot {
    uint32_t check; /* index_check of the key's hash */
    uint32_t value; /* number of what the key names, plus one; 0: free */
};

enum { VECTOR_TERMS = 16 };

/*
 * keys and weights say what the page is about: its heaviest terms by tf-idf, each as index_vector_key. weights[i] / 255
 * is the weight of keys[i]; 0: there are no more. The vector of all the page's weights has length 1.
 */
struct index_page {
    uint16_t keys[VECTOR_TERMS];
    uint8_t weights[VECTOR_TERMS];
    uint8_t stats[PAGE_STATS];
    uint8_t language;    /* SECTION_LANGUAGES */
    uint8_t link_count;  /* pages in SECTION_LINKS, an evenly spread part of them if there are many */
    uint16_t key_check;  /* the lowest bits of the hash of its url_key */
    uint32_t first_link; /* SECTION_LINKS */
    struct url_place stands;
};

/* URLs are as they were given. Neither they nor titles are longer than UINT16_MAX bytes, as they are coded. */
enum { TEXT_GROUP = 4 };

/* Groups of so many pages. */
static inline size_t index_text_groups(size_t page_count)
{
    return (page_count + TEXT_GROUP - 1) / TEXT_GROUP;
}

struct index_term {
    uint32_t node; /* the node to which the term leads from the root; 0: no phrase begins with it */
    uint8_t stats[TERM_STATS];
};

struct index_edge {
    uint32_t check;        /* index_check of index_hash_edge(node, term); its slot is this edge's place, so to speak */
    uint32_t phrase : 26;  /* that ends here, plus one; EDGE_INNER: none does; 0: free slot */
    uint32_t children : 3; /* bits: index_child_class of the terms by which it goes on from here */
    uint32_t reach : 3;    /* edges whose home is this slot lie in so many slots from it on; EDGE_FAR: or further */
};
enum { EDGE_INNER = (1 << 26) - 1, EDGE_FAR = 7, EDGE_CLASSES = 3 };

/* Most searches for a child find none: many are not begun, since no child is of that class, and others end at once. */
static inline uint32_t index_child_class(uint32_t term)
{
    return 1u << term % EDGE_CLASSES;
}

struct index_phrase {
    uint32_t first_target; /* SECTION_TARGETS */
    uint8_t target_count;
    uint8_t length; /* terms */
    uint8_t stats[PHRASE_STATS];
};

/*
 * How a phrase names a page, best first: it is the whole title, the part before its first separator, another part; the
 * last part of the URL; a heading that few pages have; words within the title that few titles have.
 */
enum title_kind { TITLE_WHOLE, TITLE_HEAD, TITLE_PART, TITLE_SLUG, TITLE_HEADING, TITLE_WITHIN, TITLE_NONE };

struct index_target {
    uint32_t page;
    uint16_t form;          /* of the usual link: index_form; 0: it is not linked */
    uint16_t title_form;    /* of the title or heading; 0: none */
    uint8_t title_kind : 4; /* enum title_kind */
    uint8_t title_case : 4; /* enum phrase_case, of the title or heading */
    uint8_t cover;          /* how much of the title the phrase is; of the page, stands below the heading; in 255ths */
    uint8_t stats[TARGET_STATS];
};

/* Bytes without a NUL behind them when all are used. */
struct index_language {
    char tag[8]; /* BCP 47, as in the table of text/language.h */
};

/*
 * What a place has to do with links: among occurrences of phrases in that context, how many links were expected from
 * the phrases' link rates alone, and how many there are. Both 0: a free slot. The check is short, since there are more
 * contexts than anything else: one in some 8,000 that were never counted is taken for another. From its home to the
 * place of a context there are only checks that are not lower (Amble, Knuth: Ordered hash tables, 1974), so that a
 * search for one that was never counted ends after two or three slots, and not after eight.
 */
struct index_context {
    uint16_t check;   /* the lowest bits of the key */
    uint8_t expected; /* count_code of CONTEXT_UNITS times the number */
    uint8_t linked;   /* count_code */
};
enum { CONTEXT_UNITS = 16 };

/*
 * The form of a phrase: a hash of its words' site_item.form, one after the other, beginning with 0, and of the blanks
 * between them; never 0. is_close: no blank before the word.
 */
static inline uint32_t index_form_add(uint32_t form, uint64_t word_hash, bool is_close)
{
    return form * 31 + (uint16_t)word_hash + (form && is_close ? 7 : 0);
}

static inline uint16_t index_form(uint32_t form)
{
    form = (form ^ form >> 16) & 0xFFFF;
    return (uint16_t)(form ? form : 1);
}

/*
 * --- records that tell of the links between the pages, for reports; linking does not look at them ---
 *
 * SECTION_AUDIT_LINKS is a row of numbers (varint_put of base/buf.h), page by page: how many links the page has, then
 * for each link
 *
 *   2 * back + is_listed   back: so many anchors ago the link's anchor was met first; 0: it is a new one, and then
 *   page                   the page that the anchor is of, as varint_sign of its distance from the page of the link
 *   back                   so many texts ago the anchor's text was met first; 0: it is a new one, the next one in
 *                          SECTION_AUDIT_CHARS
 *
 * Anchors and texts are numbered as they come. A text in SECTION_AUDIT_CHARS is its length as such a number, and then
 * so many bytes, coded with the index's symbols; the length 0 says that it is the title of the page that its first
 * anchor is of, as most are.
 */

/* Beside the number of an anchor: the link stands in a list, a heading or navigation, not in running text. */
#define AUDIT_LISTED 0x80000000u

/* A page, and what links say of it. */
struct audit_anchor {
    uint32_t page, text; /* text: number of a text */
};

struct audit_text {
    uint32_t offset; /* SECTION_AUDIT_CHARS */
};

struct audit_broken {
    uint32_t page;
    uint32_t status; /* what the address answered; 0: unknown */
    struct audit_text url, text;
};

/* A page to which few others link, and one that could. Those of a page are together, the best first; by page. */
struct audit_suggestion {
    uint32_t page, from;
    struct audit_text text; /* what `from` holds */
};

/* An address that leads to a page. */
struct audit_known {
    uint32_t key[2]; /* word_hash of its url_key: the lower half, the upper one */
    uint32_t page;
};

struct audit_totals {
    uint64_t links;         /* between pages, and broken ones */
    uint64_t broken;        /* one for each page and address; SECTION_AUDIT_BROKEN has the first of them */
    uint64_t kept, anchors; /* in SECTION_AUDIT_LINKS */
};

/*
 * --- symbols: short texts in about half of their bytes ---
 *
 * Each of them can be read alone: a byte stands for a symbol, one of up to 255 frequent strings of up to SYMBOL_BYTES
 * bytes (after Boncz, Neumann, Leis: FSST, fast random access string compression, 2020). The table is made of a sample
 * of the texts, and stands in the index file (SECTION_SYMBOLS).
 */

enum { SYMBOLS = 255, SYMBOL_BYTES = 7, SYMBOL_ESCAPE = 255 /* the byte behind it stands for itself */ };

struct index_symbol {
    uint8_t length; /* 1 to SYMBOL_BYTES */
    char bytes[SYMBOL_BYTES];
};

/* Symbols in the order of their first byte, the longest first. */
struct symbols {
    struct index_symbol list[SYMBOLS];
    size_t count;
    uint16_t firsts[257]; /* where the symbols of each first byte begin */
};

/* Makes a table that suits the sample. Up to 64 KiB of it are looked at. False: memory ran out. */
bool symbols_make(struct symbols *symbols, struct str sample);

/* Appends the coded text. */
void symbols_encode(const struct symbols *symbols, struct str text, struct buf *out);

/*
 * The text that was coded, in the arena. What is no code of the table is left out; data NULL: memory ran out. list:
 * `count` symbols, of which nothing is taken for granted.
 */
struct str symbols_decode(const struct index_symbol *list, size_t count, struct str coded, struct arena *arena);

/* --- hashes: words and url_keys by word_hash (link/lexer/lexer.h), unkeyed, since the file outlives the process --- */

/* The hash under which a stem stands in SECTION_WORD_SLOTS, beside the words that are written like it. */
static inline uint64_t index_hash_stem(struct str stem)
{
    return ~word_hash(stem);
}

/* The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
static inline uint64_t index_hash_edge(uint32_t node, uint32_t term)
{
    uint64_t z = (uint64_t)node << 32 | term;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/*
 * Where the search for a hash begins in a table of `count` slots, any number of them: the upper half says which share
 * of the table is before it. What is not there is in one of the slots behind it, before the next free one; behind the
 * last slot comes the first.
 */
static inline size_t index_home(uint64_t hash, size_t count)
{
    return (size_t)((hash >> 32) * count >> 32);
}

static inline uint32_t index_check(uint64_t hash)
{
    return (uint32_t)hash;
}

/* The key of a term in the vectors of pages. */
static inline uint16_t index_vector_key(uint32_t term)
{
    return (uint16_t)term;
}

/*
 * The sum of `size` more bytes, 0 before the first. All pieces but the last have a multiple of 8 bytes. It tells a file
 * that was damaged by accident from a whole one, and is no protection against intent.
 */
uint64_t index_checksum(uint64_t sum, const void *data, size_t size);

/* --- an open index --- */

/* The sections that tell of links between pages. */
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
 * The term of the word with that hash: word_hash of its folded form, or index_hash_stem of a stem. INDEX_NO_TERM when
 * the site does not have it.
 */
uint32_t index_find_term(const struct link_index *index, uint64_t hash);

/*
 * Asks for memory that will be read, without waiting for it. Any address may be asked for: what is not there is not
 * fetched. gcc leaves out calls that do nothing else, unless they are FETCHES.
 */
#define FETCH(address) __builtin_prefetch(address)
#define FETCHES        __attribute__((always_inline))

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

/* What is counted of a context (enum context_kind); NULL: nothing is. */
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

/* --- the links between pages, read --- */

/* A text of the links between pages, decoded into the arena; "" when it is out of range. data NULL: memory ran out. */
struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena);

/*
 * The links between pages as SECTION_AUDIT_LINKS has them, taken apart. All lives in the arena, which notes want of
 * memory. Pages and texts of anchors may be out of range, all else is not.
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

struct audit_links audit_links_read(const struct link_index *index, struct arena *arena);

/*
 * --- contexts: the surroundings of a phrase ---
 *
 * They tell how likely anything is linked there. The index counts them where the site's own links are
 * (SECTION_CONTEXTS), and they are looked up where a link could be.
 */

enum context_kind {
    CONTEXT_PREVIOUS,        /* the term before */
    CONTEXT_NEXT,            /* the term behind */
    CONTEXT_BLOCK,           /* enum block_kind */
    CONTEXT_MARKS,           /* emphasis, quotes, brackets, start of a sentence */
    CONTEXT_SECTION,         /* the heading above */
    CONTEXT_POSITION,        /* which tenth of the page */
    CONTEXT_FOLDER,          /* folder of the content */
    CONTEXT_TO,              /* folder of the target */
    CONTEXT_PAIR,            /* both folders */
    CONTEXT_BETWEEN,         /* the terms on both sides */
    CONTEXT_LENGTH,          /* terms of the phrase and its case */
    CONTEXT_PHRASE_PREVIOUS, /* the phrase and the term before */
    CONTEXT_PHRASE_NEXT,     /* the phrase and the term behind */
    CONTEXT_FORM, /* the phrase in this form and letter case: counts all of its occurrences, and those that are links */
    CONTEXT_ALL,  /* any place */
    /*
     * Phrases of a class: "expected" is the number of times that a page holds one. What a page itself does is no part
     * of the counts that tell the class of a phrase there.
     */
    CONTEXT_CLASS_NAME,   /* how the phrase names pages, and how many; its words */
    CONTEXT_CLASS_COUNTS, /* the same, on how many other pages it is linked, and on which share of those that hold it */
    CONTEXT_CLASS_LETTERS, /* the same share and number, letter case, words */
    /*
     * Of the occurrences of which any word is linked, how many are the link, neither more nor less: where this site's
     * links begin and end. These count all occurrences. Terms that are numbers are one.
     */
    CONTEXT_EXACT_FIRST,    /* by the phrase's first term */
    CONTEXT_EXACT_LAST,     /* by its last */
    CONTEXT_EXACT_PREVIOUS, /* by the term before it */
    CONTEXT_EXACT_NEXT,     /* by the term behind it */
    CONTEXT_EXACT_FORM,     /* by the phrase and its form */
    CONTEXT_EXACT_SHAPE,    /* by its terms */
    CONTEXT_EXACT_BEFORE,   /* by its first term and the one before */
    CONTEXT_EXACT_BEHIND,   /* by its last term and the one behind */
    CONTEXT_KINDS
};

#define CONTEXT_NO_TERM UINT32_MAX
enum { CONTEXT_MARK_BITS = MARK_STARTS_SENTENCE | MARK_BOLD | MARK_ITALIC | MARK_QUOTED | MARK_BRACKETED };

/* Terms with CONTEXT_NUMBER in place of each that is a number, plus CONTEXT_CLOSE without a blank before it. */
#define CONTEXT_NUMBER (UINT32_MAX - 2)
#define CONTEXT_CLOSE  0x40000000u
struct context_edges {
    uint32_t first, last;    /* of the phrase */
    uint32_t before, behind; /* around it; CONTEXT_NO_TERM: the edge of a block */
    uint32_t shape;          /* of all its terms: context_shape, beginning with 0 */
};

static inline uint32_t context_shape(uint32_t shape, uint32_t term)
{
    return (uint32_t)index_hash_edge(shape, term);
}

/* What is known of a phrase from other pages. */
struct context_class {
    uint32_t title_kind; /* the best of its targets */
    bool is_ambiguous;   /* more targets than one have that kind */
    float linked, held;  /* other pages that link it, and that hold it where it could be linked */
};

struct context_place {
    uint32_t previous, next; /* terms; CONTEXT_NO_TERM: the edge of a block, or a word that the site has not */
    uint32_t block, marks;   /* enum block_kind; enum lexeme_mark, of which only CONTEXT_MARK_BITS count */
    uint64_t section;        /* context_heading_hash of the heading above, 0: none */
    uint32_t tenth;          /* of the page */
    uint32_t from, to;       /* url_place.folder of page and target */
    uint32_t words, letters; /* terms of the phrase; enum phrase_case */
    uint32_t phrase, form;   /* its number, and index_form of how it is written */
    struct context_edges edges;
    struct context_class class;
};

/* The key of a kind looks at some fields of the place only. */
uint64_t context_key(const struct context_place *place, enum context_kind kind);

/* One key per enum context_kind. */
void context_keys(const struct context_place *place, uint64_t keys[CONTEXT_KINDS]);

/* Of a heading's lexemes [first, last): of its words without numbers. */
uint64_t context_heading_hash(const struct lexed *lexed, size_t first, size_t last);

/*
 * --- the frame that the pages of a site share ---
 *
 * Its menus, sidebars, author cards and footers, known by their places in the site's templates. It is learned when the
 * index is built, and it is left out everywhere: of what is counted, of lessons, and of content that is linked.
 */

/* What SECTION_FRAME lists, as frame_key of places. */
enum frame_kind {
    FRAME_PLACE, /* no content stands there */
    FRAME_LIST   /* content does, but its links are mostly lists of pages */
};

static inline uint32_t frame_key(uint32_t place, enum frame_kind kind)
{
    return (place & ~(uint32_t)1) | (uint32_t)kind;
}

/* Texts of blocks are known by a number below this, which some share. */
enum { FRAME_TEXTS = 1 << 20 };

/* Is the key among these, which ascend? */
bool frame_has(const uint32_t *keys, size_t count, uint32_t key);

/* A block: the lexemes between two edges of block elements or line breaks. */
struct frame_block {
    size_t first, last; /* lexemes, last exclusive */
    uint32_t place;     /* lexed.places */
};

/* The block behind `block`, which begins as zeros. False: there is none. */
bool frame_next(const struct lexed *lexed, struct frame_block *block);

/* The number of its running text, below FRAME_TEXTS; 0: it has none. */
uint32_t frame_text(const struct lexed *lexed, const struct frame_block *block);

/* Gives the lexemes of the frame BLOCK_FRAME. Returns how many of them are words. */
size_t frame_close(const struct link_index *index, struct lexed *lexed);

/* Does the lexeme stand where links are lists of pages? */
bool frame_is_list(const struct link_index *index, const struct lexed *lexed, size_t lexeme);

/*
 * --- tables: from a pair of numbers to a number, in an arena ---
 *
 * Open addressing, with the hash of the index file's trie.
 */

struct table_slot {
    uint32_t a, b, value; /* value 0: free */
};

struct table {
    struct arena *arena;
    struct table_slot *slots;
    size_t count, cap; /* cap is a power of two, or 0 */
};

/* Room for so many pairs from the beginning; beyond that it grows as it is filled. */
void table_reserve(struct table *table, size_t count);

/* The slot of (a, b), made with value 0 when it is new (the caller must then set one). NULL when memory ran out. */
struct table_slot *table_put(struct table *table, uint32_t a, uint32_t b);

/* The value, 0 when there is none. */
uint32_t table_get(const struct table *table, uint32_t a, uint32_t b);

/*
 * --- the file written ---
 *
 * Section after section, each record after record, to a temporary file beside it, which takes the file's place when it
 * is whole. Little of it is in memory.
 */

struct index_writer {
    char *path, *temporary;
    int file, failure;   /* failure: errno of the first call that failed, 0: none has */
    unsigned char *wait; /* bytes not yet in the file */
    size_t waiting;
    uint64_t place; /* in the file, of the next byte */
    uint64_t bytes[SECTION_COUNT];
    int section;                /* the present one */
    struct index_header header; /* the caller sets what is counted there */
    bool is_finished;
};

/* Makes the temporary file. Ends with index_writer_close, also after a failure. E_IO; E_MEMORY. */
enum status index_writer_open(struct index_writer *writer, const char *path, struct error *err);

/*
 * Begins a section, with what comes after it: they are written in the order of enum index_section_id, but may be left
 * out, and are then empty. Failures of this and the next are told by index_writer_save.
 */
void index_writer_begin(struct index_writer *writer, enum index_section_id section);

/* Appends records of the section, or bytes of them: their size together must be that of whole records. */
void index_writer_add(struct index_writer *writer, const void *data, size_t size);

/* A whole section. */
void index_writer_put(struct index_writer *writer, enum index_section_id section, const void *data, size_t size);

/*
 * Writes what is still to be written, and the header: from then on the temporary file is a whole index, which can be
 * opened to learn something from it. Further sections may follow, and then this again. E_LIMIT: more records than 32
 * bits can number; E_IO.
 */
enum status index_writer_finish(struct index_writer *writer, struct error *err);

/*
 * Finishes the file unless that is done, flushes it to the disk and renames it. E_IO. After a failure the file at
 * `path` is what it was.
 */
enum status index_writer_save(struct index_writer *writer, struct error *err);

/* Removes the temporary file, if it has not taken its place. */
void index_writer_close(struct index_writer *writer);

#endif
