/*
 * Some of a site's pages as they came, kept in memory while its index is built, so that they can be linked once it
 * stands. Which ones depends on nothing but their URLs and sizes. Used by one thread.
 */
#ifndef COPYDESK_LINK_LESSONS_SAMPLE_H
#define COPYDESK_LINK_LESSONS_SAMPLE_H

#include "base/base.h"

#include <stdint.h>

/* No more pages and bytes than these; of a larger site between half of them and all. */
enum { SAMPLE_PAGES = 2000, SAMPLE_BYTES = 32 << 20 };

struct sample_page {
    uint64_t order; /* a hash of the URL's key: pages with lower ones are kept */
    struct str url; /* absolute; owned, with the html behind it */
    struct str html;
    uint32_t page; /* its number in the index */
};

struct sample {
    struct sample_page *pages;
    size_t count, cap;
    size_t bytes;
    uint64_t limit; /* of order, inclusive */
};

void sample_init(struct sample *sample);
void sample_free(struct sample *sample);

/* Offers a page. A page that has come before is replaced. False: memory ran out. */
bool sample_add(struct sample *sample, uint32_t page, uint64_t order, struct str url, struct str html);

/* Puts the pages in order. To be called when all have been offered. */
void sample_finish(struct sample *sample);

#endif
