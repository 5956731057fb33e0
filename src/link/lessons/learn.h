/*
 * Learning from a site's own links how its authors link (model/lessons.h). Some of its pages lose their links; an index
 * is built of the site as it is then; those pages are linked, and what comes out is compared with what their authors
 * did. So a page is never judged by counts that its own links are part of, as in use, where content is linked that has
 * no links yet.
 *
 *   learn.h          this file
 *   sample.h         the pages that are kept for it
 *   lesson_page.h    one page: what could be linked there, and what its author linked
 */
#ifndef COPYDESK_LINK_LESSONS_LEARN_H
#define COPYDESK_LINK_LESSONS_LEARN_H

#include "link/lessons/sample.h"
#include "link/model/lessons.h"

struct link_index;

/*
 * Gives an index of the site in which these pages have no links. learn closes it. Any status but OK ends learning,
 * which returns it.
 */
typedef enum status (*learn_build)(void *context, const struct sample_page *pages, size_t count,
                                   struct link_index **index, struct error *err);

/*
 * Learns from the pages of a sample; page_count: pages of the site. *lessons: what was learned, or nothing where there
 * is nothing to learn from. E_MEMORY; what `build` returns.
 */
enum status learn(const struct sample *sample, size_t page_count, learn_build build, void *context,
                  struct lessons *lessons, struct error *err);

#endif
