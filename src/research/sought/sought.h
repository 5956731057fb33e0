/*
 * sought: what a keyword looks for, and how far a page is about it. The front header of the folder.
 *
 *   sought.h        this file: a keyword is read; texts and pages are held against it
 *   sought_words.c  the keyword taken apart: heads, their noun, words that only rank
 *   sought_text.h   the heads in all their forms, and which of them the words of a text hold
 *   sought_page.c   the class of a page; are pages enough?
 *
 * A keyword has heads, which a page must name ("bread" of "easy bread recipe"), and words that only rank: what every
 * guide calls itself (facets: "recipe", "best", "how to") and what is done (deeds: "reduce" as well as "lower"). The
 * last head before the first preposition is the noun, in languages whose noun comes first the first one. Two words are
 * one by their stem, by a form that is written nearly alike, as a part of a compound where the language joins words,
 * and by meaning where the language lists both as one.
 */
#ifndef COPYDESK_RESEARCH_SOUGHT_H
#define COPYDESK_RESEARCH_SOUGHT_H

#include "research/page/page.h"

enum { SOUGHT_HEADS = 12 /* of a longer keyword the rest is not heeded */ };

/* Heads as bits, in the order of the keyword. */
typedef uint32_t head_set;

struct sought; /* lives in the arena of sought_read; never changes behind it */

/* What a text has of the keyword. */
struct sought_hit {
    head_set heads;
    size_t words;  /* of the text, without function words */
    size_t others; /* of them those that are neither heads, facets nor deeds */
    size_t facets; /* words of the keyword that only rank, and are there */
    bool has_deed; /* the keyword names something done, and the text has a word for it */
};

/* How far a page is about it, the best last. */
enum page_class {
    PAGE_OFF,
    PAGE_MENTIONS, /* three sentences have the noun */
    PAGE_TELLS,    /* three sentences have all heads */
    PAGE_HALF,     /* its title has a head; worth something only where a person named the page */
    PAGE_COVERS,   /* its title has a part of it, and the text most of the rest, by how rare the words are */
    PAGE_HOLDS,    /* a heading over text has all heads: only that section is about it */
    /* Its title has the noun, and the text the other heads; or its title has half of the heads, two at least, and the
     * text the others; or its title is the noun and nothing else, and the other heads are words of the collection:
     * "Table" for "accessible tables". */
    PAGE_NAMES,
    PAGE_IS /* its title has all heads */
};

struct sought_page {
    enum page_class class;
    double score;     /* higher is nearer */
    double covered;   /* share of the keyword, 0-1, that title and text have, by how rare its words are */
    size_t sentences; /* of running text and lists */
    size_t with_all;  /* of them those with all heads */
    size_t with_noun; /* of them those with the noun */
    head_set told;    /* heads that three sentences have */
    size_t words;     /* of the page's text */
    size_t heading;   /* of PAGE_HOLDS: the number of its block; else the page's count */
};

/* Reads a keyword. language may be NULL: then all words are heads. `pages` are those that are looked at: a head that
 * nearly all of them name is the name of the whole collection, and only ranks. E_MEMORY. */
enum status sought_read(struct arena *arena, struct str keyword, const struct language *language,
                        const struct page *pages, size_t count, struct sought **sought, struct error *err);

/* The share of all texts of a collection, 0-1, that have the stem. */
typedef double sought_share(void *context, struct str stem);

/* The same where the collection is known otherwise. */
enum status sought_read_known(struct arena *arena, struct str keyword, const struct language *language,
                              sought_share *share, void *context, struct sought **sought, struct error *err);

/* Tells each form of each head as a full-text index finds it: stems side by side; with is_beginning all words that
 * begin so may be meant. */
typedef void sought_form_take(void *context, const struct str *stems, size_t count, bool is_beginning);
void sought_forms(const struct sought *sought, sought_form_take *take, void *context);

head_set sought_all(const struct sought *sought);  /* all heads */
head_set sought_noun(const struct sought *sought); /* the noun alone */

/* Holds a text against it: a title, a heading, a sentence. memory: of the keyword's language (text/words.h); may be
 * NULL. E_MEMORY. */
enum status sought_text(const struct sought *sought, struct str text, struct word_memory *memory,
                        struct sought_hit *hit, struct error *err);

/* The class of a page. memory as above; the scratch arena may be thrown away. E_MEMORY. */
enum status sought_page(const struct sought *sought, const struct page *page, struct word_memory *memory,
                        struct arena *scratch, struct sought_page *found, struct error *err);

/* The same of a page of which an index has kept its headings as they are, and paragraphs that are each the stems of one
 * sentence without its function words. E_MEMORY. */
enum status sought_page_kept(const struct sought *sought, const struct page *page, struct arena *scratch,
                             struct sought_page *found, struct error *err);

/* Does a page say anything of the keyword? Then one that a person chose is wanted. */
bool sought_says_anything(const struct sought *sought, const struct sought_page *found);

/* Are the pages enough to write from? are_named: a person chose them. `found` are their classes. */
bool sought_accepts(const struct sought *sought, const struct sought_page *found, size_t count, bool are_named);

#endif
