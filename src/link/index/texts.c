#include "link/index/texts.h"

#include "base/varint.h"

/* A coded text off the front; "" when it is too long. */
static struct str take_coded(struct str *from, size_t length)
{
    struct str coded = {from->data, length <= from->len && length <= UINT16_MAX ? length : 0};
    *from = (struct str){from->data + coded.len, from->len - coded.len};
    return coded;
}

static struct str decode(const struct link_index *index, struct str coded, struct arena *arena)
{
    return symbols_decode(index->symbols, index_count(index, SECTION_SYMBOLS), coded, arena);
}

/* What a section of texts has from a place on. */
static struct str texts_from(const struct link_index *index, enum index_section_id section, size_t offset)
{
    size_t size = index_count(index, section);
    offset = offset < size ? offset : size;
    return (struct str){(const char *)index->data + index->header.sections[section].offset + offset, size - offset};
}

struct str index_audit_chars(const struct link_index *index)
{
    return texts_from(index, SECTION_AUDIT_CHARS, 0);
}

struct str index_take_audit_text(const struct link_index *index, struct str *from, struct arena *arena)
{
    size_t length = varint_take(from);
    return decode(index, take_coded(from, length), arena);
}

struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena)
{
    struct str rest = texts_from(index, SECTION_AUDIT_CHARS, text.offset);
    return index_take_audit_text(index, &rest, arena);
}

/* Of a page that there is, both as they are coded. */
static void find_texts(const struct link_index *index, uint32_t page, struct str *url, struct str *title)
{
    struct str rest = texts_from(index, SECTION_TEXT, index->page_texts[page / TEXT_GROUP]);
    for (uint32_t i = 0; i <= page % TEXT_GROUP; i++) {
        size_t url_length = varint_take(&rest), title_length = varint_take(&rest);
        *url = take_coded(&rest, url_length);
        *title = take_coded(&rest, title_length);
    }
}

struct str index_page_url(const struct link_index *index, uint32_t page, struct arena *arena)
{
    struct str url, title;
    if (page >= link_page_count(index))
        return STR("");
    find_texts(index, page, &url, &title);
    return decode(index, url, arena);
}

struct str index_page_title(const struct link_index *index, uint32_t page, struct arena *arena)
{
    struct str url, title;
    if (page >= link_page_count(index))
        return STR("");
    find_texts(index, page, &url, &title);
    return decode(index, title, arena);
}
