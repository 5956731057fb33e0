/*
 * prompted: texts asked of a language model, one file for each kind of call. The front header of the folder.
 *
 *   prompted.h       this file
 *   question.h       one question: prompt, stored answer, check, one more try
 *   asking.h         a question on its way: filled in and sized (asking_fill.c), its answer stored (asking_answer.c)
 *   framing.h        what every prompt says of the article, and which wishes reach which kind of call
 *   headings.c       the outline: drafted from the keyword, refined on what was found; title and style
 *   requests.c       what plans and writers of headings share
 *   prose.h          prose with passage numbers: asked, checked, verified
 *   assign.c         excerpts for headings; assign_brand.h the brand's place in the article
 *   section.c        the body; material_section.c a section from the material of a type's own
 *   polished.h       a finished article polished
 *   title.c, frame.c, takeaways.c, questions.c, call.c    one file for each other part of an article
 *
 * What a call returns lives in the arena of the writing that it was given. E_CORRUPT: no usable answer could be had,
 * and the caller decides what stands in for it; err->message says what was wrong. Any other status but OK ends the
 * article. Pieces of work side by side each call with a writing of their own and write into slots of their own.
 */
#ifndef COPYDESK_WRITE_PROMPTED_H
#define COPYDESK_WRITE_PROMPTED_H

#include "write/prompted/question.h"
#include "write/writing/draft.h"

/* The whole article, its plan and parts: planned, written, checked, edited. E_CORRUPT: the model gave nothing that can
 * be used. */
enum status prompted_article(struct writing *writing, struct article_plan *plan, struct draft *draft);

/* --- before the text --- */

/*
 * The plan of an article whose sections follow an outline: headings (unless the caller gave them), and for each the
 * excerpts that it is written from. Sets the style where it is to be made ("automatic"). E_CORRUPT: no outline could
 * be had.
 */
enum status prompted_plan(struct writing *writing, struct article_plan *plan);

/* What was found, as a plan is made on it: the best excerpts for each drafted heading, then for the
 * keyword, of all pages, and their numbers in writing->excerpts. E_MEMORY. */
struct prompted_digest {
    struct model_excerpt *shown;
    size_t *numbers;
    size_t count;
};
enum status prompted_digest(struct writing *writing, const struct article_plan *drafted,
                            struct prompted_digest *digest);

/* The excerpts of the digest that an answer of a model names by their numbers from 1, each once; others are dropped. */
enum status prompted_chosen(struct writing *writing, const struct prompted_digest *digest, const json_t *numbers,
                            size_t shown, struct material *material);

/* A member of an answer as a heading: without number, colon and full stop; empty where there is none. data NULL: no
 * memory. */
struct str prompted_heading(struct writing *writing, const json_t *entry, const char *name);

/* What the writer of a heading is asked for beside its subject: the customer's instructions for it, the brand where it
 * alone names it, what a service page's section must hold. Begins with a blank, or is empty; data NULL: no memory. */
struct str prompted_requests(struct writing *writing, const struct planned *heading);

/* Headings drafted from the keyword alone: the first of the two calls by which prompted_plan makes an outline, which is
 * not asked again then. E_CORRUPT: there is no draft. */
enum status prompted_draft(struct writing *writing, struct article_plan *plan);

/* Headings refined on these excerpts and nothing else, without a draft before it; each gets those that the model chose.
 * E_CORRUPT: no outline could be had. */
enum status prompted_outline(struct writing *writing, const struct material *material, size_t min, size_t max,
                             struct article_plan *plan);

/* Excerpts for headings that have none yet, for the introduction and for questions: by words. Lengths and the brand's
 * place too. */
enum status prompted_assign(struct writing *writing, struct article_plan *plan);

/* The style sheet of toneOfVoiceProfile "automatic"; empty when it could not be had. */
enum status prompted_style(struct writing *writing, const struct article_plan *plan, struct str *style);

enum status prompted_title(struct writing *writing, const struct article_plan *plan, struct str *title);

/* --- the parts --- */

/* What the parts of an article see of each other. */
struct prompted {
    const struct article_plan *plan;
    struct draft *draft;
};

/* The section whose heading is `first`, with its subsections, into part->headings. */
enum status prompted_section(struct writing *writing, const struct prompted *article, size_t first,
                             struct draft_part *part);

enum status prompted_introduction(struct writing *writing, const struct prompted *article, struct draft_part *part);
enum status prompted_conclusion(struct writing *writing, const struct prompted *article, struct draft_part *part);
enum status prompted_takeaways(struct writing *writing, const struct prompted *article, struct draft_part *part);
enum status prompted_questions(struct writing *writing, const struct prompted *article, struct draft_part *part);
enum status prompted_call_to_action(struct writing *writing, const struct prompted *article, struct draft_part *part);

/* The description for search pages, from the introduction and the sections. */
enum status prompted_description(struct writing *writing, const struct prompted *article, struct str *description);

/* --- what other types share --- */

/* A section whose prompt and material are a type's own. */
struct material_section {
    enum prompt prompt;
    const char *step;
    const struct prompt_value *values; /* beside the bounds: min_words and max_words */
    size_t value_count;
    struct material material;
    struct str heading;
    size_t min_words, max_words;
    struct str unlike; /* as of struct prose (prose.h) */
    bool covers_all;   /* what no sentence cites goes into a second call */
};

/* The sources of its sentences are places in the material. *left: how many excerpts no sentence cites, though
 * covers_all. E_CORRUPT: no usable answer. */
enum status prompted_material_section(struct writing *writing, const struct material_section *section,
                                      struct model_text *text, size_t *left);

/* --- over the whole text --- */

/* The headings, one a line. */
enum status prompted_headings(struct writing *writing, const struct article_plan *plan, struct str *headings);

#endif
