#include "link/audit/audit.h"

#include "base/varint.h"
#include "link/index/index_write.h"
#include "link/index/symbols.h"

#include <stdlib.h>

struct coder {
    const struct audit_records *records;
    const struct audit_pages *pages;
    uint32_t *anchors, *texts; /* per number in the records: that in the file + 1; 0: not yet there */
    uint32_t anchor_count, text_count;
    struct audit_totals totals;
    struct buf links, chars; /* of the file */
    struct buf coded;        /* a text */
};

/* --- texts --- */

static struct str write_text_of(const struct coder *coder, struct audit_text text)
{
    return str_from((const char *)audit_list(coder->records, AUDIT_CHARS) + text.offset);
}

/* Where the text stands in the file. An empty one is an escape of nothing, since the length 0 means a title. */
static struct audit_text put_text(struct coder *coder, struct str text)
{
    struct audit_text place = {(uint32_t)coder->chars.len};
    buf_clear(&coder->coded);
    symbols_encode(coder->pages->symbols, text, &coder->coded);
    if (!text.len)
        buf_char(&coder->coded, (char)SYMBOL_ESCAPE);
    varint_put(&coder->chars, (uint32_t)coder->coded.len);
    buf_add(&coder->chars, coder->coded.data, coder->coded.len);
    coder->chars.failed |= coder->coded.failed;
    return place;
}

/* --- links --- */

static void put_anchor(struct coder *coder, const struct audit_anchor *anchor, uint32_t from)
{
    const struct audit_text *texts = audit_list(coder->records, AUDIT_TEXTS);
    uint32_t *text = &coder->texts[anchor->text];
    varint_put(&coder->links, varint_sign(anchor->page - from));
    varint_put(&coder->links, *text ? coder->text_count + 1 - *text : 0);
    if (*text)
        return;
    *text = ++coder->text_count;
    struct str written = write_text_of(coder, texts[anchor->text]);
    if (word_hash(written) == coder->pages->titles[anchor->page])
        varint_put(&coder->chars, 0);
    else
        put_text(coder, written);
}

static void put_link(struct coder *coder, uint32_t link, uint32_t from)
{
    const struct audit_anchor *anchors = audit_list(coder->records, AUDIT_ANCHORS);
    uint32_t number = link & ~AUDIT_FLAGS, *anchor = &coder->anchors[number];
    uint32_t back = *anchor ? coder->anchor_count + 1 - *anchor : 0;
    varint_put(&coder->links, back << 1 | (link & AUDIT_LISTED ? 1 : 0));
    if (*anchor)
        return;
    *anchor = ++coder->anchor_count;
    put_anchor(coder, &anchors[number], from);
}

static void write_put_links(struct coder *coder)
{
    const uint32_t *pages = audit_list(coder->records, AUDIT_PAGES), *links = audit_list(coder->records, AUDIT_LINKS);
    size_t page_count = audit_count(coder->records, AUDIT_PAGES), link_count = audit_count(coder->records, AUDIT_LINKS);
    for (uint32_t page = 0; page < page_count; page++) {
        uint32_t first = pages[page];
        size_t count = first < link_count ? audit_count_links(links + first, link_count - first) : 0;
        varint_put(&coder->links, (uint32_t)count);
        for (size_t i = 0; i < count; i++)
            put_link(coder, links[first + i], page);
        coder->totals.kept += count;
    }
}

/* --- sections --- */

/* In the order of the file, but for the texts, which all others add to. */
static void write_lists(struct coder *coder, struct index_writer *writer)
{
    size_t broken_count = audit_count(coder->records, AUDIT_BROKEN),
           suggestion_count = audit_count(coder->records, AUDIT_SUGGESTIONS);
    const struct audit_broken *broken = audit_list(coder->records, AUDIT_BROKEN);
    const struct audit_suggestion *suggestions = audit_list(coder->records, AUDIT_SUGGESTIONS);
    index_writer_begin(writer, SECTION_AUDIT_BROKEN);
    for (size_t i = 0; i < broken_count; i++) {
        struct audit_broken record = broken[i];
        record.url = put_text(coder, write_text_of(coder, broken[i].url));
        record.text = put_text(coder, write_text_of(coder, broken[i].text));
        index_writer_add(writer, &record, sizeof record);
    }
    const struct buf *addresses = &coder->records->lists[AUDIT_ADDRESSES];
    index_writer_put(writer, SECTION_AUDIT_ADDRESSES, addresses->data, addresses->len);
    index_writer_begin(writer, SECTION_AUDIT_SUGGESTIONS);
    struct audit_text text = {0};
    for (size_t i = 0; i < suggestion_count; i++) { /* those of a page mostly have one text */
        struct audit_suggestion record = suggestions[i];
        bool is_new = i == 0 || suggestions[i].text.offset != suggestions[i - 1].text.offset;
        text = record.text = is_new ? put_text(coder, write_text_of(coder, suggestions[i].text)) : text;
        index_writer_add(writer, &record, sizeof record);
    }
}

static enum status audit_write_all(struct coder *coder, struct index_writer *writer, struct error *err)
{
    if (!coder->anchors || !coder->texts)
        return error_memory(err);
    if (audit_count(coder->records, AUDIT_TOTALS))
        memcpy(&coder->totals, audit_list(coder->records, AUDIT_TOTALS), sizeof coder->totals);
    write_put_links(coder);
    coder->totals.anchors = coder->anchor_count;
    index_writer_put(writer, SECTION_AUDIT_LINKS, coder->links.data, coder->links.len);
    write_lists(coder, writer);
    index_writer_put(writer, SECTION_AUDIT_CHARS, coder->chars.data, coder->chars.len);
    index_writer_put(writer, SECTION_AUDIT_TOTALS, &coder->totals, sizeof coder->totals);
    if (coder->chars.failed && coder->chars.len > UINT32_MAX / 2)
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    return coder->chars.failed || coder->links.failed ? error_memory(err) : OK;
}

enum status audit_write(const struct audit_records *records, const struct audit_pages *pages,
                        struct index_writer *writer, struct error *err)
{
    struct coder coder = {.records = records, .pages = pages, .chars.limit = UINT32_MAX};
    coder.anchors = calloc(audit_count(records, AUDIT_ANCHORS) + 1, sizeof *coder.anchors);
    coder.texts = calloc(audit_count(records, AUDIT_TEXTS) + 1, sizeof *coder.texts);
    enum status status = audit_write_all(&coder, writer, err);
    buf_free(&coder.links);
    buf_free(&coder.chars);
    buf_free(&coder.coded);
    free(coder.anchors);
    free(coder.texts);
    return status;
}
