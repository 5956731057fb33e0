/*
 * compose: texts from the sources' own sentences, without a language model. Nothing is stored: the same sources give
 * the same text each time. The front header of the folder.
 *
 *   compose.c        what the parts share: material is ranked, text is composed, its sentences count as used
 *   compose_plan.c   headings and title from the sources
 *   compose_*.c      one file for each part of an article
 */
#ifndef COPYDESK_WRITE_COMPOSE_H
#define COPYDESK_WRITE_COMPOSE_H

#include "write/writing/draft.h"

/* What the parts are composed with. */
struct composer {
    struct writing *writing;
    const struct article_plan *plan;
    const struct draft *draft;
    int *heading_of;      /* by section of the sources: the heading that its text belongs to (passages_assign) */
    struct str *entities; /* terms that the caller wants */
    size_t entity_count;
    size_t done; /* headings and parts, for the progress */
};

/* Headings, unless the caller gave some, and the title, unless there is one. E_MEMORY; E_INVALID with
 * model_unavailable: the language cannot be written. */
enum status compose_plan(struct writing *writing, struct article_plan *plan);

/* The headings that the sources have for the keyword, `least` to `most` of them (0, 0: as many as they carry), into
 * plan->headings; and a title from the plan's headings. Statuses as compose_plan. */
enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan);
enum status compose_title(struct writing *writing, struct article_plan *plan);

/* Reads the terms and assigns the sections of the sources to the headings. */
enum status compose_begin(struct composer *composer);

/* --- the parts: each writes its own, and leaves it empty when it was not asked for or when no source has anything
 * to say --- */

enum status compose_introduction(struct composer *composer, struct draft_part *part);
enum status compose_conclusion(struct composer *composer, struct draft_part *part);
enum status compose_sections(struct composer *composer, struct draft_part *part);
enum status compose_takeaways(struct composer *composer, struct draft_part *part);
enum status compose_questions(struct composer *composer, struct draft_part *part);
enum status compose_call(struct composer *composer, struct draft_part *part);

/* An item of a list; a section of a service page, which is left out with a note when no source has anything for it. */
enum status compose_item(struct composer *composer, size_t number, struct drafted *drafted);
enum status compose_role(struct composer *composer, size_t number, struct drafted *drafted);

/* Do the sources say anything that belongs into a section of this role? The corpus is there. E_MEMORY. */
enum status compose_fits_role(struct writing *writing, enum plan_role role, bool *fits);

/* One heading of the plan and no other: where a language model gave nothing that could be used. */
enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted);

/* --- what they share --- */

/* Tells what is written now. */
enum status compose_report(struct composer *composer, const char *what);

/* The passages that fit, with the article's keyword and terms; best first. `query` leaves out what is the same for
 * all parts. */
enum status compose_rank(struct composer *composer, const struct passage_query *query, struct ranked_passage **ranked,
                         size_t *count);

/* A passage as the built-in writer sees it; sentences NULL when memory ran out. */
struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage, double score);

/* builtin_text, with the record's code where the language cannot be written. */
enum status compose_ask(struct writing *writing, const struct builtin_text_request *request, struct model_text *text);

/* The same from ranked passages; marks the sentences of the text as used. `request` needs no passages. */
enum status compose_text(struct writing *writing, const struct builtin_text_request *request,
                         const struct ranked_passage *ranked, size_t count, struct model_text *text);
void compose_mark_used(struct writing *writing, const struct model_text *text);

/* Does the article say the sentence, or one that is nearly the same? Of a passage: any of its sentences? */
bool compose_says(const struct writing *writing, size_t sentence);
bool compose_is_said(const struct writing *writing, const struct passage *passage);

/* compose_entities.c: puts the terms that no part mentions yet into `sections`, each with a passage that names it. */
enum status compose_entities(struct composer *composer, struct draft_part *sections);

#endif
