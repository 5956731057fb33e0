/* reading: a chapter's Markdown as HTML, and what a heading is called in an address. */
#ifndef COPYDESK_SERVICE_WEB_MANUAL_READING_H
#define COPYDESK_SERVICE_WEB_MANUAL_READING_H

#include "base/base.h"

/*
 * Appends the HTML of a chapter, without its title, which the frame of the page shows. Headings have anchors; links to
 * other chapters lead to their pages, those to files of the source are plain text. Comments and other HTML are left
 * out. False: no memory.
 */
bool reading_html(struct buf *out, struct str markdown);

/* Appends the anchor of a heading: "Many articles: how" -> "many-articles-how". Marks of Markdown do not count. */
void reading_anchor(struct buf *out, struct str heading);

/* Appends a text without the marks of Markdown, in one line. */
void reading_plain(struct buf *out, struct str markdown);

#endif
