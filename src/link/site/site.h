/*
 * site: all that is known of a site while its index is built (build/build.h), and how one goes over its pages.
 *
 *   site.h         this file: the whole of what a pass over the pages must know
 *   intake.c       pages are read once, cut into words (text_put.c), and kept in a file (base/system/spool.h)
 *   text.h         reads a page of it again; text_occurrences.c finds the phrases in it
 *   each_page.c    calls a visitor for each page, with a second thread (base/system/relay.h) that reads ahead
 *   forms.h        words as they are written, and the terms that they are forms of
 *   titles.h       the phrases in a title that name its page
 *   phrases.c      the trie of the phrases, and the pages that they name
 *   store.h        how all of it is kept: in arrays (base/system/rows.h) and hash tables (base/system/numbers.h); how
 * many titles and headings hold the same words
 *
 * A pass is a function that is called for each page, in the order in which the pages came (a visitor); it finds the
 * page's text and the phrases in it in a struct site_text, and adds to counts. To count something new: a value of an
 * enum in index/index_format.h, and a line in a visitor that calls site_count or site_count_page. From there on the
 * file, and whoever reads it, have it.
 *
 * The text itself is never in memory as a whole, but for a few pages at a time.
 */
#ifndef COPYDESK_LINK_SITE_H
#define COPYDESK_LINK_SITE_H

#include "link/index/index_format.h"
#include "link/link.h"

#define SITE_NO_PAGE   UINT32_MAX
#define SITE_NO_PHRASE UINT32_MAX

/* --- counts --- */

/* On which page something was counted last, and which of its statistics were counted there. */
struct site_seen {
    uint32_t page; /* plus one */
    uint32_t stats;
};

/* What is left out of a page while lessons are learned (lessons/lessons.h). */
enum site_hidden { HIDE_NOTHING, HIDE_LINKS, HIDE_PAGE };

struct site_page {
    uint64_t key;     /* word_hash of its url_key */
    uint64_t place;   /* in the spool */
    uint32_t size;    /* bytes there */
    uint8_t language; /* number in site_store.languages */
    uint8_t hidden;   /* enum site_hidden */
    struct url_place stands;
    struct site_seen seen;
    uint32_t counts[PAGE_STATS];
    uint64_t first_link;          /* in site.links: the pages that it links to, then those that link to it, ascending */
    uint32_t out_count, in_count; /* of these */
    uint16_t keys[VECTOR_TERMS];  /* as in index_page */
    uint8_t weights[VECTOR_TERMS];
};

struct site_term {
    uint64_t hash;                    /* index_hash_stem */
    uint32_t node;                    /* of the trie, to which it leads from the root; 0: none */
    uint32_t phrase;                  /* that the term alone is, plus one; 0: none */
    uint8_t length;                   /* bytes of the stem, 255: or more */
    bool is_sign, is_stop, is_number; /* is_number: begins with a digit */
    struct site_seen seen;
    uint32_t counts[TERM_STATS];
};

struct site_phrase {
    uint32_t first_target, target_count;
    uint32_t use;   /* where a page keeps what it does with the phrase: see counts.c */
    uint8_t length; /* terms */
    struct site_seen seen;
    uint32_t counts[PHRASE_STATS];
};

struct site_target {
    uint32_t phrase, page;
    uint16_t form, title_form; /* as in index_target */
    uint8_t title_kind, title_case, cover;
    struct site_seen seen;
    uint32_t counts[TARGET_STATS];
};

struct site {
    struct site_page *pages;
    struct site_term *terms;
    struct site_phrase *phrases;
    struct site_target *targets; /* those of a phrase together, by page; from the fifth pass on by links */
    uint32_t page_count, term_count, phrase_count, target_count;
    uint64_t link_count, linking_pages;
    uint32_t *links;                /* see site_page.first_link */
    struct index_context *contexts; /* SECTION_CONTEXTS, ready as they are */
    size_t context_count;
    struct buf lessons; /* SECTION_LESSONS: floats */
    uint32_t *frame;    /* SECTION_FRAME */
    size_t frame_count;
    struct site_store *store; /* how all this is kept; for the files of this folder that keep it */
};

/* Counts; the number of a page comes from struct site_text. */
static inline void site_count(uint32_t *counts, unsigned stat)
{
    counts[stat] += counts[stat] < UINT32_MAX;
}

/* Counts once for a page, however often it is called there. True: it was the first time. */
static inline bool site_count_page(struct site_seen *seen, uint32_t *counts, unsigned stat, uint32_t page)
{
    if (seen->page != page + 1)
        *seen = (struct site_seen){page + 1, 0};
    if (seen->stats >> stat & 1)
        return false;
    seen->stats |= (uint32_t)1 << stat;
    site_count(counts, stat);
    return true;
}

/* --- the text of a page --- */

/* A mark beside those of enum lexeme_mark: the item stands in the frame of the site, no evidence of anything. */
enum { SITE_IN_FRAME = 0x8000 };

/* A word, a sign, or a break: a place that no phrase may reach across. */
struct site_item {
    uint32_t term;       /* SITE_BREAK: a break */
    uint16_t form;       /* tells the words of one term apart: the lowest bits of the hash of its folded form */
    uint16_t marks;      /* enum lexeme_mark, from MARK_CONTINUES_WORD to MARK_BRACKETED */
    uint8_t letter_case; /* enum letter_case */
    uint8_t block;       /* enum block_kind */
};
#define SITE_BREAK UINT32_MAX

/* The words between two edges of block elements or line breaks. */
struct site_block {
    uint32_t first, last; /* items, last exclusive */
    uint32_t place, text; /* lexed.places; frame_text */
};

/* A link to another page of the site. Punctuation at its ends is no part of it. */
struct site_anchor {
    uint32_t first, last; /* items, last exclusive; equal: it has no text that a phrase could be */
    uint32_t name;        /* where the name begins, after a section number; `first` when there is none */
    uint32_t page;        /* that it leads to; SITE_NO_PAGE: none of the site */
    bool is_list;         /* its block holds nothing else but numbers, or it is in the frame, or on or in a list */
};

/* A part of the title that names the page, see titles.h. */
struct site_name {
    uint16_t first, last; /* items of the title, last exclusive */
    uint8_t kind;         /* enum title_kind */
};

struct site_heading {
    uint64_t hash;        /* of its words, without numbers and signs */
    uint32_t first, last; /* items of `heading_items`, last exclusive */
    uint32_t before;      /* the item of the running text before which it stands */
    uint8_t level;        /* 1-6; 0: it is a link, and the heading of another page */
};

/*
 * A phrase in the running text; also those inside longer ones, but not those in the frame.
 */
struct site_occurrence {
    uint32_t phrase, first, last;     /* items, last exclusive */
    const struct site_anchor *anchor; /* the link that it is the text, or the name of; NULL: none */
    bool in_anchor;                   /* it is a part of a longer link */
    bool is_touched;                  /* any word of it is linked in running text to a page of the site */
    bool is_covered;                  /* a longer phrase covers it */
};

struct site_text {
    uint32_t page;
    const struct site_item *items; /* running text: what stands outside of headings, code and navigation */
    size_t count;
    const struct site_block *blocks; /* of the running text */
    size_t block_count;
    const struct site_anchor *anchors; /* in the order of the text */
    size_t anchor_count;
    const struct site_item *title;
    size_t title_count;
    size_t title_name; /* where the name in it begins, behind a section number; 0 when there is none */
    const struct site_name *names;
    size_t name_count;
    const struct site_item *heading_items;
    size_t heading_item_count;
    const struct site_heading *headings;
    size_t heading_count;
    const struct site_occurrence *occurrences; /* by first item, then by length */
    size_t occurrence_count;
    uint32_t words;                  /* of the page, as the lexer counts them */
    struct str url, key, title_text; /* key: url_key */
};

/* --- going over the pages --- */

/* When memory runs out, it says so by site_fail, and goes on: the pass ends behind it. */
typedef void (*site_page_visitor)(struct site *site, const struct site_text *text, void *context);
void site_fail(struct site *site);

/*
 * How much of a page a visitor wants: without the running text and its links; with them; and with the phrases that
 * stand there, once phrases are known. Less takes less time.
 */
enum site_extent { SITE_NAMES, SITE_ALL, SITE_OCCURRENCES };

/*
 * Calls the visitor for each page, in order. each: 1, or a higher number: only one page in so many. The text lives
 * until the visitor returns. On a large site another thread reads pages ahead: a visitor must change nothing that
 * reading depends on, which is the spool, terms and phrases themselves, and may change all counts. E_CANCELLED; E_IO;
 * E_MEMORY.
 */
enum status site_each_page(struct site *site, enum site_extent extent, uint32_t each, site_page_visitor visit,
                           void *context, struct error *err);

/* How the words are written, and in which forms (index_form). */
enum phrase_case site_case_of(const struct site_item *items, size_t length);
uint16_t site_form_of(const struct site_item *items, size_t length);

/* --- phrases --- */

/*
 * The phrase of these items; SITE_NO_PHRASE when it is none of the site's. Behind a break there is never one.
 */
uint32_t site_find_phrase(const struct site *site, const struct site_item *items, size_t length);

/* Does the phrase name the page itself, by its title or by links? What stands there of it is no link left out. */
bool site_names_itself(const struct site *site, uint32_t phrase, uint32_t page);

/* The number of the target; SITE_NO_PAGE when the phrase does not name the page. */
uint32_t site_find_target(const struct site *site, uint32_t phrase, uint32_t page);

/* What a name is: the text of a link, the title or a part of it between separators, or any other text of the page. */
enum name_origin { NAME_LINK, NAME_TITLE, NAME_TEXT };

/* Terms of the longest phrase. */
enum { LONGEST_PHRASE = 64 };

/*
 * In the third pass alone: makes the phrase name the page. What cannot be a phrase (too long, too short, breaks) is
 * passed over: which lengths may be, its origin tells. Want of memory is noted by site_fail.
 */
void site_add_name(struct site *site, const struct site_item *items, size_t length, uint32_t page,
                   enum name_origin origin);

/* --- passes --- */

/*
 * The first: reads all pages from the caller, in his thread; on a large site another thread adds them meanwhile. Of two
 * pages with one url_key the later one is taken, in the place of the first. Then the site's language and the terms are
 * found. E_INVALID: a page has no usable URL; E_LIMIT; E_IO; E_MEMORY; E_CANCELLED; what the caller's `next` returns.
 */
enum status intake_run(struct site *site, struct error *err);

/* Between the third and the fourth: the targets of the phrases are put in order. E_LIMIT; E_MEMORY. */
enum status phrases_finish(struct site *site, struct error *err);

/*
 * Between the fourth and the fifth: puts the targets of each phrase in the order of their links, and keeps the first of
 * them. From here on site_find_target finds nothing.
 */
void phrases_rank(struct site *site);

#endif
