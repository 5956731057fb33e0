/*
 * Which pages may be linked to, and how much a link to each is worth: by the options, by the links that the content has
 * already, and by those that are chosen.
 */
#ifndef COPYDESK_LINK_CHOOSE_TARGETS_H
#define COPYDESK_LINK_CHOOSE_TARGETS_H

#include "link/choose/choose.h"
#include "link/choose/url_pattern.h"

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

/*
 * most_taken: pages that targets_take will take. The arena keeps all of it. False: memory ran out, here as in all that
 * follows noted by the arena.
 */
bool targets_init(struct targets *targets, const struct choosing *choosing, size_t most_taken, struct arena *arena);

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

#endif
