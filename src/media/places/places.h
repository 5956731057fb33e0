/*
 * places: where to go in a city, found by the words of a keyword ("best coffee shops in Lisbon").
 *
 * Entry of the configuration: places = { api = "file", path = "places.json" }. The file is an array of
 *
 *     {name, address, city, country, latitude, longitude, phone, website, opening_hours, categories: [..], rating,
 *      description, map_url}
 *
 * name is required, everything else may be missing. opening_hours has the syntax of OpenStreetMap. Members that are
 * not listed are ignored.
 *
 * Or the data of OpenStreetMap: places_overpass.h.
 *
 *   places.h           this file; the table of backends (places.c)
 *   places_file.h      the backend "file": the places of a file found, the file read (places_file_read.c)
 *   places_overpass.h  the backend "overpass": asks (places_overpass.c), reads answers (places_overpass_read.c)
 *   places_keyword.h   what the words of a keyword are
 *   of the backend "overpass": places_area.h where a city is, places_sought.h what a keyword asks for, places_tags.h
 *                      words as tags of OpenStreetMap
 */
#ifndef COPYDESK_MEDIA_PLACES_H
#define COPYDESK_MEDIA_PLACES_H

#include "base/base.h"

#include <jansson.h>

/* The most that is taken of a place: texts in characters (longer ones are cut), lists in items (further ones are left
 * out). */
enum {
    PLACE_NAME = 200, /* name, city, country, phone, a category */
    PLACE_LINE = 500, /* address */
    PLACE_TEXT = 4000,
    PLACE_HOURS = 1000,
    PLACE_CATEGORIES = 20,
};

/* A text that is not given is NULL, a list is empty. */
struct place {
    const char *name; /* never NULL */
    const char *address, *city, *country, *phone, *description;
    const char *website;
    const char *opening_hours;  /* as it stands; hours/hours.h makes lines of it */
    const char *map_url;        /* as given, else of openstreetmap.org by the position; NULL without one */
    double latitude, longitude; /* degrees; only with has_position */
    double rating;              /* 0-5; only with has_rating */
    bool has_position, has_rating;
    const char *const *categories;
    size_t category_count;
};

struct places_query {
    struct str keyword; /* may be empty: all places of the city or country */
    const char *city;   /* only there, letter case does not matter; NULL: the city that the keyword names, or any */
    const char *country;
    const char *language; /* the tag of the one that the keyword is in, and names are wanted in; NULL: not known */
    size_t most;
};

struct places_found {
    const struct place *list;
    size_t count;
    /* What the keyword names, as the places write it; NULL: none that they know. */
    const char *city, *country;
    struct str city_words; /* the part of the keyword that is the city; empty: none */
    /* The words of the keyword, beside function words and those of city and country, that no place has, with a blank
     * between them: "best", or a city that is unknown here. "" when all are known. */
    const char *unknown_words;
    /* Who must be named beside the places, and the page that says why; NULL: nobody. */
    const char *attribution, *attribution_url;
};

/* --- for the writers of articles --- */

struct places;

/* entry: `places` of the configuration. Statuses: media.h. */
enum status places_open(const json_t *entry, struct places **places, struct error *err);
void places_close(struct places *places); /* NULL is allowed */

/*
 * The places of a city that a keyword speaks of. The words of the keyword that are the name of a city or country choose
 * where; the others are looked up in categories and name, whatever their endings. The best first: by how many of the
 * words they have (those with less than half as many as the best are left out), then by where these stand (categories
 * before name), then by rating, then in the order of the source. A service finds the words in the tags of places, and
 * those of which most is known come first, of equals the nearer to the centre. When the keyword has words
 * for what is sought and no place has any of them, nothing is found, unless they only praise ("best places"). OK with
 * count 0: there is no such place. E_CANCELLED, E_TIMEOUT, E_MEMORY; of a service E_NETWORK, E_UPSTREAM, E_DENIED,
 * E_LIMIT too.
 */
enum status places_search(const struct places *places, const struct places_query *query, const struct lookup *call,
                          struct places_found *found);

/* --- for backends --- */

struct place_backend {
    const char *api; /* as the configuration names it */

    /* Makes the state of an entry. Statuses of places_open. */
    enum status (*open)(const json_t *entry, void **state, struct error *err);
    void (*close)(void *state);

    /* As places_search; any number of threads at once. *found is zeroed but for unknown_words, which is "". most is
     * at least 1. */
    enum status (*search)(void *state, const struct places_query *query, const struct lookup *call,
                          struct places_found *found);
};

/* Appends degrees with six digits behind the dot, whatever the locale of the program: "-8.611000". */
void place_degrees_add(struct buf *out, double degrees);

/* The address of a map with a mark at a position, in the arena; NULL when memory ran out. */
const char *place_map_url(struct arena *arena, double latitude, double longitude);

#endif
