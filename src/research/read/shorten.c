#include "research/read/shorten.h"

size_t page_bytes(const struct page *page)
{
    size_t bytes = 0;
    for (size_t i = 0; i < page->count; i++)
        bytes += page->blocks[i].text.len;
    return bytes;
}

enum status page_shorten(struct arena *arena, struct page *page, size_t most, struct error *err)
{
    size_t bytes = 0, count = 0;
    while (count < page->count && bytes + page->blocks[count].text.len <= most)
        bytes += page->blocks[count++].text.len;
    if (count == page->count)
        return OK;
    struct block *blocks = ARENA_ARRAY(arena, count + 1, struct block);
    if (!blocks)
        return error_memory(err);
    memcpy(blocks, page->blocks, (count + 1) * sizeof *blocks);
    struct str *last = &blocks[count].text;
    last->len = utf8_valid_length((struct str){last->data, most - bytes});
    blocks[count].spans.count = 0; /* some may reach over the end */
    page->blocks = blocks;
    page->count = count + (last->len > 0);
    page->is_cut = true;
    return OK;
}
