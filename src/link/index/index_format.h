/*
 * The index file of a site. All numbers are in the byte order of the machine that wrote it; from header.byte_order
 * another machine sees that the order is not its own. The header is followed by the sections, each an array of one
 * record type, in the order of enum index_section_id, each at a multiple of INDEX_ALIGNMENT. The file never changes
 * once it is written: a new index is a new file in its place.
 *
 * Words are known by 64-bit hashes of their folded form; their texts are not stored. Two words of a site of a million
 * different ones have the same hash with a probability of 3e-8. A term is what phrases and pages are made of: the stem
 * of words, or a sign.
 *
 * A phrase is a path through a trie. A node of the trie is the slot of the edge that leads to it, plus one; the root is
 * 0. So one slot tells both where a term leads and which phrase ends there.
 *
 * Everything that judging a link needs lies in one record each for phrase, target and page. What is counted, such as
 * the pages that hold a phrase, is one byte in the file (count_code); a new statistic is a new value of one of the
 * four enums below, and whoever builds the index counts it.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_FORMAT_H
#define COPYDESK_LINK_INDEX_INDEX_FORMAT_H

#include "link/index/symbols.h"
#include "link/index/url_key.h"
#include "link/lexer/lexer.h"

#include <stdint.h>

#define INDEX_MAGIC   "copydesk" /* 8 bytes, without a NUL */
#define INDEX_VERSION 7

enum { INDEX_BYTE_ORDER = 0x01020304, INDEX_ALIGNMENT = 64 };

enum index_section_id {
    SECTION_PAGES,           /* struct index_page */
    SECTION_SYMBOLS,         /* struct index_symbol (link/index/symbols.h): how the texts are coded */
    SECTION_TEXT,            /* char: of each page, the lengths of URL and title (varint.h), then both, coded */
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
    SECTION_FRAME,           /* uint32_t: frame_key (link/index/frame.h), ascending: what pages of the site share */
    SECTION_AUDIT_LINKS,     /* char: the links between pages; this and what follows: index_audit.h */
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
 * A count in one byte: exact up to COUNT_EXACT, then the nearest of a series that grows by 6 % a step, up to some
 * 18 million. A larger count has the last code.
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

/* Slots of a table with `count` entries: three quarters of them are used. */
static inline size_t index_slots_for(size_t count)
{
    return count + count / 3 + 1;
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

#endif
