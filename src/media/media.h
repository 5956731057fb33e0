/*
 * media: the things that articles are about or show, from files or from services: products, places, videos. Each kind
 * has its table of backends, one file and one row each.
 *
 *   products.h          products of a marketplace: products_file.c (api "file")
 *   products_address.h  what the address of a marketplace's page asks for: search words, or a product
 *   places.h            places in a city: places_file.c (api "file")
 *   videos.h            films with their captions: videos_folder.c (api "folder")
 *   videos_address.h    when two addresses are of one film
 *   media_call.h        what every call is given beside its question
 *   media_entry.h       entries of the configuration: which backend, which members
 *   hours/              opening hours in the syntax of OpenStreetMap as lines for readers: hours/hours.h
 *   captions/           WebVTT files, and captions merged into segments: captions/captions.h
 *   data/               files that are read again when they change, facts in JSON, words looked up: data/data.h
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
 * products.c, places.c or videos.c; the error for an unknown api lists what is there.
 */
#ifndef COPYDESK_MEDIA_H
#define COPYDESK_MEDIA_H

#include "media/hours/hours.h"
#include "media/places.h"
#include "media/products.h"
#include "media/videos.h"

#endif
