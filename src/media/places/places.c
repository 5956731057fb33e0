#include "media/places/places.h"

#include "media/places/places_overpass.h"
#include "media/places/places_parts.h"

static const struct media_backend *const backends[] = {
    &places_file_backend.base,
    &places_overpass_backend.base,
};

struct places {
    struct media_source source;
};

static const struct place_backend *backend_of(const struct places *places)
{
    return (const struct place_backend *)places->source.backend;
}

enum status places_open(const json_t *entry, struct places **places, struct error *err)
{
    struct media_source *source = NULL;
    enum status status = media_open(entry, "places", backends, COUNT_OF(backends), &source, err);
    if (!status)
        *places = (struct places *)source;
    return status;
}

void places_close(struct places *places)
{
    media_close((struct media_source *)places);
}

enum status places_search(const struct places *places, const struct places_query *query, const struct lookup *call,
                          struct places_found *found)
{
    *found = (struct places_found){.unknown_words = ""};
    enum status status = lookup_check(call);
    if (status || !query->most)
        return status;
    return backend_of(places)->search(places->source.state, query, call, found);
}
