/* Where the city or country that a keyword names is, as Nominatim says. */
#ifndef COPYDESK_MEDIA_PLACES_AREA_H
#define COPYDESK_MEDIA_PLACES_AREA_H

#include "media/places/places.h"
#include "net/upstream/upstream.h"

/* Texts live in the arena of the call. */
struct place_area {
    const char *city, *country; /* NULL: not named; without a city it is the country itself, or a region of it */
    const char *country_code;   /* "pt"; "" where it is not known */
    double latitude, longitude; /* of the centre */
    double south, west, north, east;
    int64_t relation; /* of OpenStreetMap, whose border it is; 0: only the box is known */
};

/* Asks for a place by its name; language: a tag, or NULL. E_NOT_FOUND: there is none of that name; statuses of
 * upstream_json. */
enum status place_area_find(struct upstream *nominatim, struct str name, const char *language,
                            const struct lookup *call, struct place_area *area);

#endif
