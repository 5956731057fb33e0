/*
 * What the files of choose share: rules for places, pages, texts and names. What they keep lives in the arena that they
 * are given, or in that of struct choosing: there want of memory is noted, and what they say then means nothing.
 */
#ifndef COPYDESK_LINK_CHOOSE_CHOOSE_PARTS_H
#define COPYDESK_LINK_CHOOSE_CHOOSE_PARTS_H

#include "link/choose/choose.h"

/* --- where a further link may stand: places.c --- */

struct link_places {
    const struct lexed *lexed;
    const struct link_options *options;
    bool *taken;                         /* per lexeme: part of a link */
    uint8_t *in_paragraph, *in_sentence; /* by number: links, LINK_MAX_LINKS stands for more too */
};

void places_init(struct link_places *places, const struct lexed *lexed, const struct link_options *options,
                 struct arena *arena);

/* Why no link may stand on the lexemes [first, last). */
enum link_refusal places_refuse(const struct link_places *places, size_t first, size_t last);

/* Notes that one does. */
void places_take(struct link_places *places, size_t first, size_t last);

/* --- stretches of content: the bytes around a run of lexemes in which every element is whole --- */

struct stretch {
    size_t start, end;         /* bytes of the content, end exclusive */
    size_t first_tag, end_tag; /* tags inside, exclusive at the end */
};

/*
 * The stretch of the lexemes [first, last), extended over tags at its edges until every element inside is whole. False
 * when that cannot be done, or when elements nest too deep.
 */
bool stretch_of(const struct lexed *lexed, size_t first, size_t last, struct stretch *span);

/* --- which pages may be linked to: targets.c --- */

struct closed_page {
    uint32_t page;
    enum link_refusal why; /* NOT_REFUSED: the slot is free */
};

struct targets {
    const struct link_index *index;
    const struct link_options *options;
    struct str language; /* tag of the content's, "": unknown */
    struct arena *arena;
    struct closed_page *slots; /* a hash table of the pages that get no link, or none any more */
    size_t slot_count;         /* a power of two */
    struct url_patterns allowed, denied, preferred;
    struct verdict *verdicts; /* what the patterns said last of some pages; NULL: there are no patterns */
    size_t links;             /* pages of the site that the content linked to before */
};

/* most_taken: pages that targets_take will take. */
void targets_init(struct targets *targets, const struct choosing *choosing, size_t most_taken, struct arena *arena);

/*
 * Why phrases may not name the page, by the options. What is linked already may be named. Cheap, unless the options
 * have lists of pages.
 */
enum link_refusal targets_refuse_name(struct targets *targets, uint32_t page);

/* Why the candidate may not become a link: there is one to its page, or too many of the site have its text. */
enum link_refusal targets_refuse(const struct targets *targets, const struct candidate *candidate);

/* The score, with what the options add to the odds of links to this page. */
double targets_weigh(struct targets *targets, uint32_t page, double score);

/*
 * Takes the candidate's page for a link, if its URL is one that the builder would have accepted, and no page with an
 * equal one has been taken: a damaged or hostile file may hold any URL, such as "javascript:". The home page is taken
 * only where authors link it by the same phrase on several pages, and on half of those that hold it, or the caller
 * prefers it; a list of pages, as of a tag or a month, only where they do.
 */
enum link_refusal targets_take(struct targets *targets, const struct candidate *candidate);

/* --- names: name.c --- */

/* Is the candidate's text its page's own name and no other's, and no everyday word? */
bool name_is_sure(const struct choosing *choosing, const struct candidate *candidate);

/*
 * For the caller who wants many links: does it name the page though others might be called so too? It is a title, or
 * authors link the page by it, and no everyday word.
 */
bool name_is_likely(const struct choosing *choosing, const struct candidate *candidate);

/*
 * Is it a text that no author links, in lower case, of everyday words, a number of several parts, or one word that many
 * pages hold or that only its stem has in common with a title? Such a text names no page.
 */
bool name_is_everyday(const struct choosing *choosing, const struct candidate *candidate);

#endif
