/* Places in a city, item by item. */
#include "write/places/places.h"

#include "write/types/types.h"

const struct article_type type_places = {
    .name = "local_places_roundup",
    .bit = TYPE_PLACES,
    .make = places_roundup,
};
