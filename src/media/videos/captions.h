/*
 * captions: what is said in a film, with times. The front header of the folder.
 *
 *   captions.h         this file: a file of captions becomes segments that can be read and quoted
 *   cues.h             what stands on the screen from one time to another
 *   vtt.h              WebVTT files as cues
 *   srt.h              SubRip files as cues
 *   captions_stops.h   full stops for captions that have none
 *   captions_unroll.h  captions that roll over the screen say each line two or three times: once is enough
 */
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

/* Captions that roll over the screen, as those made automatically do: a new line comes in below, and the one before it
 * is shown again above. */

/* What is said from one time to another. */
struct caption_piece {
    int64_t start_ms, end_ms;
    struct str text;
};

/* Captions without punctuation, as speech recognition writes them: where their sentences end. */

/* Words for each mark that ends a sentence from which on a text has none: people speak in sentences of 10 to 20 words,
 * and the machine writes hardly any. */
enum { CAPTIONS_UNSTOPPED_WORDS = 40 };

#endif
