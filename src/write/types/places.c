/* Places in a city, item by item. */
#include "write/places/places.h"

#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS};

const struct article_type type_places = {
    .name = "local_places_roundup",
    .bit = TYPE_PLACES,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .kind_write = PROMPT_PLACES_WRITE,
    .size = places_size,
    .passages = places_passages,
    .mark = catalog_unmarked,
    .make = places_roundup,
};
