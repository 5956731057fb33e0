/* Captions that roll over the screen, as those made automatically do: a new line comes in below, and the one before it
 * is shown again above. */
#ifndef COPYDESK_MEDIA_CAPTIONS_UNROLL_H
#define COPYDESK_MEDIA_CAPTIONS_UNROLL_H

#include "media/captions/cues.h"

/* What is said from one time to another. */
struct caption_piece {
    int64_t start_ms, end_ms;
    struct str text;
};

/*
 * One piece for each cue that says something new: when at least a quarter of the cues repeat or extend the one before,
 * what they repeat is left out; else each cue stays as it is, since people say things twice. What is no speech goes:
 * lines in brackets such as "[Music]", notes, and marks of another speaker (">>", "- "). The array has `count` entries
 * at most.
 */
enum status captions_unroll(struct arena *arena, const struct caption_cue *cues, size_t count,
                            struct caption_piece **pieces, size_t *piece_count, struct error *err);

#endif
