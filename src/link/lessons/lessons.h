/*
 * lessons: learning from a site's own links how its authors link (model/lessons.h). Some of its pages lose their links;
 * an index is built of the site as it is then; those pages are linked, and what comes out is compared with what their
 * authors did. So a page is never judged by counts that its own links are part of, as in use, where content is linked
 * that has no links yet.
 *
 *   sample.c    the pages that are kept for it
 *   learn.c     what could be linked there, what their authors linked, and what that teaches
 */
#ifndef COPYDESK_LINK_LESSONS_H
#define COPYDESK_LINK_LESSONS_H

#include "base/base.h"
#include "link/model/lessons.h"

#include <stdint.h>

/*
 * --- some of a site's pages as they came ---
 *
 * They are kept in memory while the index is built, so that they can be linked once it stands. Which ones depends on
 * nothing but their URLs and sizes. Used by one thread.
 */

/* No more pages and bytes than these; of a larger site between half of them and all. */
enum { SAMPLE_PAGES = 2000, SAMPLE_BYTES = 32 << 20 };

struct sample_page {
    uint64_t order; /* a hash of the URL's key: pages with lower ones are kept */
    struct str url; /* absolute; owned, with the html behind it */
    struct str html;
    uint32_t page; /* its number in the index */
};

/* Begins with the limit UINT64_MAX. */
struct sample {
    struct sample_page *pages;
    size_t count, cap;
    size_t bytes;
    uint64_t limit; /* of order, inclusive */
};

void sample_free(struct sample *sample);

/* Offers a page. A page that has come before is replaced. False: memory ran out. */
bool sample_add(struct sample *sample, uint32_t page, uint64_t order, struct str url, struct str html);

/* Puts the pages in order. To be called when all have been offered. */
void sample_finish(struct sample *sample);

/* --- learning --- */

struct link_index;

/* What is asked of the site. */
struct lesson_site {
    void *context;
    /*
     * Gives an index of the site in which these pages have no links. learn closes it. Any status but OK ends learning,
     * which returns it.
     */
    enum status (*build)(void *context, const struct sample_page *pages, size_t count, struct link_index **index,
                         struct error *err);
    /* Do so many pages have the text of a block, a number of frame_text, that it belongs to the site's template? */
    bool (*is_of_template)(const void *context, uint32_t text);
};

/*
 * Learns from the pages of a sample; page_count: pages of the site. *lessons: what was learned, or nothing where there
 * is nothing to learn from. E_MEMORY; what `build` returns.
 */
enum status learn(const struct sample *sample, size_t page_count, const struct lesson_site *site,
                  struct lessons *lessons, struct error *err);

#endif
