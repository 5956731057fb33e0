/*
 * media: the things that articles are about or show, from files or from services: products, places, videos. Each kind
 * has its table of backends, one file and one row each.
 *
 *   products/  products of a marketplace: products/products.h
 *   places/    places in a city: places/places.h
 *   videos/    films with their captions: videos/videos.h
 *   images/    pictures, made or found: images/images.h
 *   hours/     opening hours in the syntax of OpenStreetMap as lines for readers: hours/hours.h
 *   captions/  files of captions, and captions merged into segments: captions/captions.h
 *   data/      files that are read again when they change, facts in JSON, words looked up: data/data.h
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
