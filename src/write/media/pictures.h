/* Pictures for sections: made by a model or found, some at a time side by side, each shown once. */
#ifndef COPYDESK_WRITE_MEDIA_PICTURES_H
#define COPYDESK_WRITE_MEDIA_PICTURES_H

#include "media/images/images.h"
#include "write/media/films.h"

/*
 * Gets a picture for each slot that is to have one and makes it the figure of its heading. *added: how many there are.
 * Those that cannot be had are left out, with one note for all. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the store
 * says.
 */
enum status pictures_add(struct writing *writing, struct draft_part *part, const struct media_slot *slots, size_t count,
                         size_t *added);

/*
 * What pictures cost, in words: so many pictures of a request's imageModel, whichever entry of the configuration it
 * leads to: 50 words each for alpha-image-2-fast, 200 for alpha-image-2-medium. The interface names no price for the
 * other two: they cost nothing.
 */
int64_t pictures_price(const char *image_model, size_t count);

#endif
