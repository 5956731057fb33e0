/*
 * What is said in a film: its captions as sentences that can be read, cut where their subject changes, and the most
 * telling phrase of each part.
 */
#ifndef COPYDESK_WRITE_TYPES_SPEECH_H
#define COPYDESK_WRITE_TYPES_SPEECH_H

#include "media/media.h"

/* --- captions as sentences --- */

struct spoken {
    struct str text;    /* without fillers, with a capital and a full stop */
    size_t segment;     /* in which it begins */
    bool is_idle;       /* greets, thanks a sponsor, asks for a subscription, sums up, says goodbye */
    bool is_shown;      /* points at the picture */
    bool is_of_speaker; /* speaks of the speaker: I, we */
    bool is_cut;        /* of a text without full stops: where it begins and ends says nothing, and none quotes it */
    bool is_tied;       /* its beginning points back: cannot be quoted without the one before it */
};

/*
 * The sentences of captions, whatever segments they go over; text without full stops is cut where segments end
 * (is_cut). Cues are those of the language, of English where it has none. Between two sentences on a sponsor what
 * stands there is about him too; what comes before the last greeting at the beginning, and behind the first goodbye at
 * the end, goes with them. E_MEMORY.
 */
enum status speech_read(struct arena *arena, const struct caption_segment *segments, size_t count,
                        const struct language *language, struct spoken **sentences, size_t *sentence_count,
                        struct error *err);

/* --- where the subject changes --- */

/* By TextTiling (Hearst 1997, "TextTiling: Segmenting text into multi-paragraph subtopic passages"), over the stems of
 * content words in units of about equal length. */
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

/* --- headings --- */

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
