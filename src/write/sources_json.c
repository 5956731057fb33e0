/* Pages stored as JSON, so that an article that is resumed has the same sources. */
#include "write/sources.h"

static json_t *spans_json(const struct spans *spans)
{
    json_t *list = json_array();
    bool ok = list;
    for (size_t i = 0; i < spans->count && ok; i++) {
        const struct span *span = &spans->list[i];
        ok = json_array_append_new(list, json_integer(span->kind)) == 0 &&
             json_array_append_new(list, json_integer((json_int_t)span->start)) == 0 &&
             json_array_append_new(list, json_integer((json_int_t)span->end)) == 0;
    }
    if (!ok)
        json_decref(list);
    return ok ? list : NULL;
}

static json_t *block_json(const struct block *block)
{
    json_t *value = json_pack("[i,i,s%]", (int)block->kind, block->level, block->text.data, block->text.len);
    bool has_more = block->marks || block->group || block->spans.count;
    bool ok = value && (!has_more || (json_array_append_new(value, json_integer(block->marks)) == 0 &&
                                      json_array_append_new(value, json_integer((json_int_t)block->group)) == 0));
    if (ok && block->spans.count)
        ok = json_array_append_new(value, spans_json(&block->spans)) == 0;
    if (!ok)
        json_decref(value);
    return ok ? value : NULL;
}

json_t *sources_page_json(const struct page *page)
{
    json_t *blocks = json_array();
    bool ok = blocks;
    for (size_t i = 0; i < page->count && ok; i++)
        ok = json_array_append_new(blocks, block_json(&page->blocks[i])) == 0;
    json_t *value = ok ? json_pack("{s:s,s:s,s:s,s:b,s:O,s:s*,s:i}", "url", page->url, "title", page->title, "language",
                                   page->language ? page->language->tag : "", "link", page->is_link, "blocks", blocks,
                                   "chapter", page->chapter, "place", (int)page->place)
                       : NULL;
    json_decref(blocks);
    return value;
}

/* --- and back --- */

static size_t read_size(const json_t *array, size_t index)
{
    json_int_t value = json_integer_value(json_array_get(array, index));
    return value > 0 ? (size_t)value : 0;
}

static bool load_spans(struct arena *arena, const json_t *value, struct block *block)
{
    size_t most = json_array_size(value) / 3;
    struct span *list = most ? ARENA_ARRAY(arena, most, struct span) : NULL;
    struct span_nest nest = {.depth = 0};
    if (most && !list)
        return false;
    for (size_t i = 0; i < most; i++) {
        struct span span = {(enum span_kind)read_size(value, 3 * i), read_size(value, 3 * i + 1),
                            read_size(value, 3 * i + 2)};
        if (span_take(&nest, block->text, span))
            list[block->spans.count++] = span;
    }
    block->spans.list = list;
    return true;
}

static int level_of(enum block_kind kind, json_int_t level)
{
    switch (kind) {
    case BLOCK_HEADING:
        return level < 1 ? 1 : level > 6 ? 6 : (int)level;
    case BLOCK_LIST_ITEM:
        return level < 1 || level > INT16_MAX ? 1 : (int)level;
    default:
        return 0;
    }
}

/* Fills the next block of the page; an entry that is none adds nothing. False: memory ran out. */
static bool load_block(struct arena *arena, const json_t *entry, struct page *page)
{
    json_int_t kind = json_integer_value(json_array_get(entry, 0));
    const json_t *text = json_array_get(entry, 2);
    if (!json_string_length(text) || kind < BLOCK_HEADING || kind > BLOCK_TABLE_ROW)
        return true;
    char *copy = arena_copy_n(arena, json_string_value(text), json_string_length(text));
    if (!copy)
        return false;
    struct block *block = &page->blocks[page->count++];
    *block = (struct block){.kind = (enum block_kind)kind,
                            .level = level_of((enum block_kind)kind, json_integer_value(json_array_get(entry, 1))),
                            .text = {copy, json_string_length(text)},
                            .marks = (unsigned)read_size(entry, 3) & (2 * BLOCK_TABLE_HEAD - 1),
                            .group = read_size(entry, 4)};
    return load_spans(arena, json_array_get(entry, 5), block);
}

static const char *load_text(struct arena *arena, const json_t *value)
{
    const char *text = json_string_value(value);
    return arena_copy(arena, text ? text : "");
}

enum status sources_page_load(struct arena *arena, const json_t *value, struct page *page, struct error *err)
{
    const json_t *blocks = json_object_get(value, "blocks"), *language = json_object_get(value, "language");
    *page = (struct page){.url = load_text(arena, json_object_get(value, "url")),
                          .title = load_text(arena, json_object_get(value, "title")),
                          .is_link = json_is_true(json_object_get(value, "link"))};
    if (json_is_string(language))
        page->language = language_find(str_from(json_string_value(language)));
    json_int_t place = json_integer_value(json_object_get(value, "place"));
    page->place = place > 0 ? (size_t)place : 0;
    bool has_chapter = json_is_string(json_object_get(value, "chapter"));
    if (has_chapter)
        page->chapter = load_text(arena, json_object_get(value, "chapter"));
    page->blocks = ARENA_ARRAY(arena, json_array_size(blocks) + 1, struct block);
    if (!page->url || !page->title || !page->blocks || (has_chapter && !page->chapter))
        return error_memory(err);
    for (size_t i = 0; i < json_array_size(blocks); i++)
        if (!load_block(arena, json_array_get(blocks, i), page))
            return error_memory(err);
    return OK;
}
