/* The backend "folder" of images: pictures with words in their names, and what is told of them beside. */
#include "media/images/images_maker.h"
#include "media/images/images_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* A picture in a reading of the folder. Its bytes are read when they are asked for. */
struct album_picture {
    const char *file;  /* its name in the folder, which is its key */
    const char *words; /* of the name, without its ending */
    struct picture head;
    const char *alt, *caption, *credit, *license, *license_url, *source; /* of NAME.json */
};

/* One reading of the folder. */
struct album {
    struct album_picture *pictures; /* in byte order of their names */
    size_t count, cap;
};

/* --- the pictures of a folder, listed and checked --- */

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
static const char *words_of_stem(struct arena *arena, struct str stem)
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
    struct album_picture *picture = VEC_PUSH(arena, album->pictures, album->count, album->cap);
    if (picture)
        *picture = (struct album_picture){.file = arena_copy(arena, file.data), .words = words_of_stem(arena, stem)};
    return arena_failed(arena) ? error_memory(err) : OK;
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
static struct str read_picture_head(const char *path, char *data)
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
    return facts_end(&facts);
}

/* *is_picture: false leaves it out, and the log says so. */
static enum status read_picture(const char *folder, struct arena *arena, struct album_picture *picture, char *head,
                                bool *is_picture, struct error *err)
{
    struct str stem = stem_of(str_from(picture->file));
    const char *path = arena_printf(arena, "%s/%s", folder, picture->file);
    const char *facts = arena_printf(arena, "%s/%.*s.json", folder, STR_ARG(stem));
    if (arena_failed(arena))
        return error_memory(err);
    *is_picture = picture_read(read_picture_head(path, head), &picture->head);
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
static const struct watched_kind images_folder_kind = {.ending = "", .read = read_album, .drop = drop_album};

/* How much a word counts by the field it stands in. */
enum { IN_NAME = 3, IN_ALT = 2, IN_CAPTION = 1 };

struct images_folder {
    const char *name; /* of the entry */
    struct watched *watched;
};

/* One question, while it is answered. */
struct folder_choice {
    const struct images_folder *folder;
    const struct album *album;
    const struct images_query *query;
    const struct lookup *lookup;
    struct arena *scratch;
    struct word *words; /* of the query */
    size_t word_count;
    size_t wanted; /* different words of it that count */
};

/* --- which pictures fit --- */

static void index_pictures(const struct folder_choice *choice, struct word_index *index)
{
    for (size_t i = 0; i < choice->album->count; i++) {
        const struct album_picture *picture = &choice->album->pictures[i];
        word_index_add(index, i, picture->words, IN_NAME);
        word_index_add(index, i, picture->alt, IN_ALT);
        word_index_add(index, i, picture->caption, IN_CAPTION);
    }
}

/* Different words that are no function words. */
static size_t count_words(const struct word *words, size_t count)
{
    size_t counted = 0;
    for (size_t i = 0; i < count; i++) {
        bool counts = !words[i].is_stop;
        for (size_t k = 0; counts && k < i; k++)
            counts = !str_eq(words[k].stem, words[i].stem);
        counted += counts;
    }
    return counted;
}

/* Has it a word of the question before the subject, or all of the subject? */
static bool folder_is_on_subject(const struct folder_choice *choice, const struct word_index *index,
                                 const struct album_picture *picture)
{
    struct word *told, *subject;
    size_t own = choice->query->words.len - choice->query->subject.len;
    bool has_own = false, has_all = true;
    const char *all = arena_printf(choice->scratch, "%s. %s. %s", picture->words, picture->alt ? picture->alt : "",
                                   picture->caption ? picture->caption : "");
    size_t told_count = word_index_split(index, choice->scratch, str_from(all), &told);
    size_t count = word_index_split(index, choice->scratch, choice->query->subject, &subject);
    for (size_t i = 0; i < count; i++)
        has_all = has_all && (subject[i].is_stop || words_have_content(told, told_count, subject[i].stem));
    for (size_t i = 0; i < choice->word_count && choice->words[i].start < own; i++)
        has_own = has_own || (!choice->words[i].is_stop && words_have_content(told, told_count, choice->words[i].stem));
    return has_own || has_all;
}

/* Half of the words of the question must be met, or half as many as the picture's name has: a name of one word fits a
 * long heading that has it. */
static bool is_fit(const struct folder_choice *choice, const struct word_index *index, const struct word_hit *hit)
{
    struct word *words;
    size_t count =
        word_index_split(index, choice->scratch, str_from(choice->album->pictures[hit->entry].words), &words);
    size_t own = count_words(words, count);
    size_t least = own && own < choice->wanted ? own : choice->wanted;
    return hit->matched * 2 >= least;
}

/* Leaves out what the article has, and what does not fit; among equals the shape decides that was asked for. */
static size_t folder_choose(const struct folder_choice *choice, const struct word_index *index, struct word_hit *hits,
                            size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count && !arena_failed(choice->scratch); i++) {
        const struct album_picture *picture = &choice->album->pictures[hits[i].entry];
        if (image_is_used(choice->query, picture->file) || !is_fit(choice, index, &hits[i]) ||
            (choice->query->subject.len && !folder_is_on_subject(choice, index, picture)))
            continue;
        hits[kept] = hits[i];
        hits[kept++].tie = -image_size_distance(choice->query->size, picture->head.width, picture->head.height);
    }
    word_hits_sort(hits, kept);
    return kept;
}

static enum status find_pictures(struct folder_choice *choice, struct word_hit **hits, size_t *count)
{
    const struct images_query *query = choice->query;
    struct word_index *index = word_index_in(choice->scratch, query->language);
    if (!index)
        return error_memory(choice->lookup->err);
    index_pictures(choice, index);
    choice->word_count = word_index_split(index, choice->scratch, query->words, &choice->words);
    choice->wanted = count_words(choice->words, choice->word_count);
    *count = word_index_find(index, choice->scratch, choice->words, choice->word_count, NULL, hits);
    *count = folder_choose(choice, index, *hits, *count);
    return arena_failed(choice->scratch) ? error_memory(choice->lookup->err) : OK;
}

/* --- answering --- */

/* A name of several words says what is seen; "IMG_2041" and "basil" do not. NULL: it does not. */
static const char *name_as_alt(const struct album_picture *picture, struct arena *arena)
{
    struct str rest = str_from(picture->words), word;
    size_t words = 0;
    for (size_t i = 0; i < rest.len; i++)
        if (ascii_is_digit(rest.data[i]))
            return NULL;
    while (str_split(&rest, ' ', &word))
        words += word.len > 0;
    if (words < 2)
        return NULL;
    char *alt = arena_copy(arena, picture->words);
    if (alt && *alt >= 'a' && *alt <= 'z')
        *alt = (char)(*alt - 'a' + 'A');
    return alt;
}

/* What is told of a picture must outlive the reading. */
static enum status copy_facts(const struct album_picture *picture, const struct lookup *lookup, struct image *image)
{
    const struct {
        const char *from;
        const char **to;
    } facts[] = {
        {picture->file, &image->key},          {picture->alt, &image->alt},
        {picture->caption, &image->caption},   {picture->credit, &image->credit},
        {picture->license, &image->license},   {picture->license_url, &image->license_url},
        {picture->source, &image->source_url},
    };
    for (size_t i = 0; i < COUNT_OF(facts); i++)
        *facts[i].to = facts[i].from ? arena_copy(lookup->arena, facts[i].from) : NULL;
    if (!image->alt || !*image->alt)
        image->alt = name_as_alt(picture, lookup->arena);
    return arena_failed(lookup->arena) ? error_memory(lookup->err) : OK;
}

/* The first that can still be read: the folder may change meanwhile. */
static enum status take_first(const struct folder_choice *choice, const struct word_hit *hits, size_t count,
                              struct image *image)
{
    const struct lookup *lookup = choice->lookup;
    for (size_t i = 0; i < count; i++) {
        struct picture head;
        const struct album_picture *picture = &choice->album->pictures[hits[i].entry];
        const char *path = arena_printf(choice->scratch, "%s/%s", watched_path(choice->folder->watched), picture->file);
        enum status status =
            path ? file_text(lookup->arena, path, IMAGE_BYTES, &image->data, lookup->err) : error_memory(lookup->err);
        if (status == E_MEMORY)
            return status;
        if (!status && picture_read(image->data, &head) && head.width)
            return copy_facts(picture, lookup, image);
    }
    /* Whoever ordered the article reads it: the path of the folder is none of theirs. */
    return error_set(lookup->err, E_NOT_FOUND, NULL,
                     "%s: no picture of the folder fits \"%.*s\", or all that do are used", choice->folder->name,
                     STR_ARG(str_trim(choice->query->words)));
}

static enum status folder_get(void *state, const struct images_query *query, const struct lookup *lookup,
                              struct image *image)
{
    struct images_folder *folder = state;
    struct word_hit *hits = NULL;
    size_t count = 0;
    struct folder_choice choice = {.folder = folder, .query = query, .lookup = lookup, .scratch = arena_new()};
    if (!choice.scratch)
        return error_memory(lookup->err);
    const struct file_reading *reading = watched_use(folder->watched);
    choice.album = reading->data;
    enum status status = find_pictures(&choice, &hits, &count);
    if (!status)
        status = take_first(&choice, hits, count, image);
    watched_release(folder->watched, reading);
    arena_free(choice.scratch);
    return status;
}

/* --- the entry --- */

static void close_folder(void *state)
{
    struct images_folder *folder = state;
    watched_close(folder->watched);
    free(folder);
}

static enum status folder_open_folder(const char *name, const json_t *entry, struct net *net, void **state,
                                      struct error *err)
{
    (void)net;
    struct images_folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        return error_memory(err);
    void *watched;
    enum status status = watched_open(entry, name, &images_folder_kind, &watched, err);
    if (status) {
        free(folder);
        return status;
    }
    *folder = (struct images_folder){.name = name, .watched = watched};
    *state = folder;
    return OK;
}

const struct image_backend images_folder_backend = {
    .api = "folder", .open = folder_open_folder, .close = close_folder, .get = folder_get};
