/* Where the phrases of a site stand in a page. */
#include "link/site/text.h"

#include "base/vec.h"

enum phrase_case site_case_of(const struct site_item *items, size_t length)
{
    bool lower = true;
    for (size_t i = 0; i < length; i++) {
        if (items[i].letter_case == CASE_UPPER || items[i].letter_case == CASE_MIXED)
            return PHRASE_UPPER;
        lower &= items[i].letter_case != CASE_CAPITAL || (i == 0 && (items[i].marks & MARK_STARTS_SENTENCE));
    }
    if (!lower)
        return PHRASE_CAPITAL;
    return items[0].letter_case == CASE_CAPITAL ? PHRASE_AT_START : PHRASE_LOWER;
}

uint16_t site_form_of(const struct site_item *items, size_t length)
{
    uint32_t form = 0;
    for (size_t i = 0; i < length; i++)
        form = index_form_add(form, items[i].form, items[i].marks & MARK_FOLLOWS_CLOSELY);
    return index_form(form);
}

/* Walks over the text. */
struct text_occurrences_walk {
    const struct site *site;
    const struct site_text *text;
    struct arena *arena;
    struct site_occurrence *found;
    size_t count, cap;
    size_t anchor;     /* the first one that does not end before the present place */
    size_t covered_to; /* what ends up to here is covered by a phrase that began before */
};

static void find_anchor(const struct text_occurrences_walk *walk, struct site_occurrence *occurrence)
{
    for (size_t i = walk->anchor; i < walk->text->anchor_count; i++) {
        const struct site_anchor *anchor = &walk->text->anchors[i];
        if (anchor->first >= occurrence->last)
            return;
        if (anchor->last == occurrence->last &&
            (anchor->first == occurrence->first || anchor->name == occurrence->first))
            occurrence->anchor = anchor;
        else if (anchor->last > occurrence->first && anchor->last > anchor->first)
            occurrence->in_anchor |= anchor->first <= occurrence->first && occurrence->last <= anchor->last;
        else
            continue;
        occurrence->is_touched |= anchor->page != SITE_NO_PAGE && !anchor->is_list;
    }
}

static bool ends_word(const struct site_text *text, size_t last)
{
    return last == text->count || text->items[last].term == SITE_BREAK ||
           !(text->items[last].marks & MARK_CONTINUES_WORD);
}

static void text_occurrences_add(struct text_occurrences_walk *walk, uint32_t phrase, size_t first, size_t last)
{
    struct site_occurrence *occurrence = VEC_PUSH(walk->arena, walk->found, walk->count, walk->cap);
    if (!occurrence)
        return;
    *occurrence = (struct site_occurrence){.phrase = phrase, .first = (uint32_t)first, .last = (uint32_t)last};
    find_anchor(walk, occurrence);
}

/* Adds the longer phrases that begin at `first`, whose term leads to a node of the trie. */
static void walk_from(struct text_occurrences_walk *walk, size_t first)
{
    const struct site_text *text = walk->text;
    const struct site_store *store = walk->site->store;
    uint32_t node = walk->site->terms[text->items[first].term].node;
    for (size_t at = first + 1; at < text->count && text->items[at].term != SITE_BREAK; at++) {
        uint64_t hash = index_hash_edge(node, text->items[at].term);
        node = store_may_have_edge(store, hash) ? numbers_get(&store->edges, hash) : 0;
        if (!node)
            return;
        uint32_t phrase = store->nodes[node].phrase;
        if (phrase && ends_word(text, at + 1))
            text_occurrences_add(walk, phrase - 1, first, at + 1);
    }
}

/* Adds all phrases that begin at `first`. */
static void find_from(struct text_occurrences_walk *walk, size_t first)
{
    const struct site_term *term = &walk->site->terms[walk->text->items[first].term];
    size_t from = walk->count;
    if (!term->node)
        return;
    if (term->phrase && ends_word(walk->text, first + 1))
        text_occurrences_add(walk, term->phrase - 1, first, first + 1);
    walk_from(walk, first);
    for (size_t i = from; i < walk->count; i++)
        walk->found[i].is_covered = walk->found[i].last <= walk->covered_to || i + 1 < walk->count;
    if (walk->count > from && walk->found[walk->count - 1].last > walk->covered_to)
        walk->covered_to = walk->found[walk->count - 1].last;
}

/* Asks for the memory of the edge by which a phrase could go on, some items before it is needed. */
static void look_ahead(const struct text_occurrences_walk *walk, size_t at)
{
    enum { AHEAD = 12 };
    const struct site_text *text = walk->text;
    if (at + AHEAD + 1 >= text->count)
        return;
    const struct site_item *items = text->items + at + AHEAD;
    if (items[0].term == SITE_BREAK || items[1].term == SITE_BREAK || !walk->site->terms[items[0].term].node)
        return;
    uint64_t hash = index_hash_edge(walk->site->terms[items[0].term].node, items[1].term);
    if (store_may_have_edge(walk->site->store, hash))
        numbers_prefetch(&walk->site->store->edges, hash);
}

void occurrences_find_all(const struct site *site, struct site_text *text, struct arena *arena)
{
    struct text_occurrences_walk walk = {.site = site, .text = text, .arena = arena};
    for (size_t at = 0; at < text->count; at++) {
        look_ahead(&walk, at);
        while (walk.anchor < text->anchor_count && text->anchors[walk.anchor].last <= at)
            walk.anchor++;
        if (text->items[at].term != SITE_BREAK && !(text->items[at].marks & (MARK_CONTINUES_WORD | SITE_IN_FRAME)))
            find_from(&walk, at);
    }
    text->occurrences = walk.found;
    text->occurrence_count = walk.count;
}

bool site_names_itself(const struct site *site, uint32_t phrase, uint32_t page)
{
    const struct site_phrase *record = &site->phrases[phrase];
    for (uint32_t i = 0; i < record->target_count; i++) {
        const struct site_target *target = &site->targets[record->first_target + i];
        if (target->page == page)
            return target->counts[TARGET_LINKS] || target->title_kind <= TITLE_SLUG;
    }
    return false;
}
