#include "media/images/images_folder.h"

#include "media/images/images_size.h"
#include "media/images/images_used.h"
#include "net/upstream/entry.h"

#include <stdlib.h>

/* How much a word counts by the field it stands in. */
enum { IN_NAME = 3, IN_ALT = 2, IN_CAPTION = 1 };

struct images_folder_folder {
    const char *name; /* of the entry */
    struct watched *watched;
};

/* One question, while it is answered. */
struct folder_choice {
    const struct images_folder_folder *folder;
    const struct album *album;
    const struct images_query *query;
    const struct lookup *lookup;
    struct arena *scratch;
    struct word *words; /* of the query */
    size_t word_count;
    size_t wanted; /* different words of it that count */
};

/* --- which pictures fit --- */

static enum status index_pictures(const struct folder_choice *choice, struct word_index *index)
{
    enum status status = OK;
    struct error *err = choice->lookup->err;
    for (size_t i = 0; !status && i < choice->album->count; i++) {
        const struct album_picture *picture = &choice->album->pictures[i];
        status = word_index_add(index, i, picture->words, IN_NAME, err);
        if (!status)
            status = word_index_add(index, i, picture->alt, IN_ALT, err);
        if (!status)
            status = word_index_add(index, i, picture->caption, IN_CAPTION, err);
    }
    return status;
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

static bool folder_has_stem(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop && str_eq(words[i].stem, stem))
            return true;
    return false;
}

/* All that is told of the picture, as words. */
static enum status split_told(const struct folder_choice *choice, const struct album_picture *picture,
                              struct word **words, size_t *count)
{
    const char *told = arena_printf(choice->scratch, "%s. %s. %s", picture->words, picture->alt ? picture->alt : "",
                                    picture->caption ? picture->caption : "");
    return told ? words_split(choice->scratch, str_from(told), choice->query->language, words, count,
                              choice->lookup->err)
                : error_memory(choice->lookup->err);
}

/* Has it a word of the question before the subject, or all of the subject? */
static enum status folder_is_on_subject(const struct folder_choice *choice, const struct album_picture *picture,
                                        bool *is_on)
{
    struct word *told = NULL, *subject = NULL;
    size_t told_count = 0, count = 0;
    size_t own = choice->query->words.len - choice->query->subject.len;
    bool has_own = false, has_all = true;
    enum status status = split_told(choice, picture, &told, &told_count);
    if (!status)
        status = words_split(choice->scratch, choice->query->subject, choice->query->language, &subject, &count,
                             choice->lookup->err);
    for (size_t i = 0; i < count && !status; i++)
        has_all = has_all && (subject[i].is_stop || folder_has_stem(told, told_count, subject[i].stem));
    for (size_t i = 0; i < choice->word_count && choice->words[i].start < own && !status; i++)
        has_own = has_own || (!choice->words[i].is_stop && folder_has_stem(told, told_count, choice->words[i].stem));
    *is_on = has_own || has_all;
    return status;
}

/* Half of the words of the question must be met, or half as many as the picture's name has: a name of one word fits a
 * long heading that has it. */
static enum status is_fit(const struct folder_choice *choice, const struct word_hit *hit, bool *fits)
{
    struct word *words;
    size_t count = 0;
    enum status status = words_split(choice->scratch, str_from(choice->album->pictures[hit->entry].words),
                                     choice->query->language, &words, &count, choice->lookup->err);
    size_t own = status ? 0 : count_words(words, count);
    size_t least = own && own < choice->wanted ? own : choice->wanted;
    *fits = hit->matched * 2 >= least;
    return status;
}

/* Leaves out what the article has, and what does not fit; among equals the shape decides that was asked for. */
static enum status folder_choose(const struct folder_choice *choice, struct word_hit *hits, size_t *count)
{
    size_t kept = 0;
    enum status status = OK;
    for (size_t i = 0; !status && i < *count; i++) {
        const struct album_picture *picture = &choice->album->pictures[hits[i].entry];
        bool fits = false;
        if (image_is_used(choice->query, picture->file))
            continue;
        status = is_fit(choice, &hits[i], &fits);
        if (!status && fits && choice->query->subject.len)
            status = folder_is_on_subject(choice, picture, &fits);
        if (status || !fits)
            continue;
        hits[kept] = hits[i];
        hits[kept++].tie = -image_size_distance(choice->query->size, picture->head.width, picture->head.height);
    }
    *count = kept;
    word_hits_sort(hits, kept);
    return status;
}

static enum status find_pictures(struct folder_choice *choice, struct word_hit **hits, size_t *count)
{
    struct word_index *index;
    struct error *err = choice->lookup->err;
    const struct images_query *query = choice->query;
    *count = 0;
    enum status status = word_index_in(choice->scratch, query->language, &index, err);
    if (!status)
        status = index_pictures(choice, index);
    if (!status)
        status = word_index_split(index, choice->scratch, query->words, &choice->words, &choice->word_count, err);
    if (!status)
        status = word_index_find(index, choice->scratch, choice->words, choice->word_count, NULL, hits, count, err);
    if (status)
        return status;
    choice->wanted = count_words(choice->words, choice->word_count);
    return folder_choose(choice, *hits, count);
}

/* --- answering --- */

/* A name of several words says what is seen; "IMG_2041" and "basil" do not. NULL: it does not. *status: E_MEMORY. */
static const char *name_as_alt(const struct album_picture *picture, const struct lookup *lookup, enum status *status)
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
    char *alt = arena_copy(lookup->arena, picture->words);
    if (!alt)
        *status = error_memory(lookup->err);
    else if (*alt >= 'a' && *alt <= 'z')
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
    for (size_t i = 0; i < COUNT_OF(facts); i++) {
        *facts[i].to = facts[i].from ? arena_copy(lookup->arena, facts[i].from) : NULL;
        if (facts[i].from && !*facts[i].to)
            return error_memory(lookup->err);
    }
    enum status status = OK;
    if (!image->alt || !*image->alt)
        image->alt = name_as_alt(picture, lookup, &status);
    return status;
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
    struct images_folder_folder *folder = state;
    struct word_hit *hits;
    size_t count;
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
    struct images_folder_folder *folder = state;
    watched_close(folder->watched);
    free(folder);
}

static enum status folder_open_folder(const char *name, const json_t *entry, struct net *net, void **state,
                                      struct error *err)
{
    (void)net;
    struct images_folder_folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        return error_memory(err);
    void *watched;
    enum status status = watched_open(entry, name, &images_folder_kind, &watched, err);
    if (status) {
        free(folder);
        return status;
    }
    *folder = (struct images_folder_folder){.name = name, .watched = watched};
    *state = folder;
    return OK;
}

const struct image_backend images_folder_backend = {
    .api = "folder", .open = folder_open_folder, .close = close_folder, .get = folder_get};
