/*
 * The backend "invidious" of videos: an instance of Invidious (https://docs.invidious.io/api/), a front end for the
 * films of one site, without an account and without cookies.
 *
 *     videos = { api = "invidious", base_url = "https://invidious.example", region = "DE" }
 *
 * region: the country for which films are looked up; missing: the instance's own. Players are the site's own ones that
 * set no cookies. Of several captions those in the wanted language go first, then those in another one; each time those
 * that somebody has written before those made automatically. Empty captions are none, and the next ones are tried.
 */
#include "media/videos/videos_parts.h"

#include <stdlib.h>

enum {
    KEEP_SECONDS = 3600,
    ID = 11,         /* characters of a film's id */
    MOST_TRACKS = 3, /* that are asked for until one says something */
    LABEL = 200,
};

#define PAGE   "https://www.youtube.com/watch?v="
#define PLAYER "https://www.youtube-nocookie.com/embed/"

struct instance {
    struct arena *arena; /* of the texts */
    struct upstream *upstream;
    const char *region; /* "" for none */
};

/* --- a film --- */

static bool invidious_is_id(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_alnum(text.data[i]) && text.data[i] != '-' && text.data[i] != '_')
            return false;
    return text.len == ID;
}

/* The picture of medium size, else the first; its address may lack the instance's. */
static const char *read_thumbnail(struct arena *arena, const json_t *value, const char *base)
{
    const json_t *list = loose_at(value, "videoThumbnails"), *chosen = json_array_get(list, 0);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *quality = json_string_value(loose_at(json_array_get(list, i), "quality"));
        if (quality && strcmp(quality, "medium") == 0)
            chosen = json_array_get(list, i);
    }
    const json_t *url = loose_at(chosen, "url");
    struct str text = {json_string_value(url), json_string_length(url)};
    return text.len ? url_resolve(arena, base, text) : NULL; /* without memory for it there is none */
}

/* False: it has no id or title, or is not to be watched yet. */
static bool read_video(struct arena *arena, const json_t *value, const char *base, struct video *video)
{
    *video = (struct video){.id = loose_text(arena, value, "videoId", VIDEO_NAME),
                            .title = loose_text(arena, value, "title", VIDEO_TITLE)};
    if (!video->id || !video->title || !invidious_is_id(str_from(video->id)) || loose_flag(value, "liveNow") ||
        loose_flag(value, "isUpcoming"))
        return false;
    video->url = arena_printf(arena, PAGE "%s", video->id);
    video->embed_url = arena_printf(arena, PLAYER "%s", video->id);
    video->thumbnail = read_thumbnail(arena, value, base);
    video->author = loose_text(arena, value, "author", VIDEO_NAME);
    video->description = loose_text(arena, value, "description", VIDEO_TEXT);
    video->has_duration = loose_number(value, "lengthSeconds", 1, 1e6, &video->duration);
    return !arena_failed(arena);
}

static enum status no_film(const char *key, const struct lookup *call)
{
    return error_set(call->err, E_NOT_FOUND, NULL, "videos has no film %s", key);
}

static const char *take_path(const struct instance *instance, struct buf *path, const struct lookup *call)
{
    upstream_query(path, "region", str_from(instance->region));
    const char *copy = path->failed ? NULL : arena_copy(call->arena, buf_text(path));
    buf_free(path);
    return copy;
}

/* A film's path: "/api/v1/videos/" with its id. NULL: no memory. */
static const char *film_path(const struct instance *instance, const char *start, const char *key, const char *label,
                             const struct lookup *call)
{
    struct buf path = {0};
    buf_printf(&path, "%s%s", start, key);
    upstream_query(&path, "label", str_from(label));
    return take_path(instance, &path, call);
}

static enum status invidious_ask(const struct instance *instance, const char *path, const struct lookup *call,
                                 json_t **value)
{
    const struct upstream_request request = {.path = path};
    *value = NULL;
    return path ? upstream_json(instance->upstream, &request, call, value) : error_memory(call->err);
}

static enum status invidious_find(void *state, const char *key, const struct lookup *call, const struct video **out)
{
    const struct instance *instance = state;
    struct video *video = ARENA_NEW(call->arena, struct video);
    json_t *value;
    if (!invidious_is_id(str_from(key)))
        return no_film(key, call);
    if (!video)
        return error_memory(call->err);
    enum status status = invidious_ask(instance, film_path(instance, "/api/v1/videos/", key, NULL, call), call, &value);
    if (status == E_NOT_FOUND || status == E_INVALID)
        return no_film(key, call);
    if (!status && !read_video(call->arena, value, upstream_settings(instance->upstream)->base_url, video))
        status = no_film(key, call);
    json_decref(value);
    if (arena_failed(call->arena))
        return error_memory(call->err);
    if (!status)
        *out = video;
    return status;
}

static enum status invidious_search(void *state, struct str query, size_t most, const struct lookup *call,
                                    struct video_list *found)
{
    const struct instance *instance = state;
    struct buf path = {0};
    json_t *value;
    buf_str(&path, "/api/v1/search");
    upstream_query(&path, "q", str_trim(query));
    upstream_query(&path, "type", STR("video"));
    struct video *list = ARENA_ARRAY(call->arena, most + 1, struct video);
    size_t count = 0;
    const char *asked = take_path(instance, &path, call);
    if (!str_trim(query).len)
        return OK;
    enum status status = list ? invidious_ask(instance, asked, call, &value) : error_memory(call->err);
    if (status)
        return status;
    if (!json_is_array(value))
        status = upstream_fault(instance->upstream, call->err, "its answer is no list of films");
    for (size_t i = 0; i < json_array_size(value) && count < most && !arena_failed(call->arena); i++) {
        const json_t *entry = json_array_get(value, i);
        const char *type = json_string_value(loose_at(entry, "type"));
        bool is_film = !type || strcmp(type, "video") == 0;
        count +=
            is_film && read_video(call->arena, entry, upstream_settings(instance->upstream)->base_url, &list[count]);
    }
    json_decref(value);
    if (!status)
        *found = (struct video_list){list, count};
    return arena_failed(call->arena) ? error_memory(call->err) : status;
}

/* --- captions --- */

struct track {
    const char *label;
    int rank; /* the smaller the better */
};

/* Is "pt-BR" of the language "pt"? */
static bool is_of(const char *code, const char *language)
{
    size_t length = strcspn(language, "-");
    return code && strcspn(code, "-") == length && str_istarts(str_from(code), (struct str){language, length});
}

static int rank_of(const char *code, const char *label, const char *language)
{
    bool is_automatic = str_ifind(str_from(label), STR("auto-generated"), 0) < strlen(label);
    bool is_other = language && !is_of(code, language);
    return 2 * is_other + is_automatic;
}

/* Puts a track in its place: the best first, of equals as the instance lists them. */
static void add_track(struct track *tracks, size_t *count, struct track track)
{
    size_t at = *count;
    while (at > 0 && tracks[at - 1].rank > track.rank) {
        tracks[at] = tracks[at - 1];
        at--;
    }
    tracks[at] = track;
    (*count)++;
}

static enum status list_tracks(const struct instance *instance, const char *key, const char *language,
                               const struct lookup *call, struct track **tracks, size_t *count)
{
    json_t *value;
    *count = 0;
    enum status status =
        invidious_ask(instance, film_path(instance, "/api/v1/captions/", key, NULL, call), call, &value);
    if (status)
        return status == E_NOT_FOUND || status == E_INVALID ? no_film(key, call) : status;
    const json_t *list = loose_at(value, "captions");
    *tracks = ARENA_ARRAY(call->arena, json_array_size(list) + 1, struct track);
    for (size_t i = 0; i < json_array_size(list) && !arena_failed(call->arena); i++) {
        const json_t *entry = json_array_get(list, i), *label = loose_at(entry, "label");
        struct track track = {.label = arena_copy_n(call->arena, json_is_string(label) ? json_string_value(label) : "",
                                                    json_string_length(label) < LABEL ? json_string_length(label) : 0)};
        if (arena_failed(call->arena) || !*track.label)
            continue;
        const char *code = json_string_value(loose_at(entry, "languageCode"));
        track.rank = rank_of(code ? code : json_string_value(loose_at(entry, "language_code")), track.label, language);
        add_track(*tracks, count, track);
    }
    json_decref(value);
    return arena_failed(call->arena) ? error_memory(call->err) : OK;
}

/* Some say so with an empty answer. */
static bool is_not_empty(struct str body)
{
    return str_trim(body).len > 0;
}

/* OK with count 0: the track says nothing. */
static enum status read_track(const struct instance *instance, const char *key, const char *label,
                              const struct lookup *call, struct video_captions *captions)
{
    struct upstream_answer answer;
    struct caption_segment *segments;
    const struct upstream_request request = {.path = film_path(instance, "/api/v1/captions/", key, label, call),
                                             .accept = "text/vtt",
                                             .may_keep = is_not_empty};
    enum status status =
        request.path ? upstream_ask(instance->upstream, &request, call, &answer) : error_memory(call->err);
    if (status == E_NOT_FOUND || (!status && !is_not_empty(answer.body)))
        return OK;
    if (!status)
        status = captions_read(call->arena, answer.body, &segments, &captions->count, call->err);
    if (!status)
        captions->segments = segments;
    return status;
}

static enum status captions(void *state, const char *key, const char *language, const struct lookup *call,
                            struct video_captions *found)
{
    const struct instance *instance = state;
    struct track *tracks;
    size_t count;
    if (!invidious_is_id(str_from(key)))
        return no_film(key, call);
    enum status status = list_tracks(instance, key, language, call, &tracks, &count);
    for (size_t i = 0; i < count && i < MOST_TRACKS && !status && !found->count; i++)
        status = read_track(instance, key, tracks[i].label, call, found);
    if (status || found->count)
        return status;
    return error_set(call->err, E_NOT_FOUND, "no_captions", "the film %s has no captions in which somebody speaks",
                     key);
}

/* --- the entry --- */

static void close_instance(void *state)
{
    struct instance *instance = state;
    upstream_close(instance->upstream);
    arena_free(instance->arena);
    free(instance);
}

static enum status read_region(const json_t *entry, const char **region, struct error *err)
{
    *region = "";
    enum status status = entry_optional(entry, "videos", "region", region, err);
    bool is_country = strlen(status ? "" : *region) == 2 && (*region)[0] >= 'A' && (*region)[0] <= 'Z' &&
                      (*region)[1] >= 'A' && (*region)[1] <= 'Z';
    if (status || is_country || !**region)
        return status;
    return error_set(err, E_INVALID, "config",
                     "configuration: videos.region must be a country in two capital letters, such as \"DE\"");
}

static enum status open_instance(const json_t *entry, void **state, struct error *err)
{
    static const char *const members[] = {"base_url", "seconds", "parallel", "region", NULL};
    struct upstream_settings settings = {.name = "videos", .keep_seconds = KEEP_SECONDS};
    const char *region;
    enum status status = entry_check(entry, "videos", members, err);
    if (!status)
        status = read_region(entry, &region, err);
    if (!status)
        status = upstream_read(entry, false, &settings, err);
    if (status)
        return status;
    struct instance *instance = calloc(1, sizeof *instance);
    if (!instance)
        return error_memory(err);
    instance->arena = arena_new();
    instance->region = instance->arena ? arena_copy(instance->arena, region) : NULL;
    status = instance->region ? upstream_open(&settings, &instance->upstream, err) : error_memory(err);
    if (status)
        close_instance(instance);
    else
        *state = instance;
    return status;
}

const struct video_backend videos_invidious_backend = {
    .base = {.api = "invidious", .open = open_instance, .close = close_instance},
    .find = invidious_find,
    .captions = captions,
    .search = invidious_search,
};
