/* Captions: what is said in a film, with times, in segments that can be read and quoted. */
#ifndef COPYDESK_MEDIA_VIDEOS_CAPTIONS_H
#define COPYDESK_MEDIA_VIDEOS_CAPTIONS_H

#include "media/videos/cues.h"
#include "text/text.h"

enum {
    SEGMENT_SHORTEST_MS = 10000, /* but the last one, and before a sentence that would make it too long */
    SEGMENT_LONGEST_MS = 20000,  /* unless one piece of a caption alone is longer */
};

/* What is said from one time of the film to another, on one line. */
struct caption_segment {
    int64_t start_ms, end_ms;
    const char *text;     /* plain text, not empty */
    bool is_sentence_end; /* it ends where a sentence does */
};

/*
 * Reads a WebVTT or SubRip file into segments of 10 to 20 seconds that end with a sentence where that is possible, in
 * the order of their times. Speakers, markup and what is not said ("[Music]", "♪") are left out, lines that rolling
 * captions repeat come once. E_CORRUPT: it is neither; E_MEMORY. OK with count 0: nobody says anything.
 */
enum status captions_read(struct arena *arena, struct str file, struct caption_segment **segments, size_t *count,
                          struct error *err);

#endif
