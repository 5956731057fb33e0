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
    const char **paths;             /* of the pages */
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

/* The page that was read from the path; NULL: none was. */
static struct page *page_of(const struct finder *finder, const char *path)
{
    for (size_t i = 0; i < finder->hits->count; i++)
        if (strcmp(finder->paths[i], path) == 0)
            return &finder->pages[i];
    return NULL;
}

/* One that cannot be read any more is left out. */
static enum status read_page(struct finder *finder, const char *path)
{
    struct error problem;
    struct search_hits *hits = finder->hits;
    enum status status = library_read(finder->arena, finder->index->root, path, &finder->pages[hits->count], &problem);
    if (status == E_MEMORY)
        return error_memory(finder->err);
    if (!status)
        finder->paths[hits->count++] = path;
    return OK;
}

/* Reads the documents, in turn of either side. */
static enum status read_pages(struct finder *finder)
{
    struct search_hits *hits = finder->hits;
    size_t most = finder->query->max_pages;
    enum status status = OK;
    finder->paths = ARENA_ARRAY(finder->arena, most + SEARCH_PARTS + 1, const char *);
    finder->pages = ARENA_ARRAY(finder->arena, most + SEARCH_PARTS + 1, struct page);
    if (!finder->paths || !finder->pages)
        return error_memory(finder->err);
    for (size_t i = 0; i < 2 * most && hits->count < most && !status; i++) {
        size_t side = i % 2, place = i / 2;
        if (place < finder->counts[side] && !page_of(finder, finder->found[side][place].path))
            status = read_page(finder, finder->found[side][place].path);
    }
    hits->pages = finder->pages;
    return status;
}

/* --- chapters --- */

/* Does the page hold little more than its table of contents? */
static bool is_chapter(const struct page *page)
{
    enum { LEAST_PARTS = 2, MOST_TEXT = 2500 /* bytes */ };
    size_t text = 0;
    for (size_t i = 0; i < page->count; i++)
        text += page->blocks[i].kind == BLOCK_PARAGRAPH ? page->blocks[i].text.len : 0;
    return page->part_count >= LEAST_PARTS && text <= MOST_TEXT;
}

/* Reads one part of the chapter, which may be among the pages already. */
static enum status read_part(struct finder *finder, size_t chapter, size_t number)
{
    const char *path = finder->paths[chapter], *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    path = arena_printf(finder->arena, "%.*s%s", folder, path, finder->pages[chapter].parts[number]);
    if (!path)
        return error_memory(finder->err);
    struct page *page = page_of(finder, path);
    size_t count = finder->hits->count;
    enum status status = page ? OK : read_page(finder, path);
    if (!page && finder->hits->count > count)
        page = &finder->pages[count];
    if (!page || page == &finder->pages[chapter] || page->chapter)
        return status;
    page->chapter = finder->pages[chapter].url;
    page->place = number + 1;
    return status;
}

/* The text of a chapter stands on the pages that it lists: those of the best chapters are read too. */
static enum status read_chapters(struct finder *finder)
{
    enum { BEST = 4 };
    size_t best = finder->hits->count < BEST ? finder->hits->count : BEST;
    size_t most = finder->hits->count + SEARCH_PARTS;
    enum status status = OK;
    for (size_t i = 0; i < best; i++)
        for (size_t j = 0; j < finder->pages[i].part_count && is_chapter(&finder->pages[i]) && !status; j++)
            if (finder->hits->count < most)
                status = read_part(finder, i, j);
    return status;
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
    if (!status)
        status = read_chapters(finder);
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
