/*
 * media: the things that articles are about or show, from files or from services. Each kind has its backends, one file
 * and one row each.
 *
 *   products/  what a marketplace sells
 *   places/    places of a city, and their hours
 *   videos/    films and their captions
 *   images/    pictures, made or found
 *   data/      what the backends share
 *
 * A source is opened from its entry of the configuration (E_INVALID names the member that is wrong and what is allowed;
 * E_NOT_FOUND, E_IO: the file or folder cannot be read; E_LIMIT: it is too large; E_CORRUPT: its content is wrong, with
 * the line or the entry), and is read-only afterwards, used by any number of threads. What a call returns lives in the
 * arena of the call. Files are read again when they have changed since; when they are wrong or gone then, the former
 * content stays and the log says so.
 *
 * Texts are valid UTF-8 in plain text on one line: markup is removed, and what is longer than the headers say is cut
 * with an ellipsis. They are data: whoever writes them into HTML escapes them. Addresses are http or https; others
 * are dropped, and the log says so.
 *
 * To add a backend, write a file with its row (`const struct product_backend` ...) and name it in the list of
 * products.c, places.c, videos.c or images.c; the error for an unknown api lists what is there.
 */
#ifndef COPYDESK_MEDIA_MEDIA_H
#define COPYDESK_MEDIA_MEDIA_H

#include "media/images/images.h"
#include "media/places/places.h"
#include "media/products/products.h"
#include "media/videos/videos.h"

#endif
