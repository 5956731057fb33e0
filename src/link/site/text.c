#include "link/site/text.h"

#include "base/rows.h"
#include "link/index/frame.h"
#include "link/site/page_text.h"

#include <stdlib.h>

void text_reader_free(struct text_reader *reader)
{
    free(reader->found.list);
    free(reader->bytes);
    free(reader->items);
    free(reader->title);
    free(reader->heading_items);
    free(reader->blocks);
    free(reader->anchors);
    free(reader->names);
    free(reader->headings);
}

static uint64_t next(struct text_reader *reader)
{
    return spool_next(&reader->at, reader->end);
}

static struct site_item read_item(struct text_reader *reader, const struct form *forms)
{
    struct site_item item = {.term = SITE_BREAK};
    uint64_t code = next(reader), number = code >> ITEM_SHIFT;
    if (number == PAGE_TEXT_BREAK)
        return item;
    const struct form *form = &forms[number - PAGE_TEXT_FORMS];
    item.term = form->term;
    item.form = form->code;
    item.letter_case = code & ITEM_CASE;
    item.marks =
        (uint16_t)((code & ITEM_INNER ? MARK_CONTINUES_WORD : 0) | (code & ITEM_CLOSE ? MARK_FOLLOWS_CLOSELY : 0));
    if (code & ITEM_MORE)
        item.marks |= (uint16_t)(next(reader) << MORE_SHIFT);
    return item;
}

static bool read_items(struct text_reader *reader, struct site_item **items, size_t *count, size_t *cap)
{
    *count = (size_t)next(reader);
    if (!rows_room(items, 0, *count + 1, cap, sizeof **items))
        return false;
    for (size_t i = 0; i < *count; i++)
        (*items)[i] = read_item(reader, reader->site->store->forms.list);
    return true;
}

/*
 * Do so many of all pages have the text that it is boilerplate? A sentence that stands on a tenth of the pages tells
 * nothing, wherever it stands; yet it may get links, as any content may. (Where no content stands is another question:
 * see index/frame.h.) Both must hold: on a small site a sentence may well stand on a few pages, on a large one a share
 * is many.
 */
static bool is_boilerplate(const struct block_text *text, uint32_t page_count)
{
    enum { LEAST_PAGES = 10, SHARE = 20 }; /* more than one page in so many */
    return text->pages >= LEAST_PAGES && (uint64_t)text->pages * SHARE > page_count;
}

/* Tells the items which kind of block they stand in, and whether that is in the frame. */
static bool read_blocks(struct text_reader *reader)
{
    const struct site *site = reader->site;
    size_t count = (size_t)next(reader);
    uint32_t at = 0;
    if (!rows_room(&reader->blocks, 0, count, &reader->block_cap, sizeof *reader->blocks))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct site_block *block = &reader->blocks[i];
        block->first = at;
        block->last = at + (uint32_t)next(reader);
        uint8_t kind = (uint8_t)next(reader);
        block->place = (uint32_t)next(reader);
        block->text = (uint32_t)next(reader);
        bool in_frame = frame_has(site->frame, site->frame_count, frame_key(block->place, FRAME_PLACE)) ||
                        is_boilerplate(&site->store->texts[block->text], site->page_count);
        for (; at < block->last; at++) {
            reader->items[at].block = kind;
            reader->items[at].marks |= in_frame ? SITE_IN_FRAME : 0;
        }
    }
    reader->text.block_count = count;
    reader->text.blocks = reader->blocks;
    return true;
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

static bool read_names(struct text_reader *reader)
{
    size_t count = (size_t)next(reader);
    if (!rows_room(&reader->names, 0, count, &reader->name_cap, sizeof *reader->names))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct site_name *name = &reader->names[i];
        name->first = (uint16_t)next(reader);
        name->last = (uint16_t)next(reader);
        name->kind = (uint8_t)next(reader);
    }
    reader->text.name_count = count;
    return true;
}

static bool read_headings(struct text_reader *reader)
{
    if (!read_items(reader, &reader->heading_items, &reader->text.heading_item_count, &reader->heading_item_cap))
        return false;
    size_t count = (size_t)next(reader);
    if (!rows_room(&reader->headings, 0, count, &reader->heading_cap, sizeof *reader->headings))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct site_heading *heading = &reader->headings[i];
        heading->first = (uint32_t)next(reader);
        heading->last = heading->first + (uint32_t)next(reader);
        heading->before = (uint32_t)next(reader);
        heading->level = (uint8_t)next(reader);
        memcpy(&heading->hash, reader->at, sizeof heading->hash);
        reader->at += sizeof heading->hash;
    }
    reader->text.heading_count = count;
    return true;
}

static void read_anchor(struct text_reader *reader, struct site_anchor *anchor, size_t *block)
{
    uint64_t key = 0;
    anchor->first = (uint32_t)next(reader);
    anchor->last = anchor->first + (uint32_t)next(reader);
    anchor->name = anchor->first + (uint32_t)next(reader);
    anchor->is_list = next(reader) != 0;
    memcpy(&key, reader->at, sizeof key);
    reader->at += sizeof key;
    uint32_t page = numbers_get(&reader->site->store->page_numbers, key);
    anchor->page = page && page - 1 != reader->text.page ? page - 1 : SITE_NO_PAGE;
    place_anchor(reader, anchor, block);
}

static bool read_anchors(struct text_reader *reader)
{
    size_t count = (size_t)next(reader), block = 0;
    if (!rows_room(&reader->anchors, 0, count, &reader->anchor_cap, sizeof *reader->anchors))
        return false;
    for (size_t i = 0; i < count; i++)
        read_anchor(reader, &reader->anchors[i], &block);
    reader->text.anchor_count = reader->site->pages[reader->text.page].hidden == HIDE_LINKS ? 0 : count;
    return true;
}

/* A text behind `used` bytes of reader->bytes, where there is room for it. */
static struct str read_str(struct text_reader *reader, size_t *used)
{
    size_t length = (size_t)next(reader);
    struct str text = {reader->bytes + *used, length};
    if (length)
        memcpy(reader->bytes + *used, reader->at, length);
    reader->at += length;
    *used += length;
    return text;
}

/* The texts are copied: what the spool gave is gone when it reads further. */
static bool read_strings(struct text_reader *reader)
{
    struct site_text *text = &reader->text;
    size_t used = 0;
    if (!rows_room(&reader->bytes, 0, (size_t)(reader->end - reader->at), &reader->byte_cap, 1))
        return false;
    text->url = read_str(reader, &used);
    text->title_text = read_str(reader, &used);
    text->key = read_str(reader, &used);
    return true;
}

/* What every visitor gets: title, names, headings. */
static bool read_title(struct text_reader *reader)
{
    struct site_text *text = &reader->text;
    if (!read_strings(reader))
        return false;
    if (!read_items(reader, &reader->title, &text->title_count, &reader->title_cap))
        return false;
    text->title_name = (size_t)next(reader);
    if (!read_names(reader) || !read_headings(reader))
        return false;
    text->words = (uint32_t)next(reader);
    text->title = reader->title;
    text->names = reader->names;
    text->heading_items = reader->heading_items;
    text->headings = reader->headings;
    return true;
}

static bool read_running_text(struct text_reader *reader)
{
    struct site_text *text = &reader->text;
    if (!read_items(reader, &reader->items, &text->count, &reader->item_cap))
        return false;
    text->items = reader->items;
    bool good = read_blocks(reader) && read_anchors(reader);
    text->anchors = reader->anchors;
    return good;
}

enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err)
{
    const struct site_page *page = &reader->site->pages[number];
    enum status status = spool_read(spool, page->place, page->size, &reader->at, err);
    if (status != OK)
        return status;
    reader->end = reader->at + page->size;
    reader->text = (struct site_text){.page = number};
    bool good = read_title(reader) && (extent == SITE_NAMES || read_running_text(reader));
    if (good && extent == SITE_OCCURRENCES)
        good = occurrences_find_all(reader->site, &reader->text, &reader->found);
    reader->text.occurrences = reader->found.list;
    reader->text.occurrence_count = reader->found.count;
    return good ? OK : error_memory(err);
}
