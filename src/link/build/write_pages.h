/* Used only by write.c: what the file has of the pages. */
#ifndef COPYDESK_LINK_BUILD_WRITE_PAGES_H
#define COPYDESK_LINK_BUILD_WRITE_PAGES_H

#include "link/index/index_write.h"
#include "link/site/site.h"

/* Pages, their texts, and the table that finds them. E_LIMIT; E_IO; E_MEMORY. */
enum status write_pages(struct site *site, struct index_writer *writer, struct error *err);

/* Who links to each page. */
void write_links(struct site *site, struct index_writer *writer);

/* The languages of the pages. */
void write_languages(const struct site *site, struct index_writer *writer);

#endif
