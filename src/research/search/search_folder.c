#include "research/search/search_folder.h"

#include "research/search/library_search.h"

/* One query while it is answered. */
struct finder {
    const struct search_folder *folder;
    const struct search_query *query;
    struct library_indexes *libraries;
    struct library_index *index;
    struct arena *arena;
    struct search_hits *hits;
    struct page *pages;
    struct library_found *found[2]; /* for the subject, and for what it is compared with */
    size_t counts[2];
    struct error *err;
};

static enum status search_once(struct finder *finder, const struct library_query *query, size_t side,
                               struct topic_collection *collection)
{
    return library_search(finder->index, query, finder->arena, &finder->found[side], &finder->counts[side], collection,
                          finder->err);
}

/* A damage of the index shows late: then it is made anew. */
static enum status search_surely(struct finder *finder, const struct library_query *query, size_t side,
                                 struct topic_collection *collection)
{
    const struct library_progress progress = {finder->query->progress, finder->query->context};
    enum status status = search_once(finder, query, side, collection);
    if (status != E_CORRUPT && status != E_INTERNAL)
        return status;
    status = library_index_clear(finder->index, finder->err);
    if (!status)
        status =
            library_index_update(finder->index, progress.report ? &progress : NULL, finder->query->cancel, finder->err);
    return status ? status : search_once(finder, query, side, collection);
}

/* What the library knows of both sides' stems. */
static enum status join_stems(struct finder *finder, const struct topic_collection *other)
{
    struct topic_collection *all = &finder->hits->collection;
    size_t count = all->stem_count + other->stem_count;
    struct topic_stem *stems = ARENA_ARRAY(finder->arena, count + 1, struct topic_stem);
    if (!stems)
        return error_memory(finder->err);
    for (size_t i = 0; i < count; i++)
        stems[i] = i < all->stem_count ? all->stems[i] : other->stems[i - all->stem_count];
    *all = (struct topic_collection){all->pages, stems, count};
    return OK;
}

static enum status search_sides(struct finder *finder)
{
    struct keyword keyword;
    struct topic_collection other;
    enum status status =
        keyword_read(finder->arena, finder->query->keyword, finder->query->language, &keyword, finder->err);
    if (status)
        return status;
    struct library_query query = {keyword.subject, keyword.shape, finder->query->language, finder->query->max_pages,
                                  finder->query->is_wide};
    status = search_surely(finder, &query, 0, &finder->hits->collection);
    if (status || !keyword.other.len)
        return status;
    query.subject = keyword.other;
    status = search_surely(finder, &query, 1, &other);
    return status ? status : join_stems(finder, &other);
}

static bool is_taken(const struct finder *finder, const char *const *taken, const char *path)
{
    for (size_t i = 0; i < finder->hits->count; i++)
        if (strcmp(taken[i], path) == 0)
            return true;
    return false;
}

/* Reads the documents, in turn of either side. One that cannot be read any more is left out. */
static enum status read_pages(struct finder *finder)
{
    struct search_hits *hits = finder->hits;
    size_t most = finder->query->max_pages;
    const char **taken = ARENA_ARRAY(finder->arena, most + 1, const char *);
    finder->pages = ARENA_ARRAY(finder->arena, most + 1, struct page);
    if (!taken || !finder->pages)
        return error_memory(finder->err);
    for (size_t i = 0; i < 2 * most && hits->count < most; i++) {
        size_t side = i % 2, place = i / 2;
        struct error problem;
        if (place >= finder->counts[side] || is_taken(finder, taken, finder->found[side][place].path))
            continue;
        const char *path = finder->found[side][place].path;
        enum status status =
            library_read(finder->arena, finder->index->root, path, &finder->pages[hits->count], &problem);
        if (status == E_MEMORY)
            return error_memory(finder->err);
        if (!status)
            taken[hits->count++] = path;
    }
    hits->pages = finder->pages;
    return OK;
}

static enum status answer(struct finder *finder)
{
    const struct library_progress progress = {finder->query->progress, finder->query->context};
    enum status status =
        library_indexes_use(finder->libraries, finder->folder->path, progress.report ? &progress : NULL,
                            finder->query->cancel, &finder->index, finder->err);
    if (status)
        return status;
    status = search_sides(finder);
    if (!status)
        status = read_pages(finder);
    library_indexes_release(finder->libraries, finder->index);
    return status;
}

static enum status find(void *state, const struct search_query *query, struct arena *arena, struct search_hits *hits,
                        struct error *err)
{
    const struct search_folder *folder = state;
    struct library_indexes *own = NULL;
    enum status status = folder->libraries ? OK : library_indexes_new(NULL, &own, err);
    if (status)
        return status;
    struct finder finder = {.folder = folder,
                            .query = query,
                            .libraries = folder->libraries ? folder->libraries : own,
                            .arena = arena,
                            .hits = hits,
                            .err = err};
    status = answer(&finder);
    library_indexes_free(own);
    return status;
}

const struct search_backend search_folder_backend = {.api = "folder", .find = find};
