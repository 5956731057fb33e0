/*
 * Where the subject of a text changes: TextTiling (Hearst 1997, "TextTiling: Segmenting text into multi-paragraph
 * subtopic passages"), over the stems of content words in units of about equal length.
 */
#ifndef COPYDESK_WRITE_VIDEO_SLICES_H
#define COPYDESK_WRITE_VIDEO_SLICES_H

#include "text/text.h"

struct slice {
    size_t first, end; /* units, end exclusive */
};

/*
 * Divides `count` units into at most `most` slices, each of at least `shortest` units: at the deepest gaps first, as
 * long as a gap is deep (or there are fewer than `least` slices). Together they cover all units, in order. The same
 * input gives the same slices. At least one slice when count is not 0. E_MEMORY.
 */
enum status slices_find(struct arena *arena, const struct str *units, size_t count, const struct language *language,
                        size_t least, size_t most, size_t shortest, struct slice **slices, size_t *slice_count,
                        struct error *err);

#endif
