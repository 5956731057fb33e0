/*
 * An article written whole: a language model gets the pages as numbered passages, plans once, writes in as few pieces
 * as it can hold, and edits what a program found line by line. What the files of that share.
 */
#ifndef COPYDESK_WRITE_PROMPTED_ARTICLE_H
#define COPYDESK_WRITE_PROMPTED_ARTICLE_H

#include "write/prompted/prompted.h"

/* A section as the model planned it. */
struct outlined {
    struct str heading, plan; /* plan: its lines, as they were given */
    bool *draws_on;           /* by passage, from 0 */
    size_t words;
    bool is_written;
};

struct outline {
    struct str brief; /* all before the outline: reader, angle, disagreements, opening */
    struct str whole; /* all but what it leaves out */
    struct outlined *sections;
    size_t count;
    bool *draws_on; /* by passage: named anywhere in it */
};

struct whole_article {
    struct writing *writing;
    struct article_plan *plan;
    struct draft *draft;
    struct model_excerpt *passages; /* numbered from 1 in all calls */
    size_t passage_count;
    size_t words; /* wanted, without questions and what stands around the text */
    struct article_size size;
    bool has_brand_section; /* beside the headings that were given */
    struct outline outline;
    struct manuscript manuscript;
    struct check_material material;
    struct line_check check;
    long shown_tokens; /* of the passages that it was planned on */
    struct str *takeaways;
    size_t takeaway_count;
    bool is_titled;
};

/* --- passages, plan and text (article_write.c) --- */

/* The passages of the pages and of the brand. E_MEMORY. */
enum status article_passages(struct whole_article *article);

/* Passages as a call shows them, under their pages and headings, between the delimiters; those with a true in
 * `is_shown`, NULL: all. Empty where there are none. data NULL: memory ran out. */
struct str article_material(const struct whole_article *article, const bool *is_shown);

/* Chooses as many passages as fit into so many tokens: the best for the keyword and for what people ask, each with
 * what stands before and behind it. is_wanted: out of these; NULL: out of all. Returns is_wanted itself where all fit.
 */
const bool *article_choose(const struct whole_article *article, const bool *is_wanted, long tokens);

/* Tokens of passages as they are shown. */
long article_material_tokens(const struct whole_article *article, const bool *is_shown);

/* Plans and writes into the manuscript. E_CORRUPT: nothing that can be used. */
enum status article_write(struct whole_article *article);

/* Is the article to have this part? */
bool article_wants(const struct whole_article *article, enum article_part part);

/* --- the plan, and what is asked for (article_plan.c) --- */

/* Reads a plan. fault: why it cannot be used; empty: it can. E_MEMORY. */
enum status article_read_plan(struct whole_article *article, struct str answer, struct str *fault);

/* The outline of an article that is made of data: its headings are there, and each knows what it is drawn from.
 * E_MEMORY. */
enum status article_outline(struct whole_article *article);

/* How many sections are wanted: "exactly 3", "5 to 7". */
struct str article_sections_text(const struct whole_article *article);

/* What the prompts of plan and text say of the article: adds ARTICLE_VALUES values. E_MEMORY. */
enum { ARTICLE_VALUES = 7 };
enum status article_values(struct whole_article *article, enum prompt prompt, struct prompt_value *values,
                           size_t *count);

/* The forms that plan and text are asked for in, filled in. E_MEMORY. */
enum status article_form(struct whole_article *article, enum prompt prompt, struct str *text);

/* --- what is made of it --- */

/* Checks, has edited and checks again; what may not stand goes, with notes. Sets title and description. */
enum status article_edit(struct whole_article *article);

/* The manuscript into plan and draft. E_MEMORY. */
enum status article_parts(struct whole_article *article);

#endif
