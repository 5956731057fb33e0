#include "link/build/build.h"

#include "base/varint.h"
#include "link/index/index_write.h"
#include "link/site/store.h"

#include <stdlib.h>

/* --- pages --- */

/* Links to a page that are kept. */
enum { MAX_LINKS = 32 };

static uint8_t kept_links(uint32_t count)
{
    return (uint8_t)(count < MAX_LINKS ? count : MAX_LINKS);
}

static void build_write_records(const struct site *site, struct index_writer *writer)
{
    uint32_t first_link = 0;
    index_writer_begin(writer, SECTION_PAGES);
    for (uint32_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        struct index_page record = {.language = page->language,
                                    .stands = page->stands,
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
static void build_write_list(struct index_writer *writer, const uint32_t *pages, uint32_t count)
{
    uint32_t kept = kept_links(count);
    for (uint32_t i = 0; i < kept; i++)
        index_writer_add(writer, &pages[(uint64_t)i * count / kept], sizeof *pages);
}

static void write_links(struct site *site, struct index_writer *writer)
{
    index_writer_begin(writer, SECTION_LINKS);
    for (uint32_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        build_write_list(writer, site->links + page->first_link + page->out_count, page->in_count);
    }
}

/* --- their texts --- */

struct page_texts {
    struct index_writer *writer;
    const struct symbols *symbols;
    uint32_t *groups; /* where each begins */
    uint32_t next;    /* page */
    struct buf coded; /* a page */
    struct buf url, title;
    uint64_t place;
    bool failed, too_long;
};

/* The next page. */
static void build_write_text(struct page_texts *texts, struct str url, struct str title)
{
    struct buf *coded = &texts->coded;
    buf_clear(coded);
    buf_clear(&texts->url);
    buf_clear(&texts->title);
    symbols_encode(texts->symbols, url, &texts->url);
    symbols_encode(texts->symbols, title, &texts->title);
    varint_put(coded, (uint32_t)texts->url.len);
    varint_put(coded, (uint32_t)texts->title.len);
    buf_add(coded, texts->url.data, texts->url.len);
    buf_add(coded, texts->title.data, texts->title.len);
    texts->failed |= coded->failed || texts->url.failed || texts->title.failed;
    texts->too_long |= texts->url.len > UINT16_MAX || texts->title.len > UINT16_MAX;
    if (texts->next % TEXT_GROUP == 0)
        texts->groups[texts->next / TEXT_GROUP] = (uint32_t)texts->place;
    index_writer_add(texts->writer, coded->data, coded->len);
    texts->place += coded->len;
    texts->next++;
}

/* Pages that are hidden, and so not met, have empty texts. */
static void skip_to(struct page_texts *texts, uint32_t page)
{
    while (texts->next < page)
        build_write_text(texts, STR(""), STR(""));
}

static void note_text(struct site *site, const struct site_text *text, void *context)
{
    struct page_texts *texts = context;
    skip_to(texts, text->page);
    build_write_text(texts, text->url, text->title_text);
    site->store->titles[text->page] = word_hash(text->title_text);
    if (texts->failed)
        site_fail(site);
}

static enum status write_coded(struct site *site, struct page_texts *texts, struct error *err)
{
    struct str sample = {buf_text(&site->store->sample), site->store->sample.len};
    struct symbols *symbols = &site->store->symbols;
    if (!symbols_make(symbols, sample))
        return error_memory(err);
    texts->symbols = symbols;
    index_writer_put(texts->writer, SECTION_SYMBOLS, symbols->list, symbols->count * sizeof *symbols->list);
    index_writer_begin(texts->writer, SECTION_TEXT);
    enum status status = site_each_page(site, SITE_NAMES, 1, note_text, texts, err);
    skip_to(texts, site->page_count);
    index_writer_put(texts->writer, SECTION_PAGE_TEXTS, texts->groups,
                     index_text_groups(site->page_count) * sizeof *texts->groups);
    if (status == OK && texts->failed)
        return error_memory(err);
    if (status == OK && (texts->place > UINT32_MAX || texts->too_long))
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    return status;
}

static enum status write_texts(struct site *site, struct index_writer *writer, struct error *err)
{
    struct page_texts texts = {.writer = writer,
                               .groups = calloc(index_text_groups(site->page_count) + 1, sizeof(uint32_t))};
    struct site_store *store = site->store;
    if (!store->titles)
        store->titles = ARENA_ARRAY(store->arena, (size_t)site->page_count + 1, uint64_t);
    enum status status = texts.groups && store->titles ? write_coded(site, &texts, err) : error_memory(err);
    buf_free(&texts.coded);
    buf_free(&texts.url);
    buf_free(&texts.title);
    free(texts.groups);
    return status;
}

static void write_page_slots(struct site *site, struct index_writer *writer)
{
    size_t count = index_slots_for(site->page_count);
    uint32_t *slots = calloc(count, sizeof *slots);
    for (uint32_t i = 0; slots && i < site->page_count; i++) {
        size_t at = index_home(site->pages[i].key, count);
        while (slots[at])
            at = at + 1 < count ? at + 1 : 0;
        slots[at] = i + 1;
    }
    if (slots)
        index_writer_put(writer, SECTION_PAGE_SLOTS, slots, count * sizeof *slots);
    else
        site_fail(site);
    free(slots);
}

static void write_languages(const struct site *site, struct index_writer *writer)
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

/* --- all of it --- */

/* The sections are empty in the indexes that lessons are learned from: what they hold has not been found then. */
static enum status write_audit(struct site *site, struct index_writer *writer, struct error *err)
{
    struct audit_records *records = &site->store->audit_records;
    if (site->store->suggestions)
        suggestions_write(site->store->suggestions, records);
    struct audit_pages pages = {&site->store->symbols, site->store->titles};
    enum status status = audit_check_records(records, err);
    return status == OK ? audit_write(records, &pages, writer, err) : status;
}

static enum status write_sections(struct site *site, struct index_writer *writer, struct error *err)
{
    build_write_records(site, writer);
    enum status status = write_texts(site, writer, err);
    if (status != OK)
        return status;
    write_page_slots(site, writer);
    write_phrases(site, writer);
    write_links(site, writer);
    write_languages(site, writer);
    index_writer_put(writer, SECTION_CONTEXTS, site->contexts, site->context_count * sizeof *site->contexts);
    index_writer_put(writer, SECTION_LESSONS, site->lessons.data, site->lessons.len);
    index_writer_put(writer, SECTION_FRAME, site->frame, site->frame_count * sizeof *site->frame);
    if (site->store->failed)
        return error_memory(err);
    return site->store->suggestions ? write_audit(site, writer, err) : OK;
}

static enum status build_write_all(struct site *site, struct index_writer *writer, struct error *err)
{
    enum status status = index_writer_open(writer, site->store->options->path, err);
    writer->header.link_count = site->link_count;
    writer->header.linking_pages = site->linking_pages;
    return status == OK ? write_sections(site, writer, err) : status;
}

enum status write_temporary(struct site *site, struct link_index **index, struct error *err)
{
    struct index_writer writer;
    *index = NULL;
    enum status status = build_write_all(site, &writer, err);
    if (status == OK)
        status = index_writer_finish(&writer, err);
    if (status == OK)
        status = link_open(writer.temporary, index, err);
    index_writer_close(&writer);
    return status;
}

enum status write_index(struct site *site, struct error *err)
{
    struct index_writer writer;
    enum status status = build_write_all(site, &writer, err);
    if (status == OK)
        status = index_writer_save(&writer, err);
    index_writer_close(&writer);
    return status;
}
