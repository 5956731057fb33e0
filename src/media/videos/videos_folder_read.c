/* The films of a folder, read and checked. */
#include "media/videos/videos_folder.h"

#include "base/vec.h"
#include "media/videos/videos_address.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

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

enum status shelf_video(const struct shelf *shelf, size_t number, struct arena *arena, struct video *video,
                        struct error *err)
{
    struct media_facts facts = {.arena = arena, .err = err, .file = shelf->films[number].name, .is_quiet = true};
    video_read(&facts, &shelf->films[number], video);
    return facts.status;
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
        struct folder_film *films = vec_room(arena, shelf->films, shelf->count, &shelf->cap, sizeof *films);
        char *copy = arena_copy_n(arena, name.data, name.len - ending.len);
        if (!films || !copy)
            return error_memory(err);
        shelf->films = films;
        films[shelf->count++] = (struct folder_film){.name = copy};
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

static enum status note_video(struct shelf *shelf, struct media_facts *facts, struct arena *arena,
                              const struct video *video, size_t number)
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
    struct folder_film *film = &shelf->films[number];
    const char *file = arena_printf(arena, "%s/%s.json", path, film->name);
    struct media_facts facts = {.arena = arena_new(), .err = err, .file = file};
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
    enum status status = scratch ? shelf_video(shelf, number, scratch, &video, err) : error_memory(err);
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

const struct watched_kind videos_folder_kind = {.ending = ".json", .read = read_shelf, .drop = drop_shelf};
