/* Pictures and films of a document as HTML. Of document_html.c. */
#ifndef COPYDESK_WRITE_WRITING_DOCUMENT_FIGURE_H
#define COPYDESK_WRITE_WRITING_DOCUMENT_FIGURE_H

#include "write/writing/document/document.h"

/* One whose address is neither one of the web nor a path of the service is left out. */
void document_add_figure(const struct document_figure *figure, struct buf *html);

#endif
