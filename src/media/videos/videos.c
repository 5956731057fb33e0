#include "media/videos/videos.h"

#include "media/videos/videos_parts.h"

#include <stdlib.h>

static const struct video_backend *const backends[] = {
    &videos_folder_backend,
    &videos_invidious_backend,
};

struct videos {
    const struct video_backend *backend;
    void *state;
};

enum status videos_open(const json_t *entry, struct videos **out, struct error *err)
{
    const char *names[COUNT_OF(backends)];
    size_t number = 0;
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        names[i] = backends[i]->api;
    enum status status = entry_api(entry, "videos", names, COUNT_OF(names), &number, err);
    if (status)
        return status;
    struct videos *videos = calloc(1, sizeof *videos);
    if (!videos)
        return error_memory(err);
    videos->backend = backends[number];
    status = videos->backend->open(entry, &videos->state, err);
    if (status)
        free(videos);
    else
        *out = videos;
    return status;
}

void videos_close(struct videos *videos)
{
    if (!videos)
        return;
    videos->backend->close(videos->state);
    free(videos);
}

enum status videos_find(const struct videos *videos, struct str url_or_id, const struct lookup *call,
                        const struct video **video)
{
    enum status status = lookup_check(call);
    if (status)
        return status;
    const char *key = video_key(call->arena, url_or_id);
    return key ? videos->backend->find(videos->state, key, call, video) : error_memory(call->err);
}

enum status videos_captions(const struct videos *videos, const char *id, const char *language,
                            const struct lookup *call, struct video_captions *captions)
{
    *captions = (struct video_captions){0};
    enum status status = lookup_check(call);
    if (status)
        return status;
    const char *key = video_key(call->arena, str_from(id));
    return key ? videos->backend->captions(videos->state, key, language, call, captions) : error_memory(call->err);
}

enum status videos_search(const struct videos *videos, struct str query, size_t most, const struct lookup *call,
                          struct video_list *found)
{
    *found = (struct video_list){0};
    enum status status = lookup_check(call);
    if (status || !most)
        return status;
    return videos->backend->search(videos->state, query, most, call, found);
}
