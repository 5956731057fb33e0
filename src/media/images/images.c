#include "media/images/images.h"

#include "media/images/images_openverse.h"
#include "media/images/images_parts.h"

#include <stdlib.h>

static const struct image_backend *const backends[] = {
    &images_openai_backend,
    &images_automatic1111_backend,
    &images_openverse_backend,
    &images_folder_backend,
};

struct image_source {
    const char *pattern; /* of the models that it is for: "alpha-*" */
    const char *name;    /* in messages */
    const struct image_backend *backend;
    void *state;
};

struct images {
    struct arena *arena;
    struct image_source *list;
    size_t count; /* those that are open */
};

/* --- opening --- */

static enum status open_source(const json_t *entry, struct net *net, struct image_source *source, struct error *err)
{
    const char *apis[COUNT_OF(backends)];
    size_t number = 0;
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        apis[i] = backends[i]->api;
    enum status status = entry_api(entry, source->name, apis, COUNT_OF(apis), &number, err);
    if (status)
        return status;
    source->backend = backends[number];
    return source->backend->open(source->name, entry, net, &source->state, err);
}

static enum status open_entry(const char *pattern, const json_t *entry, struct net *net, struct images *images,
                              struct error *err)
{
    struct image_source *source = &images->list[images->count];
    source->pattern = arena_copy(images->arena, pattern);
    source->name = arena_printf(images->arena, "images[\"%.80s\"]", pattern);
    if (!source->pattern || !source->name)
        return error_memory(err);
    if (!entry_is_pattern(pattern))
        return error_set(err, E_INVALID, "config",
                         "configuration: %s must be a name of a model; a star may stand at its end, for all that "
                         "follows",
                         source->name);
    enum status status = open_source(entry, net, source, err);
    images->count += !status;
    return status;
}

static enum status open_all(const json_t *entries, struct net *net, struct images *images, struct error *err)
{
    const char *pattern;
    json_t *entry;
    enum status status = OK;
    images->arena = arena_new();
    if (images->arena)
        images->list = ARENA_ARRAY(images->arena, json_object_size(entries) + 1, struct image_source);
    if (!images->list)
        return error_memory(err);
    json_object_foreach ((json_t *)entries, pattern, entry) {
        if (!status)
            status = open_entry(pattern, entry, net, images, err);
    }
    return status;
}

enum status images_open(const json_t *entries, struct net *net, struct images **out, struct error *err)
{
    if (!json_is_object(entries) || !json_object_size(entries))
        return error_set(err, E_INVALID, "config",
                         "configuration: images must be a table by model, such as { [\"*\"] = { api = \"folder\", "
                         "path = \"images/\" } }");
    struct images *images = calloc(1, sizeof *images);
    if (!images)
        return error_memory(err);
    enum status status = open_all(entries, net, images, err);
    if (status)
        images_close(images);
    else
        *out = images;
    return status;
}

void images_close(struct images *images)
{
    if (!images)
        return;
    for (size_t i = 0; i < images->count; i++)
        images->list[i].backend->close(images->list[i].state);
    arena_free(images->arena);
    free(images);
}

/* --- finding --- */

const struct image_source *images_find(const struct images *images, const char *model)
{
    const struct image_source *best = NULL;
    size_t best_match = 0;
    for (size_t i = 0; images && i < images->count; i++) {
        size_t match = entry_match(images->list[i].pattern, model);
        if (match > best_match) {
            best = &images->list[i];
            best_match = match;
        }
    }
    return best;
}

bool image_source_makes(const struct image_source *source)
{
    return source->backend->makes;
}

/* --- getting --- */

/* What the backend leaves to all. */
static enum status complete(const struct image_source *source, const struct images_query *query,
                            const struct lookup *lookup, struct image *image)
{
    struct picture picture;
    if (image->data.len > IMAGE_BYTES)
        return error_set(lookup->err, E_LIMIT, NULL, "%s: a picture has more than %d bytes", source->name, IMAGE_BYTES);
    if (!picture_read(image->data, &picture) || !picture.width)
        return error_set(lookup->err, E_CORRUPT, NULL, "%s: what came is no picture in PNG, JPEG, WebP or GIF",
                         source->name);
    image->type = picture.type;
    image->width = picture.width;
    image->height = picture.height;
    image->is_made = source->backend->makes;
    if (image_size_compare(query->size, image, lookup))
        return E_MEMORY;
    if (!image->key)
        image->key =
            arena_printf(lookup->arena, "%016llx", (unsigned long long)hash_bytes(image->data.data, image->data.len));
    return image->key ? OK : error_memory(lookup->err);
}

/* That a service knows no such page or model, or takes no such question, says nothing about what there is to show. */
static enum status status_for(const struct image_source *source, enum status status, struct error *err)
{
    bool is_fault = status == E_INVALID || (status == E_NOT_FOUND && source->backend->makes);
    if (is_fault && err)
        err->status = E_UPSTREAM;
    return is_fault ? E_UPSTREAM : status;
}

static enum status cut_prompt(struct str *prompt, const struct lookup *lookup)
{
    if (prompt->len <= IMAGE_PROMPT)
        return OK;
    *prompt = str_from(text_cut(lookup->arena, *prompt, IMAGE_PROMPT));
    return prompt->data ? OK : error_memory(lookup->err);
}

enum status image_get(const struct image_source *source, const struct images_query *query, const struct lookup *lookup,
                      struct image *image)
{
    struct images_query asked = *query;
    *image = (struct image){.data = STR("")};
    enum status status = lookup_check(lookup);
    if (!status)
        status = cut_prompt(&asked.prompt, lookup);
    if (!status)
        status = status_for(source, source->backend->get(source->state, &asked, lookup, image), lookup->err);
    return status ? status : complete(source, query, lookup, image);
}
