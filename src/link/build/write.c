#include "link/build/build.h"

#include <stdlib.h>

/* --- words --- */

/* Per term: is it part of a phrase? NULL: memory ran out. */
static bool *find_used_terms(const struct site *site)
{
    const struct site_store *store = site->store;
    bool *used = calloc((size_t)site->term_count + 1, sizeof *used);
    for (uint32_t node = 1; used && node < store->node_count; node++)
        used[store->nodes[node].term] = true;
    return used;
}

/*
 * Words that are found without their accents too: "resume" leads to "résumé" on a site that has no "resume". Only words
 * of phrases: the others would take room and make no link. Fills `plain`, which is empty, with index_hash_stem of the
 * stem without accents -> term plus one. Of several words that are the same without accents the one is meant that more
 * pages have. False: memory ran out.
 */
static bool choose_plain_forms(const struct site *site, struct numbers *plain)
{
    const struct forms *forms = &site->store->forms;
    bool *used = find_used_terms(site), good = used != NULL;
    for (size_t i = 0; good && i < forms->plain_count; i++) {
        const struct plain_form *form = &forms->plain[i];
        uint32_t *term = used[form->term] ? numbers_put(plain, form->hash) : NULL;
        good = term || !used[form->term];
        if (term && (!*term || site->terms[*term - 1].counts[TERM_PAGES] < site->terms[form->term].counts[TERM_PAGES]))
            *term = form->term + 1;
    }
    free(used);
    return good;
}

/* Slots of a table with `count` entries: three quarters of them are used. */
static size_t slots_for(size_t count)
{
    return count + count / 3 + 1;
}

static void put_slot(struct index_slot *slots, size_t count, uint64_t hash, uint32_t value)
{
    size_t at = index_home(hash, count);
    while (slots[at].value)
        at = at + 1 < count ? at + 1 : 0;
    slots[at] = (struct index_slot){index_check(hash), value};
}

static void put_numbers(struct index_slot *slots, size_t count, const struct numbers *plain)
{
    for (size_t i = 0; i < plain->cap; i++)
        if (plain->slots[i].value)
            put_slot(slots, count, numbers_hash(&plain->slots[i]), plain->slots[i].value);
}

static void write_word_slots(struct site *site, struct index_writer *writer)
{
    const struct forms *forms = &site->store->forms;
    struct numbers plain = {0};
    bool good = choose_plain_forms(site, &plain);
    size_t count = slots_for((size_t)forms->count + site->term_count + plain.count);
    struct index_slot *slots = good ? calloc(count, sizeof *slots) : NULL;
    for (size_t i = 0; slots && i < forms->numbers.cap; i++)
        if (forms->numbers.slots[i].value)
            put_slot(slots, count, numbers_hash(&forms->numbers.slots[i]),
                     forms->list[forms->numbers.slots[i].value - 1].term + 1);
    for (uint32_t i = 0; slots && i < site->term_count; i++)
        put_slot(slots, count, site->terms[i].hash, i + 1);
    if (slots) {
        put_numbers(slots, count, &plain);
        index_writer_put(writer, SECTION_WORD_SLOTS, slots, count * sizeof *slots);
    } else {
        site_fail(site);
    }
    numbers_free(&plain);
    free(slots);
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
    size_t home = index_home(hash, trie->edge_count), at = home;
    uint32_t reach = 1;
    for (; trie->edges[at].phrase; at = at + 1 < trie->edge_count ? at + 1 : 0)
        reach += reach < EDGE_FAR;
    trie->edges[at] = (struct index_edge){index_check(hash), (phrase ? phrase : EDGE_INNER) & EDGE_INNER, 0, 0};
    if (trie->edges[home].reach < reach)
        trie->edges[home].reach = reach & EDGE_FAR;
    if (parent)
        trie->edges[parent - 1].children |= index_child_class(term) & 7;
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

static void write_trie(struct site *site, struct index_writer *writer)
{
    struct site_store *store = site->store;
    struct trie trie = {.edge_count = slots_for(store->node_count)};
    trie.edges = calloc(trie.edge_count, sizeof *trie.edges);
    trie.places = calloc((size_t)store->node_count + 1, sizeof *trie.places);
    if (trie.edges && trie.places) {
        place_edges(site, &trie);
        index_writer_begin(writer, SECTION_TERMS);
        for (uint32_t i = 0; i < site->term_count; i++) {
            struct index_term record = {.node = site->terms[i].node};
            count_codes(record.stats, site->terms[i].counts, TERM_STATS);
            index_writer_add(writer, &record, sizeof record);
        }
        index_writer_put(writer, SECTION_EDGES, trie.edges, trie.edge_count * sizeof *trie.edges);
    } else {
        site_fail(site);
    }
    free(trie.edges);
    free(trie.places);
}

static void write_phrase_records(struct site *site, struct index_writer *writer)
{
    uint32_t first_target = 0;
    index_writer_begin(writer, SECTION_PHRASES);
    for (uint32_t i = 0; i < site->phrase_count; i++) {
        const struct site_phrase *phrase = &site->phrases[i];
        struct index_phrase record = {
            .first_target = first_target, .target_count = (uint8_t)phrase->target_count, .length = phrase->length};
        count_codes(record.stats, phrase->counts, PHRASE_STATS);
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
            count_codes(record.stats, targets[j].counts, TARGET_STATS);
            index_writer_add(writer, &record, sizeof record);
        }
    }
}

/* The table of words, their terms, the trie, the phrases in it, and the pages that these name. */
static void write_phrases(struct site *site, struct index_writer *writer)
{
    write_word_slots(site, writer);
    write_trie(site, writer);
    write_phrase_records(site, writer);
    write_targets(site, writer);
}

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
    if (!status && texts->failed)
        return error_memory(err);
    if (!status && (texts->place > UINT32_MAX || texts->too_long))
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
    size_t count = slots_for(site->page_count);
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
    return status ? status : audit_write(records, &pages, writer, err);
}

static enum status write_sections(struct site *site, struct index_writer *writer, struct error *err)
{
    build_write_records(site, writer);
    enum status status = write_texts(site, writer, err);
    if (status)
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
    return status ? status : write_sections(site, writer, err);
}

enum status write_temporary(struct site *site, struct link_index **index, struct error *err)
{
    struct index_writer writer;
    *index = NULL;
    enum status status = build_write_all(site, &writer, err);
    if (!status)
        status = index_writer_finish(&writer, err);
    if (!status)
        status = link_open(writer.temporary, index, err);
    index_writer_close(&writer);
    return status;
}

enum status write_index(struct site *site, struct error *err)
{
    struct index_writer writer;
    enum status status = build_write_all(site, &writer, err);
    if (!status)
        status = index_writer_save(&writer, err);
    index_writer_close(&writer);
    return status;
}
