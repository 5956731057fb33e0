#include "model/check/check.h"
#include "research/read/read.h"

/* A cell is also asked alone: a sentence begins with it. */
static bool addresses_model(const struct block *block)
{
    if (material_addresses_model(block->text))
        return true;
    for (size_t i = 0; i < block->spans.count; i++) {
        const struct span *span = &block->spans.list[i];
        struct str cell = {block->text.data + span->start, span->end - span->start};
        if (span->kind == SPAN_CELL && material_addresses_model(cell))
            return true;
    }
    return false;
}

/* What belongs to a block that is left out goes with it. */
static bool belongs_to(const struct block *block, const struct block *left_out)
{
    if (!left_out)
        return false;
    if (left_out->kind == BLOCK_HEADING)
        return block->kind != BLOCK_HEADING;
    if (left_out->marks & BLOCK_TABLE_HEAD)
        return block->kind == BLOCK_TABLE_ROW && block->group == left_out->group;
    if (left_out->marks & BLOCK_TERM)
        return block->group == left_out->group && !(block->marks & BLOCK_TERM);
    return block->marks & BLOCK_GOES_ON;
}

static enum status replace_title(struct arena *arena, struct page *page, struct error *err)
{
    struct str title = str_from(page->url);
    if (!material_addresses_model(str_from(page->title)))
        return OK;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING) {
            title = page->blocks[i].text;
            break;
        }
    page->title = arena_copy_n(arena, title.data, title.len);
    return page->title ? OK : error_memory(err);
}

enum status page_leave_out_orders(struct arena *arena, struct page *page, size_t *count, struct error *err)
{
    struct block *blocks = ARENA_ARRAY(arena, page->count + 1, struct block);
    const struct block *left_out = NULL;
    size_t kept = 0;
    if (!blocks)
        return error_memory(err);
    for (size_t i = 0; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        if (belongs_to(block, left_out))
            continue;
        left_out = addresses_model(block) ? block : NULL;
        if (!left_out)
            blocks[kept++] = *block;
    }
    *count = page->count - kept;
    page->blocks = blocks;
    page->count = kept;
    if (material_addresses_model(str_from(page->description)))
        page->description = "";
    return replace_title(arena, page, err);
}
