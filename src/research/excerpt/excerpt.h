/*
 * excerpt: pages cut into pieces that a language model is shown, ranked for a query. The front header of the folder.
 *
 * An excerpt is a run of neighbouring blocks of one page under one heading, whole: paragraphs with the sentences that
 * need each other, lists, code, tables. It has at most EXCERPT_MAX bytes; a longer block is cut between sentences. A
 * last line of at most 60 characters without a full stop belongs to what follows it (a definition's title stands
 * before its definition), and stays in the heading path until the next title.
 *
 * Left out, and said why: navigation and boilerplate sections, near-duplicates of an earlier excerpt (shingles), and
 * what addresses a language model or a program (model/check/check.h, material_addresses_model).
 *
 * Built once and then read-only: excerpts_rank may be called by several threads at once.
 */
#ifndef COPYDESK_RESEARCH_EXCERPT_H
#define COPYDESK_RESEARCH_EXCERPT_H

#include "model/texts.h"
#include "research/page/page.h"

#include <stdatomic.h>

enum { EXCERPT_MAX = 1000 }; /* bytes of text; about 250 tokens of English */

struct excerpt {
    struct model_excerpt shown; /* source: the number of the page */
    size_t page, place;         /* the page; which excerpt of its page, in reading order */
    double position;            /* 0-1, in its page */
    bool has_code, has_table, has_list;
    bool is_foreign; /* in another language than the article */
};

enum excerpt_reason { EXCERPT_DUPLICATE, EXCERPT_ADDRESSES_MODEL, EXCERPT_BOILERPLATE };

/* How many excerpts of a page were left out for a reason. */
struct excerpt_left_out {
    size_t page;
    enum excerpt_reason reason;
    size_t count;
};

struct excerpt_index; /* of words; opaque */

struct excerpts {
    struct excerpt *list; /* page by page, in reading order */
    size_t count;
    struct excerpt_left_out *left_out;
    size_t left_out_count;
    const struct excerpt_index *index;
};

struct excerpts_options {
    const struct language *language; /* of the article */
    const atomic_bool *cancel;       /* E_CANCELLED soon after it became true; may be NULL */
};

/* The pages must outlive the excerpts; all else is in the arena. E_MEMORY, E_CANCELLED. */
enum status excerpts_build(struct arena *arena, const struct page *pages, size_t count,
                           const struct excerpts_options *options, struct excerpts *excerpts, struct error *err);

struct excerpt_query {
    struct str keyword;   /* of the article */
    struct str heading;   /* and question of a section; empty: for the keyword alone */
    size_t most;          /* numbers wanted */
    size_t per_page;      /* at most from one page; 0: any number */
    const bool *is_taken; /* by number: leave it out; NULL: none */
    bool is_lead;         /* for an introduction: what stands first in its page counts more */
    bool needs_match;     /* only those that share a content word with the heading beside the keyword's */
};

/*
 * Numbers of the best excerpts, best first: BM25F over text, heading path and page title, a bonus for the phrase as it
 * is written, maximal marginal relevance against the ones chosen before. Ties go to the earlier one. `numbers` has room
 * for query->most. E_MEMORY.
 */
enum status excerpts_rank(const struct excerpts *excerpts, const struct excerpt_query *query, struct arena *arena,
                          size_t *numbers, size_t *count, struct error *err);

/* How much of the content words of the text the excerpt names, 0-1, by weight: for confirming what a model chose. */
double excerpts_match(const struct excerpts *excerpts, size_t number, struct str text);

/* Content words and pairs of them that stand in many of the pages: share of pages, least and most count per page. For
 * the table of terms (seoOptimizationLevel "ai_powered"). Common words and boilerplate are left out. */
struct excerpt_term {
    struct str term;
    double share;
    size_t least, most;
};
enum status excerpts_terms(const struct excerpts *excerpts, struct arena *arena, struct excerpt_term **terms,
                           size_t *count, struct error *err);

#endif
