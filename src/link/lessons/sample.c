#include "link/lessons/lessons.h"

#include "base/system/rows.h"

#include <stdlib.h>

static void sample_drop(struct sample *sample, size_t at)
{
    struct sample_page *page = &sample->pages[at];
    sample->bytes -= page->url.len + page->html.len;
    free((void *)(uintptr_t)page->url.data);
    *page = sample->pages[--sample->count];
}

void sample_free(struct sample *sample)
{
    while (sample->count)
        sample_drop(sample, sample->count - 1);
    free(sample->pages);
    sample->pages = NULL;
    sample->cap = 0;
}

/* Halves the limit until what is below it fits. */
static void shrink(struct sample *sample)
{
    while (sample->count > SAMPLE_PAGES || sample->bytes > SAMPLE_BYTES) {
        sample->limit /= 2;
        for (size_t i = sample->count; i-- > 0;)
            if (sample->pages[i].order > sample->limit)
                sample_drop(sample, i);
    }
}

bool sample_add(struct sample *sample, uint32_t page, uint64_t order, struct str url, struct str html)
{
    if (order > sample->limit || html.len > SAMPLE_BYTES / 8)
        return true;
    for (size_t i = 0; i < sample->count; i++) {
        if (sample->pages[i].page != page)
            continue;
        sample_drop(sample, i);
        break;
    }
    char *copy = malloc(url.len + html.len + 1);
    struct sample_page *added = copy ? ROWS_PUSH(sample->pages, sample->count, sample->cap) : NULL;
    if (!added) {
        free(copy);
        return false;
    }
    memcpy(copy, url.data, url.len);
    if (html.len)
        memcpy(copy + url.len, html.data, html.len);
    *added = (struct sample_page){order, {copy, url.len}, {copy + url.len, html.len}, page};
    sample->bytes += url.len + html.len;
    shrink(sample);
    return true;
}

static int compare_pages(const void *a, const void *b)
{
    const struct sample_page *left = a, *right = b;
    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return (left->page > right->page) - (left->page < right->page);
}

void sample_finish(struct sample *sample)
{
    if (sample->count)
        qsort(sample->pages, sample->count, sizeof *sample->pages, compare_pages);
}
