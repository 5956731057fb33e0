/* One place of a JSON file. */
#include "media/places/places_file.h"

#include <math.h>

/* The zoom shows some streets around the mark. */
enum { MAP_ZOOM = 17 };

/* Six digits are a tenth of a metre. */
void place_degrees_add(struct buf *out, double degrees)
{
    long millionths = lround(fabs(degrees) * 1e6);
    buf_printf(out, "%s%ld.%06ld", degrees < 0 && millionths ? "-" : "", millionths / 1000000, millionths % 1000000);
}

const char *place_map_url(struct arena *arena, double latitude, double longitude)
{
    struct buf lat = {0}, lon = {0};
    place_degrees_add(&lat, latitude);
    place_degrees_add(&lon, longitude);
    const char *one = buf_text(&lat), *other = buf_text(&lon), *url = NULL;
    if (!lat.failed && !lon.failed)
        url = arena_printf(arena, "https://www.openstreetmap.org/?mlat=%s&mlon=%s#map=%d/%s/%s", one, other, MAP_ZOOM,
                           one, other);
    buf_free(&lat);
    buf_free(&lon);
    return url;
}

static void read_position(struct media_facts *facts, const json_t *entry, struct place *place)
{
    bool has_latitude = facts_number(facts, entry, "latitude", -90, 90, &place->latitude);
    bool has_longitude = facts_number(facts, entry, "longitude", -180, 180, &place->longitude);
    if (has_latitude != has_longitude)
        facts_fault(facts, has_latitude ? "longitude" : "latitude", "is missing: a position needs both");
    place->has_position = has_latitude && has_longitude;
    if (!place->has_position || place->map_url || facts->status)
        return;
    place->map_url = place_map_url(facts->arena, place->latitude, place->longitude);
    if (!place->map_url)
        facts->status = error_memory(facts->err);
}

void place_read(struct media_facts *facts, const json_t *entry, struct place *place)
{
    *place = (struct place){0};
    if (!json_is_object(entry)) {
        facts_fault(facts, "it", "must be an object");
        return;
    }
    facts->label = json_string_value(json_object_get(entry, "name"));
    place->name = facts_needed(facts, entry, "name", PLACE_NAME);
    place->address = facts_text(facts, entry, "address", PLACE_LINE);
    place->city = facts_text(facts, entry, "city", PLACE_NAME);
    place->country = facts_text(facts, entry, "country", PLACE_NAME);
    place->phone = facts_text(facts, entry, "phone", PLACE_NAME);
    place->website = facts_url(facts, entry, "website");
    place->opening_hours = facts_text(facts, entry, "opening_hours", PLACE_HOURS);
    place->category_count = facts_texts(facts, entry, "categories", PLACE_CATEGORIES, PLACE_NAME, &place->categories);
    place->has_rating = facts_number(facts, entry, "rating", 0, 5, &place->rating);
    place->description = facts_text(facts, entry, "description", PLACE_TEXT);
    place->map_url = facts_url(facts, entry, "map_url");
    read_position(facts, entry, place);
}
