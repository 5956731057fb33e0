/*
 * video: what is said in a film becomes an article that follows it. The front header of the folder.
 *
 *   video.h           this file: what the article type calls
 *   film.h            the film and its captions, stored as the step "captions"
 *   video_link.h      addresses that start a film at a time, and addresses of players
 *   speech.h          captions as sentences: without fillers, greetings, sponsors and goodbyes
 *   slices.h          where the subject of a film changes
 *   headline.h        the most telling phrase of some sentences
 *   video_slice.c     sections where the subject changes, with headings
 *   video_plan.c      sections by slices; what a language model writes from
 *   video_compose.c   the text without one: the speaker's own sentences
 *   video_times.c     times behind sentences, as links where the film's site understands them
 */
#ifndef COPYDESK_WRITE_VIDEO_H
#define COPYDESK_WRITE_VIDEO_H

#include "write/prompted/prompted.h"
#include "write/video/film.h"
#include "write/video/speech.h"
#include "write/writing/document/document.h"

/*
 * Finds the film and its captions, or loads them: writing->subject and writing->sources. Fails with no_captions when
 * the film is not there, when it has no captions or none in the language of the built-in writer, and when no videos
 * are configured.
 */
enum status video_gather(struct writing *writing);

/* The player; nothing where the film has none. */
void video_embed(struct writing *writing, struct document *document);

/* --- what the files of this folder share between plan and text --- */

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

/* Puts times behind sentences: those that have a source name by it their segment; the film is their source then. */
enum status video_times(struct writing *writing, struct model_text *text);

/* Where the columns of an article type say what each does (writing/article_type.h). */
enum status video_plan(struct writing *writing, struct article_plan *plan);
enum status video_compose(struct writing *writing, struct article_plan *plan, struct draft *draft);
enum status video_size(struct writing *writing, struct article_size *size);
enum status video_passages(struct writing *writing, struct model_excerpt **list, size_t *count);
enum status video_subject(struct writing *writing, struct str *text);

#endif
