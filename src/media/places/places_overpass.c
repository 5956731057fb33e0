#include "media/places/places_overpass.h"

#include "media/data/data.h"

#include <math.h>
#include <stdlib.h>

/* --- elements of OpenStreetMap as places --- */

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
    struct arena *arena;
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

/* The first of several values: "+351 1; +351 2". */
static const char *first_value(struct arena *arena, const char *text)
{
    const char *end = text ? strchr(text, ';') : NULL;
    return end ? arena_copy_n(arena, text, (size_t)(end - text)) : text;
}

/* The tag, or the same below "contact:". */
static const char *tag_text(struct arena *arena, const json_t *tags, const char *name, size_t most)
{
    char contact[40];
    snprintf(contact, sizeof contact, "contact:%s", name);
    const char *text = loose_text(arena, tags, name, most);
    return first_value(arena, text ? text : loose_text(arena, tags, contact, most));
}

static const char *tag_url(struct arena *arena, const json_t *tags)
{
    static const char *const names[] = {"website", "contact:website", "url"};
    const char *url = NULL;
    for (size_t i = 0; i < COUNT_OF(names) && !url; i++)
        url = loose_url(arena, tags, names[i]);
    return url;
}

/* "Rua das Flores 12, 1200-001 Lisboa", in the order of the country. */
static const char *read_element_address(struct arena *arena, const json_t *tags, const struct place_area *area,
                                        const char *city)
{
    const char *street = loose_text(arena, tags, "addr:street", PLACE_NAME);
    const char *number = loose_text(arena, tags, "addr:housenumber", PLACE_NAME);
    const char *code = loose_text(arena, tags, "addr:postcode", PLACE_NAME);
    if (!street)
        street = loose_text(arena, tags, "addr:place", PLACE_NAME);
    if (!street)
        return loose_text(arena, tags, "addr:full", PLACE_LINE);
    bool is_first = word_list_has(number_first, str_from(area->country_code));
    const char *line = !number    ? street
                       : is_first ? arena_printf(arena, "%s %s", number, street)
                                  : arena_printf(arena, "%s %s", street, number);
    if (!code || !city || is_first || !line)
        return line;
    return arena_printf(arena, "%s, %s %s", line, code, city);
}

/* --- what it is --- */

static void add_category(struct overpass_read_reading *reading, const char **list, size_t *count, struct str value)
{
    struct arena *arena = reading->arena;
    struct str text = str_trim(value);
    if (!text.len || text.len > PLACE_NAME || *count == PLACE_CATEGORIES || str_eq(text, STR("yes")))
        return;
    char *copy = arena_copy_n(arena, text.data, text.len);
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
    struct arena *arena = reading->arena;
    const char **list = ARENA_ARRAY(arena, PLACE_CATEGORIES, const char *);
    if (!list)
        return;
    for (size_t i = 0; i < COUNT_OF(kind_tags); i++) {
        const char *value = loose_text(arena, tags, kind_tags[i], PLACE_NAME);
        if (value)
            add_values(reading, list, &place->category_count, value);
    }
    const char *cuisine = loose_text(arena, tags, "cuisine", PLACE_NAME);
    if (cuisine)
        add_values(reading, list, &place->category_count, cuisine);
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        const char *value = loose_text(arena, tags, flags[i].tag, PLACE_NAME);
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
    struct arena *arena = reading->arena;
    const json_t *tags = loose_at(element, "tags");
    struct overpass_read_found found = {.place.name = loose_text(arena, tags, "name", PLACE_NAME)};
    struct place *place = &found.place;
    if (!place->name || !read_position(element, place))
        return;
    place->city = loose_text(arena, tags, "addr:city", PLACE_NAME);
    place->city = place->city ? place->city : reading->area->city;
    place->country = reading->area->country;
    place->address = read_element_address(arena, tags, reading->area, place->city);
    place->phone = tag_text(arena, tags, "phone", PLACE_NAME);
    place->website = tag_url(arena, tags);
    place->opening_hours = loose_text(arena, tags, "opening_hours", PLACE_HOURS);
    place->description = loose_text(arena, tags, "description", PLACE_TEXT);
    place->map_url = place_map_url(arena, place->latitude, place->longitude);
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

static size_t take_best_elements(const struct overpass_read_reading *reading, size_t most, struct place *list)
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
    struct overpass_read_reading reading = {.arena = arena, .area = area};
    struct place *best = ARENA_ARRAY(arena, (most < all ? most : all) + 1, struct place);
    reading.list = ARENA_ARRAY(arena, all + 1, struct overpass_read_found);
    if (!best || !reading.list)
        return error_memory(err);
    for (size_t i = 0; i < all && !arena_failed(arena); i++)
        read_element(&reading, json_array_get(elements, i));
    if (arena_failed(arena))
        return error_memory(err);
    if (reading.count)
        qsort(reading.list, reading.count, sizeof *reading.list, by_rank);
    *list = best;
    *count = take_best_elements(&reading, most, best);
    return OK;
}

enum {
    PAUSE_MS = 1200,          /* Nominatim wants a second between two questions; one may overtake the other a little */
    KEEP_SECONDS = 24 * 3600, /* both ask that answers are kept */
    MOST_TRIES = 3,           /* after an answer that says the server is busy */
    MOST_SLOT_MS = 60 * 1000, /* to wait for a slot */
    SECONDS = 90,             /* articles side by side wait for each other */
    LONGEST_AGENT = 200,
};

struct overpass {
    struct upstream *nominatim, *overpass;
    char *agent; /* "User-Agent: ..." */
};

/* --- where --- */

static enum status find_named(const struct overpass *service, const struct places_query *query,
                              const struct lookup *call, struct place_area *area)
{
    const char *name = query->city && query->country ? arena_printf(call->arena, "%s, %s", query->city, query->country)
                                                     : (query->city ? query->city : query->country);
    return name ? place_area_find(service->nominatim, str_from(name), query->language, call, area)
                : error_memory(call->err);
}

/* E_NOT_FOUND: nothing of the keyword is the name of a city or country. */
static enum status find_area(const struct overpass *service, const struct places_query *query,
                             const struct lookup *call, struct places_sought *sought, struct place_area *area,
                             struct str *name)
{
    enum status status = E_NOT_FOUND;
    *name = STR("");
    if (query->city || query->country)
        return find_named(service, query, call, area);
    for (size_t i = 0; i < sought->name_count && status == E_NOT_FOUND; i++) {
        *name = sought->names[i];
        status = place_area_find(service->nominatim, *name, query->language, call, area);
    }
    return status;
}

/* --- asking --- */

static const char *const remark_words[] = {"runtime error", "rate_limited", "Dispatcher_Client", "timeout", NULL};

/* Does the text tell of a server that could not answer? */
static bool tells_of_overload(struct str text)
{
    for (size_t i = 0; remark_words[i]; i++)
        if (str_find(text, str_from(remark_words[i]), 0) < text.len)
            return true;
    return false;
}

/* Remarks stand in answers with status 200; such an answer is not the answer for a day. */
static bool may_keep(struct str body)
{
    struct str text = str_trim(body);
    size_t remark = str_find(text, STR("\"remark\""), 0);
    struct str rest = {text.data + remark, text.len - remark};
    return str_starts(text, STR("{")) && str_ends(text, STR("}")) && !tells_of_overload(rest);
}

/* Milliseconds until a slot is free, as /api/status says: "Slot available after: 2026-05-04T10:11:12Z, in 3 seconds."
 * -1: it does not say. */
static int64_t slot_wait(struct str status)
{
    int64_t least = -1;
    if (str_find(status, STR("slots available now"), 0) < status.len)
        return 0;
    for (size_t at = 0; (at = str_find(status, STR(", in "), at)) < status.len; at++) {
        int64_t wait =
            clock_parse_duration((struct str){status.data + at + 5, str_find(status, STR(" "), at + 5) - at - 5}, 1000);
        if (wait >= 0 && (least < 0 || wait < least))
            least = wait;
    }
    return least;
}

/* Would another try end as this one did: "runtime error: Query timed out", "Query ran out of memory"? */
static bool is_too_much(const char *remark)
{
    return strstr(remark, "timed out") || strstr(remark, "out of memory");
}

static enum status wait_for_slot(const struct overpass *service, int tries, const struct lookup *call)
{
    const struct upstream_request request = {.path = "/api/status", .accept = "text/plain", .is_fresh = true};
    struct upstream_answer answer;
    struct error unheard = {0};
    struct lookup asking = *call;
    asking.err = &unheard;
    enum status status = upstream_ask(service->overpass, &request, &asking, &answer);
    if (status == E_CANCELLED || status == E_MEMORY)
        return error_set(call->err, status, NULL, "%s", unheard.message);
    int64_t wait = status ? -1 : slot_wait(answer.body);
    int64_t usual = pause_length(tries);
    wait = wait < usual ? usual : wait;
    return pause_wait(wait < MOST_SLOT_MS ? wait : MOST_SLOT_MS, call->cancel, call->err);
}

/* Asks until the answer is no remark of an overload; what came in spite of one is taken. */
static enum status overpass_ask(const struct overpass *service, struct str form, const struct lookup *call,
                                json_t **value)
{
    const struct upstream_request request = {
        .path = "/api/interpreter", .body = form, .type = "application/x-www-form-urlencoded", .may_keep = may_keep};
    for (int tries = 1;; tries++) {
        enum status status = upstream_json(service->overpass, &request, call, value);
        if (status)
            return status;
        const char *remark = json_string_value(loose_at(*value, "remark"));
        bool is_busy = remark && tells_of_overload(str_from(remark)) && !json_array_size(loose_at(*value, "elements"));
        if (!is_busy)
            return OK;
        char what[120];
        snprintf(what, sizeof what, "%.*s", (int)utf8_valid_length((struct str){remark, strnlen(remark, 110)}), remark);
        json_decref(*value);
        *value = NULL;
        if (is_too_much(what))
            return error_set(call->err, E_LIMIT, NULL, "places.overpass: the area has too much to look through: %s",
                             what);
        if (tries == MOST_TRIES)
            return error_set(call->err, E_LIMIT, NULL, "places.overpass is busy: %s", what);
        status = wait_for_slot(service, tries, call);
        if (status)
            return status;
    }
}

static enum status ask_query(const struct overpass *service, struct str text, const struct lookup *call, json_t **value)
{
    struct buf form = {0};
    upstream_query(&form, "data", text);
    const char *copy = form.failed ? NULL : arena_copy(call->arena, buf_text(&form));
    buf_free(&form);
    return copy ? overpass_ask(service, str_from(copy + 1), call, value) /* without its "?" */
                : error_memory(call->err);
}

/* --- answering --- */

static enum status overpass_find_places(const struct overpass *service, const struct places_query *query,
                                        const struct places_sought *sought, const struct place_area *area,
                                        const struct lookup *call, struct places_found *found)
{
    struct buf text = {0};
    json_t *value = NULL;
    places_sought_query(sought, area, &text);
    enum status status = text.failed ? error_memory(call->err) : OK;
    bool asks = !status && text.len;
    if (asks)
        status = ask_query(service, (struct str){buf_text(&text), text.len}, call, &value);
    buf_free(&text);
    if (asks && !status)
        status = overpass_read(value, area, query->most, call->arena, &found->list, &found->count, call->err);
    json_decref(value);
    return status;
}

static enum status overpass_search(void *state, const struct places_query *query, const struct lookup *call,
                                   struct places_found *found)
{
    const struct overpass *service = state;
    struct places_sought sought = {0};
    struct place_area area = {0};
    struct str name = STR("");
    enum status status = places_sought_read(query, call, &sought);
    if (!status)
        status = find_area(service, query, call, &sought, &area, &name);
    if (status && status != E_NOT_FOUND)
        return status;
    bool is_somewhere = !status;
    if (is_somewhere) {
        places_sought_take_out(&sought, query->keyword, name);
        found->city = area.city;
        found->country = area.country;
        found->city_words = area.city ? name : STR("");
        found->attribution = "© OpenStreetMap contributors (ODbL)";
        found->attribution_url = "https://www.openstreetmap.org/copyright";
    }
    found->unknown_words = places_sought_unknown(&sought, call->arena);
    if (!found->unknown_words)
        return error_memory(call->err);
    return is_somewhere ? overpass_find_places(service, query, &sought, &area, call, found) : OK;
}

/* --- the entry --- */

static void close_service(void *state)
{
    struct overpass *service = state;
    upstream_close(service->nominatim);
    upstream_close(service->overpass);
    free(service->agent);
    free(service);
}

static bool is_header_text(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7F)
            return false;
    return true;
}

/* Who asks, as Nominatim's usage policy wants it said. */
static enum status read_agent(const json_t *entry, char **agent, struct error *err)
{
    const char *given = NULL, *email = NULL;
    struct buf header = {0};
    enum status status = entry_optional(entry, "places", "user_agent", &given, err);
    if (!status)
        status = entry_optional(entry, "places", "email", &email, err);
    if (status)
        return status;
    const char *who = given ? given : email;
    if (!who || strlen(who) > LONGEST_AGENT || !is_header_text(who))
        return error_set(err, E_INVALID, "config",
                         "configuration: places.email or places.user_agent must say who asks, as the usage policy of "
                         "Nominatim wants it: at most %d printable ASCII characters",
                         LONGEST_AGENT);
    buf_printf(&header, given ? "User-Agent: %s" : "User-Agent: copydesk/" COPYDESK_VERSION " (%s)", who);
    *agent = buf_take(&header);
    return *agent ? OK : error_memory(err);
}

static enum status open_both(const json_t *entry, struct overpass *service, struct error *err)
{
    struct upstream_settings nominatim = {.name = "places.nominatim",
                                          .pause_ms = PAUSE_MS,
                                          .seconds = SECONDS,
                                          .parallel = 1,
                                          .keep_seconds = KEEP_SECONDS,
                                          .header = service->agent};
    struct upstream_settings overpass = {.name = "places.overpass",
                                         .parallel = 1,
                                         .seconds = SECONDS,
                                         .keep_seconds = KEEP_SECONDS,
                                         .header = service->agent};
    enum status status = entry_address(entry, "places", "nominatim", &nominatim.base_url, err);
    if (!status)
        status = entry_address(entry, "places", "overpass", &overpass.base_url, err);
    if (!status)
        status = upstream_open(&nominatim, &service->nominatim, err);
    return status ? status : upstream_open(&overpass, &service->overpass, err);
}

static enum status open_service(const json_t *entry, void **state, struct error *err)
{
    static const char *const members[] = {"nominatim", "overpass", "user_agent", "email", NULL};
    enum status status = entry_check(entry, "places", members, err);
    if (status)
        return status;
    struct overpass *service = calloc(1, sizeof *service);
    if (!service)
        return error_memory(err);
    status = read_agent(entry, &service->agent, err);
    if (!status)
        status = open_both(entry, service, err);
    if (status)
        close_service(service);
    else
        *state = service;
    return status;
}

const struct place_backend places_overpass_backend = {
    .base = {.api = "overpass", .open = open_service, .close = close_service},
    .search = overpass_search,
};
