/*
 * markdown: the HTML of an article becomes Markdown.
 *
 * CommonMark, with the tables of GitHub's. What Markdown has no sign for and an article needs (raised letters, emphasis
 * where its own signs would not be read) stays a tag, which CommonMark allows; of all else the text stays. Characters
 * that Markdown would read as signs are escaped: rendered again, it says the same and links to the same.
 *
 *   markdown.c  walks the HTML; tables
 *   run.c       running text: what is emphasised or linked, and the escapes
 *   blocks.c    where lines go: lists, quotations, the blank lines between
 */
#ifndef COPYDESK_TEXT_MARKDOWN_MARKDOWN_H
#define COPYDESK_TEXT_MARKDOWN_MARKDOWN_H

#include "base/base.h"

/* Appends the Markdown, which ends with a line break unless there is nothing to say. html: valid UTF-8, of any form;
 * time and size are linear in it. False: memory ran out. */
bool markdown_from_html(struct buf *out, struct str html);

#endif
