/*
 * The backend "overpass" of places: the data of OpenStreetMap. Nominatim says where a city is
 * (https://nominatim.org/release-docs/latest/api/Search/), the Overpass API what there is in it
 * (https://wiki.openstreetmap.org/wiki/Overpass_API).
 *
 *     places = { api = "overpass", nominatim = "https://nominatim.example", overpass = "https://overpass.example",
 *                email = "desk@shop.example" }
 *
 * Both addresses must be given, so that nobody's server is asked unawares; the usage policies of the public ones are
 * kept with any: email, or a user_agent of one's own, says who asks; Nominatim gets one request a second at most, and
 * the same question once a day. The data are under the ODbL: whoever shows them names OpenStreetMap
 * (places_found.attribution).
 */
#ifndef COPYDESK_MEDIA_PLACES_PLACES_OVERPASS_H
#define COPYDESK_MEDIA_PLACES_PLACES_OVERPASS_H

#include "media/places/places_sought.h"

extern const struct place_backend places_overpass_backend;

/*
 * The places of an answer, each once, at most so many: those of which most is known first, of
 * equals the nearer to the area's centre. E_MEMORY.
 */
enum status overpass_read(const json_t *answer, const struct place_area *area, size_t most, struct arena *arena,
                          const struct place **list, size_t *count, struct error *err);

#endif
