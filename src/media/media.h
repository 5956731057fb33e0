/*
 * media: the things that articles are about or show, from files or from services: products, places, videos. Each kind
 * has its table of backends, one file and one row each.
 *
 *   products.h   products of a marketplace: products_file.c (api "file")
 *   places.h     places in a city: places_file.c (api "file")
 *   videos.h     films with their captions: videos_folder.c (api "folder")
 *
 * A source is opened from its entry of the configuration (E_INVALID names the member that is wrong and what is allowed;
 * E_NOT_FOUND, E_IO: the file or folder cannot be read; E_CORRUPT: its content is wrong, with the line or the entry),
 * and is read-only afterwards, used by any number of threads. What a call returns lives in the arena of the call.
 * Files are read again when they have changed since.
 */
#ifndef COPYDESK_MEDIA_H
#define COPYDESK_MEDIA_H

#include "media/places.h"
#include "media/products.h"
#include "media/videos.h"

#endif
