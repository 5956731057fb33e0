#include "media/videos/videos_folder.h"

#include "base/log_event.h"

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
    size_t word_count, count;
    enum status status = word_index_split(shelf->index, scratch, query, &words, &word_count, call->err);
    if (!status)
        status = word_index_find(shelf->index, scratch, words, word_count, NULL, &hits, &count, call->err);
    if (status)
        return status;
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

static enum status open_folder_folder(const json_t *entry, void **state, struct error *err)
{
    return watched_open(entry, "videos", &videos_folder_kind, state, err);
}

const struct video_backend videos_folder_backend = {.api = "folder",
                                                    .open = open_folder_folder,
                                                    .close = watched_close,
                                                    .find = folder_find,
                                                    .captions = captions,
                                                    .search = folder_search};
