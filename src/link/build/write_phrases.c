#include "link/build/build.h"

#include "link/index/index_write.h"
#include "link/site/store.h"

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
    size_t count = index_slots_for((size_t)forms->count + site->term_count + plain.count);
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
    struct trie trie = {.edge_count = index_slots_for(store->node_count)};
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

static void write_phrases_write_records(struct site *site, struct index_writer *writer)
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

void write_phrases(struct site *site, struct index_writer *writer)
{
    write_word_slots(site, writer);
    write_trie(site, writer);
    write_phrases_write_records(site, writer);
    write_targets(site, writer);
}
