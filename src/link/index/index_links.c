#include "link/index/index.h"

#include "base/varint.h"

struct links_reader {
    struct audit_links *links;
    struct str rest;
    size_t links_max, anchors_max; /* there is room for so many */
};

/* The number of a new anchor of a link on the page `from`. */
static bool read_anchor(struct links_reader *reader, uint32_t from)
{
    struct audit_links *links = reader->links;
    uint32_t page = from + varint_unsign(varint_take(&reader->rest)), back = varint_take(&reader->rest);
    if (links->anchor_count == reader->anchors_max)
        return false;
    uint32_t text = (uint32_t)(back ? links->text_count - back : links->text_count++);
    links->anchors[links->anchor_count++] = (struct audit_anchor){page, text};
    return true;
}

/* False: what follows makes no sense. */
static bool read_link(struct links_reader *reader, uint32_t from)
{
    struct audit_links *links = reader->links;
    if (!reader->rest.len || links->link_count == reader->links_max)
        return false;
    uint32_t number = varint_take(&reader->rest), back = number >> 1;
    if (back > links->anchor_count || (!back && !read_anchor(reader, from)))
        return false;
    uint32_t anchor = (uint32_t)(links->anchor_count - (back ? back : 1));
    links->links[links->link_count++] = anchor | (number & 1 ? AUDIT_LISTED : 0);
    return true;
}

static void links_read_pages(struct links_reader *reader, uint32_t page_count)
{
    bool good = true;
    for (uint32_t page = 0; page < page_count; page++) {
        reader->links->pages[page] = (uint32_t)reader->links->link_count;
        for (uint32_t left = varint_take(&reader->rest); good && left; left--)
            good = read_link(reader, page);
    }
    reader->links->pages[page_count] = (uint32_t)reader->links->link_count;
}

/* The title of a page, decoded once. */
static struct str title_of(const struct link_index *index, struct arena *arena, struct str *titles, uint32_t page)
{
    if (page >= link_page_count(index))
        return STR("");
    if (!titles[page].data)
        titles[page] = index_page_title(index, page, arena);
    return titles[page];
}

static enum status read_texts(const struct link_index *index, struct arena *arena, struct audit_links *links,
                              struct error *err)
{
    struct str rest = {index->audit.chars, index_count(index, SECTION_AUDIT_CHARS)};
    struct str *titles = ARENA_ARRAY(arena, link_page_count(index) + 1, struct str);
    size_t count = links->text_count < rest.len ? links->text_count : rest.len;
    links->texts = ARENA_ARRAY(arena, count + 1, struct str);
    links->text_count = 0;
    if (!titles || !links->texts)
        return error_memory(err);
    for (size_t i = 0; i < links->anchor_count && links->text_count < count; i++) {
        const struct audit_anchor *anchor = &links->anchors[i];
        if (anchor->text != links->text_count)
            continue;
        bool is_title = rest.len && !*rest.data;
        struct str text = index_take_audit_text(index, &rest, arena);
        text = is_title ? title_of(index, arena, titles, anchor->page) : text;
        if (!text.data)
            return error_memory(err);
        links->texts[links->text_count++] = text;
    }
    return OK;
}

enum status audit_links_read(const struct link_index *index, struct arena *arena, struct audit_links *links,
                             struct error *err)
{
    static const struct audit_totals none;
    const struct audit_totals *totals = index_count(index, SECTION_AUDIT_TOTALS) ? index->audit.totals : &none;
    struct links_reader reader = {links, {index->audit.links, index_count(index, SECTION_AUDIT_LINKS)}, 0, 0};
    size_t page_count = link_page_count(index);
    /* A link takes a byte, an anchor two more: the totals cannot ask for more memory than the file is worth. */
    reader.links_max = totals->kept < reader.rest.len ? totals->kept : reader.rest.len;
    reader.anchors_max = totals->anchors < reader.rest.len ? totals->anchors : reader.rest.len;
    *links = (struct audit_links){.pages = ARENA_ARRAY(arena, page_count + 1, uint32_t),
                                  .links = ARENA_ARRAY(arena, reader.links_max + 1, uint32_t),
                                  .anchors = ARENA_ARRAY(arena, reader.anchors_max + 1, struct audit_anchor)};
    if (!links->pages || !links->links || !links->anchors)
        return error_memory(err);
    links_read_pages(&reader, (uint32_t)page_count);
    return read_texts(index, arena, links, err);
}
