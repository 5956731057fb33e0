/* Captions as sentences that can be read: each with its segment. */
#ifndef COPYDESK_WRITE_VIDEO_SPEECH_H
#define COPYDESK_WRITE_VIDEO_SPEECH_H

#include "media/media.h"
#include "text/text.h"

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

#endif
