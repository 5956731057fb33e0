/*
 * compose: texts from the sources' own sentences, without a language model. Nothing is stored: the same sources give
 * the same text each time. The front header of the folder.
 *
 *   compose.c           what the parts share: material is gathered, text is made of it, its sentences count as used
 *   compose_subject.c   do the sources speak of the keyword? Else the article is refused
 *   compose_plan.c      headings and title from the sources
 *   compose_sections.c  the body
 *   compose_*.c         one file for each other part of an article
 *   lead/               sentences that may open or close an article
 *   outline/            which sections of the sources the article is made of
 *   sections/           which of their passages stand under a heading
 */
#ifndef COPYDESK_WRITE_COMPOSE_H
#define COPYDESK_WRITE_COMPOSE_H

#include "write/compose/sections/sections.h"

/* What the parts are composed with. */
struct composer {
    struct writing *writing;
    const struct article_plan *plan;
    const struct draft *draft;
    int *heading_of; /* by section of the sources: the heading that its text belongs to (passages_assign) */
    size_t done;     /* headings and parts, for the progress */
};

/* --- the plan --- */

/* Looks for the subject in the corpus: writing->topics. E_MEMORY; E_NOT_FOUND as writing_corpus. */
enum status compose_subject(struct writing *writing);

/* The sentences that may open or close the article, for the first topic or the second; rated once. E_MEMORY. */
struct lead;
enum status compose_lead(struct writing *writing, size_t topic, const struct lead **lead);

/* The best section on the topic with a sentence at least; false: no sentence of any can stand in an article. */
bool compose_short_section(const struct writing *writing, const struct topic *topic, size_t *section);

/* Is there anything to write from? E_NOT_FOUND with no_sources when the pages are not enough (writing_sought) and no
 * section is on the keyword either, or none has text or an opening; a note where they speak of it in part. The subject
 * was looked for. */
enum status compose_admit(struct writing *writing);

/* Are there pages on the keyword (writing_sought), though by the rules of topic_open no section is? Then whole pages
 * are what an article can be made of. The subject was looked for. E_MEMORY. */
enum status compose_needs_pages(struct writing *writing, bool *needs);

/* The same when the sections are written: E_NOT_FOUND with no_sources when none has text, and nothing can open the
 * article. */
enum status compose_admit_text(struct writing *writing, const struct draft_part *part);

/* Headings, unless the caller gave some, and the title, unless there is one. Without a language model sources that do
 * not speak of the keyword are refused. E_MEMORY; E_NOT_FOUND with no_sources; E_INVALID with model_unavailable: the
 * language cannot be written. */
enum status compose_plan(struct writing *writing, struct article_plan *plan);

/* The sections of the sources that are about the keyword, `least` to `most` of them where there are so many (0: as many
 * as an article of the usual length has), into plan->headings; and a title. Statuses as compose_plan. */
enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan);
enum status compose_title(struct writing *writing, struct article_plan *plan);

/* What every plan has: a title, the keyword in a heading, the brand where it is to have one. Statuses as compose_plan.
 */
enum status compose_name(struct writing *writing, struct article_plan *plan);

/* A heading of the sources as one of the article; empty when nothing is left of it. In the arena; E_MEMORY. */
enum status compose_clean_heading(struct writing *writing, struct str heading, struct str *clean);

/* Reads the terms and assigns the sections of the sources to the headings. */
enum status compose_begin(struct composer *composer);

/* --- the parts: each writes its own, and leaves it empty when it was not asked for or when no source has anything
 * to say --- */

enum status compose_introduction(struct composer *composer, struct draft_part *part);
/* The keyword stands in every introduction, as the caller spells it: where the sources' sentences do not name it, or
 * somebody is to speak, a sentence of the writer's own ends the text. E_MEMORY; E_INVALID as compose_plan. */
enum status compose_end_introduction(struct writing *writing, struct model_text *text);
enum status compose_conclusion(struct composer *composer, struct draft_part *part);
enum status compose_sections(struct composer *composer, struct draft_part *part);
/* Notes on headings of the caller's without text, and on sections that were asked for and are not there. */
enum status compose_tell_gaps(struct composer *composer, const struct draft_part *part);
enum status compose_takeaways(struct composer *composer, struct draft_part *part);
enum status compose_questions(struct composer *composer, struct draft_part *part);
enum status compose_call(struct composer *composer, struct draft_part *part);

/* An item of a list; a section of a service page, which is left out with a note when no source has anything for it. */
enum status compose_item(struct composer *composer, size_t number, struct drafted *drafted);
enum status compose_role(struct composer *composer, size_t number, struct drafted *drafted);

/* Do the sources say anything that belongs into a section of this role? The corpus is there. E_MEMORY. */
enum status compose_fits_role(struct writing *writing, enum plan_role role, bool *fits);
/* Notes that a section with a role is not there because nobody says anything for it. E_MEMORY. */
enum status compose_note_role(struct writing *writing, struct str title);

/* One heading of the plan and no other: where a language model gave nothing that could be used. */
enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted);

/* --- what they share --- */

/* Tells what is written now. */
enum status compose_report(struct composer *composer, const char *what);

/* Text from passages, best first; marks its sentences as used. */
enum status compose_text(struct writing *writing, const struct passage *const *passages, size_t count,
                         struct model_text *text);

/* A status of model/builtin, with the record's code where the language cannot be written. */
enum status compose_status(struct writing *writing, enum status status);

/* compose_brand.c: the text of the section about the brand. */
enum status compose_brand(struct composer *composer, struct drafted *drafted);

/* compose_asked.c: the questions that people ask (writing->questions) and a source answers with a sentence that the
 * article has not said, those that ask the same once. E_MEMORY. */
struct compose_asked {
    struct str text;
    const struct passage *answer;
    size_t first; /* of its sentences: the one that answers */
    double share; /* of the question that it names */
};
enum status compose_asked(struct writing *writing, struct compose_asked **list, size_t *count);

/* compose_entities.c: puts a term into `sections`, with a passage that names it and is not in the article yet. *is_put:
 * whether there is one. */
enum status compose_entity(struct composer *composer, struct str entity, struct draft_part *sections, bool *is_put);

#endif
