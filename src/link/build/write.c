#include "link/build/write.h"

#include "link/build/plain_forms.h"
#include "link/index/index_write.h"
#include "link/site/store.h"

#include <stdlib.h>

/* --- hash tables --- */

/* Slots of a table with `count` entries: three quarters of them are used. */
static size_t slots_for(size_t count)
{
    return count + count / 3 + 1;
}

/* Begins an empty table of that size; NULL: memory ran out. */
static struct index_slot *new_slots(size_t count)
{
    return calloc(count, sizeof(struct index_slot));
}

static void put_slot(struct index_slot *slots, size_t count, uint64_t hash, uint32_t value)
{
    size_t at = index_home(hash, count);
    while (slots[at].value)
        at = at + 1 < count ? at + 1 : 0;
    slots[at] = (struct index_slot){index_check(hash), value};
}

static void write_slots(struct index_writer *writer, enum index_section_id section, struct index_slot *slots,
                        size_t count)
{
    index_writer_begin(writer, section);
    index_writer_add(writer, slots, count * sizeof *slots);
    free(slots);
}

/* --- pages --- */

static void code_counts(uint8_t *stats, const uint32_t *counts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        stats[i] = count_code(counts[i]);
}

/* Links to a page that are kept. */
enum { MAX_LINKS = 32 };

static uint8_t kept_links(uint32_t count)
{
    return (uint8_t)(count < MAX_LINKS ? count : MAX_LINKS);
}

static void write_pages(const struct site *site, struct index_writer *writer)
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
        code_counts(record.stats, page->counts, PAGE_STATS);
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

static void write_links(struct site *site, struct index_writer *writer)
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
    size_t count = slots_for(site->page_count);
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

/* --- words --- */

static void put_numbers(struct index_slot *slots, size_t count, const struct numbers *plain)
{
    for (size_t i = 0; i < plain->cap; i++)
        if (plain->slots[i].value)
            put_slot(slots, count, numbers_hash(&plain->slots[i]), plain->slots[i].value);
}

static enum status write_word_slots(struct site *site, struct index_writer *writer, struct error *err)
{
    const struct forms *forms = &site->store->forms;
    struct numbers plain = {0};
    bool good = plain_forms_choose(site, &plain);
    size_t count = slots_for((size_t)forms->count + site->term_count + plain.count);
    struct index_slot *slots = good ? new_slots(count) : NULL;
    for (size_t i = 0; slots && i < forms->numbers.cap; i++)
        if (forms->numbers.slots[i].value)
            put_slot(slots, count, numbers_hash(&forms->numbers.slots[i]),
                     forms->list[forms->numbers.slots[i].value - 1].term + 1);
    for (uint32_t i = 0; slots && i < site->term_count; i++)
        put_slot(slots, count, site->terms[i].hash, i + 1);
    if (slots)
        put_numbers(slots, count, &plain);
    numbers_free(&plain);
    if (!slots)
        return error_memory(err);
    write_slots(writer, SECTION_WORD_SLOTS, slots, count);
    return OK;
}

/* --- phrases --- */

/* The trie while its nodes get the numbers that they have in the file. */
struct trie {
    struct index_edge *edges;
    size_t edge_count;
    uint32_t *places; /* per node of the builder: its number in the file; 0: not placed yet */
};

static uint32_t place_edge(struct trie *trie, uint32_t parent, uint32_t term, uint32_t phrase)
{
    uint64_t hash = index_hash_edge(parent, term);
    size_t at = index_home(hash, trie->edge_count);
    while (trie->edges[at].phrase)
        at = at + 1 < trie->edge_count ? at + 1 : 0;
    trie->edges[at] = (struct index_edge){index_check(hash), phrase ? phrase : EDGE_INNER};
    return (uint32_t)at + 1;
}

/* Nodes were numbered when they were made, a parent before its children. */
static void place_edges(struct site *site, struct trie *trie)
{
    struct site_store *store = site->store;
    for (uint32_t node = 1; node < store->node_count; node++) {
        const struct site_node *made = &store->nodes[node];
        trie->places[node] = place_edge(trie, trie->places[made->parent], made->term, made->phrase);
        if (!made->parent)
            site->terms[made->term].node = trie->places[node];
    }
}

static enum status write_trie(struct site *site, struct index_writer *writer, struct error *err)
{
    struct site_store *store = site->store;
    struct trie trie = {.edge_count = slots_for(store->node_count)};
    trie.edges = calloc(trie.edge_count, sizeof *trie.edges);
    trie.places = calloc((size_t)store->node_count + 1, sizeof *trie.places);
    bool good = trie.edges && trie.places;
    if (good) {
        place_edges(site, &trie);
        index_writer_begin(writer, SECTION_TERMS);
        for (uint32_t i = 0; i < site->term_count; i++) {
            struct index_term record = {.node = site->terms[i].node};
            code_counts(record.stats, site->terms[i].counts, TERM_STATS);
            index_writer_add(writer, &record, sizeof record);
        }
        index_writer_begin(writer, SECTION_EDGES);
        index_writer_add(writer, trie.edges, trie.edge_count * sizeof *trie.edges);
    }
    free(trie.edges);
    free(trie.places);
    return good ? OK : error_memory(err);
}

static void write_phrases(struct site *site, struct index_writer *writer)
{
    uint32_t first_target = 0;
    index_writer_begin(writer, SECTION_PHRASES);
    for (uint32_t i = 0; i < site->phrase_count; i++) {
        const struct site_phrase *phrase = &site->phrases[i];
        struct index_phrase record = {
            .first_target = first_target, .target_count = (uint8_t)phrase->target_count, .length = phrase->length};
        code_counts(record.stats, phrase->counts, PHRASE_STATS);
        index_writer_add(writer, &record, sizeof record);
        first_target += phrase->target_count;
    }
}

static void write_targets(struct site *site, struct index_writer *writer)
{
    index_writer_begin(writer, SECTION_TARGETS);
    for (uint32_t i = 0; i < site->phrase_count; i++) {
        const struct site_phrase *phrase = &site->phrases[i];
        const struct site_target *targets = &site->targets[phrase->first_target];
        for (uint32_t j = 0; j < phrase->target_count; j++) {
            struct index_target record = {.page = targets[j].page,
                                          .form = targets[j].form,
                                          .title_form = targets[j].title_form,
                                          .title_kind = targets[j].title_kind & 15,
                                          .title_case = targets[j].title_case & 15,
                                          .cover = targets[j].cover};
            code_counts(record.stats, targets[j].counts, TARGET_STATS);
            index_writer_add(writer, &record, sizeof record);
        }
    }
}

/* --- all of it --- */

/* The sections are empty in the indexes that lessons are learned from: what they hold has not been found then. */
static enum status write_audit(struct site *site, struct index_writer *writer, struct error *err)
{
    struct audit_records *records = &site->store->audit_records;
    if (site->store->suggestions)
        suggestions_write(site->store->suggestions, records);
    enum status status = audit_check_records(records, err);
    for (int section = AUDIT_FIRST_SECTION; status == OK && section <= AUDIT_LAST_SECTION; section++) {
        const struct buf *bytes = &records->sections[section - AUDIT_FIRST_SECTION];
        index_writer_begin(writer, section);
        index_writer_add(writer, bytes->data, bytes->len);
    }
    return status;
}

static enum status write_sections(struct site *site, struct index_writer *writer, struct error *err)
{
    write_pages(site, writer);
    enum status status = write_texts(site, writer, err);
    if (status == OK)
        status = write_page_slots(site, writer, err);
    if (status == OK)
        status = write_word_slots(site, writer, err);
    if (status == OK)
        status = write_trie(site, writer, err);
    if (status != OK)
        return status;
    write_phrases(site, writer);
    write_targets(site, writer);
    write_links(site, writer);
    write_languages(site, writer);
    index_writer_begin(writer, SECTION_CONTEXTS);
    index_writer_add(writer, site->contexts, site->context_count * sizeof *site->contexts);
    index_writer_begin(writer, SECTION_LESSONS);
    index_writer_add(writer, site->lessons.data, site->lessons.len);
    return site->store->suggestions ? write_audit(site, writer, err) : OK;
}

enum status write_temporary(struct site *site, const char *path, struct link_index **index, struct error *err)
{
    struct index_writer writer;
    *index = NULL;
    enum status status = index_writer_open(&writer, path, err);
    writer.header.link_count = site->link_count;
    writer.header.linking_pages = site->linking_pages;
    if (status == OK)
        status = write_sections(site, &writer, err);
    if (status == OK)
        status = index_writer_finish(&writer, err);
    if (status == OK)
        status = link_open(writer.temporary, index, err);
    index_writer_close(&writer);
    return status;
}

enum status write_index(struct site *site, const char *path, struct error *err)
{
    struct index_writer writer;
    enum status status = index_writer_open(&writer, path, err);
    writer.header.link_count = site->link_count;
    writer.header.linking_pages = site->linking_pages;
    if (status == OK)
        status = write_sections(site, &writer, err);
    if (status == OK)
        status = index_writer_save(&writer, err);
    index_writer_close(&writer);
    return status;
}
