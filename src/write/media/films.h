/* Films for sections. */
#ifndef COPYDESK_WRITE_MEDIA_FILMS_H
#define COPYDESK_WRITE_MEDIA_FILMS_H

#include "write/media/placing.h"
#include "write/writing/draft.h"

/*
 * Finds films by the words of each section, gives them to the sections that they fit and makes them the figures of
 * their headings; only those that have a player. Nothing that fits is told in a note, unless wish->is_chosen: then a
 * film has to be about the section's own subject. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the store says.
 */
enum status films_add(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                      const struct media_wish *wish);

#endif
