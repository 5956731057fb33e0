/* WebVTT files (https://www.w3.org/TR/webvtt1/) as cues. */
#ifndef COPYDESK_MEDIA_CAPTIONS_VTT_H
#define COPYDESK_MEDIA_CAPTIONS_VTT_H

#include "media/captions/cues.h"

/* Does the file begin as WebVTT does? */
bool vtt_is(struct str text);

/*
 * The cues in the order of the file; those without text or with wrong times are left out, and so are notes, styles,
 * regions and settings. Markup, speakers (<v Name>) and time tags are removed, character references decoded, invalid
 * bytes replaced by U+FFFD. E_CORRUPT: it does not begin with WEBVTT; E_MEMORY.
 */
enum status vtt_read(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count, struct error *err);

#endif
