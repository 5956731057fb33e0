/* SubRip files (.srt) as cues. Nobody has written the format down; what programs write and players read is here. */
#ifndef COPYDESK_MEDIA_CAPTIONS_SRT_H
#define COPYDESK_MEDIA_CAPTIONS_SRT_H

#include "media/captions/cues.h"

/*
 * The cues in the order of the file, whatever their numbers say; those without text or with wrong times are left out.
 * Numbers may be missing, and the empty lines between cues; empty lines inside a cue are taken for slips. Markup (<i>),
 * styling tags ({\an8}, {i}) and positions behind the times are removed, character references decoded, invalid bytes
 * replaced by U+FFFD. E_CORRUPT: no line has times; E_MEMORY.
 */
enum status srt_read(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count, struct error *err);

#endif
