#include "service/sources.h"

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
    for (size_t i = 0; i < COUNT_OF(entries) && !status; i++) {
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

/* Are there no entries but those of the kinds? */
static enum status check_names(const json_t *entry, struct error *err)
{
    static const char allowed[] = "a table with web, news and scholarly, each of which may be absent, such as "
                                  "{ web = { api = \"searxng\", base_url = \"http://127.0.0.1:8888\" } }";
    const char *name;
    json_t *value;
    if (!json_is_object(entry) && !(json_is_array(entry) && json_array_size(entry) == 0))
        return error_set(err, E_INVALID, "config", "configuration: search must be %s", allowed);
    json_object_foreach ((json_t *)entry, name, value) {
        bool is_known = false;
        for (int kind = 0; kind < SEARCH_KINDS; kind++)
            is_known = is_known || strcmp(name, search_kind_name((enum search_kind)kind)) == 0;
        if (!is_known)
            return error_set(err, E_INVALID, "config", "configuration: there is no entry named search.%s; search is %s",
                             name, allowed);
    }
    return OK;
}

enum status search_places_open(const json_t *entry, struct search_places *places, struct error *err)
{
    enum status status = entry ? check_names(entry, err) : OK;
    for (int kind = 0; kind < SEARCH_KINDS && !status; kind++) {
        const json_t *one = json_object_get(entry, search_kind_name((enum search_kind)kind));
        if (one)
            status = search_open((enum search_kind)kind, one, &places->list[kind], err);
    }
    return status;
}

void search_places_close(struct search_places *places)
{
    for (int kind = 0; kind < SEARCH_KINDS; kind++)
        search_close(places->list[kind]);
    *places = (struct search_places){{NULL}};
}

enum status search_places_check(const json_t *entry, struct error *err)
{
    struct search_places places = {{NULL}};
    enum status status = search_places_open(entry, &places, err);
    search_places_close(&places);
    return status;
}
