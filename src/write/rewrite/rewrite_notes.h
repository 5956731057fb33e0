/* What a page says, as a language model's notes: no sentence of the page, each fact once. */
#ifndef COPYDESK_WRITE_REWRITE_REWRITE_NOTES_H
#define COPYDESK_WRITE_REWRITE_REWRITE_NOTES_H

#include "write/rewrite/original.h"
#include "write/writing/plan.h"

struct notes {
    struct model_excerpt *list; /* of the page, source 0 */
    size_t *units;              /* by note: the first unit of the page that it holds */
    size_t count;
};

/*
 * Asks for notes, sixty sentences a call, the calls side by side. What has a figure and stands in no note is asked for
 * once more; a sentence that has none even so is a note itself, and so is code. Where a call gives nothing that can be
 * used, all its sentences are notes, and the record says so. E_CORRUPT: the page says nothing. Else as question_ask.
 */
enum status notes_take(struct writing *writing, const struct original *original, struct notes *notes);

#endif
