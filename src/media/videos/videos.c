#include "media/videos/videos.h"

#include "media/videos/videos_parts.h"

static const struct media_backend *const backends[] = {
    &videos_folder_backend.base,
    &videos_invidious_backend.base,
};

struct videos {
    struct media_source source;
};

static const struct video_backend *backend_of(const struct videos *videos)
{
    return (const struct video_backend *)videos->source.backend;
}

enum status videos_open(const json_t *entry, struct videos **videos, struct error *err)
{
    struct media_source *source = NULL;
    enum status status = media_open(entry, "videos", backends, COUNT_OF(backends), &source, err);
    if (!status)
        *videos = (struct videos *)source;
    return status;
}

void videos_close(struct videos *videos)
{
    media_close((struct media_source *)videos);
}

enum status videos_find(const struct videos *videos, struct str url_or_id, const struct lookup *call,
                        const struct video **video)
{
    enum status status = lookup_check(call);
    if (status)
        return status;
    const char *key = video_key(call->arena, url_or_id);
    return key ? backend_of(videos)->find(videos->source.state, key, call, video) : error_memory(call->err);
}

enum status videos_captions(const struct videos *videos, const char *id, const char *language,
                            const struct lookup *call, struct video_captions *captions)
{
    *captions = (struct video_captions){0};
    enum status status = lookup_check(call);
    if (status)
        return status;
    const char *key = video_key(call->arena, str_from(id));
    return key ? backend_of(videos)->captions(videos->source.state, key, language, call, captions)
               : error_memory(call->err);
}

enum status videos_search(const struct videos *videos, struct str query, size_t most, const struct lookup *call,
                          struct video_list *found)
{
    *found = (struct video_list){0};
    enum status status = lookup_check(call);
    if (status || !most)
        return status;
    return backend_of(videos)->search(videos->source.state, query, most, call, found);
}
