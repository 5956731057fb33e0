/* The pictures of a folder, listed and checked. */
#include "media/images/images_folder.h"

#include "base/log_event.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { LARGEST_JSON = 256 * 1024, MOST_PICTURES = 5000, HEAD = 64 * 1024 };

/* The name without its ending; data NULL: it has none of a picture. */
static struct str stem_of(struct str file)
{
    static const struct str endings[] = {{".jpg", 4}, {".jpeg", 5}, {".png", 4}, {".webp", 5}, {".gif", 4}};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        if (file.len <= endings[i].len)
            continue;
        struct str stem = {file.data, file.len - endings[i].len};
        if (str_ieq((struct str){file.data + stem.len, endings[i].len}, endings[i]))
            return stem;
    }
    return (struct str){NULL, 0};
}

/* "basil-on-a_windowsill" -> "basil on a windowsill". NULL when memory ran out. */
static const char *folder_read_words_of(struct arena *arena, struct str stem)
{
    size_t length = 0;
    char *text = utf8_repair(arena, stem, &length);
    for (size_t i = 0; text && i < length; i++)
        if (strchr("-_+.", text[i]))
            text[i] = ' ';
    return text ? text_squeeze(arena, (struct str){text, length}) : NULL;
}

static int by_file(const void *a, const void *b)
{
    return strcmp(((const struct album_picture *)a)->file, ((const struct album_picture *)b)->file);
}

static enum status note_file(const char *path, struct str file, struct arena *arena, struct album *album,
                             struct error *err)
{
    struct str stem = stem_of(file);
    if (!stem.data || file.data[0] == '.')
        return OK;
    if (album->count == MOST_PICTURES)
        return error_set(err, E_LIMIT, NULL, "%s: there may be at most %d pictures", path, MOST_PICTURES);
    struct album_picture *list = vec_room(arena, album->pictures, album->count, &album->cap, sizeof *list);
    const char *copy = arena_copy(arena, file.data), *words = folder_read_words_of(arena, stem);
    if (!list || !copy || !words)
        return error_memory(err);
    album->pictures = list;
    list[album->count++] = (struct album_picture){.file = copy, .words = words};
    return OK;
}

static enum status list_files(const char *path, struct arena *arena, struct album *album, struct error *err)
{
    DIR *entries = opendir(path);
    if (!entries)
        return error_set(err, errno == ENOENT || errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL,
                         "the folder %s cannot be read: %s", path, strerror(errno));
    enum status status = OK;
    for (struct dirent *entry; !status && (entry = readdir(entries));)
        status = note_file(path, str_from(entry->d_name), arena, album, err);
    closedir(entries);
    if (album->count)
        qsort(album->pictures, album->count, sizeof *album->pictures, by_file);
    return status;
}

/* --- one picture --- */

/* The first bytes of a file: enough for its type, and mostly for its size. */
static struct str folder_read_read_head(const char *path, char *data)
{
    struct str head = {data, 0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not hold us up */
    while (file >= 0 && head.len < HEAD) {
        ssize_t got = read(file, data + head.len, HEAD - head.len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        head.len += (size_t)got;
    }
    if (file >= 0)
        close(file);
    return head;
}

static void log_left_out(const char *path)
{
    struct log_event event = log_event_begin("file left out: no picture in PNG, JPEG, WebP or GIF");
    log_event_text(&event, "path", path);
    log_event_end(&event, LOG_WARN);
}

static enum status read_facts(const char *file, struct arena *arena, struct album_picture *picture, struct error *err)
{
    json_t *json = NULL;
    struct error why;
    enum status status = facts_load(file, LARGEST_JSON, &json, &why);
    if (status == E_NOT_FOUND)
        return OK;
    if (status) {
        if (err)
            *err = why;
        return status;
    }
    struct media_facts facts = {.arena = arena, .err = err, .file = file};
    if (!json_is_object(json))
        facts_fault(&facts, "it", "must be an object");
    picture->alt = facts_text(&facts, json, "alt", IMAGE_LINE);
    picture->caption = facts_text(&facts, json, "caption", IMAGE_LINE);
    picture->credit = facts_text(&facts, json, "credit", IMAGE_LINE);
    picture->license = facts_text(&facts, json, "license", IMAGE_LINE);
    picture->license_url = facts_url(&facts, json, "license_url");
    picture->source = facts_url(&facts, json, "source");
    json_decref(json);
    return facts.status;
}

/* *is_picture: false leaves it out, and the log says so. */
static enum status read_picture(const char *folder, struct arena *arena, struct album_picture *picture, char *head,
                                bool *is_picture, struct error *err)
{
    struct str stem = stem_of(str_from(picture->file));
    const char *path = arena_printf(arena, "%s/%s", folder, picture->file);
    const char *facts = arena_printf(arena, "%s/%.*s.json", folder, STR_ARG(stem));
    if (!path || !facts)
        return error_memory(err);
    *is_picture = picture_read(folder_read_read_head(path, head), &picture->head);
    if (*is_picture)
        return read_facts(facts, arena, picture, err);
    log_left_out(path);
    return OK;
}

static enum status read_pictures(const char *path, struct arena *arena, struct album *album, struct error *err)
{
    char *head = arena_alloc(arena, HEAD);
    enum status status = head ? OK : error_memory(err);
    size_t kept = 0;
    for (size_t i = 0; !status && i < album->count; i++) {
        bool is_picture = false;
        struct album_picture picture = album->pictures[i];
        status = read_picture(path, arena, &picture, head, &is_picture, err);
        if (!status && is_picture)
            album->pictures[kept++] = picture;
    }
    album->count = kept;
    return status;
}

static enum status read_album(const char *path, struct arena *arena, void **data, struct error *err)
{
    struct album *album = ARENA_NEW(arena, struct album);
    if (!album)
        return error_memory(err);
    *data = album;
    enum status status = list_files(path, arena, album, err);
    return status ? status : read_pictures(path, arena, album, err);
}

/* All of it lives in the arena. */
static void drop_album(void *data)
{
    (void)data;
}

/* Any file counts: pictures have several endings, and what is told of them another. */
const struct watched_kind images_folder_kind = {.ending = "", .read = read_album, .drop = drop_album};
