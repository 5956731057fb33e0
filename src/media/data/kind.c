#include "media/data/data.h"

#include <stdlib.h>

enum { MOST_BACKENDS = 8 };

enum status media_open(const json_t *entry, const char *name, const struct media_backend *const *backends, size_t count,
                       struct media_source **out, struct error *err)
{
    const char *names[MOST_BACKENDS];
    size_t number = 0;
    for (size_t i = 0; i < count; i++)
        names[i] = backends[i]->api;
    enum status status = entry_api(entry, name, names, count, &number, err);
    if (status)
        return status;
    struct media_source *source = calloc(1, sizeof *source);
    if (!source)
        return error_memory(err);
    source->backend = backends[number];
    status = source->backend->open(entry, &source->state, err);
    if (status)
        free(source);
    else
        *out = source;
    return status;
}

void media_close(struct media_source *source)
{
    if (!source)
        return;
    source->backend->close(source->state);
    free(source);
}
