/* Used only inside this folder. One page of the sample: what could be linked there, and what its author linked. */
#ifndef COPYDESK_LINK_LESSONS_LESSON_PAGE_H
#define COPYDESK_LINK_LESSONS_LESSON_PAGE_H

#include "link/lessons/sample.h"
#include "link/link.h"
#include "link/model/lessons.h"

/* What has been seen of all pages so far. Freed by lesson_notes_free. */
struct lesson_notes {
    struct lesson_row *rows;
    float *inputs; /* input_count of each row */
    size_t count, cap, input_count;
    size_t gold;   /* links to find */
    double wanted; /* links that a site without links should get on these pages */
};

void lesson_notes_free(struct lesson_notes *notes);

/*
 * Links the page against an index in which it has no links, and notes each candidate. E_MEMORY; E_LIMIT: the page is
 * too large.
 */
enum status lesson_page_note(struct lesson_notes *notes, const struct link_index *index, const struct sample_page *page,
                             struct error *err);

#endif
