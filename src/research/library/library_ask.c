#include "research/library/library_search.h"

/* One query while it is answered. */
struct library_finder {
    const struct library_place *place;
    const struct library_request *request;
    struct library_indexes *libraries;
    struct library_index *index;
    struct arena *arena;
    struct library_answer *answer;
    struct page *pages;
    const char **paths;             /* of the pages */
    struct library_found *found[2]; /* for the subject, and for what it is compared with */
    size_t counts[2];
    struct error *err;
};

static enum status search_once(struct library_finder *finder, const struct library_query *query, size_t side,
                               struct topic_collection *collection)
{
    return library_search(finder->index, query, finder->arena, &finder->found[side], &finder->counts[side], collection,
                          finder->err);
}

/* A damage of the index shows late: then it is made anew. */
static enum status search_surely(struct library_finder *finder, const struct library_query *query, size_t side,
                                 struct topic_collection *collection)
{
    const struct library_progress progress = {finder->request->progress, finder->request->context};
    enum status status = search_once(finder, query, side, collection);
    if (status != E_CORRUPT && status != E_INTERNAL)
        return status;
    status = library_index_clear(finder->index, finder->err);
    if (!status)
        status = library_index_update(finder->index, progress.report ? &progress : NULL, finder->request->cancel,
                                      finder->err);
    return status ? status : search_once(finder, query, side, collection);
}

/* What the library knows of both sides' stems. */
static void join_stems(struct library_finder *finder, const struct topic_collection *other)
{
    struct topic_collection *all = &finder->answer->collection;
    size_t count = all->stem_count + other->stem_count;
    struct topic_stem *stems = ARENA_ARRAY(finder->arena, count + 1, struct topic_stem);
    if (!stems)
        return;
    for (size_t i = 0; i < count; i++)
        stems[i] = i < all->stem_count ? all->stems[i] : other->stems[i - all->stem_count];
    *all = (struct topic_collection){all->pages, stems, count};
}

static enum status search_sides(struct library_finder *finder)
{
    struct keyword keyword;
    struct topic_collection other;
    enum status status =
        keyword_read(finder->arena, finder->request->keyword, finder->request->language, &keyword, finder->err);
    if (status)
        return status;
    struct library_query query = {keyword.subject, keyword.shape, finder->request->language, finder->request->max_pages,
                                  finder->request->is_wide};
    status = search_surely(finder, &query, 0, &finder->answer->collection);
    if (status || !keyword.other.len)
        return status;
    query.subject = keyword.other;
    status = search_surely(finder, &query, 1, &other);
    if (status)
        return status;
    join_stems(finder, &other);
    return arena_failed(finder->arena) ? error_memory(finder->err) : OK;
}

/* The page that was read from the path; NULL: none was. */
static struct page *page_of(const struct library_finder *finder, const char *path)
{
    for (size_t i = 0; i < finder->answer->count; i++)
        if (strcmp(finder->paths[i], path) == 0)
            return &finder->pages[i];
    return NULL;
}

/* One that cannot be read any more is left out. */
static enum status read_found_page(struct library_finder *finder, const char *path)
{
    struct error problem;
    struct library_answer *answer = finder->answer;
    enum status status =
        library_read(finder->arena, finder->index->root, path, &finder->pages[answer->count], &problem);
    if (status == E_MEMORY)
        return error_memory(finder->err);
    if (!status)
        finder->paths[answer->count++] = path;
    return OK;
}

/* Reads the documents, in turn of either side. */
static enum status read_found_pages(struct library_finder *finder)
{
    struct library_answer *answer = finder->answer;
    size_t most = finder->request->max_pages;
    enum status status = OK;
    finder->paths = ARENA_ARRAY(finder->arena, most + LIBRARY_PARTS + 1, const char *);
    finder->pages = ARENA_ARRAY(finder->arena, most + LIBRARY_PARTS + 1, struct page);
    if (!finder->paths || !finder->pages)
        return error_memory(finder->err);
    for (size_t i = 0; i < 2 * most && answer->count < most && !status; i++) {
        size_t side = i % 2, place = i / 2;
        if (place < finder->counts[side] && !page_of(finder, finder->found[side][place].path))
            status = read_found_page(finder, finder->found[side][place].path);
    }
    answer->pages = finder->pages;
    return status;
}

/* --- chapters --- */

/* Reads one part of the chapter, which may be among the pages already. */
static enum status read_chapter_part(struct library_finder *finder, size_t chapter, size_t number)
{
    const char *path = finder->paths[chapter], *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    path = arena_printf(finder->arena, "%.*s%s", folder, path, finder->pages[chapter].parts[number]);
    if (!path)
        return error_memory(finder->err);
    struct page *page = page_of(finder, path);
    size_t count = finder->answer->count;
    enum status status = page ? OK : read_found_page(finder, path);
    if (!page && finder->answer->count > count)
        page = &finder->pages[count];
    if (!page || page == &finder->pages[chapter] || page->chapter)
        return status;
    page->chapter = finder->pages[chapter].url;
    page->place = number + 1;
    return status;
}

/* The text of a chapter stands on the pages that it lists: those of the best chapters are read too. */
static enum status read_chapters(struct library_finder *finder)
{
    enum { BEST = 4 };
    size_t best = finder->answer->count < BEST ? finder->answer->count : BEST;
    size_t most = finder->answer->count + LIBRARY_PARTS;
    enum status status = OK;
    for (size_t i = 0; i < best; i++)
        for (size_t j = 0; j < finder->pages[i].part_count && page_is_chapter(&finder->pages[i]) && !status; j++)
            if (finder->answer->count < most)
                status = read_chapter_part(finder, i, j);
    return status;
}

static enum status find_documents(struct library_finder *finder)
{
    const struct library_progress progress = {finder->request->progress, finder->request->context};
    enum status status = library_indexes_use(finder->libraries, finder->place->path, progress.report ? &progress : NULL,
                                             finder->request->cancel, &finder->index, finder->err);
    if (status)
        return status;
    status = search_sides(finder);
    if (!status)
        status = read_found_pages(finder);
    if (!status)
        status = read_chapters(finder);
    library_indexes_release(finder->libraries, finder->index);
    return status;
}

enum status library_ask(const struct library_place *place, const struct library_request *request, struct arena *arena,
                        struct library_answer *answer, struct error *err)
{
    struct library_indexes *own = NULL;
    enum status status = place->libraries ? OK : library_indexes_new(NULL, &own, err);
    if (status)
        return status;
    struct library_finder finder = {.place = place,
                                    .request = request,
                                    .libraries = place->libraries ? place->libraries : own,
                                    .arena = arena,
                                    .answer = answer,
                                    .err = err};
    status = find_documents(&finder);
    library_indexes_free(own);
    return status;
}
