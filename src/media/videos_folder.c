#include "media/videos_folder.h"

#include "base/vec.h"
#include "media/data/data.h"
#include "media/media_entry.h"
#include "media/videos_address.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

enum { LARGEST_JSON = 1024 * 1024, LARGEST_CAPTIONS = 8 * 1024 * 1024, MOST_VIDEOS = 5000, SAMPLE = 64 * 1024 };

/* How much a word counts by the field it stands in. */
enum { IN_TITLE = 4, IN_AUTHOR = 2, IN_DESCRIPTION = 1 };

struct folder {
    struct watched *watched;
    char *path;
};

/* A film in a reading of the folder. It is read from its JSON again for each call, into the arena of that. */
struct film {
    const char *name; /* of its files, without ".json" and ".vtt" */
    json_t *json;     /* it was checked */
};

/* One reading of the folder. */
struct shelf {
    struct film *films; /* in byte order of their names */
    size_t count, cap;
    struct word_index *index;
    struct map keys; /* id, or key of an address -> number + 1 */
};

/* --- reading the folder --- */

static void video_read(struct facts *facts, const struct film *film, struct video *video)
{
    const json_t *json = film->json;
    *video = (struct video){0};
    if (!json_is_object(json)) {
        facts_fault(facts, "it", "must be an object");
        return;
    }
    video->id = facts_text(facts, json, "id", VIDEO_NAME);
    if (!video->id && !facts->status && !(video->id = arena_copy(facts->arena, film->name)))
        facts->status = error_memory(facts->err);
    video->title = facts_needed(facts, json, "title", VIDEO_TITLE);
    video->author = facts_text(facts, json, "author", VIDEO_NAME);
    video->description = facts_text(facts, json, "description", VIDEO_TEXT);
    video->url = facts_url(facts, json, "url");
    video->embed_url = facts_url(facts, json, "embed_url");
    video->thumbnail = facts_url(facts, json, "thumbnail");
    video->has_duration = facts_number(facts, json, "duration", 0, 1e6, &video->duration);
}

static enum status read_number(const struct shelf *shelf, size_t number, struct arena *arena, struct video *video,
                               struct error *err)
{
    struct facts facts = {.arena = arena, .err = err, .file = shelf->films[number].name, .is_quiet = true};
    video_read(&facts, &shelf->films[number], video);
    return facts.status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct film *)a)->name, ((const struct film *)b)->name);
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
        struct film *films = vec_room(arena, shelf->films, shelf->count, &shelf->cap, sizeof *films);
        char *copy = arena_copy_n(arena, name.data, name.len - ending.len);
        if (!films || !copy)
            return error_memory(err);
        shelf->films = films;
        films[shelf->count++] = (struct film){.name = copy};
    }
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
static bool note_key(struct shelf *shelf, struct arena *arena, const char *text, size_t number)
{
    if (!text)
        return true;
    const char *key = video_key(arena, str_from(text));
    void **place = key ? map_put(&shelf->keys, str_from(key)) : NULL;
    if (place && !*place)
        *place = (void *)(uintptr_t)(number + 1);
    return place != NULL;
}

static enum status note_video(struct shelf *shelf, struct facts *facts, struct arena *arena, const struct video *video,
                              size_t number)
{
    const char *key = video_key(arena, str_from(video->id));
    uintptr_t before = key ? (uintptr_t)map_get(&shelf->keys, str_from(key)) : 0;
    if (before)
        facts_fault(facts, "id", "is that of %s.json too", shelf->films[before - 1].name);
    else if (!note_key(shelf, arena, video->id, number) || !note_key(shelf, arena, video->url, number) ||
             !note_key(shelf, arena, video->embed_url, number))
        facts->status = error_memory(facts->err);
    return facts->status;
}

static enum status check_film(struct shelf *shelf, const char *path, struct arena *arena, size_t number,
                              struct buf *sample, struct error *err)
{
    struct video video;
    struct film *film = &shelf->films[number];
    const char *file = arena_printf(arena, "%s/%s.json", path, film->name);
    struct facts facts = {.arena = arena_new(), .err = err, .file = file};
    facts.status = file && facts.arena ? facts_load(file, LARGEST_JSON, &film->json, err) : error_memory(err);
    if (!facts.status)
        video_read(&facts, film, &video);
    if (!facts.status)
        note_video(shelf, &facts, arena, &video, number);
    if (!facts.status && sample->len < SAMPLE)
        buf_printf(sample, "%s. %s ", video.title, video.description ? video.description : "");
    arena_free(facts.arena);
    return facts.status;
}

static enum status index_film(struct shelf *shelf, size_t number, struct error *err)
{
    struct video video;
    struct arena *scratch = arena_new();
    enum status status = scratch ? read_number(shelf, number, scratch, &video, err) : error_memory(err);
    if (!status)
        status = word_index_add(shelf->index, number, video.title, IN_TITLE, err);
    if (!status)
        status = word_index_add(shelf->index, number, video.author, IN_AUTHOR, err);
    if (!status)
        status = word_index_add(shelf->index, number, video.description, IN_DESCRIPTION, err);
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
    if (!status)
        status = word_index_new(arena, (struct str){buf_text(&sample), sample.len}, &shelf->index, err);
    buf_free(&sample);
    for (size_t i = 0; !status && i < shelf->count; i++)
        status = index_film(shelf, i, err);
    return status;
}

static void drop_shelf(void *data)
{
    struct shelf *shelf = data;
    for (size_t i = 0; i < shelf->count; i++)
        json_decref(shelf->films[i].json);
}

static const struct watched_kind shelf_kind = {.ending = ".json", .read = read_shelf, .drop = drop_shelf};

/* --- answering --- */

/* Reads the first `most` of the hits into the answer. */
static enum status answer(const struct shelf *shelf, const struct word_hit *hits, size_t count, size_t most,
                          const struct media_call *call, struct video_list *found)
{
    count = count < most ? count : most;
    struct video *list = ARENA_ARRAY(call->arena, count + 1, struct video);
    enum status status = list ? OK : error_memory(call->err);
    for (size_t i = 0; !status && i < count; i++)
        status = read_number(shelf, hits[i].entry, call->arena, &list[i], call->err);
    if (!status)
        *found = (struct video_list){list, count};
    return status;
}

static enum status search_shelf(const struct shelf *shelf, struct arena *scratch, struct str query, size_t most,
                                const struct media_call *call, struct video_list *found)
{
    struct word *words;
    struct word_hit *hits;
    size_t word_count, count;
    enum status status = word_index_split(shelf->index, scratch, query, &words, &word_count, call->err);
    if (!status)
        status = word_index_find(shelf->index, scratch, words, word_count, NULL, &hits, &count, call->err);
    if (status)
        return status;
    count = word_hits_prune(hits, count);
    word_hits_sort(hits, count);
    return answer(shelf, hits, count, most, call, found);
}

static enum status search(void *state, struct str query, size_t most, const struct media_call *call,
                          struct video_list *found)
{
    const struct folder *folder = state;
    struct arena *scratch = arena_new();
    if (!scratch)
        return error_memory(call->err);
    const struct reading *reading = watched_use(folder->watched);
    enum status status = search_shelf(reading->data, scratch, query, most, call, found);
    watched_release(folder->watched, reading);
    arena_free(scratch);
    return status;
}

/* The number of a film plus one, by key; 0 and a message: there is none. */
static uintptr_t number_of(const struct folder *folder, const struct shelf *shelf, const char *key, struct error *err)
{
    uintptr_t number = (uintptr_t)map_get(&shelf->keys, str_from(key));
    if (!number)
        error_set(err, E_NOT_FOUND, NULL, "%s has no film %s", folder->path, key);
    return number;
}

static enum status find(void *state, const char *key, const struct media_call *call, const struct video **out)
{
    const struct folder *folder = state;
    const struct reading *reading = watched_use(folder->watched);
    struct video_list found;
    enum status status = E_NOT_FOUND;
    uintptr_t number = number_of(folder, reading->data, key, call->err);
    if (number) {
        struct word_hit hit = {.entry = number - 1};
        status = answer(reading->data, &hit, 1, 1, call, &found);
    }
    watched_release(folder->watched, reading);
    if (!status)
        *out = found.list;
    return status;
}

/* The path of the captions in the arena, by the name of the film's files: an id is no part of a path. */
static enum status captions_path(const struct folder *folder, const char *key, struct arena *arena, const char **path,
                                 struct error *err)
{
    const struct reading *reading = watched_use(folder->watched);
    const struct shelf *shelf = reading->data;
    enum status status = E_NOT_FOUND;
    uintptr_t number = number_of(folder, shelf, key, err);
    if (number) {
        *path = arena_printf(arena, "%s/%s.vtt", folder->path, shelf->films[number - 1].name);
        status = *path ? OK : error_memory(err);
    }
    watched_release(folder->watched, reading);
    return status;
}

/* E_NOT_FOUND: the file is missing, or empty. */
static enum status read_captions(const char *path, const struct media_call *call, struct video_captions *captions)
{
    struct str text;
    struct caption_segment *segments;
    struct arena *scratch = arena_new();
    enum status status =
        scratch ? file_text(scratch, path, LARGEST_CAPTIONS, &text, call->err) : error_memory(call->err);
    if (!status && !str_trim(text).len)
        status = E_NOT_FOUND;
    if (!status)
        status = captions_read(call->arena, text, &segments, &captions->count, call->err);
    if (status == E_CORRUPT)
        error_set(call->err, E_CORRUPT, NULL, "%s does not begin with WEBVTT", path);
    if (!status) {
        captions->segments = segments;
        status = captions->count ? OK : E_NOT_FOUND;
    }
    arena_free(scratch);
    return status;
}

static enum status captions(void *state, const char *key, const struct media_call *call, struct video_captions *found)
{
    const char *path = NULL;
    enum status status = captions_path(state, key, call->arena, &path, call->err);
    if (status)
        return status;
    status = read_captions(path, call, found);
    if (status == E_NOT_FOUND)
        error_set(call->err, E_NOT_FOUND, "no_captions",
                  "the film %s has no captions: %s is missing, empty, or nobody speaks in it", key, path);
    return status;
}

/* --- the entry --- */

static void close_folder(void *state)
{
    struct folder *folder = state;
    watched_close(folder->watched);
    free(folder->path);
    free(folder);
}

static enum status open_folder(const json_t *entry, void **state, struct error *err)
{
    static const char *const members[] = {"path", NULL};
    const char *path;
    enum status status = media_entry_check(entry, "videos", members, err);
    if (!status)
        status = media_entry_text(entry, "videos", "path", &path, err);
    if (status)
        return status;
    struct folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        return error_memory(err);
    struct buf copy = {0};
    buf_str(&copy, path);
    while (copy.len > 1 && copy.data[copy.len - 1] == '/')
        copy.data[--copy.len] = '\0';
    folder->path = buf_take(&copy);
    status = folder->path ? watched_open(folder->path, &shelf_kind, &folder->watched, err) : error_memory(err);
    if (status)
        close_folder(folder);
    else
        *state = folder;
    return status;
}

const struct video_backend videos_folder_backend = {
    .api = "folder", .open = open_folder, .close = close_folder, .find = find, .captions = captions, .search = search};
