/*
 * The one article that is being written, and what its parts need to tell of it: notes for the user, progress, and the
 * outputs of finished steps, which survive when the process ends.
 */
#ifndef COPYDESK_WRITE_STEPS_H
#define COPYDESK_WRITE_STEPS_H

#include "base/codes.h"
#include "model/builtin/builtin.h"
#include "model/model.h"
#include "write/params/params.h"
#include "write/write.h"

/* What the caller wishes for in words of its own, which only a language model can follow. Empty: nothing. */
struct wishes {
    struct str tone_profile;                 /* name of a style: "seo_optimized", "automatic", "custom" or any other */
    struct str tone;                         /* the style described; with the profile "custom" */
    struct str instructions;                 /* for the outline and all text */
    struct str title, introduction, section; /* for these calls alone */
    bool is_easy;                            /* short sentences and simple words */
};

struct writing {
    const struct write_services *services;
    const struct write_job *job;
    const json_t *config; /* of the job */
    struct arena *arena;  /* as long as the article */
    struct error *err;
    json_t *notes;            /* of the result */
    struct model_usage usage; /* of all calls so far */
    struct builtin_brief brief;
    struct wishes wishes;
    const struct labels *labels; /* in the article's language */
    struct page *pages;          /* the sources */
    size_t page_count;
    struct corpus corpus;       /* their passages */
    struct used_sentences used; /* those that the article has already */
};

/* Adds a note for the user; the same one once. */
enum status writing_note(struct writing *writing, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells how far it is; E_CANCELLED when the work was called off. */
enum status writing_progress(struct writing *writing, double fraction, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Was the work called off? */
bool writing_is_cancelled(const struct writing *writing);

/* Stored outputs of steps, as JSON. E_NOT_FOUND when the step was not finished. A loaded value is a new reference. */
enum status step_load(struct writing *writing, const char *step, json_t **value);
enum status step_save(struct writing *writing, const char *step, const json_t *value);

/* Texts as JSON. */
json_t *step_from_text(const struct model_text *text); /* NULL when memory ran out */
enum status step_to_text(struct writing *writing, const json_t *value, struct model_text *text);

#endif
