/*
 * types: the article types, one row each, and what single ones need of their own.
 *
 *   types.c          the list of types; blog posts and service pages, which are made the common way
 *   listicle.c       items of one kind, numbered, and supplemental sections behind them
 *   candidates.c     what the sources list, where no language model plans
 *   video.c          what is said in a film, as an article that follows it
 *   film.c           the film and its captions, times and players
 *   speech.c         captions as sentences, where their subject changes, headings for the parts
 *   rewrite.c        a page that somebody wrote, written anew
 *   original.c       that page as sections of numbered sentences
 *   rewrite_marks.c  what of it stays as it is, and sentences put another way by rule
 *   market.c         products of a marketplace, several or one
 *   market_find.c    which products
 *   market_block.c   what the data say of them
 *   places.c         places in a city
 *   catalog.c        what products and places have in common: articles that are made of data
 *
 * To add a type, write NAME.c with its `const struct article_type` (writing/writing.h) and name it in the list of
 * types.c: from then on requests may ask for it. A part that no type has yet is a value of enum article_part and a row
 * in write/parts.c. Which parameters a type reads is said once, by the column `types` of the parameter table
 * (params/params_table.c).
 */
#ifndef COPYDESK_WRITE_TYPES_TYPES_H
#define COPYDESK_WRITE_TYPES_TYPES_H

#include "write/writing/writing.h"

/* The type of this name; NULL when it cannot be written. */
const struct article_type *article_type_find(const char *name);

/* The bits of all types that can be written. */
unsigned article_types_writable(void);

/* When the text of a list is there: tells when the article has fewer items than were wanted, or no supplemental section
 * although there was to be one. Of the built-in writer's list the title says how many there are, and fewer than three
 * are refused. E_MEMORY. */
enum status list_finish(struct writing *writing, struct article_plan *plan, const struct draft_part *part);

/* The page has been read (writing->pages): keeps what it says as writing->subject (original.h). Fails with no_sources
 * when it is in another language than the built-in writer is to write, or says nothing. */
enum status rewrite_open(struct writing *writing);

/*
 * Finds the film and its captions, or loads them, stored as the step "captions": writing->subject and writing->sources.
 * Fails with no_captions when the film is not there, when it has no captions or none in the language of the built-in
 * writer, and when no videos are configured.
 */
enum status video_gather(struct writing *writing);

/* The player; nothing where the film has none. */
void video_embed(struct writing *writing, struct document *document);

/*
 * The address of a player for a film: of a site that is known the one that sets no cookies, made of the film's id; of
 * any other `embed`, the player that the source of the film names, which is trusted as that is. Empty where neither is
 * there. data NULL: memory ran out.
 */
struct str video_player(struct arena *arena, struct str page, struct str embed);

#endif
