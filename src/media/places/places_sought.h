/* What a keyword such as "vegan cafes in Lisbon" asks the maps for. */
#ifndef COPYDESK_MEDIA_PLACES_PLACES_SOUGHT_H
#define COPYDESK_MEDIA_PLACES_PLACES_SOUGHT_H

#include "media/places/places.h"
#include "media/places/places_tags.h"
#include "net/upstream/upstream.h"

/* Where the city or country that a keyword names is, as Nominatim says. */

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

enum { SOUGHT_NAMES = 3 };

/* A keyword taken apart. */
struct places_sought {
    struct word *words;
    size_t count;
    const struct keyword_words *own; /* of the query's language */
    const struct place_tag **tags;   /* by word; NULL: none */
    struct str names[SOUGHT_NAMES];  /* parts of the keyword that may be a city, the likeliest first */
    size_t name_count;
};

/* Takes the query's keyword apart. E_MEMORY. */
enum status places_sought_read(const struct places_query *query, const struct lookup *call,
                               struct places_sought *sought);

/* Takes the words of the name out: they are no words for what is sought ("restaurants in Essen"). */
void places_sought_take_out(struct places_sought *sought, struct str keyword, struct str name);

/* The words that no tag stands for, with blanks between them; NULL: memory ran out. */
const char *places_sought_unknown(const struct places_sought *sought, struct arena *arena);

/* The query in Overpass QL; nothing when the keyword has no word for what is sought. */
void places_sought_query(const struct places_sought *sought, const struct place_area *area, struct buf *out);

#endif
