#ifndef COPYDESK_MEDIA_PLACES_PLACES_PARTS_H
#define COPYDESK_MEDIA_PLACES_PLACES_PARTS_H

#include "media/places/places.h"

extern const struct place_backend places_file_backend;

#endif
