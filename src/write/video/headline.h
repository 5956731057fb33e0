/* Headings for parts of a text, from their own words. */
#ifndef COPYDESK_WRITE_VIDEO_HEADLINE_H
#define COPYDESK_WRITE_VIDEO_HEADLINE_H

#include "text/text.h"

/* A part of a text. */
struct headline_part {
    const struct str *sentences;
    size_t count;
    struct str heading; /* the result; empty: nothing in it is fit for one */
};

/*
 * The most telling phrase of each part: content words that stand side by side, of two to four words or, where no such
 * phrase is fit, one. It is rated by how often its words stand in this part and in how few others, whether
 * `known` (a title, a description) has them, and how early it comes; no two parts get the same. Written as a heading of
 * the language is. E_MEMORY.
 */
enum status headlines_make(struct arena *arena, struct headline_part *parts, size_t count,
                           const struct language *language, struct str known, struct error *err);

#endif
