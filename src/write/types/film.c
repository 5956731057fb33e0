/* A film with its captions, as an article sees it. */
#include "write/types/types_parts.h"

#include <stdio.h>

/* Sites whose addresses take a time, as a parameter or behind "#", in seconds; and the players of those that have one:
 * where a site has a player that sets no cookies, or is told not to follow its viewers, that one. "" stands for any
 * site with addresses of the form /watch?v=ID. */
static const struct video_site {
    const char *host;
    const char *path;   /* how the path of a film begins */
    const char *time;   /* what stands before the seconds */
    const char *player; /* what stands before the id; NULL: not known */
    const char *behind; /* what stands behind it */
    bool has_path_ids;  /* what follows `path` is the id */
} sites[] = {
    {"youtube.com", "/", "t=", "https://www.youtube-nocookie.com/embed/", ""},
    {"youtu.be", "/", "t=", "https://www.youtube-nocookie.com/embed/", ""},
    {"player.vimeo.com", "/video/", "#t=", "https://player.vimeo.com/video/", "?dnt=1", true},
    {"vimeo.com", "/", "#t=", "https://player.vimeo.com/video/", "?dnt=1", true},
    {"dailymotion.com", "/video/", "start=", "https://www.dailymotion.com/embed/video/", "", true},
    {"", "/watch", "t=", NULL, ""},
};

/* Files of films take a time as a media fragment (W3C Media Fragments URI 1.0). */
static const char *const file_names[] = {".mp4", ".webm", ".ogv", ".m4v", ".mov"};

static bool is_host(struct str host, struct str name)
{
    if (!name.len || str_ieq(host, name))
        return true;
    struct str behind = {host.data + host.len - name.len, name.len};
    return host.len > name.len && str_ieq(behind, name) && host.data[host.len - name.len - 1] == '.';
}

static const struct video_site *site_of(const struct url *url)
{
    for (size_t i = 0; i < COUNT_OF(sites); i++)
        if (is_host(url->host, str_from(sites[i].host)) && str_istarts(url->path, str_from(sites[i].path)))
            return &sites[i];
    return NULL;
}

static bool is_file(struct str path)
{
    for (size_t i = 0; i < COUNT_OF(file_names); i++) {
        size_t length = strlen(file_names[i]);
        if (path.len > length && str_ieq((struct str){path.data + path.len - length, length}, str_from(file_names[i])))
            return true;
    }
    return false;
}

void video_time_add(struct buf *out, int64_t ms)
{
    long long seconds = ms > 0 ? (long long)(ms / 1000) : 0;
    if (seconds >= 3600)
        buf_printf(out, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        buf_printf(out, "%lld:%02lld", seconds / 60, seconds % 60);
}

static bool is_own(struct str pair, const char *time)
{
    return str_starts(pair, str_from(time)) || str_starts(pair, STR("t=")) || str_starts(pair, STR("start="));
}

/* The address without a time of its own and without a fragment, and the time behind it. */
static void add_at(struct buf *out, const struct url *url, struct str whole, const char *time, int64_t ms)
{
    size_t end = str_find(whole, STR("?"), 0), hash = str_find(whole, STR("#"), 0);
    buf_add(out, whole.data, end < hash ? end : hash);
    char separator = '?';
    for (struct str query = url->query, pair; str_split(&query, '&', &pair);) {
        if (!pair.len || is_own(pair, time))
            continue;
        buf_printf(out, "%c%.*s", separator, STR_ARG(pair));
        separator = '&';
    }
    if (time[0] != '#')
        buf_char(out, separator);
    buf_printf(out, "%s%lld", time, (long long)(ms > 0 ? ms / 1000 : 0));
}

struct str video_link_at(struct arena *arena, struct str address, int64_t ms)
{
    struct url url;
    if (url_parse(address, &url, NULL))
        return STR("");
    const struct video_site *site = site_of(&url);
    const char *time = site ? site->time : is_file(url.path) ? "#t=" : NULL;
    if (!time)
        return STR("");
    struct buf out = {0};
    add_at(&out, &url, address, time, ms);
    return buf_keep(&out, arena);
}

/* The id of the film: what stands before the first "/" in the path behind `prefix`; only letters, digits, - and _. */
static struct str id_behind(struct str path, struct str prefix)
{
    size_t from = prefix.len, to = from;
    while (to < path.len && (ascii_is_alnum(path.data[to]) || path.data[to] == '-' || path.data[to] == '_'))
        to++;
    bool ends = to == path.len || path.data[to] == '/';
    return ends ? (struct str){path.data + from, to - from} : STR("");
}

static struct str site_player(struct arena *arena, struct str address)
{
    struct url url;
    if (url_parse(address, &url, NULL))
        return STR("");
    const struct video_site *site = site_of(&url);
    if (!site || !site->player)
        return STR("");
    const char *key = video_key(arena, address);
    if (!key)
        return (struct str){NULL, 0};
    bool is_id = str_find(str_from(key), STR("/"), 0) == strlen(key);
    struct str id = is_id ? str_from(key) : site->has_path_ids ? id_behind(url.path, str_from(site->path)) : STR("");
    if (!id.len)
        return STR("");
    char *player = arena_printf(arena, "%s%.*s%s", site->player, STR_ARG(id), site->behind);
    return str_from(player);
}

struct str video_player(struct arena *arena, struct str page, struct str embed)
{
    struct str player = site_player(arena, embed.len ? embed : page);
    return !player.data || player.len ? player : embed.len ? embed : STR("");
}

enum {
    CAPTIONS_VERSION = 2,
    /* Words for each segment that ends with a sentence: segments take up to 20 seconds, in which 60 words are said, and
     * nearly all of them end with one where there are full stops. */
    MOST_RUN_ON = 200,
};

#define STEP "captions"

/* --- found --- */

static enum status no_captions(struct writing *writing, const char *what, const char *why)
{
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_CAPTIONS, "%s%s%s", what, *why ? ": " : "", why);
}

/* What failed, as the record tells it. */
static enum status film_explain(struct writing *writing, enum status status, const char *what)
{
    char why[sizeof writing->err->message];
    if (status == E_MEMORY || arena_failed(writing->arena))
        return error_memory(writing->err);
    if (status == E_CANCELLED)
        return code_error(writing->err, E_CANCELLED, CODE_CANCELLED, "the article was cancelled");
    snprintf(why, sizeof why, "%s", writing->err->message);
    return no_captions(writing, what, why);
}

static json_t *segment_json(const struct caption_segment *segment)
{
    return json_pack("[I,I,s,b]", (json_int_t)segment->start_ms, (json_int_t)segment->end_ms, segment->text,
                     segment->is_sentence_end);
}

static json_t *film_json(const struct video *video, const struct video_captions *captions, const char *address)
{
    json_t *segments = json_array();
    bool ok = segments;
    for (size_t i = 0; i < captions->count && ok; i++)
        ok = json_array_append_new(segments, segment_json(&captions->segments[i])) == 0;
    if (!ok) {
        json_decref(segments);
        return NULL;
    }
    return json_pack("{s:s,s:s,s:s*,s:s*,s:s*,s:o}", "title", video->title, "url", video->url ? video->url : address,
                     "player", video->embed_url, "author", video->author, "description", video->description, "segments",
                     segments);
}

static enum status film_find(struct writing *writing, json_t **value)
{
    const char *address = config_string(writing->config, "videoSiteVideoUrl");
    const struct videos *videos = writing->services->videos;
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    const struct video *video;
    struct video_captions captions;
    int64_t began = clock_mono_ms();
    if (!videos)
        return no_captions(writing,
                           "no videos are configured; add \"videos\" to the service's configuration, with the films "
                           "and their captions",
                           "");
    enum status status = writing_progress(writing, 0.02, "Reading the captions");
    if (status)
        return status;
    *writing->err = (struct error){0};
    status = videos_find(videos, str_from(address ? address : ""), &call, &video);
    if (status)
        return film_explain(writing, status, arena_printf(writing->arena, "the video %s was not found", address));
    status = videos_captions(videos, video->id, writing->brief.language->tag, &call, &captions);
    if (status)
        return film_explain(
            writing, status,
            arena_printf(writing->arena, "the video \"%s\" has no captions that can be read", video->title));
    *value = film_json(video, &captions, address);
    return *value ? step_save(writing, STEP, CAPTIONS_VERSION, began, *value) : error_memory(writing->err);
}

/* --- loaded: also when this attempt found it, so that a resumed article has the same film --- */

static struct str load_text(struct writing *writing, const json_t *value, const char *name)
{
    const json_t *member = json_object_get(value, name);
    const char *copy = arena_copy_n(writing->arena, json_is_string(member) ? json_string_value(member) : "",
                                    json_string_length(member));
    return (struct str){copy, copy ? json_string_length(member) : 0};
}

static void load_film(struct writing *writing, const json_t *value, struct film *film)
{
    const json_t *list = json_object_get(value, "segments");
    struct caption_segment *segments = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct caption_segment);
    *film = (struct film){.title = load_text(writing, value, "title"),
                          .url = load_text(writing, value, "url"),
                          .author = load_text(writing, value, "author"),
                          .description = load_text(writing, value, "description"),
                          .segments = segments};
    film->player = video_player(writing->arena, film->url, load_text(writing, value, "player"));
    for (size_t i = 0; segments && i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        segments[film->count++] = (struct caption_segment){
            json_integer_value(json_array_get(entry, 0)), json_integer_value(json_array_get(entry, 1)),
            arena_copy(writing->arena, json_string_value(json_array_get(entry, 2))),
            json_is_true(json_array_get(entry, 3))};
    }
}

/* The film is the one source of the article. */
static void name_source(struct writing *writing, const struct film *film)
{
    writing->sources = ARENA_NEW(writing->arena, struct source);
    if (!writing->sources)
        return;
    *writing->sources = (struct source){film->url, film->title, true};
    writing->source_count = 1;
}

/* It quotes sentences, and in captions without full stops nobody can tell where one ends. */
static enum status check_stops(struct writing *writing, const struct film *film, struct str said)
{
    size_t ends = 0;
    for (size_t i = 0; i < film->count; i++)
        ends += film->segments[i].is_sentence_end;
    if (writing->model || words_count(said) < (ends + 1) * MOST_RUN_ON)
        return OK;
    return code_error(
        writing->err, E_NOT_FOUND, CODE_NO_CAPTIONS,
        "the captions of \"%.*s\" have no punctuation, and neither pauses nor words by which the built-in "
        "writer could tell where sentences end; give captions with punctuation, or configure a language "
        "model",
        STR_ARG(film->title));
}

/* The built-in writer takes the speaker's own sentences: it cannot translate them. */
static enum status check_speech(struct writing *writing, const struct film *film)
{
    struct buf out = {0};
    for (size_t i = 0; i < film->count; i++)
        buf_printf(&out, "%s ", film->segments[i].text);
    struct str said = writing_keep(writing, &out);
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    const struct language *spoken = language_detect(said);
    enum status status = check_stops(writing, film, said);
    if (status || writing->model || !spoken || spoken == writing->brief.language)
        return status;
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_CAPTIONS,
                      "the captions are in %s, and the built-in writer cannot translate them into %s; choose another "
                      "language, or configure a language model",
                      spoken->name, writing->brief.language->name);
}

enum status video_gather(struct writing *writing)
{
    json_t *value = NULL;
    struct film *film = ARENA_NEW(writing->arena, struct film);
    enum status status = film ? step_load(writing, STEP, CAPTIONS_VERSION, &value) : error_memory(writing->err);
    if (status == E_NOT_FOUND)
        status = film_find(writing, &value);
    if (!status)
        load_film(writing, value, film);
    json_decref(value);
    status = writing_end(writing, status);
    if (!status)
        status = check_speech(writing, film);
    writing->subject = film;
    if (!status)
        name_source(writing, film);
    return writing_end(writing, status);
}

/* --- asked --- */

const struct film *film_of(const struct writing *writing)
{
    return writing->subject;
}

struct str film_speaker(const struct film *film)
{
    return film->author.len ? film->author : film->title;
}

static struct str time_name(struct writing *writing, int64_t ms)
{
    struct buf out = {0};
    video_time_add(&out, ms);
    return writing_keep(writing, &out);
}

size_t film_segment_at(const struct film *film, struct str time)
{
    size_t number = 0;
    for (; number < film->count; number++) {
        struct buf out = {0};
        video_time_add(&out, film->segments[number].start_ms);
        bool is_same = str_eq(str_from(buf_text(&out)), time);
        buf_free(&out);
        if (is_same)
            break;
    }
    return number;
}

size_t film_excerpts(struct writing *writing, size_t first, size_t last, struct model_excerpt *list)
{
    const struct film *film = film_of(writing);
    size_t count = 0;
    for (size_t i = first; i <= last && i < film->count; i++) {
        struct str said = str_from(film->segments[i].text);
        if (material_addresses_model(said))
            continue;
        struct model_excerpt *excerpt = &list[count++];
        *excerpt = (struct model_excerpt){.name = time_name(writing, film->segments[i].start_ms), .heading = STR("")};
        writing_made(writing, material_clean(writing->arena, said, &excerpt->text, writing->err));
    }
    return count;
}
