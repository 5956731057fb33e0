/* What the files of this folder share between plan and text. */
#ifndef COPYDESK_WRITE_VIDEO_PARTS_H
#define COPYDESK_WRITE_VIDEO_PARTS_H

#include "write/video/film.h"
#include "write/video/speech.h"
#include "write/video/video.h"

/* A section of the article: a run of segments. */
struct cut {
    struct str heading;
    size_t first, last;
};

struct cuts {
    struct cut *list;
    size_t count;
};

/* The sentences of the film's captions. E_MEMORY. */
enum status video_speech(struct writing *writing, struct spoken **sentences, size_t *count);

/* Words that are said, without greetings and the like, in segments [first, last]. */
size_t video_words(const struct spoken *sentences, size_t count, size_t first, size_t last);

/* Segments by where the subject changes, with headings out of what is said. E_MEMORY; E_NOT_FOUND with no_captions:
 * nothing is said of any subject. */
enum status video_slice(struct writing *writing, struct cuts *cuts);

/* Segments of a section of the plan: from the first to the last of its excerpts. */
void video_section_bounds(const struct writing *writing, const struct article_plan *plan, size_t number, size_t *first,
                          size_t *last);

/* Puts times behind sentences: those that have a source name by it their segment; the film is their source then. */
enum status video_times(struct writing *writing, struct model_text *text);

#endif
