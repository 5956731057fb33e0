/*
 * video: what is said in a film becomes an article that follows it. The front header of the folder.
 *
 *   video.h           this file: what the article type calls
 *   film.h            the film and its captions, stored as the step "captions"
 *   video_link.h      addresses that start a film at a time, and addresses of players
 *   speech.h          captions as sentences: without fillers, greetings, sponsors and goodbyes
 *   slices.h          where the subject of a film changes
 *   headline.h        the most telling phrase of some sentences
 *   video_plan.c      sections: by a language model, or by slices
 *   video_section.c   a section asked of a language model
 *   video_compose.c   the text without one: the speaker's own sentences
 *   video_times.c     times behind sentences, as links where the film's site understands them
 */
#ifndef COPYDESK_WRITE_VIDEO_H
#define COPYDESK_WRITE_VIDEO_H

#include "write/prompted/prompted.h"
#include "write/writing/document.h"

/*
 * Finds the film and its captions, or loads them: writing->subject and writing->sources. Fails with no_captions when
 * the film is not there, when it has no captions or none in the language of the built-in writer, and when no videos
 * are configured.
 */
enum status video_gather(struct writing *writing);

/* Where the columns of an article type say what each does (writing/article_type.h). */
enum status video_plan(struct writing *writing, struct article_plan *plan);
enum status video_compose(struct writing *writing, struct article_plan *plan, struct draft *draft);
enum status video_section(struct writing *writing, const struct prompted *article, size_t first,
                          struct draft_part *part);
enum status video_fill(struct writing *writing, const struct article_plan *plan, size_t number,
                       struct drafted *drafted);

/* The player; nothing where the film has none. */
void video_embed(struct writing *writing, struct document *document);

#endif
