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
 * Or the data of OpenStreetMap (places_overpass.h).
 *
 *   places.c           the table of backends
 *   places_file.c      the backend "file"
 *   places_overpass.c  the backend "overpass"; places_sought.c: what a keyword asks it for, and where; places_tags.c:
 *                      words as tags of OpenStreetMap
 *   places_keyword.c   what the words of a keyword are: the name of a city, praise, or what is sought
 *   hours.c            opening hours
 */
#ifndef COPYDESK_MEDIA_PLACES_PLACES_H
#define COPYDESK_MEDIA_PLACES_PLACES_H

#include "media/data/data.h"
#include "text/text.h"

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
    const char *opening_hours;  /* as it stands; hours_read makes lines of it */
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
    struct media_backend base;

    /* As places_search; any number of threads at once. *found is zeroed but for unknown_words, which is "". most is
     * at least 1. */
    enum status (*search)(void *state, const struct places_query *query, const struct lookup *call,
                          struct places_found *found);
};

/* Appends degrees with six digits behind the dot, whatever the locale of the program: "-8.611000". */
void place_degrees_add(struct buf *out, double degrees);

/* The address of a map with a mark at a position, in the arena; NULL when memory ran out. */
const char *place_map_url(struct arena *arena, double latitude, double longitude);

/* --- the words of a keyword --- */

/* Names of cities, or of countries, each once. */
struct place_names {
    const char **list;
    size_t count, cap;
};

/* The form of a name that is the same whatever the letter case. NULL when memory ran out. */
char *place_name_fold(struct arena *arena, const char *name);

/*
 * The longest of the names that the words of a keyword have in a row; NULL: none. The words are taken out of the
 * list. span: the part of the keyword. What it takes for that comes from the arena, which notes where memory ran out.
 */
const char *place_name_take(const struct place_names *names, struct str keyword, struct word *words, size_t *count,
                            struct arena *arena, struct str *span);

/* The words of the query's language. */
const struct keyword_words *place_words(const struct places_query *query);

/* Does the word only praise, or say no more than that a place is sought: "best", "places", "10"? own: place_words. */
bool place_word_is_idle(const struct keyword_words *own, const struct word *word);

/* Takes such words, and function words, out of the list. */
void place_words_clean(const struct keyword_words *own, struct word *words, size_t *count);

/* --- opening hours --- */

/*
 * Opening hours in the syntax of OpenStreetMap (https://wiki.openstreetmap.org/wiki/Key:opening_hours) become lines for
 * readers, one for each run of weekdays with the same hours.
 *
 * Understood are weekdays with ranges and lists ("Mo-Fr,Su"), PH and SH (public and school holidays), months
 * ("Apr-Oct"), ranges of times, several of them, past midnight or open-ended ("17:00+"), "24/7", "off" and "closed",
 * comments in quotes, and rules after ";" that replace or after "," that add to what stands before. Other rules are
 * given as they stand.
 */

/* Bits of hours_line.days. The caller names them in its language. */
enum hours_day {
    HOURS_MONDAY,
    HOURS_TUESDAY,
    HOURS_WEDNESDAY,
    HOURS_THURSDAY,
    HOURS_FRIDAY,
    HOURS_SATURDAY,
    HOURS_SUNDAY,
    HOURS_PUBLIC_HOLIDAYS,
    HOURS_SCHOOL_HOLIDAYS,
    HOURS_DAYS
};

enum { HOURS_WEEK = 0x7F, HOURS_YEAR = 0xFFF, HOURS_LONGEST = 1000 };

enum hours_kind {
    HOURS_OPEN, /* text: "08:00–12:00, 13:00–18:00"; "17:00+": until nobody says when; "": only the comment says */
    HOURS_ALL_DAY, /* around the clock; text is "" */
    HOURS_CLOSED,  /* text is "" */
    HOURS_AS_GIVEN /* text is the rule as it stands; days is 0 */
};

struct hours_line {
    enum hours_kind kind;
    /* 1 << HOURS_MONDAY, ...: weekdays that follow each other (Saturday, Sunday, Monday too when all three are the
     * same), or holidays. */
    unsigned days;
    enum hours_day first, last; /* of them: "Monday to Friday"; equal when there is one */
    unsigned months;            /* 1 << 0 January, ...: those that it holds for; HOURS_YEAR: no rule names months */
    const char *text;
    const char *comment; /* NULL: none */
};

/*
 * Reads a value. The lines come in the order of the week, those for all the year first, then those for other months in
 * the order of the value, then the rules that are given as they stand. Days that no rule names have no line. Of a value
 * over HOURS_LONGEST bytes the rest is left out, and so is what is behind a byte that is no UTF-8 or NUL. Always OK but
 * for E_MEMORY; count is 0 when the text is blank.
 */
enum status hours_read(struct arena *arena, struct str text, struct hours_line **lines, size_t *count,
                       struct error *err);

#endif
