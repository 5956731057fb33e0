/*
 * Used only inside this folder. Links and images.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_LINK_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_LINK_H

#include "link/markdown/markdown_paragraph.h"

void markdown_open_bracket(struct markdown_paragraph *paragraph, bool is_image);
void markdown_close_bracket(struct markdown_paragraph *paragraph);

/* Passes over an autolink of that length. */
void markdown_autolink(struct markdown_paragraph *paragraph, size_t length);

#endif
