#include "link/build/write_phrases.h"

#include "link/build/plain_forms.h"
#include "link/site/store.h"

#include <stdlib.h>

/* --- words --- */

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
    size_t count = index_slots_for((size_t)forms->count + site->term_count + plain.count);
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

static enum status write_trie(struct site *site, struct index_writer *writer, struct error *err)
{
    struct site_store *store = site->store;
    struct trie trie = {.edge_count = index_slots_for(store->node_count)};
    trie.edges = calloc(trie.edge_count, sizeof *trie.edges);
    trie.places = calloc((size_t)store->node_count + 1, sizeof *trie.places);
    bool good = trie.edges && trie.places;
    if (good) {
        place_edges(site, &trie);
        index_writer_begin(writer, SECTION_TERMS);
        for (uint32_t i = 0; i < site->term_count; i++) {
            struct index_term record = {.node = site->terms[i].node};
            count_codes(record.stats, site->terms[i].counts, TERM_STATS);
            index_writer_add(writer, &record, sizeof record);
        }
        index_writer_begin(writer, SECTION_EDGES);
        index_writer_add(writer, trie.edges, trie.edge_count * sizeof *trie.edges);
    }
    free(trie.edges);
    free(trie.places);
    return good ? OK : error_memory(err);
}

static void write_records(struct site *site, struct index_writer *writer)
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

enum status write_phrases(struct site *site, struct index_writer *writer, struct error *err)
{
    enum status status = write_word_slots(site, writer, err);
    if (status == OK)
        status = write_trie(site, writer, err);
    if (status != OK)
        return status;
    write_records(site, writer);
    write_targets(site, writer);
    return OK;
}
