#include "research/search/search_folder.h"

static enum status read_folder(const struct search_folder *folder, const struct search_query *query,
                               struct arena *arena, const struct library **out, struct error *err)
{
    if (folder->cache)
        return library_cache_use(folder->cache, folder->path, query->cancel, out, err);
    struct library *library = ARENA_NEW(arena, struct library);
    if (!library)
        return error_memory(err);
    enum status status = library_find(arena, folder->path, query->cancel, library, err);
    if (!status)
        status = library_read(arena, query->cancel, library, err);
    *out = library;
    return status;
}

static void release(void *state, struct search_hits *hits)
{
    const struct search_folder *folder = state;
    if (folder->cache && hits->held)
        library_cache_release(folder->cache, hits->held);
    *hits = (struct search_hits){0};
}

static enum status find(void *state, const struct search_query *query, struct arena *arena, struct search_hits *hits,
                        struct error *err)
{
    const struct search_folder *folder = state;
    const struct library *library = NULL;
    enum status status = read_folder(folder, query, arena, &library, err);
    if (status)
        return status;
    hits->held = (void *)library;
    size_t *picked = ARENA_ARRAY(arena, query->max_pages + 1, size_t);
    struct page *pages = ARENA_ARRAY(arena, query->max_pages + 1, struct page);
    status = picked && pages
                 ? library_pick(library, query->keyword, query->language, query->max_pages, picked, &hits->count, err)
                 : error_memory(err);
    if (status) {
        release(state, hits);
        return status;
    }
    for (size_t i = 0; i < hits->count; i++)
        pages[i] = library->documents[picked[i]].page;
    hits->pages = pages;
    return OK;
}

const struct search_backend search_folder_backend = {.api = "folder", .find = find, .release = release};
