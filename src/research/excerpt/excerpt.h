/*
 * excerpt: pages cut into pieces that a language model is shown, ranked for a query.
 *
 * An excerpt is a run of neighbouring blocks of one page under one heading, whole: paragraphs with the sentences that
 * need each other, lists, code, tables. It has at most EXCERPT_MAX bytes; a longer block is cut between sentences. A
 * last line of at most 60 characters without a full stop belongs to what follows it (a definition's title stands
 * before its definition, "RAID-1: Two disks ..."), and stays in the heading path until the next title. Short
 * definitions stand together. A list that is cut repeats the sentence that announces it, a table its head; code is in
 * a fence of three backticks, of four where it holds three itself, and is cut between lines.
 *
 * Left out, and said why: navigation and boilerplate sections, near-duplicates of an earlier excerpt (shingles), and
 * what addresses a language model or a program (model/check/check.h, material_addresses_model).
 *
 * Built once and then read-only: excerpts_rank, excerpts_match and excerpts_terms may be called by several threads at
 * once, each with an arena of its own.
 *
 *   excerpt.c            builds them: what is left out, and why
 *   excerpt_cut.h        a page becomes pieces of whole units under one heading
 *   excerpt_cut_units.c  the blocks of a page as such units
 *   excerpt_index.h      the words of excerpts
 *   excerpt_rank.c       which of them are the best for a query
 *   excerpt_terms.c      the terms that many pages share
 */
#ifndef COPYDESK_RESEARCH_EXCERPT_EXCERPT_H
#define COPYDESK_RESEARCH_EXCERPT_EXCERPT_H

#include "model/model.h"
#include "research/page/page.h"

#include <stdatomic.h>

enum { EXCERPT_MAX = 1000 }; /* bytes of text; about 250 tokens of English */

struct excerpt {
    struct model_excerpt shown; /* source: the number of the page */
    size_t page;
    double position; /* 0-1, in its page */
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

/* The pages must outlive the excerpts, which are slices of them where a paragraph is shown as it is; all else is in the
 * arena. The index takes about 200 bytes for each excerpt besides. E_MEMORY, E_CANCELLED; E_LIMIT: over four thousand
 * million words. */
enum status excerpts_build(struct arena *arena, const struct page *pages, size_t count,
                           const struct excerpts_options *options, struct excerpts *excerpts, struct error *err);

struct excerpt_query {
    struct str keyword; /* of the article */
    struct str heading; /* and question of a section; empty: for the keyword alone. Its words decide, the keyword's
                         * that are not in it count less */
    size_t most;        /* numbers wanted */
    size_t per_page;    /* at most from one page; 0: any number */
    bool needs_match;   /* only those that share a content word with the heading beside the keyword's */
};

/*
 * Numbers of the best excerpts, best first: BM25F over text, heading path and page title, a bonus for the phrase as it
 * is written, maximal marginal relevance against the ones chosen before. Ties go to the earlier one. `numbers` has room
 * for query->most. E_MEMORY.
 */
enum status excerpts_rank(const struct excerpts *excerpts, const struct excerpt_query *query, struct arena *arena,
                          size_t *numbers, size_t *count, struct error *err);

/* How much of the content words of the text the excerpt and the headings above it name, 0-1, by weight: for confirming
 * what a model chose. 0 also when memory ran out. */
double excerpts_match(const struct excerpts *excerpts, size_t number, struct str text);

/* Content words and pairs of them that stand in many of the pages: share of pages, least and most count per page. For
 * the table of terms (seoOptimizationLevel "ai_powered"): at least 0.4 of the pages and two of them, the commonest
 * form of each; what stands in most pages first, at most 100. Common words and boilerplate are left out; words that
 * pages say once, or that no heading and no title has; and words that are hardly used but in a pair that is there.
 * E_MEMORY. */
struct excerpt_term {
    struct str term;
    double share;
    size_t least, most;
};
enum status excerpts_terms(const struct excerpts *excerpts, struct arena *arena, struct excerpt_term **terms,
                           size_t *count, struct error *err);

#endif
