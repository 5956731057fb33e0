#include "media/places/places_sought.h"

#include "media/data/data.h"

enum {
    MOST_ELEMENTS = 300, /* of which the best are taken */
    QUERY_SECONDS = 25,  /* that a query may run */
};

/* --- a keyword taken apart --- */

static void sought_add_name(struct places_sought *sought, struct str keyword, size_t first, size_t end)
{
    while (end > first + 1 &&
           (sought->words[end - 1].is_stop || place_word_is_idle(sought->own, &sought->words[end - 1])))
        end--;
    if (first >= end || sought->name_count == SOUGHT_NAMES)
        return;
    size_t start = sought->words[first].start;
    struct str name = {keyword.data + start, sought->words[end - 1].end - start};
    for (size_t i = 0; i < sought->name_count; i++)
        if (str_eq(sought->names[i], name))
            return;
    sought->names[sought->name_count++] = name;
}

/* Is it a word that says neither what is sought nor praises it? */
static bool is_other(const struct places_sought *sought, size_t i)
{
    return !sought->tags[i] && !sought->words[i].is_stop && !place_word_is_idle(sought->own, &sought->words[i]);
}

/* "in Rio de Janeiro with children": all behind the last preposition, then up to the next function word. */
static void add_tail(struct places_sought *sought, struct str keyword)
{
    size_t first = sought->count;
    for (size_t i = 0; i + 1 < sought->count; i++)
        if (word_list_has(sought->own->towns, sought->words[i].folded))
            first = i + 1;
    size_t end = first;
    while (end < sought->count && !sought->words[end].is_stop)
        end++;
    sought_add_name(sought, keyword, first, sought->count);
    sought_add_name(sought, keyword, first, end);
}

/* "Lisbon coffee shops": runs of words of which nothing else is known. */
static void add_runs(struct places_sought *sought, struct str keyword)
{
    for (size_t i = 0, end; i < sought->count; i = end) {
        end = i + 1;
        if (!is_other(sought, i))
            continue;
        while (end < sought->count && is_other(sought, end))
            end++;
        sought_add_name(sought, keyword, i, end);
    }
}

enum status places_sought_read(const struct places_query *query, const struct lookup *call,
                               struct places_sought *sought)
{
    const struct language *language = query->language ? language_find(str_from(query->language)) : NULL;
    if (!language)
        language = language_find(STR("en"));
    enum status status = words_split(call->arena, query->keyword, language, &sought->words, &sought->count, call->err);
    if (status)
        return status;
    sought->own = place_words(query);
    sought->tags = ARENA_ARRAY(call->arena, sought->count + 1, const struct place_tag *);
    if (!sought->tags)
        return error_memory(call->err);
    for (size_t i = 0; i < sought->count; i++)
        sought->tags[i] = place_tag_find(sought->words[i].folded);
    add_tail(sought, query->keyword);
    add_runs(sought, query->keyword);
    return OK;
}

void places_sought_take_out(struct places_sought *sought, struct str keyword, struct str name)
{
    size_t kept = 0, start = name.data ? (size_t)(name.data - keyword.data) : 0;
    for (size_t i = 0; i < sought->count; i++) {
        if (name.data && sought->words[i].start >= start && sought->words[i].end <= start + name.len)
            continue;
        sought->tags[kept] = sought->tags[i];
        sought->words[kept++] = sought->words[i];
    }
    sought->count = kept;
}

const char *places_sought_unknown(const struct places_sought *sought, struct arena *arena)
{
    struct buf list = {0};
    for (size_t i = 0; i < sought->count; i++) {
        if (sought->tags[i] || sought->words[i].is_stop)
            continue;
        buf_str(&list, list.len ? " " : "");
        buf_add(&list, sought->words[i].folded.data, sought->words[i].folded.len);
    }
    return buf_keep(&list, arena).data;
}

/* --- the query --- */

/* The filters that all places must pass: cuisines and flags of the keyword. */
static void add_filters(struct buf *out, const struct places_sought *sought)
{
    bool has_cuisine = false;
    for (size_t i = 0; i < sought->count; i++)
        if (sought->tags[i] && sought->tags[i]->kind == PLACE_TAG_CUISINE) {
            buf_printf(out, "%s%s", has_cuisine ? "|" : "[\"cuisine\"~\"(^|; *)(", sought->tags[i]->tags);
            has_cuisine = true;
        }
    buf_str(out, has_cuisine ? ")\",i]" : "");
    for (size_t i = 0; i < sought->count; i++)
        if (sought->tags[i] && sought->tags[i]->kind == PLACE_TAG_FLAG)
            buf_printf(out, "[\"%s\"~\"^(yes|only|designated|wlan)$\"]", sought->tags[i]->tags);
}

static void add_border(struct buf *out, const struct place_area *area)
{
    const double sides[] = {area->south, area->west, area->north, area->east};
    for (size_t i = 0; i < COUNT_OF(sides) && !area->relation; i++) {
        buf_char(out, i ? ',' : '(');
        place_degrees_add(out, sides[i]);
    }
    buf_str(out, area->relation ? "(area.a)" : ")");
}

/* A statement for each of the tags: "amenity=bar|amenity=pub". */
static void add_places(struct buf *out, const char *tags, const char *filters, const struct place_area *area)
{
    for (struct str rest = str_from(tags), tag; str_split(&rest, '|', &tag);) {
        size_t equals = str_find(tag, STR("="), 0);
        if (!tag.len)
            continue;
        buf_printf(out, "nwr[\"%.*s\"", (int)equals, tag.data);
        if (equals < tag.len)
            buf_printf(out, "=\"%.*s\"", (int)(tag.len - equals - 1), tag.data + equals + 1);
        buf_printf(out, "][\"name\"]%s", filters);
        add_border(out, area);
        buf_char(out, ';');
    }
}

static size_t add_kind(struct buf *out, const struct places_sought *sought, enum place_tag_kind kind,
                       const char *filters, const struct place_area *area)
{
    size_t before = out->len;
    for (size_t i = 0; i < sought->count; i++) {
        bool is_first = sought->tags[i] && sought->tags[i]->kind == kind;
        for (size_t k = 0; k < i; k++)
            is_first = is_first && sought->tags[k] != sought->tags[i];
        if (is_first)
            add_places(out, sought->tags[i]->tags, filters, area);
    }
    return out->len - before;
}

void places_sought_query(const struct places_sought *sought, const struct place_area *area, struct buf *out)
{
    struct buf filters = {0}, places = {0};
    add_filters(&filters, sought);
    const char *passing = buf_text(&filters);
    size_t added = add_kind(&places, sought, PLACE_TAG_PLACE, passing, area);
    if (!added && filters.len) {
        add_places(&places, "amenity=restaurant|amenity=fast_food|amenity=cafe", passing, area);
        added = places.len;
    }
    if (!added)
        added = add_kind(&places, sought, PLACE_TAG_GENERIC, passing, area);
    if (added) {
        buf_printf(out, "[out:json][timeout:%d];", QUERY_SECONDS);
        if (area->relation)
            buf_printf(out, "area(id:%lld)->.a;", 3600000000LL + (long long)area->relation);
        buf_printf(out, "(%s);out tags center %d;", buf_text(&places), MOST_ELEMENTS);
    }
    out->failed |= filters.failed || places.failed;
    buf_free(&filters);
    buf_free(&places);
}

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
static const char *read_city(struct arena *arena, const json_t *value, struct str type)
{
    static const char *const members[] = {"name", "address.city", "address.town", "address.village", "display_name"};
    const char *name = NULL;
    if (word_list_has(wide, type))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(members) && !name && !arena_failed(arena); i++)
        name = loose_text(arena, value, members[i], AREA_NAME);
    return name;
}

/* Can places be in it? Then *area is filled in. */
static bool read_area(struct arena *arena, const json_t *value, struct place_area *area)
{
    struct str type = str_from(json_string_value(loose_at(value, "addresstype")));
    *area = (struct place_area){.country_code = ""};
    if (!type.len || !word_list_has(settled, type) || !read_box(value, area) ||
        !loose_number(value, "lat", -90, 90, &area->latitude) ||
        !loose_number(value, "lon", -180, 180, &area->longitude))
        return false;
    area->relation = read_relation(value);
    area->city = read_city(arena, value, type);
    area->country = loose_text(arena, value, "address.country", AREA_NAME);
    const char *code = loose_text(arena, value, "address.country_code", 2);
    area->country_code = code ? code : "";
    return true;
}

enum status place_area_find(struct upstream *nominatim, struct str name, const char *language,
                            const struct lookup *call, struct place_area *area)
{
    struct buf path = {0};
    json_t *value = NULL;
    buf_str(&path, "/search");
    upstream_query(&path, "q", name);
    upstream_query(&path, "format", STR("jsonv2"));
    upstream_query(&path, "addressdetails", STR("1"));
    upstream_query(&path, "limit", STR("5"));
    upstream_query(&path, "accept-language", str_from(language));
    const struct upstream_request request = {.path = buf_keep(&path, call->arena).data};
    enum status status = upstream_json(nominatim, &request, call, &value);
    if (!status && !json_is_array(value))
        status = upstream_fault(nominatim, call->err, "its answer is no list of places");
    bool is_found = false;
    for (size_t i = 0; !status && !is_found && i < json_array_size(value); i++)
        is_found = read_area(call->arena, json_array_get(value, i), area);
    json_decref(value);
    if (arena_failed(call->arena))
        return error_memory(call->err);
    return !status && !is_found ? E_NOT_FOUND : status;
}
