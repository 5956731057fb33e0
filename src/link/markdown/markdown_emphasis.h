/*
 * Used only inside this folder. Emphasis: runs of * _ and ~ .
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_EMPHASIS_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_EMPHASIS_H

#include "link/markdown/markdown_paragraph.h"

/* Passes over the run that begins here. */
void markdown_emphasis(struct markdown_paragraph *paragraph);

#endif
