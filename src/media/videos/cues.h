/* Cues: what stands on the screen from one time to another, read from files of captions. */
#ifndef COPYDESK_MEDIA_VIDEOS_CUES_H
#define COPYDESK_MEDIA_VIDEOS_CUES_H

#include "base/base.h"

/* Further lines of a cue are left out. */
enum { CUE_LINES = 32 };

struct caption_cue {
    size_t number;            /* in the order of the file, from 0 */
    int64_t start_ms, end_ms; /* start < end */
    struct str *lines;        /* plain text, squeezed, none of them empty */
    size_t count;             /* at least 1 */
};

/* The cues of a file while it is read. */
struct cue_list {
    struct arena *arena;
    struct caption_cue *cues;
    size_t count, cap;
    bool failed; /* memory ran out; appends do nothing */
};

/* --- WebVTT (https://www.w3.org/TR/webvtt1/) --- */

/* Does the file begin as WebVTT does? */
bool vtt_is(struct str text);

/*
 * The cues in the order of the file; those without text or with wrong times are left out, and so are notes, styles,
 * regions and settings. Markup, speakers (<v Name>) and time tags are removed, character references decoded, invalid
 * bytes replaced by U+FFFD. E_CORRUPT: it does not begin with WEBVTT; E_MEMORY.
 */
enum status vtt_read(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count, struct error *err);

/* --- SubRip: nobody has written the format down; what programs write and players read is here --- */

/*
 * The cues in the order of the file, whatever their numbers say; those without text or with wrong times are left out.
 * Numbers may be missing, and the empty lines between cues; empty lines inside a cue are taken for slips. Markup (<i>),
 * styling tags ({\an8}, {i}) and positions behind the times are removed, character references decoded, invalid bytes
 * replaced by U+FFFD. E_CORRUPT: no line has times; E_MEMORY.
 */
enum status srt_read(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count, struct error *err);

#endif
