/*
 * media: pictures and films in the sections of the finished text. A section gets one of them or none: what the request
 * asks for, and with "auto" a film where one speaks of the section's own subject, else a picture. The front header of
 * the folder.
 *
 *   media.h             this file: what the writer of an article calls
 *   placing.h           which sections get what: rules alone
 *   films.h             films found for sections, stored as the step "films"
 *   pictures.h          pictures made or found, each stored as the step "picture-3"
 *   picture_step.h      a picture as its stored step
 *   picture_text.h      what a picture is to show, and its alternative text
 *   picture_address.h   where pictures are served
 *   picture_price.h     what they cost
 */
#ifndef COPYDESK_WRITE_MEDIA_H
#define COPYDESK_WRITE_MEDIA_H

#include "write/writing/draft.h"

/*
 * Gives the sections of the draft their figures, as multimediaOption and its companions say; *words: what the pictures
 * cost. What cannot be had is left out, with a note: the article stands. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the
 * store says.
 */
enum status media_illustrate(struct writing *writing, struct draft *draft, int64_t *words);

#endif
