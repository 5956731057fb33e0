/* Pictures for sections: made by a model or found, some at a time side by side, each shown once. */
#ifndef COPYDESK_WRITE_MEDIA_PICTURES_H
#define COPYDESK_WRITE_MEDIA_PICTURES_H

#include "write/media/placing.h"
#include "write/writing/draft.h"

/*
 * Gets a picture for each slot that is to have one and makes it the figure of its heading. *added: how many there are.
 * Those that cannot be had are left out, with one note for all. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the store
 * says.
 */
enum status pictures_add(struct writing *writing, struct draft_part *part, const struct media_slot *slots, size_t count,
                         size_t *added);

#endif
