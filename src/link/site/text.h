/* One page, read again from the spool. */
#ifndef COPYDESK_LINK_SITE_TEXT_H
#define COPYDESK_LINK_SITE_TEXT_H

#include "link/site/store.h"

/* Room for what a page decodes to, used for one page after the other. Starts with .site set, the rest zeros. */
struct text_reader {
    const struct site *site;
    const unsigned char *at, *end;
    struct arena *arena; /* of the page */
    struct site_item *items;
    struct site_text text;
};

/* Finds where the phrases of the site stand in the text, which is complete otherwise. The arena tells when it ran out.
 */
void occurrences_find_all(const struct site *site, struct site_text *text, struct arena *arena);

/* Reads a page into reader->text. E_IO; E_MEMORY. */
enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err);
void text_reader_free(struct text_reader *reader);

#endif
