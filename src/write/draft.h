/*
 * The text of an article, part by part. Each part has its file, draft_*.c, and its row in parts.c; draft.c is what
 * they share: the material of a part is ranked and handed to the model, its text is stored or loaded, its sentences
 * count as used.
 */
#ifndef COPYDESK_WRITE_DRAFT_H
#define COPYDESK_WRITE_DRAFT_H

#include "write/outline.h"
#include "write/types/types.h"

/* A heading with its text. */
struct drafted {
    struct str title;
    int level; /* 2 or 3 */
    struct model_text text;
};

/* A part: running text, or headings with theirs. Both are empty as long as it is not drafted, and when there is
 * nothing to say. */
struct draft_part {
    enum article_part kind;
    struct model_text text;
    struct drafted *headings;
    size_t count;
};

struct draft {
    struct draft_part *parts; /* in the order of the article type */
    size_t count;
};

/* The part of this kind; an empty one when the article type has none. */
const struct draft_part *draft_find(const struct draft *draft, enum article_part kind);

/* Is there text below a heading, or below those inside it? */
bool draft_has_text(const struct draft_part *part, size_t heading);

/* What the parts are drafted with. */
struct drafter {
    struct writing *writing;
    const struct article_outline *outline;
    const struct draft *draft;
    const struct builtin_section **headings; /* all of the outline in a row, those of both levels */
    size_t heading_count;
    int *heading_of;      /* by section of the sources: the heading that its text belongs to (passages_assign) */
    struct str *entities; /* terms that the caller wants */
    size_t entity_count;
    size_t done; /* headings and parts, for the progress */
};

/* Reads the terms, lays the headings out, and assigns the sections of the sources to them. */
enum status draft_begin(struct drafter *drafter);

/* Tells what is written now. */
enum status draft_report(struct drafter *drafter, const char *what);

/* The passages that fit, with the article's keyword and terms; best first. `query` leaves out what is the same for
 * all parts. */
enum status draft_rank(struct drafter *drafter, const struct passage_query *query, struct ranked_passage **ranked,
                       size_t *count);

/* A passage as the model sees it; sentences NULL when memory ran out. */
struct builtin_passage draft_passage(struct writing *writing, const struct passage *passage, double score);

/* The text of a step: loaded, or asked of the model and stored. */
enum status draft_ask(struct writing *writing, const char *step, const struct builtin_text_request *request,
                      struct model_text *text);

/* The same from ranked passages; marks the sentences of the text as used. `request` needs no passages. */
enum status draft_text(struct writing *writing, const char *step, const struct builtin_text_request *request,
                       const struct ranked_passage *ranked, size_t count, struct model_text *text);
void draft_mark_used(struct writing *writing, const struct model_text *text);

/* --- the parts: each writes its own, and leaves it empty when it was not asked for or when no source has anything
 * to say --- */

enum status draft_introduction(struct drafter *drafter, struct draft_part *part);
enum status draft_conclusion(struct drafter *drafter, struct draft_part *part);
enum status draft_sections(struct drafter *drafter, struct draft_part *part);
enum status draft_takeaways(struct drafter *drafter, struct draft_part *part);
enum status draft_questions(struct drafter *drafter, struct draft_part *part);

/* draft_entities.c: puts the terms that no part mentions yet into `sections`, each with a passage that names it. */
enum status draft_entities(struct drafter *drafter, struct draft_part *sections);

#endif
