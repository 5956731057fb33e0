/* What the parts of write/ share about the one article that is being written. */
#ifndef COPYDESK_WRITE_WRITING_H
#define COPYDESK_WRITE_WRITING_H

#include "model/model.h"
#include "write/document.h"
#include "write/params/params.h"
#include "write/write.h"

struct writing {
    const struct write_services *services;
    const struct write_job *job;
    const json_t *config;
    struct arena *arena;
    struct error *err;
    json_t *notes; /* borrowed */
    const struct model_backend *model;
    struct model_brief brief;
    const struct labels *labels;
    struct page *pages; /* the sources */
    size_t page_count;
    struct corpus corpus;
    struct used_sentences used;
};

/* Adds a note for the user; the same one once. */
enum status writing_note(struct writing *writing, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells how far it is; E_CANCELLED when the work was called off. */
enum status writing_progress(struct writing *writing, double fraction, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Stored outputs of steps, as JSON. E_NOT_FOUND when the step was not finished. A loaded value is a new reference. */
enum status step_load(struct writing *writing, const char *step, json_t **value);
enum status step_save(struct writing *writing, const char *step, const json_t *value);

/* Texts as JSON. */
json_t *step_from_text(const struct model_text *text); /* NULL when memory ran out */
enum status step_to_text(struct writing *writing, const json_t *value, struct model_text *text);

/*
 * sources.c: what the article draws from, read or loaded: `pages`. Fails with no_sources or source_unreachable.
 */
enum status sources_gather(struct writing *writing);

/* brief.c: keyword, language, point of view; and once the sources are known, how they use the keyword. */
enum status brief_read(struct writing *writing);
enum status brief_phrase(struct writing *writing);

/* outline.c: the caller's outline, or one from the sources; and the title. */
struct article_outline {
    struct model_outline outline;
    struct str title;
    bool is_given; /* by the caller: headings stay as they are */
};

/* How many body sections are asked for; 0, 0: the outline decides. */
void outline_bounds(const json_t *config, size_t *min, size_t *max);

/* How long a section is, as a share of the usual. */
double outline_text_share(const json_t *config);
enum status outline_make(struct writing *writing, struct article_outline *outline);

/* One heading with its text. */
struct drafted {
    struct str title;
    int level; /* 2 or 3 */
    struct model_text text;
};

struct draft {
    struct model_text introduction, takeaways, conclusion;
    struct drafted *sections;
    size_t section_count;
    struct drafted *answers;
    size_t answer_count;
};

/* draft.c: the text of every part. */
enum status draft_write(struct writing *writing, const struct article_outline *outline, struct draft *draft);

/* Is there text below a heading, or below those inside it? */
bool draft_has_text(const struct draft *draft, size_t section);

/* draft_parts.c: one part: its material handed to the model, its text stored or loaded, its sentences marked as used. */
enum status draft_text(struct writing *writing, const char *step, enum model_part part, struct str heading,
                       const struct ranked_passage *ranked, size_t count, struct model_text *text);
enum status draft_ask(struct writing *writing, const char *step, const struct model_text_request *request,
                      struct model_text *text);
void draft_mark_used(struct writing *writing, const struct model_text *text);

/* A passage as the model sees it; sentences NULL when memory ran out. */
struct model_passage draft_passage(struct writing *writing, const struct passage *passage, double score);

/* takeaways.c, questions.c */
enum status draft_takeaways(struct writing *writing, struct draft *draft);
enum status draft_questions(struct writing *writing, struct draft *draft);

/* entities.c: what the caller wants mentioned. */
enum status entities_read(struct writing *writing, struct str **entities, size_t *count);
enum status entities_complete(struct writing *writing, const int *owner, struct draft *draft);

/* assemble.c: the parts become HTML with citations, links, and what stands around it. */
enum status assemble(struct writing *writing, const struct article_outline *outline, const struct draft *draft,
                     struct write_result *result);

/* types/blog_post.c */
enum status write_blog_post(struct writing *writing, struct write_result *result);

#endif
