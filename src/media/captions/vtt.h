/* WebVTT files (https://www.w3.org/TR/webvtt1/) as cues. */
#ifndef COPYDESK_MEDIA_CAPTIONS_VTT_H
#define COPYDESK_MEDIA_CAPTIONS_VTT_H

#include "base/base.h"

/* Further lines of a cue are left out. */
enum { CUE_LINES = 32 };

struct vtt_cue {
    size_t number;            /* in the order of the file, from 0 */
    int64_t start_ms, end_ms; /* start < end */
    struct str *lines;        /* plain text, squeezed, none of them empty */
    size_t count;             /* at least 1 */
};

/*
 * The cues in the order of the file; those without text or with wrong times are left out, and so are notes, styles,
 * regions and settings. Markup, speakers (<v Name>) and time tags are removed, character references decoded, invalid
 * bytes replaced by U+FFFD. E_CORRUPT: it does not begin with WEBVTT; E_MEMORY.
 */
enum status vtt_read(struct arena *arena, struct str text, struct vtt_cue **cues, size_t *count, struct error *err);

#endif
