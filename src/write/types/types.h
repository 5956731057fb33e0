/*
 * The article types, one file and one row each.
 *
 * To add a type, write types/NAME.c with its `const struct article_type` and name it in the list of types.c: from then
 * on requests may ask for it. A part that no type has yet is a value of enum article_part, its row in write/parts.c
 * and its file write/draft_NAME.c.
 *
 * Which parameters a type reads is said once, by the bits of the column `types` of the parameter table
 * (params/params_table.c).
 */
#ifndef COPYDESK_WRITE_TYPES_TYPES_H
#define COPYDESK_WRITE_TYPES_TYPES_H

#include "write/types/speech.h"
#include "write/types/types_parts.h"

/* The type of this name; NULL when it cannot be written. */
const struct article_type *article_type_find(const char *name);

/* The bits of all types that can be written. */
unsigned article_types_writable(void);

/*
 * lists: articles that list things. Their plan is a row of items, numbered when the article is put together, and
 * supplemental sections behind them. The front header of the folder.
 *
 *   lists.h         this file
 *   wanted.c        how many items, by the keyword or by the request
 *   candidates.h    what the sources list: items for the plan without a language model
 *   enumerated.h    more of them, from enumerations
 *   list_plan.c     that plan
 */

enum {
    LIST_LEAST = 3,      /* items: fewer are no list */
    LIST_MOST_EXTRA = 3, /* supplemental sections */
};

/* How many items: `least` and `most` are the same where the request or the keyword says the number. */
struct list_wanted {
    size_t least, most;
};

/* When the text is there: tells when the article has fewer items than were wanted, or no supplemental section although
 * there was to be one. Of the built-in writer's list the title says how many there are, and fewer than LIST_LEAST are
 * refused. E_MEMORY. */
enum status list_finish(struct writing *writing, struct article_plan *plan, const struct draft_part *part);

/* Addresses of films: at a time, and of players. */

/* A time as viewers read it: "2:05", "1:02:05". */
void video_time_add(struct buf *out, int64_t ms);

/* The address that starts the film at this time; empty where its site is not known to take one. data NULL: memory ran
 * out. */
struct str video_link_at(struct arena *arena, struct str url, int64_t ms);

/*
 * The address of a player for a film: of a site that is known the one that sets no cookies, made of the film's id; of
 * any other `embed`, the player that the source of the film names, which is trusted as that is. Empty where neither is
 * there. data NULL: memory ran out.
 */
struct str video_player(struct arena *arena, struct str page, struct str embed);

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

/*
 * rewrite: a page that somebody wrote, written anew. The front header of the folder.
 *
 *   rewrite.h           this file: what the article type calls
 *   original.h          the page as sections of numbered sentences
 *   reword.h            a sentence put another way by rule
 *   rewrite_material.c  what a language model writes from: the page's passages, title, headings, length
 *   rewrite_marks.c     what a new text keeps as it is: pictures, tables, code, links
 *   rewrite_plan.c      headings without a language model
 *   rewrite_compose.c   the text without one: the page's sentences in another order, shortened
 */

/* The page has been read (writing->pages): keeps what it says as writing->subject (original.h). Fails with no_sources
 * when it is in another language than the built-in writer is to write, or says nothing. */
enum status rewrite_open(struct writing *writing);

/* Where the columns of an article type say what each does (writing/article_type.h). */
enum status rewrite_complete(struct writing *writing, struct manuscript *manuscript);
enum status rewrite_mark(struct writing *writing, struct model_text *text);

#endif
