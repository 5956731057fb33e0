/* What pictures cost, in words: the one table. */
#ifndef COPYDESK_WRITE_MEDIA_PICTURE_PRICE_H
#define COPYDESK_WRITE_MEDIA_PICTURE_PRICE_H

#include <stddef.h>
#include <stdint.h>

/*
 * So many pictures of a request's imageModel, whichever entry of the configuration it leads to: 50 words each for
 * alpha-image-2-fast, 200 for alpha-image-2-medium. The interface names no price for the other two: they cost nothing.
 */
int64_t pictures_price(const char *image_model, size_t count);

#endif
