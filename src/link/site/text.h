/* A page's text on its way into the spool, as numbers of forms (text_put.c), and read again from there (text.c). */
#ifndef COPYDESK_LINK_SITE_TEXT_H
#define COPYDESK_LINK_SITE_TEXT_H

#include "link/lexer/lexer.h"
#include "link/site/store.h"

/* Codes of the spool for items; a form n is n + PAGE_TEXT_FORMS. */
enum { PAGE_TEXT_BREAK, PAGE_TEXT_FORMS };

/*
 * An item is its code, shifted by ITEM_SHIFT, with its letter case and two marks below it. Are there more marks,
 * ITEM_MORE is set, and they are the next number, shifted down by MORE_SHIFT.
 */
enum {
    ITEM_CASE = 7,
    ITEM_INNER = 8,
    ITEM_CLOSE = 16,
    ITEM_MORE = 32,
    ITEM_SHIFT = 6,
    MORE_MARKS = MARK_STARTS_SENTENCE | MARK_BOLD | MARK_ITALIC | MARK_QUOTED | MARK_BRACKETED,
    MORE_SHIFT = 5
};

struct spooled_page {
    const struct link_page *page;
    const char *url; /* absolute */
    uint32_t number;
    unsigned language;
};

/* Puts the page together in the spool, from spool_begin to before spool_end. E_MEMORY. */
enum status page_text_put(struct site_store *store, const struct spooled_page *page, struct arena *scratch,
                          struct error *err);

/* --- reading --- */

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

/* Is the text of a block, a number of frame_text, on several pages, and on more than one in `share`? */
bool site_has_often(const struct site *site, uint32_t text, uint32_t share);

/* Reads a page into reader->text. E_IO; E_MEMORY. */
enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err);
void text_reader_free(struct text_reader *reader);

#endif
