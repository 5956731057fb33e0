/* Headings of pages as headings of an article. */
#ifndef COPYDESK_MODEL_BUILTIN_HEADINGS_H
#define COPYDESK_MODEL_BUILTIN_HEADINGS_H

#include "text/text.h"

/* A heading without what is not for readers: anchors ("{#more}"), marks of permanent links, times of day, marks at its
 * end but "?" and "!", and the keyword with a colon in front. A slice of it, which may be empty. */
struct str heading_for_readers(struct str heading, struct str keyword);

#endif
