/* Used only inside this folder: pieces of HTML. */
#ifndef COPYDESK_LINK_PAGE_PAGE_HTML_H
#define COPYDESK_LINK_PAGE_PAGE_HTML_H

#include "base/base.h"

/* Text of others, escaped, on one line, at most so many characters. */
void html_text(struct buf *out, struct str text, size_t most);

/* May a reader follow the URL? Others are shown, but are no links. */
bool html_is_address(struct str url);

/* The URL as it is shown: without scheme. */
struct str html_shown_url(struct str url);

/* Letters of a title and of an address, at most. */
enum { HTML_TITLE_LENGTH = 120, HTML_URL_LENGTH = 160 };

/* The text as a link to the URL, if that may be followed. */
void html_address(struct buf *out, struct str url, struct str text, size_t most);

/* A page by its title, and its address below it. */
void html_page(struct buf *out, struct str url, struct str title);

/* Cells of a table: a page, a text of others, a number (negative: none). */
void html_page_cell(struct buf *out, struct str url, struct str title);
void html_text_cell(struct buf *out, struct str text);
void html_number_cell(struct buf *out, int64_t number);

#endif
