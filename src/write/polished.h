/* A finished article is polished as its config says: by rules, and with the language model that writes. */
#ifndef COPYDESK_WRITE_POLISHED_H
#define COPYDESK_WRITE_POLISHED_H

#include "write/writing/writing.h"

/*
 * *polished lives in the arena of the writing, and is the same text when nothing had to change. Its brief was read.
 *
 * Where the model gives no usable answer for a section, the rules alone polish it. Where it cannot be had at all,
 * *problem says why, of the first such section: it lives as long as the article; NULL: it could be had. Any status but
 * OK ends the work, as that of a question does.
 */
enum status polished_make(struct writing *writing, const char *html, const char **polished, const char **problem);

#endif
