/* The backend "folder" of videos: a JSON file and a file of captions for each film. */
#include "media/videos/videos_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

/* A film in a reading of the folder. It is read from its JSON again for each call, into the arena of that. */
struct folder_film {
    const char *name; /* of its files, without their endings */
    json_t *json;     /* it was checked */
};

/* One reading of the folder. */
struct shelf {
    struct folder_film *films; /* in byte order of their names */
    size_t count, cap;
    struct word_index *index;
    struct map keys; /* id, or key of an address -> number + 1 */
};

/* --- the films of a folder, read and checked --- */

enum { LARGEST_JSON = 1024 * 1024, MOST_VIDEOS = 5000, SAMPLE = 64 * 1024 };

/* How much a word counts by the field it stands in. */
enum { IN_TITLE = 4, IN_AUTHOR = 2, IN_DESCRIPTION = 1 };

static void video_read(struct media_facts *facts, const struct folder_film *film, struct video *video)
{
    const json_t *json = film->json;
    *video = (struct video){0};
    if (!json_is_object(json)) {
        facts_fault(facts, "it", "must be an object");
        return;
    }
    video->id = facts_text(facts, json, "id", VIDEO_NAME);
    video->id = video->id ? video->id : arena_copy(facts->arena, film->name);
    video->title = facts_needed(facts, json, "title", VIDEO_TITLE);
    video->author = facts_text(facts, json, "author", VIDEO_NAME);
    video->description = facts_text(facts, json, "description", VIDEO_TEXT);
    video->url = facts_url(facts, json, "url");
    video->embed_url = facts_url(facts, json, "embed_url");
    video->thumbnail = facts_url(facts, json, "thumbnail");
    video->has_duration = facts_number(facts, json, "duration", 0, 1e6, &video->duration);
}

/* Reads a film by its number into the arena. E_MEMORY. */
static enum status shelf_video(const struct shelf *shelf, size_t number, struct arena *arena, struct video *video,
                               struct error *err)
{
    struct media_facts facts = {.arena = arena, .err = err, .file = shelf->films[number].name, .is_quiet = true};
    video_read(&facts, &shelf->films[number], video);
    return facts_end(&facts);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct folder_film *)a)->name, ((const struct folder_film *)b)->name);
}

static enum status list_names(const char *path, DIR *entries, struct arena *arena, struct shelf *shelf,
                              struct error *err)
{
    static const struct str ending = {".json", 5};
    for (struct dirent *entry; (entry = readdir(entries));) {
        struct str name = str_from(entry->d_name);
        if (name.data[0] == '.' || !str_ends(name, ending))
            continue;
        if (shelf->count == MOST_VIDEOS)
            return error_set(err, E_LIMIT, NULL, "%s: there may be at most %d films", path, MOST_VIDEOS);
        struct folder_film *film = VEC_PUSH(arena, shelf->films, shelf->count, shelf->cap);
        if (film)
            film->name = arena_copy_n(arena, name.data, name.len - ending.len);
    }
    if (arena_failed(arena))
        return error_memory(err);
    if (shelf->count)
        qsort(shelf->films, shelf->count, sizeof *shelf->films, by_name);
    return OK;
}

static enum status find_files(const char *path, struct arena *arena, struct shelf *shelf, struct error *err)
{
    DIR *entries = opendir(path);
    if (!entries)
        return error_set(err, errno == ENOENT || errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL,
                         "the folder %s cannot be read: %s", path, strerror(errno));
    enum status status = list_names(path, entries, arena, shelf, err);
    closedir(entries);
    return status;
}

/* A key that two films share leads to the first one. */
static void note_key(struct shelf *shelf, struct arena *arena, const char *text, size_t number)
{
    const char *key = text ? video_key(arena, str_from(text)) : NULL;
    void **place = key ? map_put(&shelf->keys, str_from(key)) : NULL;
    if (place && !*place)
        *place = (void *)(uintptr_t)(number + 1);
}

static void note_video(struct shelf *shelf, struct media_facts *facts, struct arena *arena, const struct video *video,
                       size_t number)
{
    const char *key = video_key(arena, str_from(video->id));
    uintptr_t before = key ? (uintptr_t)map_get(&shelf->keys, str_from(key)) : 0;
    if (before) {
        facts_fault(facts, "id", "is that of %s.json too", shelf->films[before - 1].name);
        return;
    }
    note_key(shelf, arena, video->id, number);
    note_key(shelf, arena, video->url, number);
    note_key(shelf, arena, video->embed_url, number);
}

static enum status check_film(struct shelf *shelf, const char *path, struct arena *arena, size_t number,
                              struct buf *sample, struct error *err)
{
    struct video video;
    struct folder_film *film = &shelf->films[number];
    const char *file = arena_printf(arena, "%s/%s.json", path, film->name);
    struct media_facts facts = {.arena = arena_new(), .err = err, .file = file};
    facts.status = file && facts.arena ? facts_load(file, LARGEST_JSON, &film->json, err) : error_memory(err);
    if (!facts.status)
        video_read(&facts, film, &video);
    if (!facts_end(&facts))
        note_video(shelf, &facts, arena, &video, number);
    if (!facts_end(&facts) && sample->len < SAMPLE)
        buf_printf(sample, "%s. %s ", video.title, video.description ? video.description : "");
    enum status status = facts_end(&facts);
    arena_free(facts.arena);
    return status;
}

static enum status index_film(struct shelf *shelf, size_t number, struct error *err)
{
    struct video video;
    struct arena *scratch = arena_new();
    enum status status = scratch ? shelf_video(shelf, number, scratch, &video, err) : error_memory(err);
    if (!status) {
        word_index_add(shelf->index, number, video.title, IN_TITLE);
        word_index_add(shelf->index, number, video.author, IN_AUTHOR);
        word_index_add(shelf->index, number, video.description, IN_DESCRIPTION);
    }
    arena_free(scratch);
    return status;
}

static enum status read_shelf(const char *path, struct arena *arena, void **data, struct error *err)
{
    struct buf sample = {0};
    struct shelf *shelf = ARENA_NEW(arena, struct shelf);
    if (!shelf)
        return error_memory(err);
    *data = shelf;
    map_init(&shelf->keys, arena);
    enum status status = find_files(path, arena, shelf, err);
    for (size_t i = 0; !status && i < shelf->count; i++)
        status = check_film(shelf, path, arena, i, &sample, err);
    shelf->index = word_index_new(arena, (struct str){buf_text(&sample), sample.len});
    buf_free(&sample);
    for (size_t i = 0; !status && i < shelf->count; i++)
        status = index_film(shelf, i, err);
    return !status && arena_failed(arena) ? error_memory(err) : status;
}

static void drop_shelf(void *data)
{
    struct shelf *shelf = data;
    for (size_t i = 0; i < shelf->count; i++)
        json_decref(shelf->films[i].json);
}

static const struct watched_kind videos_folder_kind = {.ending = ".json", .read = read_shelf, .drop = drop_shelf};

enum { LARGEST_CAPTIONS = 8 * 1024 * 1024 };

/* --- answering --- */

/* Reads the first `most` of the hits into the answer. */
static enum status folder_answer(const struct shelf *shelf, const struct word_hit *hits, size_t count, size_t most,
                                 const struct lookup *call, struct video_list *found)
{
    count = count < most ? count : most;
    struct video *list = ARENA_ARRAY(call->arena, count + 1, struct video);
    enum status status = list ? OK : error_memory(call->err);
    for (size_t i = 0; !status && i < count; i++)
        status = shelf_video(shelf, hits[i].entry, call->arena, &list[i], call->err);
    if (!status)
        *found = (struct video_list){list, count};
    return status;
}

static enum status search_shelf(const struct shelf *shelf, struct arena *scratch, struct str query, size_t most,
                                const struct lookup *call, struct video_list *found)
{
    struct word *words;
    struct word_hit *hits;
    size_t word_count = word_index_split(shelf->index, scratch, query, &words);
    size_t count = word_index_find(shelf->index, scratch, words, word_count, NULL, &hits);
    if (arena_failed(scratch))
        return error_memory(call->err);
    count = word_hits_prune(hits, count);
    word_hits_sort(hits, count);
    return folder_answer(shelf, hits, count, most, call, found);
}

static enum status folder_search(void *state, struct str query, size_t most, const struct lookup *call,
                                 struct video_list *found)
{
    struct watched *watched = state;
    struct arena *scratch = arena_new();
    if (!scratch)
        return error_memory(call->err);
    const struct file_reading *reading = watched_use(watched);
    enum status status = search_shelf(reading->data, scratch, query, most, call, found);
    watched_release(watched, reading);
    arena_free(scratch);
    return status;
}

/* Whoever ordered the article reads what went wrong: of a path only the name of the file is theirs. */
static const char *folder_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The number of a film plus one, by key; 0 and a message: there is none. */
static uintptr_t folder_number_of(const struct shelf *shelf, const char *key, struct error *err)
{
    uintptr_t number = (uintptr_t)map_get(&shelf->keys, str_from(key));
    if (!number)
        error_set(err, E_NOT_FOUND, NULL, "videos has no film %s", key);
    return number;
}

static enum status folder_find(void *state, const char *key, const struct lookup *call, const struct video **out)
{
    struct watched *watched = state;
    const struct file_reading *reading = watched_use(watched);
    struct video_list found = {.count = 0};
    enum status status = E_NOT_FOUND;
    uintptr_t number = folder_number_of(reading->data, key, call->err);
    if (number) {
        struct word_hit hit = {.entry = number - 1};
        status = folder_answer(reading->data, &hit, 1, 1, call, &found);
    }
    watched_release(watched, reading);
    if (!status)
        *out = found.list;
    return status;
}

/* The path of the film's files without their endings, in the arena: an id is no part of a path. */
static enum status files_path(struct watched *watched, const char *key, struct arena *arena, const char **path,
                              struct error *err)
{
    const struct file_reading *reading = watched_use(watched);
    const struct shelf *shelf = reading->data;
    enum status status = E_NOT_FOUND;
    uintptr_t number = folder_number_of(shelf, key, err);
    if (number) {
        *path = arena_printf(arena, "%s/%s", watched_path(watched), shelf->films[number - 1].name);
        status = *path ? OK : error_memory(err);
    }
    watched_release(watched, reading);
    return status;
}

/* The message says what went wrong with the file by its name; the path is for the log. */
static enum status hide_path(const char *path, enum status status, const struct lookup *call)
{
    struct str why = str_from(call->err->message);
    size_t length = strlen(path);
    struct log_event event = log_event_begin("captions cannot be read");
    log_event_text(&event, "message", why.data);
    log_event_end(&event, LOG_WARN);
    bool is_whole = str_starts(why, str_from(path));
    const char *reason = arena_copy(call->arena, is_whole ? why.data + length : " cannot be read");
    return reason ? error_set(call->err, status, NULL, "%s%s", folder_name_of(path), reason) : error_memory(call->err);
}

/* E_NOT_FOUND: the file is missing, or empty. */
static enum status read_captions(const char *path, const struct lookup *call, struct video_captions *captions)
{
    struct str text;
    struct caption_segment *segments;
    struct arena *scratch = arena_new();
    enum status status =
        scratch ? file_text(scratch, path, LARGEST_CAPTIONS, &text, call->err) : error_memory(call->err);
    if (status == E_IO || status == E_LIMIT)
        status = hide_path(path, status, call);
    if (!status && !str_trim(text).len)
        status = E_NOT_FOUND;
    if (!status)
        status = captions_read(call->arena, text, &segments, &captions->count, call->err);
    if (status == E_CORRUPT)
        error_set(call->err, E_CORRUPT, NULL, "%s neither begins with WEBVTT nor has lines with times as SubRip has",
                  folder_name_of(path));
    if (!status) {
        captions->segments = segments;
        status = captions->count ? OK : E_NOT_FOUND;
    }
    arena_free(scratch);
    return status;
}

static enum status captions(void *state, const char *key, const char *language, const struct lookup *call,
                            struct video_captions *found)
{
    static const char *const endings[] = {"vtt", "srt"};
    (void)language; /* a film of the folder has captions in one language */
    const char *files = NULL;
    enum status status = files_path(state, key, call->arena, &files, call->err);
    if (status)
        return status;
    status = E_NOT_FOUND;
    for (size_t i = 0; i < COUNT_OF(endings) && status == E_NOT_FOUND; i++) {
        const char *path = arena_printf(call->arena, "%s.%s", files, endings[i]);
        status = path ? read_captions(path, call, found) : error_memory(call->err);
    }
    if (status == E_NOT_FOUND)
        error_set(call->err, E_NOT_FOUND, "no_captions",
                  "the film %s has no captions: %s.vtt and %s.srt are missing, empty, or nobody speaks in them", key,
                  folder_name_of(files), folder_name_of(files));
    return status;
}

/* --- the entry --- */

static enum status open_videos_folder(const json_t *entry, void **state, struct error *err)
{
    return watched_open(entry, "videos", &videos_folder_kind, state, err);
}

const struct video_backend videos_folder_backend = {
    .base = {.api = "folder", .open = open_videos_folder, .close = watched_close},
    .find = folder_find,
    .captions = captions,
    .search = folder_search,
};
