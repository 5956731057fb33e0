/* A film with its captions, as an article sees it. */
#ifndef COPYDESK_WRITE_VIDEO_FILM_H
#define COPYDESK_WRITE_VIDEO_FILM_H

#include "media/media.h"
#include "write/writing/writing.h"

/* Lives as long as the article; read-only. Texts that are not given are empty. */
struct film {
    struct str title, url, player, author, description;
    const struct caption_segment *segments;
    size_t count; /* at least 1 */
};

/* The film of the article that is written. */
const struct film *film_of(const struct writing *writing);

/* Who speaks, for a sentence: the author, or the title where none is named. */
struct str film_speaker(const struct film *film);

/* Number of the segment that begins at the time which a text names (video_link.h); the count when there is none. */
size_t film_segment_at(const struct film *film, struct str time);

/* Segments [first, last] as excerpts, each named by its time. What speaks to a language model is left out. E_MEMORY. */
enum status film_excerpts(struct writing *writing, size_t first, size_t last, struct model_excerpt *list,
                          size_t *count);

#endif
