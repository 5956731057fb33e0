#include "media/places/places_area.h"

#include "media/data/loose.h"
#include "text/word_list.h"

enum { AREA_NAME = 200 };

/* What a place may be for other places to be in it (addresstype of Nominatim). */
static const char *const settled[] = {"city",    "town",     "village",  "municipality",  "hamlet",        "suburb",
                                      "borough", "quarter",  "district", "city_district", "neighbourhood", "county",
                                      "state",   "province", "region",   "island",        "country",       NULL};
/* Those that are no city. */
static const char *const wide[] = {"county", "state", "province", "region", "country", NULL};

static bool read_box(const json_t *value, struct place_area *area)
{
    return loose_number(value, "boundingbox.0", -90, 90, &area->south) &&
           loose_number(value, "boundingbox.1", -90, 90, &area->north) &&
           loose_number(value, "boundingbox.2", -180, 180, &area->west) &&
           loose_number(value, "boundingbox.3", -180, 180, &area->east) && area->south <= area->north;
}

static int64_t read_relation(const json_t *value)
{
    const char *type = json_string_value(loose_at(value, "osm_type"));
    json_int_t id = json_integer_value(loose_at(value, "osm_id"));
    return type && strcmp(type, "relation") == 0 && id > 0 && id < INT64_C(1000000000) ? id : 0;
}

/* The name of the city that the result is, or lies in. */
static const char *read_city(struct loose *loose, const json_t *value, struct str type)
{
    static const char *const members[] = {"name", "address.city", "address.town", "address.village", "display_name"};
    const char *name = NULL;
    if (word_list_has(wide, type))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(members) && !name && !loose->failed; i++)
        name = loose_text(loose, value, members[i], AREA_NAME);
    return name;
}

/* Can places be in it? Then *area is filled in. */
static bool read_area(struct loose *loose, const json_t *value, struct place_area *area)
{
    struct str type = str_from(json_string_value(loose_at(value, "addresstype")));
    *area = (struct place_area){.country_code = ""};
    if (!type.len || !word_list_has(settled, type) || !read_box(value, area) ||
        !loose_number(value, "lat", -90, 90, &area->latitude) ||
        !loose_number(value, "lon", -180, 180, &area->longitude))
        return false;
    area->relation = read_relation(value);
    area->city = read_city(loose, value, type);
    area->country = loose_text(loose, value, "address.country", AREA_NAME);
    const char *code = loose_text(loose, value, "address.country_code", 2);
    area->country_code = code ? code : "";
    return true;
}

enum status place_area_find(struct upstream *nominatim, struct str name, const char *language,
                            const struct lookup *call, struct place_area *area)
{
    struct buf path = {0};
    struct loose loose = {.arena = call->arena};
    json_t *value = NULL;
    buf_str(&path, "/search");
    upstream_query(&path, "q", name);
    upstream_query(&path, "format", STR("jsonv2"));
    upstream_query(&path, "addressdetails", STR("1"));
    upstream_query(&path, "limit", STR("5"));
    upstream_query(&path, "accept-language", str_from(language));
    const struct upstream_request request = {.path = path.failed ? NULL : arena_copy(call->arena, buf_text(&path))};
    buf_free(&path);
    enum status status = request.path ? upstream_json(nominatim, &request, call, &value) : error_memory(call->err);
    if (!status && !json_is_array(value))
        status = upstream_fault(nominatim, call->err, "its answer is no list of places");
    bool is_found = false;
    for (size_t i = 0; !status && !is_found && i < json_array_size(value); i++)
        is_found = read_area(&loose, json_array_get(value, i), area);
    json_decref(value);
    if (loose.failed)
        return error_memory(call->err);
    return !status && !is_found ? E_NOT_FOUND : status;
}
