#include "link/index/index.h"

#include "base/varint.h"

/* A coded text off the front; "" when it is too long. */
static struct str take_coded(struct str *from, size_t length)
{
    struct str coded = {from->data, length <= from->len && length <= UINT16_MAX ? length : 0};
    *from = (struct str){from->data + coded.len, from->len - coded.len};
    return coded;
}

static struct str texts_decode(const struct link_index *index, struct str coded, struct arena *arena)
{
    return symbols_decode(index->symbols, index_count(index, SECTION_SYMBOLS), coded, arena);
}

/* What a section of `size` bytes has from a place on. */
static struct str texts_from(const char *section, size_t size, size_t offset)
{
    offset = offset < size ? offset : size;
    return (struct str){section + offset, size - offset};
}

struct str index_take_audit_text(const struct link_index *index, struct str *from, struct arena *arena)
{
    size_t length = varint_take(from);
    return texts_decode(index, take_coded(from, length), arena);
}

struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena)
{
    struct str rest = texts_from(index->audit.chars, index_count(index, SECTION_AUDIT_CHARS), text.offset);
    return index_take_audit_text(index, &rest, arena);
}

/* The URL or the title of a page. */
static struct str page_text(const struct link_index *index, uint32_t page, bool is_title, struct arena *arena)
{
    if (page >= link_page_count(index))
        return STR("");
    struct str texts[2] = {{NULL, 0}};
    struct str rest = texts_from(index->texts, index_count(index, SECTION_TEXT), index->page_texts[page / TEXT_GROUP]);
    for (uint32_t i = 0; i <= page % TEXT_GROUP; i++) {
        size_t url_length = varint_take(&rest), title_length = varint_take(&rest);
        texts[0] = take_coded(&rest, url_length);
        texts[1] = take_coded(&rest, title_length);
    }
    return texts_decode(index, texts[is_title], arena);
}

struct str index_page_url(const struct link_index *index, uint32_t page, struct arena *arena)
{
    return page_text(index, page, false, arena);
}

struct str index_page_title(const struct link_index *index, uint32_t page, struct arena *arena)
{
    return page_text(index, page, true, arena);
}
