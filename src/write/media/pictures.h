/* Pictures for sections: made by a model or found, some at a time side by side, each shown once. */
#ifndef COPYDESK_WRITE_MEDIA_PICTURES_H
#define COPYDESK_WRITE_MEDIA_PICTURES_H

#include "media/images/images.h"
#include "write/media/films.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Gets a picture for each slot that is to have one and makes it the figure of its heading. *added: how many there are.
 * Those that cannot be had are left out, with one note for all. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the store
 * says.
 */
enum status pictures_add(struct writing *writing, struct draft_part *part, const struct media_slot *slots, size_t count,
                         size_t *added);

/* What a picture of a section is to show, and what stands in its place for those who do not see it. */

struct picture_text {
    struct str words;       /* for sources that find pictures: the heading, and the subject where it says less */
    struct str subject;     /* the end of words that the heading does not say; may be empty */
    struct str prompt;      /* for those that make them; in English where a language model describes it */
    struct str alternative; /* never empty; for a picture that brings none */
};

/* What pictures cost, in words: the one table. */

/*
 * So many pictures of a request's imageModel, whichever entry of the configuration it leads to: 50 words each for
 * alpha-image-2-fast, 200 for alpha-image-2-medium. The interface names no price for the other two: they cost nothing.
 */
int64_t pictures_price(const char *image_model, size_t count);

/* A picture of the article as a stored step: with its bytes, both or neither, so that a resumed article pays for it
 * once.
 */

struct kept_picture {
    const struct document_figure *figure;
    const char *key;  /* of struct image; NULL: it has none */
    const char *note; /* what was done differently; NULL: nothing */
};

#endif
