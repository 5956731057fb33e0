#include "link/site/text.h"

#include "link/index/frame.h"
#include "link/index/url_key.h"

/* What a reader keeps of its memory for the next page. */
enum { MOST_KEPT = 2 << 20 };

void text_reader_free(struct text_reader *reader)
{
    arena_free(reader->arena);
}

static uint64_t next(struct text_reader *reader)
{
    return spool_next(&reader->at, reader->end);
}

static uint64_t next_hash(struct text_reader *reader)
{
    uint64_t hash = 0;
    if (reader->end - reader->at >= (ptrdiff_t)sizeof hash) {
        memcpy(&hash, reader->at, sizeof hash);
        reader->at += sizeof hash;
    }
    return hash;
}

/* Room for a list whose length comes next. When memory runs out, none of it can be read, nor anything behind it. */
static void *next_list(struct text_reader *reader, size_t *count, size_t size)
{
    *count = (size_t)next(reader);
    void *list = arena_array(reader->arena, *count + 1, size);
    if (!list) {
        *count = 0;
        reader->at = reader->end;
    }
    return list;
}

static struct site_item read_item(struct text_reader *reader, const struct forms_form *forms)
{
    struct site_item item = {.term = SITE_BREAK};
    uint64_t code = next(reader), number = code >> ITEM_SHIFT;
    if (number == PAGE_TEXT_BREAK)
        return item;
    const struct forms_form *form = &forms[number - PAGE_TEXT_FORMS];
    item.term = form->term;
    item.form = form->code;
    item.letter_case = code & ITEM_CASE;
    item.marks =
        (uint16_t)((code & ITEM_INNER ? MARK_CONTINUES_WORD : 0) | (code & ITEM_CLOSE ? MARK_FOLLOWS_CLOSELY : 0));
    if (code & ITEM_MORE)
        item.marks |= (uint16_t)(next(reader) << MORE_SHIFT);
    return item;
}

static struct site_item *read_items(struct text_reader *reader, size_t *count)
{
    struct site_item *items = next_list(reader, count, sizeof *items);
    for (size_t i = 0; i < *count; i++)
        items[i] = read_item(reader, reader->site->store->forms.list);
    return items;
}

bool site_has_often(const struct site *site, uint32_t text, uint32_t share)
{
    enum { LEAST_PAGES = 10 }; /* on a small site a sentence may well stand on a few pages */
    uint32_t pages = site->store->texts[text].pages;
    return pages >= LEAST_PAGES && (uint64_t)pages * share > site->page_count;
}

/*
 * A sentence that stands on so many of the pages tells nothing, wherever it stands; yet it may get links, as any
 * content may. (Where no content stands is another question: see index/frame.h.)
 */
static bool is_boilerplate(const struct site *site, uint32_t text)
{
    enum { SHARE = 20 };
    return site_has_often(site, text, SHARE);
}

/* Tells the items which kind of block they stand in, and whether that is in the frame. */
static void read_blocks(struct text_reader *reader)
{
    const struct site *site = reader->site;
    struct site_block *blocks = next_list(reader, &reader->text.block_count, sizeof *blocks);
    uint32_t at = 0;
    for (size_t i = 0; i < reader->text.block_count; i++) {
        struct site_block *block = &blocks[i];
        block->first = at;
        block->last = at + (uint32_t)next(reader);
        uint8_t kind = (uint8_t)next(reader);
        block->place = (uint32_t)next(reader);
        block->text = (uint32_t)next(reader);
        bool in_frame = frame_has(site->frame, site->frame_count, frame_key(block->place, FRAME_PLACE)) ||
                        is_boilerplate(site, block->text);
        for (; at < block->last; at++) {
            reader->items[at].block = kind;
            reader->items[at].marks |= in_frame ? SITE_IN_FRAME : 0;
        }
    }
    reader->text.blocks = blocks;
}

/* Notes where the link stands: in the frame it tells nothing. Links come in order, and *block goes along. */
static void place_anchor(const struct text_reader *reader, struct site_anchor *anchor, size_t *block)
{
    const struct site_text *text = &reader->text;
    const struct site *site = reader->site;
    while (*block < text->block_count && text->blocks[*block].last <= anchor->first)
        ++*block;
    if (anchor->first == anchor->last || *block == text->block_count)
        return;
    uint32_t place = text->blocks[*block].place;
    anchor->is_list |= (reader->items[anchor->first].marks & SITE_IN_FRAME) ||
                       frame_has(site->frame, site->frame_count, frame_key(place, FRAME_LIST));
    if (frame_has(site->frame, site->frame_count, frame_key(place, FRAME_PLACE)))
        anchor->page = SITE_NO_PAGE;
}

static void read_names(struct text_reader *reader)
{
    struct site_name *names = next_list(reader, &reader->text.name_count, sizeof *names);
    for (size_t i = 0; i < reader->text.name_count; i++) {
        names[i].first = (uint16_t)next(reader);
        names[i].last = (uint16_t)next(reader);
        names[i].kind = (uint8_t)next(reader);
    }
    reader->text.names = names;
}

static void read_headings(struct text_reader *reader)
{
    reader->text.heading_items = read_items(reader, &reader->text.heading_item_count);
    struct site_heading *headings = next_list(reader, &reader->text.heading_count, sizeof *headings);
    for (size_t i = 0; i < reader->text.heading_count; i++) {
        struct site_heading *heading = &headings[i];
        heading->first = (uint32_t)next(reader);
        heading->last = heading->first + (uint32_t)next(reader);
        heading->before = (uint32_t)next(reader);
        heading->level = (uint8_t)next(reader);
        heading->hash = next_hash(reader);
    }
    reader->text.headings = headings;
}

static void read_anchor(struct text_reader *reader, bool of_list, struct site_anchor *anchor, size_t *block)
{
    anchor->first = (uint32_t)next(reader);
    anchor->last = anchor->first + (uint32_t)next(reader);
    anchor->name = anchor->first + (uint32_t)next(reader);
    anchor->is_list = next(reader) != 0 || of_list;
    uint32_t page = numbers_get(&reader->site->store->page_numbers, next_hash(reader));
    anchor->page = page && page - 1 != reader->text.page ? page - 1 : SITE_NO_PAGE;
    place_anchor(reader, anchor, block);
}

static void read_anchors(struct text_reader *reader)
{
    size_t count, block = 0;
    bool of_list = url_key_is_list(reader->text.key);
    struct site_anchor *anchors = next_list(reader, &count, sizeof *anchors);
    for (size_t i = 0; i < count; i++)
        read_anchor(reader, of_list, &anchors[i], &block);
    reader->text.anchors = anchors;
    reader->text.anchor_count = reader->site->pages[reader->text.page].hidden == HIDE_LINKS ? 0 : count;
}

/* The texts are copied: what the spool gave is gone when it reads further. */
static struct str read_str(struct text_reader *reader)
{
    struct str text = spool_next_text(&reader->at, reader->end);
    return (struct str){arena_copy_n(reader->arena, text.data, text.len), text.len};
}

/* What every visitor gets: title, names, headings. */
static void text_read_title(struct text_reader *reader)
{
    struct site_text *text = &reader->text;
    text->url = read_str(reader);
    text->title_text = read_str(reader);
    text->key = read_str(reader);
    text->title = read_items(reader, &text->title_count);
    text->title_name = (size_t)next(reader);
    read_names(reader);
    read_headings(reader);
    text->words = (uint32_t)next(reader);
}

static void read_running_text(struct text_reader *reader)
{
    reader->text.items = reader->items = read_items(reader, &reader->text.count);
    read_blocks(reader);
    read_anchors(reader);
}

enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err)
{
    const struct site_page *page = &reader->site->pages[number];
    if (reader->arena)
        arena_reset(reader->arena, MOST_KEPT);
    else
        reader->arena = arena_new();
    enum status status =
        reader->arena ? spool_read(spool, page->place, page->size, &reader->at, err) : error_memory(err);
    if (status != OK)
        return status;
    reader->end = reader->at + page->size;
    reader->text = (struct site_text){.page = number};
    text_read_title(reader);
    if (extent != SITE_NAMES)
        read_running_text(reader);
    if (extent == SITE_OCCURRENCES && !arena_failed(reader->arena))
        occurrences_find_all(reader->site, &reader->text, reader->arena);
    return arena_failed(reader->arena) ? error_memory(err) : OK;
}
