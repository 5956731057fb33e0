#include "link/audit/audit.h"

#include <stdlib.h>

/* A name that stands on more pages than this, and on more than one page in so many of the site, names nothing. */
enum { COMMON_PAGES = 20, COMMON_SHARE = 20 };

/* Bits of `firsts`: most words begin no name, and are passed over by them. */
enum { FIRST_BITS = 1 << 18 };

/* A name of a weak page. */
struct suggestions_name {
    uint32_t weak;                 /* number of the weak page */
    uint32_t next;                 /* the next name of the same words + 1 */
    uint32_t holders, last_holder; /* pages that hold it, the last one + 1 */
    float worth;
    bool is_shared; /* another weak page has it too: it tells neither */
    struct str text;
    struct audit_text written; /* where it stands in the records */
    bool is_written;
};

/* A page that holds a name of a weak page. */
struct holder {
    uint32_t page, name;
};

struct weak {
    uint32_t page, name_count, holder_count;
    struct holder holders[SUGGESTIONS_KEPT];
};

struct suggestions {
    struct arena *arena;
    const struct audit_records *records;
    uint32_t page_count;
    uint32_t *weak_of; /* per page: number of the weak page + 1 */
    uint32_t *inbound; /* per page: pages that link to it from their text */
    struct weak *weak;
    uint32_t weak_count;
    struct table nodes; /* (node, word) -> node: a trie of the names, its root 0 */
    uint32_t node_count;
    uint64_t firsts[FIRST_BITS / 64]; /* the words that begin a name, by their lower bits */
    struct table ends;                /* (node, 0) -> the first name that ends there + 1 */
    struct suggestions_name *names;
    size_t name_count, name_cap;
};

/* --- the links that there are --- */

/* The page that the link leads to. */
static uint32_t target_of(const struct suggestions *suggestions, uint32_t link)
{
    const struct audit_anchor *anchors = audit_list(suggestions->records, AUDIT_ANCHORS);
    return anchors[link & ~AUDIT_FLAGS].page;
}

/* The links of a page, and how many. */
static const uint32_t *links_of(const struct suggestions *suggestions, uint32_t page, size_t *count)
{
    const uint32_t *pages = audit_list(suggestions->records, AUDIT_PAGES);
    const uint32_t *links = audit_list(suggestions->records, AUDIT_LINKS);
    size_t all = audit_count(suggestions->records, AUDIT_LINKS);
    *count = pages[page] < all ? audit_count_links(links + pages[page], all - pages[page]) : 0;
    return *count ? links + pages[page] : NULL;
}

static bool links_to(const struct suggestions *suggestions, uint32_t page, uint32_t target)
{
    size_t count;
    const uint32_t *links = links_of(suggestions, page, &count);
    for (size_t i = 0; i < count; i++)
        if (target_of(suggestions, links[i]) == target)
            return true;
    return false;
}

static void count_inbound(struct suggestions *suggestions, uint32_t *marks)
{
    for (uint32_t page = 0; page < suggestions->page_count; page++) {
        size_t count;
        const uint32_t *links = links_of(suggestions, page, &count);
        for (size_t i = 0; i < count; i++) {
            uint32_t target = target_of(suggestions, links[i]);
            if ((links[i] & AUDIT_LISTED) || marks[target] == page + 1)
                continue;
            marks[target] = page + 1;
            suggestions->inbound[target]++;
        }
    }
}

/* --- the weak pages --- */

static void choose_weak(struct suggestions *suggestions)
{
    for (uint32_t inbound = 0; inbound < SUGGESTIONS_WEAK; inbound++)
        for (uint32_t page = 0; page < suggestions->page_count && suggestions->weak_count < SUGGESTIONS_PAGES; page++) {
            if (suggestions->inbound[page] != inbound)
                continue;
            suggestions->weak[suggestions->weak_count].page = page;
            suggestions->weak_of[page] = ++suggestions->weak_count;
        }
}

static enum status suggestions_start(struct suggestions *suggestions, struct error *err)
{
    struct arena *arena = suggestions->arena;
    size_t pages = (size_t)suggestions->page_count + 1;
    size_t weak = pages < SUGGESTIONS_PAGES ? pages : SUGGESTIONS_PAGES;
    uint32_t *marks = ARENA_ARRAY(arena, pages, uint32_t);
    suggestions->weak_of = ARENA_ARRAY(arena, pages, uint32_t);
    suggestions->inbound = ARENA_ARRAY(arena, pages, uint32_t);
    suggestions->weak = ARENA_ARRAY(arena, weak, struct weak);
    if (arena_failed(arena))
        return error_memory(err);
    count_inbound(suggestions, marks);
    choose_weak(suggestions);
    return OK;
}

enum status suggestions_new(const struct audit_records *records, uint32_t page_count, struct suggestions **out,
                            struct error *err)
{
    struct suggestions *suggestions = calloc(1, sizeof *suggestions);
    *out = suggestions;
    if (!suggestions)
        return error_memory(err);
    suggestions->arena = suggestions->nodes.arena = suggestions->ends.arena = arena_new();
    suggestions->records = records;
    suggestions->page_count = page_count;
    return suggestions->arena ? suggestions_start(suggestions, err) : error_memory(err);
}

void suggestions_free(struct suggestions *suggestions)
{
    if (suggestions)
        arena_free(suggestions->arena);
    free(suggestions);
}

bool suggestions_failed(const struct suggestions *suggestions)
{
    return arena_failed(suggestions->arena);
}

bool suggestions_wants(const struct suggestions *suggestions, uint32_t page)
{
    return suggestions->weak_of[page] != 0;
}

/* --- names --- */

static void note_first(struct suggestions *suggestions, uint32_t word)
{
    suggestions->firsts[word % FIRST_BITS / 64] |= (uint64_t)1 << word % 64;
}

static bool may_be_first(const struct suggestions *suggestions, uint32_t word)
{
    return word != SUGGESTIONS_BREAK && suggestions->firsts[word % FIRST_BITS / 64] >> word % 64 & 1;
}

/* The node of the words, made as needed; 0: memory ran out. */
static uint32_t add_path(struct suggestions *suggestions, const uint32_t *words, size_t count)
{
    uint32_t node = 0;
    for (size_t i = 0; i < count; i++) {
        struct table_slot *slot = table_put(&suggestions->nodes, node, words[i]);
        if (!slot)
            return 0;
        if (!slot->value)
            slot->value = ++suggestions->node_count;
        node = slot->value;
    }
    return node;
}

static bool suggestions_is_name(const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (words[i] == SUGGESTIONS_BREAK)
            return false;
    return count > 0 && count <= SUGGESTIONS_WORDS;
}

static bool has_name(const struct suggestions *suggestions, uint32_t first, uint32_t weak)
{
    for (uint32_t number = first; number; number = suggestions->names[number - 1].next)
        if (suggestions->names[number - 1].weak == weak)
            return true;
    return false;
}

void suggestions_learn(struct suggestions *suggestions, uint32_t page, const uint32_t *words, size_t count,
                       struct str text, double worth)
{
    uint32_t weak = suggestions->weak_of[page] - 1;
    if (!suggestions_is_name(words, count) || suggestions->weak[weak].name_count == SUGGESTIONS_NAMES)
        return;
    struct arena *arena = suggestions->arena;
    uint32_t node = add_path(suggestions, words, count);
    struct table_slot *end = node ? table_put(&suggestions->ends, node, 0) : NULL;
    if (end && has_name(suggestions, end->value, weak))
        return;
    const char *copy = arena_copy_n(arena, text.data, text.len);
    struct suggestions_name *name =
        end && copy ? VEC_PUSH(arena, suggestions->names, suggestions->name_count, suggestions->name_cap) : NULL;
    if (!name)
        return;
    *name = (struct suggestions_name){.weak = weak,
                                      .next = end->value,
                                      .worth = (float)worth,
                                      .is_shared = end->value != 0,
                                      .text = {copy, text.len}};
    if (end->value)
        suggestions->names[end->value - 1].is_shared = true;
    end->value = (uint32_t)suggestions->name_count;
    suggestions->weak[weak].name_count++;
    note_first(suggestions, words[0]);
}

/* --- holders --- */

/* Of two holders the one with the worthier name comes first, then the one that more pages link to. */
static bool is_better(const struct suggestions *suggestions, struct holder one, struct holder other)
{
    float worth = suggestions->names[one.name].worth, worth_of_other = suggestions->names[other.name].worth;
    if (worth != worth_of_other)
        return worth > worth_of_other;
    uint32_t inbound = suggestions->inbound[one.page], inbound_of_other = suggestions->inbound[other.page];
    return inbound != inbound_of_other ? inbound > inbound_of_other : one.page < other.page;
}

/* Where the holder goes: to the one of the same page, to a free place, or to that of the worst. */
static struct holder *suggestions_find_place(const struct suggestions *suggestions, struct weak *weak, uint32_t page)
{
    struct holder *worst = &weak->holders[0];
    for (uint32_t i = 0; i < weak->holder_count; i++) {
        if (weak->holders[i].page == page)
            return &weak->holders[i];
        if (is_better(suggestions, *worst, weak->holders[i]))
            worst = &weak->holders[i];
    }
    return weak->holder_count < SUGGESTIONS_KEPT ? &weak->holders[weak->holder_count] : worst;
}

static void add_holder(struct suggestions *suggestions, uint32_t number, uint32_t page)
{
    struct suggestions_name *name = &suggestions->names[number];
    struct weak *weak = &suggestions->weak[name->weak];
    if (name->last_holder == page + 1)
        return;
    name->last_holder = page + 1;
    name->holders++;
    if (weak->page == page || links_to(suggestions, page, weak->page))
        return;
    struct holder holder = {page, number}, *place = suggestions_find_place(suggestions, weak, page);
    bool is_new = place == &weak->holders[weak->holder_count];
    if (is_new || is_better(suggestions, holder, *place))
        *place = holder;
    weak->holder_count += is_new;
}

/* Names that begin at a place. */
static void look_from(struct suggestions *suggestions, uint32_t page, const uint32_t *words, size_t count)
{
    uint32_t node = 0;
    for (size_t i = 0; i < count && words[i] != SUGGESTIONS_BREAK; i++) {
        node = table_get(&suggestions->nodes, node, words[i]);
        if (!node)
            return;
        uint32_t number = table_get(&suggestions->ends, node, 0);
        for (; number; number = suggestions->names[number - 1].next)
            add_holder(suggestions, number - 1, page);
    }
}

void suggestions_look(struct suggestions *suggestions, uint32_t page, const uint32_t *words, size_t count)
{
    for (size_t at = 0; at < count; at++)
        if (may_be_first(suggestions, words[at]))
            look_from(suggestions, page, words + at, count - at);
}

/* --- the outcome --- */

static bool is_common(const struct suggestions *suggestions, const struct suggestions_name *name)
{
    return name->is_shared ||
           (name->holders > COMMON_PAGES && (uint64_t)name->holders * COMMON_SHARE > suggestions->page_count);
}

/* The holder that comes next behind those that were taken; NULL: none. */
static struct holder *suggestions_take_best(const struct suggestions *suggestions, struct weak *weak)
{
    struct holder *best = NULL;
    for (uint32_t i = 0; i < weak->holder_count; i++) {
        struct holder *holder = &weak->holders[i];
        if (holder->page == AUDIT_NO_PAGE || is_common(suggestions, &suggestions->names[holder->name]))
            continue;
        if (!best || is_better(suggestions, *holder, *best))
            best = holder;
    }
    return best;
}

static void write_weak(struct suggestions *suggestions, struct weak *weak, struct audit_records *records)
{
    for (int i = 0; i < SUGGESTIONS_GIVEN; i++) {
        struct holder *holder = suggestions_take_best(suggestions, weak);
        if (!holder)
            return;
        struct suggestions_name *name = &suggestions->names[holder->name];
        if (!name->is_written)
            name->written = audit_add_text(records, name->text);
        name->is_written = true;
        audit_add_suggestion(records, &(struct audit_suggestion){weak->page, holder->page, name->written});
        holder->page = AUDIT_NO_PAGE;
    }
}

void suggestions_write(struct suggestions *suggestions, struct audit_records *records)
{
    for (uint32_t page = 0; page < suggestions->page_count; page++)
        if (suggestions->weak_of[page])
            write_weak(suggestions, &suggestions->weak[suggestions->weak_of[page] - 1], records);
}
