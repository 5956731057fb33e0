/* The backend "file" of places: a JSON file. */
#include "media/places/places_parts.h"

#include <math.h>

/* --- one place of a JSON file --- */

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
    const char *one = buf_keep(&lat, arena).data, *other = buf_keep(&lon, arena).data;
    return arena_printf(arena, "https://www.openstreetmap.org/?mlat=%s&mlon=%s#map=%d/%s/%s", one, other, MAP_ZOOM, one,
                        other);
}

static void read_position(struct media_facts *facts, const json_t *entry, struct place *place)
{
    bool has_latitude = facts_number(facts, entry, "latitude", -90, 90, &place->latitude);
    bool has_longitude = facts_number(facts, entry, "longitude", -180, 180, &place->longitude);
    if (has_latitude != has_longitude)
        facts_fault(facts, has_latitude ? "longitude" : "latitude", "is missing: a position needs both");
    place->has_position = has_latitude && has_longitude;
    if (place->has_position && !place->map_url)
        place->map_url = place_map_url(facts->arena, place->latitude, place->longitude);
}

/* Reads one entry of the file; facts_end says whether it is right. */
static void place_read(struct media_facts *facts, const json_t *entry, struct place *place)
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

enum { LARGEST_FILE = 32 * 1024 * 1024, MOST_PLACES = 20000, SAMPLE = 64 * 1024 };

/* How much a word counts by the field it stands in. */
enum { IN_CATEGORIES = 2, IN_NAME = 1 };

/* One reading of the file. A place is read from its JSON again for each call, into the arena of that. */
struct directory {
    json_t *array; /* every entry was checked */
    struct word_index *index;
    struct place_names cities, countries;
    const char **city, **country; /* by number, folded; NULL: not given */
    double *ratings;
    size_t count;
};

/* --- reading the file --- */

static enum status file_read_number(const struct directory *directory, const char *path, size_t number, bool is_quiet,
                                    struct arena *arena, struct place *place, struct error *err)
{
    struct media_facts facts = {.arena = arena, .err = err, .file = path, .number = number + 1, .is_quiet = is_quiet};
    place_read(&facts, json_array_get(directory->array, number), place);
    return facts_end(&facts);
}

/* Notes a name in the spelling that was met first, and gives its folded form. NULL when memory ran out. */
static const char *note_name(struct place_names *names, struct arena *arena, struct map *known, const char *name)
{
    char *folded = place_name_fold(arena, name);
    char *before = folded ? map_get(known, str_from(folded)) : NULL;
    if (!folded || before)
        return before;
    void **place = map_put(known, str_from(folded));
    if (place)
        *place = folded;
    const char **copy = VEC_PUSH(arena, names->list, names->count, names->cap);
    if (copy)
        *copy = arena_copy(arena, name);
    return folded;
}

/* What is remembered of all places while the file is read. */
struct file_survey {
    struct directory *directory;
    struct arena *arena;
    struct map cities, countries;
    struct buf sample;
};

static void note_place(struct file_survey *survey, const struct place *place, size_t number)
{
    struct directory *directory = survey->directory;
    directory->ratings[number] = place->has_rating ? place->rating : 0;
    if (place->city)
        directory->city[number] = note_name(&directory->cities, survey->arena, &survey->cities, place->city);
    if (place->country)
        directory->country[number] =
            note_name(&directory->countries, survey->arena, &survey->countries, place->country);
    if (survey->sample.len < SAMPLE)
        buf_printf(&survey->sample, "%s ", place->description ? place->description : place->name);
}

static void index_place(struct directory *directory, const struct place *place, size_t number)
{
    word_index_add(directory->index, number, place->name, IN_NAME);
    for (size_t i = 0; i < place->category_count; i++)
        word_index_add(directory->index, number, place->categories[i], IN_CATEGORIES);
}

/* Reads every place: first to check it and to learn the language, then into the index. */
static enum status read_places(struct file_survey *survey, const char *path, bool is_indexing, struct error *err)
{
    struct directory *directory = survey->directory;
    enum status status = OK;
    for (size_t i = 0; !status && i < directory->count; i++) {
        struct place place;
        struct arena *scratch = arena_new();
        status = scratch ? file_read_number(directory, path, i, is_indexing, scratch, &place, err) : error_memory(err);
        if (!status && is_indexing)
            index_place(directory, &place, i);
        else if (!status)
            note_place(survey, &place, i);
        arena_free(scratch);
    }
    return status;
}

static enum status read_entries(struct directory *directory, const char *path, struct arena *arena, struct error *err)
{
    struct file_survey survey = {.directory = directory, .arena = arena};
    directory->count = json_array_size(directory->array);
    if (!json_is_array(directory->array))
        return error_set(err, E_CORRUPT, NULL, "%s: it must be an array of places", path);
    if (directory->count > MOST_PLACES)
        return error_set(err, E_LIMIT, NULL, "%s: there may be at most %d places", path, MOST_PLACES);
    directory->city = ARENA_ARRAY(arena, directory->count + 1, const char *);
    directory->country = ARENA_ARRAY(arena, directory->count + 1, const char *);
    directory->ratings = ARENA_ARRAY(arena, directory->count + 1, double);
    if (arena_failed(arena))
        return error_memory(err);
    map_init(&survey.cities, arena);
    map_init(&survey.countries, arena);
    enum status status = read_places(&survey, path, false, err);
    directory->index = word_index_new(arena, (struct str){buf_text(&survey.sample), survey.sample.len});
    buf_free(&survey.sample);
    if (!status)
        status = read_places(&survey, path, true, err);
    return !status && arena_failed(arena) ? error_memory(err) : status;
}

static enum status read_directory(const char *path, struct arena *arena, void **data, struct error *err)
{
    struct directory *directory = ARENA_NEW(arena, struct directory);
    if (!directory)
        return error_memory(err);
    *data = directory;
    enum status status = facts_load(path, LARGEST_FILE, &directory->array, err);
    return status ? status : read_entries(directory, path, arena, err);
}

static void drop_directory(void *data)
{
    struct directory *directory = data;
    json_decref(directory->array);
}

static const struct watched_kind directory_kind = {.read = read_directory, .drop = drop_directory};

/* --- answering --- */

/* A keyword taken apart. */
struct file_places_sought {
    struct word *words;
    size_t count;
    const char *city, *country; /* where, folded; NULL: anywhere */
    bool *allowed;              /* by number of the place */
};

static void take_apart(const struct directory *directory, const struct places_query *query, struct arena *scratch,
                       struct file_places_sought *sought, struct places_found *found)
{
    struct str unused;
    sought->count = word_index_split(directory->index, scratch, query->keyword, &sought->words);
    found->city =
        place_name_take(&directory->cities, query->keyword, sought->words, &sought->count, scratch, &found->city_words);
    found->country =
        place_name_take(&directory->countries, query->keyword, sought->words, &sought->count, scratch, &unused);
}

/* A place without a city is in no city. */
static bool is_there(const char *wanted, const char *name)
{
    return !wanted || (name && strcmp(wanted, name) == 0);
}

static void set_allowed(const struct directory *directory, const struct places_query *query,
                        const struct places_found *found, struct arena *scratch, struct file_places_sought *sought)
{
    const char *city = query->city ? query->city : found->city;
    const char *country = query->country ? query->country : found->country;
    sought->city = city ? place_name_fold(scratch, city) : NULL;
    sought->country = country ? place_name_fold(scratch, country) : NULL;
    sought->allowed = ARENA_ARRAY(scratch, directory->count + 1, bool);
    for (size_t i = 0; sought->allowed && i < directory->count; i++)
        sought->allowed[i] =
            is_there(sought->city, directory->city[i]) && is_there(sought->country, directory->country[i]);
}

static const char *unknown_words(const struct directory *directory, const struct file_places_sought *sought,
                                 struct arena *arena)
{
    struct buf list = {0};
    for (size_t i = 0; i < sought->count; i++) {
        if (sought->words[i].is_stop || word_index_has(directory->index, &sought->words[i]))
            continue;
        buf_str(&list, list.len ? " " : "");
        buf_add(&list, sought->words[i].folded.data, sought->words[i].folded.len);
    }
    return buf_keep(&list, arena).data;
}

/* All that are allowed, for a keyword that only says where. */
static size_t list_allowed(const struct directory *directory, const struct file_places_sought *sought,
                           struct arena *scratch, struct word_hit **hits)
{
    size_t count = 0;
    *hits = ARENA_ARRAY(scratch, directory->count + 1, struct word_hit);
    for (size_t i = 0; *hits && i < directory->count; i++)
        if (sought->allowed[i])
            (*hits)[count++].entry = i;
    return count;
}

static enum status file_answer(const struct directory *directory, const struct word_hit *hits, size_t count,
                               const struct lookup *call, struct places_found *found)
{
    struct place *list = ARENA_ARRAY(call->arena, count + 1, struct place);
    enum status status = list ? OK : error_memory(call->err);
    for (size_t i = 0; !status && i < count; i++)
        status = file_read_number(directory, "", hits[i].entry, true, call->arena, &list[i], call->err);
    if (!status) {
        found->list = list;
        found->count = count;
    }
    return status;
}

/* The names that the answer gives must outlive the reading. */
static enum status file_find_places(const struct directory *directory, const struct places_query *query,
                                    struct arena *scratch, const struct lookup *call, struct places_found *found)
{
    struct file_places_sought sought = {0};
    struct word_hit *hits = NULL;
    take_apart(directory, query, scratch, &sought, found);
    found->city = found->city ? arena_copy(call->arena, found->city) : NULL;
    found->country = found->country ? arena_copy(call->arena, found->country) : NULL;
    set_allowed(directory, query, found, scratch, &sought);
    found->unknown_words = unknown_words(directory, &sought, call->arena);
    if (arena_failed(scratch) || arena_failed(call->arena))
        return error_memory(call->err);
    place_words_clean(place_words(query), sought.words, &sought.count);
    size_t count = sought.count
                       ? word_index_find(directory->index, scratch, sought.words, sought.count, sought.allowed, &hits)
                       : list_allowed(directory, &sought, scratch, &hits);
    if (arena_failed(scratch))
        return error_memory(call->err);
    count = word_hits_prune(hits, count);
    for (size_t i = 0; i < count; i++)
        hits[i].tie = directory->ratings[hits[i].entry];
    word_hits_sort(hits, count);
    return file_answer(directory, hits, count < query->most ? count : query->most, call, found);
}

static enum status file_search(void *state, const struct places_query *query, const struct lookup *call,
                               struct places_found *found)
{
    struct arena *scratch = arena_new();
    if (!scratch)
        return error_memory(call->err);
    const struct file_reading *reading = watched_use(state);
    enum status status = file_find_places(reading->data, query, scratch, call, found);
    watched_release(state, reading);
    arena_free(scratch);
    return status;
}

/* --- the entry --- */

static enum status open_places_file(const json_t *entry, void **state, struct error *err)
{
    return watched_open(entry, "places", &directory_kind, state, err);
}

const struct place_backend places_file_backend = {
    .base = {.api = "file", .open = open_places_file, .close = watched_close},
    .search = file_search,
};
