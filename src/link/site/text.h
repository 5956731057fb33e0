/* One page, read again from the spool. */
#ifndef COPYDESK_LINK_SITE_TEXT_H
#define COPYDESK_LINK_SITE_TEXT_H

#include "link/site/store.h"

/* Starts as zeros; the list is freed with free(). */
struct occurrences {
    struct site_occurrence *list;
    size_t count, cap;
};

/* Finds all of them, for site_text.occurrences. False: memory ran out. */
bool occurrences_find_all(const struct site *site, const struct site_text *text, struct occurrences *found);

/* Room for what a page decodes to, used for one page after the other. Starts with .site set, the rest zeros. */
struct text_reader {
    const struct site *site;
    const unsigned char *at, *end;
    char *bytes;
    size_t byte_cap;
    struct site_item *items, *title, *heading_items;
    size_t item_cap, title_cap, heading_item_cap;
    struct site_block *blocks;
    struct site_anchor *anchors;
    struct site_name *names;
    struct site_heading *headings;
    size_t block_cap, anchor_cap, name_cap, heading_cap;
    struct occurrences found;
    struct site_text text;
};

/* Reads a page into reader->text. E_IO; E_MEMORY. */
enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err);
void text_reader_free(struct text_reader *reader);

#endif
