#include "media/places/places.h"

#include "media/places/places_overpass.h"
#include "media/places/places_parts.h"

#include <stdlib.h>

static const struct place_backend *const backends[] = {
    &places_file_backend,
    &places_overpass_backend,
};

struct places {
    const struct place_backend *backend;
    void *state;
};

enum status places_open(const json_t *entry, struct places **out, struct error *err)
{
    const char *names[COUNT_OF(backends)];
    size_t number = 0;
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        names[i] = backends[i]->api;
    enum status status = entry_api(entry, "places", names, COUNT_OF(names), &number, err);
    if (status)
        return status;
    struct places *places = calloc(1, sizeof *places);
    if (!places)
        return error_memory(err);
    places->backend = backends[number];
    status = places->backend->open(entry, &places->state, err);
    if (status)
        free(places);
    else
        *out = places;
    return status;
}

void places_close(struct places *places)
{
    if (!places)
        return;
    places->backend->close(places->state);
    free(places);
}

enum status places_search(const struct places *places, const struct places_query *query, const struct lookup *call,
                          struct places_found *found)
{
    *found = (struct places_found){.unknown_words = ""};
    enum status status = lookup_check(call);
    if (status || !query->most)
        return status;
    return places->backend->search(places->state, query, call, found);
}
