/* The pages that speak of the keyword, nearest first. */
#include "write/pages/page.h"

#include <stdlib.h>

static int page_found_by_score(const void *left, const void *right)
{
    const struct page_view *a = left, *b = right;
    if (a->found.score != b->found.score)
        return a->found.score < b->found.score ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Of pages that a person named each has a say: first those that are the subject, however often others name it. */
static int by_class(const void *left, const void *right)
{
    const struct page_view *a = left, *b = right;
    if (a->found.class != b->found.class)
        return a->found.class < b->found.class ? 1 : -1;
    return page_found_by_score(left, right);
}

static enum status look_at_pages(struct by_page *made)
{
    struct writing *writing = made->writing;
    size_t count = writing->page_count - writing->has_brand_page;
    made->pages = ARENA_ARRAY(writing->arena, count + 1, struct page_view);
    if (!made->pages)
        return error_memory(writing->err);
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++) {
        const struct page *page = &writing->pages[i];
        struct sought_hit title = {0};
        if (page->language && page->language != writing->brief.language)
            continue;
        status = page_hit(made, str_from(page->title), &title);
        struct sought_page found = writing->found[i];
        bool lacks_noun = !status && !(title.heads & sought_noun(made->sought));
        found.class = found.class == PAGE_NAMES && lacks_noun ? PAGE_COVERS : found.class;
        made->pages[made->count++] =
            (struct page_view){.page = page, .number = i, .found = found, .named = title.heads, .facets = title.facets};
    }
    if (status || !made->count)
        return status;
    qsort(made->pages, made->count, sizeof *made->pages, made->are_named ? by_class : page_found_by_score);
    struct sought_page *nearest = &made->pages[0].found;
    nearest->class = writing->found[made->pages[0].number].class;
    bool is_near = nearest->class == PAGE_COVERS || (nearest->class == PAGE_HALF && !made->are_named);
    if (is_near)
        nearest->class = PAGE_NAMES; /* nothing is nearer */
    return OK;
}

enum status pages_read(struct writing *writing, struct by_page **result)
{
    struct by_page *made = ARENA_NEW(writing->arena, struct by_page);
    *result = NULL;
    enum status status = writing_sought(writing);
    if (status || !writing->is_accepted)
        return status;
    if (!made)
        return error_memory(writing->err);
    *made = (struct by_page){.writing = writing, .sought = writing->sought, .cues = cues_of(writing->brief.language)};
    made->are_named = json_array_size(json_object_get(writing->config, "urls")) > 0;
    if (!made->cues)
        return error_memory(writing->err);
    status = look_at_pages(made);
    *result = made->count ? made : NULL;
    return status;
}
