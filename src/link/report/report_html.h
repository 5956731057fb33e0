/* Used only inside this folder: pieces of HTML. */
#ifndef COPYDESK_LINK_REPORT_REPORT_HTML_H
#define COPYDESK_LINK_REPORT_REPORT_HTML_H

#include "base/base.h"

/* "1,234,567". */
void html_number(struct buf *out, int64_t number);

/* "1 page", "12 pages": `many` is the word for more than one. */
void html_count(struct buf *out, int64_t number, const char *one, const char *many);

/* Text of others, escaped, on one line, at most so many characters. */
void html_text(struct buf *out, struct str text, size_t most);

/* May a reader follow the URL? Others are shown, but are no links. */
bool html_is_address(struct str url);

/* The URL as it is shown: without scheme. */
struct str html_shown_url(struct str url);

#endif
