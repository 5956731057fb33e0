#include "link/build/write_pages.h"

#include "link/site/store.h"

#include <stdlib.h>

/* --- records --- */

/* Links to a page that are kept. */
enum { MAX_LINKS = 32 };

static uint8_t kept_links(uint32_t count)
{
    return (uint8_t)(count < MAX_LINKS ? count : MAX_LINKS);
}

static void write_records(const struct site *site, struct index_writer *writer)
{
    uint32_t first_link = 0;
    index_writer_begin(writer, SECTION_PAGES);
    for (uint32_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        struct index_page record = {.language = page->language,
                                    .folder = (uint16_t)page->folder,
                                    .key_check = (uint16_t)page->key,
                                    .first_link = first_link,
                                    .link_count = kept_links(page->in_count)};
        memcpy(record.keys, page->keys, sizeof record.keys);
        memcpy(record.weights, page->weights, sizeof record.weights);
        count_codes(record.stats, page->counts, PAGE_STATS);
        index_writer_add(writer, &record, sizeof record);
        first_link += record.link_count;
        for (int stat = 0; stat < PAGE_STATS; stat++)
            writer->header.totals[stat] += page->counts[stat];
    }
}

/* So many of the pages as are kept, evenly spread. */
static void write_list(struct index_writer *writer, const uint32_t *pages, uint32_t count)
{
    uint32_t kept = kept_links(count);
    for (uint32_t i = 0; i < kept; i++)
        index_writer_add(writer, &pages[(uint64_t)i * count / kept], sizeof *pages);
}

void write_links(struct site *site, struct index_writer *writer)
{
    index_writer_begin(writer, SECTION_LINKS);
    for (uint32_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        write_list(writer, site->links + page->first_link + page->out_count, page->in_count);
    }
}

/* --- texts --- */

struct page_texts {
    struct index_writer *writer;
    struct symbols symbols;
    struct index_page_text *list;
    struct buf coded;
    uint64_t place;
    bool failed, too_long;
};

/* Writes the coded text; its length. */
static uint16_t write_text(struct page_texts *texts, struct str text)
{
    buf_clear(&texts->coded);
    symbols_encode(&texts->symbols, text, &texts->coded);
    texts->failed |= texts->coded.failed;
    texts->too_long |= texts->coded.len > UINT16_MAX;
    index_writer_add(texts->writer, texts->coded.data, texts->coded.len);
    texts->place += texts->coded.len;
    return (uint16_t)texts->coded.len;
}

static bool note_text(struct site *site, const struct site_text *text, void *context)
{
    (void)site;
    struct page_texts *texts = context;
    struct index_page_text *record = &texts->list[text->page];
    record->text = (uint32_t)texts->place;
    record->url_length = write_text(texts, text->url);
    record->title_length = write_text(texts, text->title_text);
    return !texts->failed;
}

static enum status write_coded(struct site *site, struct page_texts *texts, struct error *err)
{
    struct str sample = {buf_text(&site->store->sample), site->store->sample.len};
    if (!symbols_make(&texts->symbols, sample))
        return error_memory(err);
    index_writer_begin(texts->writer, SECTION_SYMBOLS);
    index_writer_add(texts->writer, texts->symbols.list, texts->symbols.count * sizeof *texts->symbols.list);
    index_writer_begin(texts->writer, SECTION_TEXT);
    enum status status = site_each_page(site, SITE_NAMES, 1, note_text, texts, err);
    index_writer_begin(texts->writer, SECTION_PAGE_TEXTS);
    index_writer_add(texts->writer, texts->list, site->page_count * sizeof *texts->list);
    if (status == OK && (texts->place > UINT32_MAX || texts->too_long))
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    return status;
}

static enum status write_texts(struct site *site, struct index_writer *writer, struct error *err)
{
    struct page_texts texts = {.writer = writer,
                               .list = calloc((size_t)site->page_count + 1, sizeof(struct index_page_text))};
    enum status status = texts.list ? write_coded(site, &texts, err) : error_memory(err);
    buf_free(&texts.coded);
    free(texts.list);
    return status;
}

static enum status write_page_slots(const struct site *site, struct index_writer *writer, struct error *err)
{
    size_t count = index_slots_for(site->page_count);
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return error_memory(err);
    for (uint32_t i = 0; i < site->page_count; i++) {
        size_t at = index_home(site->pages[i].key, count);
        while (slots[at])
            at = at + 1 < count ? at + 1 : 0;
        slots[at] = i + 1;
    }
    index_writer_begin(writer, SECTION_PAGE_SLOTS);
    index_writer_add(writer, slots, count * sizeof *slots);
    free(slots);
    return OK;
}

void write_languages(const struct site *site, struct index_writer *writer)
{
    index_writer_begin(writer, SECTION_LANGUAGES);
    for (size_t i = 0; i < site->store->language_count; i++) {
        struct index_language record = {0};
        const struct language *language = site->store->languages[i];
        for (size_t j = 0; language && j < sizeof record.tag && language->tag[j]; j++)
            record.tag[j] = language->tag[j];
        index_writer_add(writer, &record, sizeof record);
    }
}

enum status write_pages(struct site *site, struct index_writer *writer, struct error *err)
{
    write_records(site, writer);
    enum status status = write_texts(site, writer, err);
    return status == OK ? write_page_slots(site, writer, err) : status;
}
