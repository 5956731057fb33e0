/* The pages, read again from the spool. */
#include "link/site/page_text.h"
#include "link/site/rows.h"

#include <stdlib.h>

/* One reader of the spool, with room for what a page decodes to. */
struct text_reader {
    struct site *site;
    struct spool_reader spool;
    const unsigned char *at, *end;
    struct site_item *items, *title, *heading_items;
    size_t item_cap, title_cap, heading_item_cap;
    struct site_anchor *anchors;
    struct site_name *names;
    struct site_heading *headings;
    size_t anchor_cap, name_cap, heading_cap;
    struct site_text text;
};

static void reader_free(struct text_reader *reader)
{
    spool_reader_free(&reader->spool);
    free(reader->items);
    free(reader->title);
    free(reader->heading_items);
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

/* Tells the items which kind of block they stand in, and whether that stands on many pages. */
static void read_blocks(struct text_reader *reader)
{
    struct site *site = reader->site;
    uint64_t blocks = next(reader);
    size_t at = 0;
    for (uint64_t i = 0; i < blocks; i++) {
        size_t last = at + (size_t)next(reader);
        uint8_t kind = (uint8_t)next(reader);
        uint32_t cell = (uint32_t)next(reader);
        bool is_boilerplate = blocks_is_boilerplate(site->store->cells, cell, site->page_count);
        for (; at < last; at++) {
            reader->items[at].block = kind;
            reader->items[at].marks |= is_boilerplate ? SITE_BOILERPLATE : 0;
        }
    }
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

static void read_anchor(struct text_reader *reader, struct site_anchor *anchor)
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
    if (anchor->last > anchor->first && (reader->items[anchor->first].marks & SITE_BOILERPLATE))
        anchor->is_list = true;
}

static bool read_anchors(struct text_reader *reader)
{
    size_t count = (size_t)next(reader);
    if (!rows_room(&reader->anchors, 0, count, &reader->anchor_cap, sizeof *reader->anchors))
        return false;
    for (size_t i = 0; i < count; i++)
        read_anchor(reader, &reader->anchors[i]);
    reader->text.anchor_count = count;
    return true;
}

static struct str read_str(struct text_reader *reader)
{
    size_t length = (size_t)next(reader);
    struct str text = {(const char *)reader->at, length};
    reader->at += length;
    return text;
}

/* What every visitor gets: title, names, headings. */
static bool read_title(struct text_reader *reader)
{
    struct site_text *text = &reader->text;
    text->url = read_str(reader);
    text->title_text = read_str(reader);
    text->key = read_str(reader);
    if (!read_items(reader, &reader->title, &text->title_count, &reader->title_cap) || !read_names(reader) ||
        !read_headings(reader))
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
    read_blocks(reader);
    text->items = reader->items;
    bool good = read_anchors(reader);
    text->anchors = reader->anchors;
    return good;
}

static enum status read_text(struct text_reader *reader, uint32_t number, enum site_extent extent, struct error *err)
{
    const struct site_page *page = &reader->site->pages[number];
    enum status status = spool_read(&reader->spool, page->place, page->size, &reader->at, err);
    if (status != OK)
        return status;
    reader->end = reader->at + page->size;
    reader->text = (struct site_text){.page = number};
    bool good = read_title(reader) && (extent == SITE_NAMES || read_running_text(reader));
    return good ? OK : error_memory(err);
}

enum status site_each_page(struct site *site, enum site_extent extent, uint32_t each, site_page_visitor visit,
                           void *context, struct error *err)
{
    struct text_reader reader = {.site = site, .spool = {.spool = &site->store->spool}};
    enum status status = OK;
    for (uint64_t page = 0; status == OK && page < site->page_count; page += each) {
        status = read_text(&reader, (uint32_t)page, extent, err);
        if (status == OK && !visit(site, &reader.text, context))
            status = error_memory(err);
        if (status == OK)
            status = store_progress(site->store, page, site->page_count, err);
    }
    reader_free(&reader);
    return status == OK ? store_progress(site->store, site->page_count, site->page_count, err) : status;
}
