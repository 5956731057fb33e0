/* Are the pages about the keyword? */
#include "write/writing/writing.h"

static bool has_urls(const struct writing *writing)
{
    return json_array_size(json_object_get(writing->config, "urls")) > 0;
}

/* Of the pages that a person named, and of those that the library and the searches found. */
static bool accepts(const struct writing *writing, size_t count)
{
    const struct sought *sought = writing->sought;
    bool are_named = has_urls(writing);
    for (size_t i = 0; i < count; i++)
        if (sought_accepts(sought, &writing->found[i], 1, are_named && writing->pages[i].is_link))
            return true;
    return false;
}

static bool sought_is_foreign(const struct writing *writing, const struct page *page)
{
    return page->language && writing->brief.language && page->language != writing->brief.language;
}

enum status writing_sought(struct writing *writing)
{
    size_t count = writing->page_count - writing->has_brand_page;
    if (writing->sought)
        return OK;
    enum status status =
        sought_read_known(writing->arena, writing->brief.keyword, writing->brief.language, topic_collection_share,
                          &writing->collection, &writing->sought, writing->err);
    struct arena *scratch = arena_new();
    if (!writing->words)
        writing->words = word_memory_new(writing->brief.language);
    writing->found = ARENA_ARRAY(writing->arena, writing->page_count + 1, struct sought_page);
    if (!status && (!scratch || !writing->words || !writing->found))
        status = error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        if (sought_is_foreign(writing, &writing->pages[i]))
            continue;
        arena_reset(scratch, 0);
        status =
            sought_page(writing->sought, &writing->pages[i], writing->words, scratch, &writing->found[i], writing->err);
    }
    arena_free(scratch);
    if (status)
        writing->sought = NULL; /* not read */
    else
        writing->is_accepted = accepts(writing, count);
    return status;
}
