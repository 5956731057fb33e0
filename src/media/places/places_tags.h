/*
 * Words of keywords as tags of OpenStreetMap (https://wiki.openstreetmap.org/wiki/Map_features): "coffee" is
 * amenity=cafe, "Italian" a cuisine, "vegan" a diet. English, German, French and Spanish.
 */
#ifndef COPYDESK_MEDIA_PLACES_PLACES_TAGS_H
#define COPYDESK_MEDIA_PLACES_PLACES_TAGS_H

#include "base/base.h"

enum place_tag_kind {
    PLACE_TAG_PLACE,   /* what it is: tags, with "|" between those of which one is enough: "amenity=bar|amenity=pub" */
    PLACE_TAG_CUISINE, /* values of the tag cuisine, with "|" between them: a restaurant, unless more is said */
    PLACE_TAG_FLAG,    /* a tag that says yes or only: "diet:vegan" */
    PLACE_TAG_GENERIC, /* names no more than a shop or a house: counts where nothing else is said; tags may be "" */
};

struct place_tag {
    enum place_tag_kind kind;
    const char *tags;
    const char *words; /* folded, in the singular, with blanks between them */
};

/* The row of a folded word, in the singular or the plural; NULL: there is none. */
const struct place_tag *place_tag_find(struct str word);

#endif
