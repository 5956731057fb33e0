/* Elements of OpenStreetMap as places. */
#include "media/places/places_overpass.h"

#include "media/data/loose.h"
#include "text/text.h"

#include <math.h>
#include <stdlib.h>

/* Two elements of one name so near to each other are one place: a point and its building. */
static const double same_metres = 60, earth_metres = 6371000, degree = 3.14159265358979323846 / 180;

/* Tags that say what a place is, the telling ones first. */
static const char *const kind_tags[] = {"amenity", "shop",  "tourism",  "leisure", "craft",  "healthcare",
                                        "office",  "sport", "historic", "railway", "natural"};

/* Flags that readers look for. */
static const struct {
    const char *tag, *category;
} flags[] = {
    {"diet:vegan", "vegan"},
    {"diet:vegetarian", "vegetarian"},
    {"diet:halal", "halal"},
    {"diet:kosher", "kosher"},
};

/* Countries that write the number before the street. */
static const char *const number_first[] = {"us", "gb", "ie", "ca", "au", "nz", "fr", "lu",
                                           "za", "in", "sg", "ma", "tn", "jp", NULL};

struct overpass_read_found {
    struct place place;
    int known; /* how much is known of it */
    double metres;
};

struct overpass_read_reading {
    struct loose loose;
    const struct place_area *area;
    struct overpass_read_found *list;
    size_t count;
};

/* Metres between two positions, on a sphere. */
static double distance(double latitude, double longitude, double other_latitude, double other_longitude)
{
    double north = sin((other_latitude - latitude) * degree / 2),
           east = sin((other_longitude - longitude) * degree / 2);
    double half = north * north + cos(latitude * degree) * cos(other_latitude * degree) * east * east;
    return 2 * earth_metres * asin(sqrt(half < 1 ? half : 1));
}

static const char *printed(struct loose *loose, const char *text)
{
    loose->failed |= !text;
    return text;
}

/* The first of several values: "+351 1; +351 2". */
static const char *first_value(struct loose *loose, const char *text)
{
    const char *end = text ? strchr(text, ';') : NULL;
    return end ? printed(loose, arena_copy_n(loose->arena, text, (size_t)(end - text))) : text;
}

/* The tag, or the same below "contact:". */
static const char *tag_text(struct loose *loose, const json_t *tags, const char *name, size_t most)
{
    char contact[40];
    snprintf(contact, sizeof contact, "contact:%s", name);
    const char *text = loose_text(loose, tags, name, most);
    return first_value(loose, text ? text : loose_text(loose, tags, contact, most));
}

static const char *tag_url(struct loose *loose, const json_t *tags)
{
    static const char *const names[] = {"website", "contact:website", "url"};
    const char *url = NULL;
    for (size_t i = 0; i < COUNT_OF(names) && !url; i++)
        url = loose_url(loose, tags, names[i]);
    return url;
}

/* "Rua das Flores 12, 1200-001 Lisboa", in the order of the country. */
static const char *overpass_read_read_address(struct loose *loose, const json_t *tags, const struct place_area *area,
                                              const char *city)
{
    const char *street = loose_text(loose, tags, "addr:street", PLACE_NAME);
    const char *number = loose_text(loose, tags, "addr:housenumber", PLACE_NAME);
    const char *code = loose_text(loose, tags, "addr:postcode", PLACE_NAME);
    if (!street)
        street = loose_text(loose, tags, "addr:place", PLACE_NAME);
    if (!street)
        return loose_text(loose, tags, "addr:full", PLACE_LINE);
    bool is_first = word_list_has(number_first, str_from(area->country_code));
    const char *line = !number    ? street
                       : is_first ? printed(loose, arena_printf(loose->arena, "%s %s", number, street))
                                  : printed(loose, arena_printf(loose->arena, "%s %s", street, number));
    if (!code || !city || is_first || !line)
        return line;
    return printed(loose, arena_printf(loose->arena, "%s, %s %s", line, code, city));
}

/* --- what it is --- */

static void add_category(struct overpass_read_reading *reading, const char **list, size_t *count, struct str value)
{
    struct loose *loose = &reading->loose;
    struct str text = str_trim(value);
    if (!text.len || text.len > PLACE_NAME || *count == PLACE_CATEGORIES || str_eq(text, STR("yes")))
        return;
    char *copy = arena_copy_n(loose->arena, text.data, text.len);
    loose->failed |= !copy;
    for (char *at = copy; at && *at; at++)
        *at = *at == '_' ? ' ' : *at;
    for (size_t i = 0; copy && i < *count; i++)
        if (strcmp(list[i], copy) == 0)
            return;
    if (copy)
        list[(*count)++] = copy;
}

static void add_values(struct overpass_read_reading *reading, const char **list, size_t *count, const char *values)
{
    for (struct str rest = str_from(values), one; str_split(&rest, ';', &one);)
        add_category(reading, list, count, one);
}

static void read_categories(struct overpass_read_reading *reading, const json_t *tags, struct place *place)
{
    struct loose *loose = &reading->loose;
    const char **list = ARENA_ARRAY(loose->arena, PLACE_CATEGORIES, const char *);
    loose->failed |= !list;
    if (!list)
        return;
    for (size_t i = 0; i < COUNT_OF(kind_tags); i++) {
        const char *value = loose_text(loose, tags, kind_tags[i], PLACE_NAME);
        if (value)
            add_values(reading, list, &place->category_count, value);
    }
    const char *cuisine = loose_text(loose, tags, "cuisine", PLACE_NAME);
    if (cuisine)
        add_values(reading, list, &place->category_count, cuisine);
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        const char *value = loose_text(loose, tags, flags[i].tag, PLACE_NAME);
        if (value && (strcmp(value, "yes") == 0 || strcmp(value, "only") == 0))
            add_category(reading, list, &place->category_count, str_from(flags[i].category));
    }
    place->categories = list;
}

static int known(const json_t *tags, const struct place *place)
{
    return 2 * (place->address != NULL) + 2 * (place->opening_hours != NULL) + 2 * (place->website != NULL) +
           (place->phone != NULL) + (place->description != NULL) + (loose_at(tags, "cuisine") != NULL) +
           (loose_at(tags, "wikidata") != NULL);
}

static bool read_position(const json_t *element, struct place *place)
{
    bool is_point = loose_number(element, "lat", -90, 90, &place->latitude) &&
                    loose_number(element, "lon", -180, 180, &place->longitude);
    place->has_position = is_point || (loose_number(element, "center.lat", -90, 90, &place->latitude) &&
                                       loose_number(element, "center.lon", -180, 180, &place->longitude));
    return place->has_position;
}

static void read_element(struct overpass_read_reading *reading, const json_t *element)
{
    struct loose *loose = &reading->loose;
    const json_t *tags = loose_at(element, "tags");
    struct overpass_read_found found = {.place.name = loose_text(loose, tags, "name", PLACE_NAME)};
    struct place *place = &found.place;
    if (!place->name || !read_position(element, place))
        return;
    place->city = loose_text(loose, tags, "addr:city", PLACE_NAME);
    place->city = place->city ? place->city : reading->area->city;
    place->country = reading->area->country;
    place->address = overpass_read_read_address(loose, tags, reading->area, place->city);
    place->phone = tag_text(loose, tags, "phone", PLACE_NAME);
    place->website = tag_url(loose, tags);
    place->opening_hours = loose_text(loose, tags, "opening_hours", PLACE_HOURS);
    place->description = loose_text(loose, tags, "description", PLACE_TEXT);
    place->map_url = printed(loose, place_map_url(loose->arena, place->latitude, place->longitude));
    read_categories(reading, tags, place);
    found.known = known(tags, place);
    found.metres = distance(place->latitude, place->longitude, reading->area->latitude, reading->area->longitude);
    reading->list[reading->count++] = found;
}

/* --- the best --- */

static int by_rank(const void *a, const void *b)
{
    const struct overpass_read_found *one = a, *other = b;
    if (one->known != other->known)
        return one->known > other->known ? -1 : 1;
    if (one->metres != other->metres)
        return one->metres < other->metres ? -1 : 1;
    return strcmp(one->place.name, other->place.name);
}

static bool overpass_read_is_same(const struct place *one, const struct place *other)
{
    return str_ieq(str_from(one->name), str_from(other->name)) &&
           distance(one->latitude, one->longitude, other->latitude, other->longitude) < same_metres;
}

static size_t overpass_read_take_best(const struct overpass_read_reading *reading, size_t most, struct place *list)
{
    size_t count = 0;
    for (size_t i = 0; i < reading->count && count < most; i++) {
        bool is_new = true;
        for (size_t k = 0; k < count; k++)
            is_new = is_new && !overpass_read_is_same(&list[k], &reading->list[i].place);
        if (is_new)
            list[count++] = reading->list[i].place;
    }
    return count;
}

enum status overpass_read(const json_t *answer, const struct place_area *area, size_t most, struct arena *arena,
                          const struct place **list, size_t *count, struct error *err)
{
    const json_t *elements = loose_at(answer, "elements");
    size_t all = json_array_size(elements);
    struct overpass_read_reading reading = {.loose = {.arena = arena}, .area = area};
    struct place *best = ARENA_ARRAY(arena, (most < all ? most : all) + 1, struct place);
    reading.list = ARENA_ARRAY(arena, all + 1, struct overpass_read_found);
    if (!best || !reading.list)
        return error_memory(err);
    for (size_t i = 0; i < all && !reading.loose.failed; i++)
        read_element(&reading, json_array_get(elements, i));
    if (reading.loose.failed)
        return error_memory(err);
    if (reading.count)
        qsort(reading.list, reading.count, sizeof *reading.list, by_rank);
    *list = best;
    *count = overpass_read_take_best(&reading, most, best);
    return OK;
}
