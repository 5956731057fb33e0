/*
 * site: all that is known of a site while its index is built (link/build), and how one goes over its pages.
 *
 *   site.h         the records that are counted in, the text of a page, going over the pages, phrases, lessons
 *   intake.c       the pages, read once and put into a spool; and each of them given to a visitor, read ahead of it
 *   text.c         a page put into the spool, read again, and the phrases found in it
 *   names.c        words as they are written and their terms; the trie of phrases and what they name; titles
 *   lessons.c      what the site's own links teach
 *   store.c        progress, and how many titles and headings hold the same words
 *   site_parts.h   what these files share
 *
 * A pass is a function that is called for each page, in the order in which the pages came (a visitor); it finds the
 * page's text and the phrases in it in a struct site_text, and adds to counts. To count something new: a value of an
 * enum in link/index/index.h, and a line in a visitor that calls site_count or site_count_page. From there on the file,
 * and whoever reads it, have it.
 *
 * The text itself is never in memory as a whole, but for a few pages at a time.
 */
#ifndef COPYDESK_LINK_SITE_SITE_H
#define COPYDESK_LINK_SITE_SITE_H

#include "base/system/system.h"
#include "link/audit/audit.h"
#include "link/match/match.h"

#define SITE_NO_PAGE   UINT32_MAX
#define SITE_NO_PHRASE UINT32_MAX

/* --- what is known: records that passes count in --- */

/* On which page something was counted last, and which of its statistics were counted there. */
struct site_seen {
    uint32_t page; /* plus one */
    uint32_t stats;
};

/* What is left out of a page while lessons are learned. */
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
    uint32_t use;   /* where a page keeps what it does with the phrase: see build/counts.c */
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

/* A part of the title that names the page. */
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

/* A phrase in the running text; also those inside longer ones, but not those in the frame. */
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

/* The phrase of these items; SITE_NO_PHRASE when it is none of the site's. Behind a break there is never one. */
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

/* Is the text of a block, a number of frame_text, on several pages, and on more than one in `share`? */
bool site_has_often(const struct site *site, uint32_t text, uint32_t share);

/* --- passes of this folder --- */

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

/*
 * --- lessons: learning from a site's own links how its authors link (struct lessons) ---
 *
 * Some of its pages lose their links; an index is built of the site as it is then; those pages are linked, and what
 * comes out is compared with what their authors did. So a page is never judged by counts that its own links are part
 * of, as in use, where content is linked that has no links yet.
 */

/*
 * Some of the pages as they came. They are kept in memory while the index is built, so that they can be linked once it
 * stands. Which ones depends on nothing but their URLs and sizes. Used by one thread.
 */

/* No more pages and bytes than these; of a larger site between half of them and all. */
enum { SAMPLE_PAGES = 2000, SAMPLE_BYTES = 32 << 20 };

struct sample_page {
    uint64_t order; /* a hash of the URL's key: pages with lower ones are kept */
    struct str url; /* absolute; owned, with the html behind it */
    struct str html;
    uint32_t page; /* its number in the index */
};

/* Begins with the limit UINT64_MAX. */
struct sample {
    struct sample_page *pages;
    size_t count, cap;
    size_t bytes;
    uint64_t limit; /* of order, inclusive */
};

void sample_free(struct sample *sample);

/* Offers a page. A page that has come before is replaced. False: memory ran out. */
bool sample_add(struct sample *sample, uint32_t page, uint64_t order, struct str url, struct str html);

/* Puts the pages in order. To be called when all have been offered. */
void sample_finish(struct sample *sample);

/* What is asked of the site. */
struct lesson_site {
    void *context;
    /*
     * Gives an index of the site in which these pages have no links. learn closes it. Any status but OK ends learning,
     * which returns it.
     */
    enum status (*build)(void *context, const struct sample_page *pages, size_t count, struct link_index **index,
                         struct error *err);
    /* Do so many pages have the text of a block, a number of frame_text, that it belongs to the site's template? */
    bool (*is_of_template)(const void *context, uint32_t text);
};

/*
 * Learns from the pages of a sample; page_count: pages of the site. *lessons: what was learned, or nothing where there
 * is nothing to learn from. E_MEMORY; what `build` returns.
 */
enum status learn(const struct sample *sample, size_t page_count, const struct lesson_site *site,
                  struct lessons *lessons, struct error *err);

/* --- how all this is kept while the index is built: for link/build, which begins and ends it --- */

/*
 * Words as they are written, folded ("forms"), and the terms that they are forms of. Forms are numbered as they are
 * met; what terms they are is only known when all pages are read and the site's main language with them.
 */

struct form_text {
    const char *data;
    uint32_t length;
    bool is_sign;
    uint64_t languages; /* bits: the numbers of the languages (forms_language) of the pages that have it */
};

/* What a form is, once that is known. */
struct forms_form {
    uint32_t term;
    uint16_t code; /* the lowest bits of its hash: site_item.form */
};

/* A word with accents may be written without them: what its stem is then. The site has no such word. */
struct plain_form {
    uint64_t hash; /* index_hash_stem */
    uint32_t term; /* of the word with accents */
};

/* Two words with a hyphen between them, "e-mail", and the word that is written for them, "email". */
struct joint {
    uint32_t first, second, whole; /* forms */
};

struct forms {
    struct numbers numbers;  /* hash of the form -> number plus one */
    struct form_text *texts; /* while pages are read */
    size_t text_cap;
    struct forms_form *list; /* afterwards */
    uint32_t count;
    struct word_room room;
    struct numbers terms;     /* hash of the stem -> term plus one */
    struct plain_form *plain; /* in the order of their words; a stem may come several times */
    size_t plain_count, plain_cap;
    struct joint *joints;
    size_t joint_count, joint_cap;
    struct numbers joint_numbers; /* index_hash_edge of both forms -> joint plus one; afterwards, of both terms */
};

/* Starts as zeros, with room.arena and room.size set. */
void forms_free(struct forms *forms);

/*
 * Puts the items into `joined`, with each two that are a joint as one. Returns how many these are; 0: there is no joint
 * among them, or they are more than LONGEST_PHRASE.
 */
size_t forms_join_items(const struct forms *forms, const struct site_item *items, size_t length,
                        struct site_item joined[LONGEST_PHRASE]);

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
