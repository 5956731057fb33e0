#include "service/media_sources.h"

#include "media/media.h"

static enum status open_products(const json_t *entry, struct media_sources *sources, struct error *err)
{
    return products_open(entry, &sources->products, err);
}

static enum status open_places(const json_t *entry, struct media_sources *sources, struct error *err)
{
    return places_open(entry, &sources->places, err);
}

static enum status open_videos(const json_t *entry, struct media_sources *sources, struct error *err)
{
    return videos_open(entry, &sources->videos, err);
}

static enum status open_images(const json_t *entry, struct media_sources *sources, struct error *err)
{
    return images_open(entry, sources->net, &sources->images, err);
}

static const struct {
    const char *name;
    /* Statuses of media.h. */
    enum status (*open)(const json_t *entry, struct media_sources *sources, struct error *err);
} entries[] = {
    {"products", open_products},
    {"places", open_places},
    {"videos", open_videos},
    {"images", open_images},
};

const char *media_sources_name(size_t i)
{
    return i < COUNT_OF(entries) ? entries[i].name : NULL;
}

enum status media_sources_check(const char *name, const json_t *entry, struct error *err)
{
    struct media_sources sources = {NULL};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(entries); i++)
        if (strcmp(entries[i].name, name) == 0)
            status = entries[i].open(entry, &sources, err);
    media_sources_close(&sources);
    return status;
}

enum status media_sources_open(const json_t *config, struct net *net, struct media_sources *sources, struct error *err)
{
    enum status status = OK;
    sources->net = net;
    for (size_t i = 0; i < COUNT_OF(entries) && status == OK; i++) {
        const json_t *entry = json_object_get(config, entries[i].name);
        if (entry)
            status = entries[i].open(entry, sources, err);
    }
    return status;
}

void media_sources_close(struct media_sources *sources)
{
    products_close(sources->products);
    places_close(sources->places);
    videos_close(sources->videos);
    images_close(sources->images);
    *sources = (struct media_sources){NULL};
}
