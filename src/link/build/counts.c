#include "link/build/build.h"

#include <math.h>
#include <stdlib.h>

/* What a page does with one phrase. */
struct phrase_use {
    uint32_t phrase, count;
    bool is_free, uncovered, is_linked, is_listed, first_linked;
    bool held[PHRASE_CASES], linked[PHRASE_CASES];
};

struct counting {
    struct phrase_use *uses; /* of the phrases that the present page holds */
    size_t use_count, use_cap;
    uint32_t *linked_page; /* per page: the last page, plus one, that linked it */
    uint32_t *named_page;  /* per page: the last page, plus one, that was counted as holding a name of it */
};

/* What the page does with the phrase, made when it is new; site_phrase.use says where it was last. NULL: no memory. */
static struct phrase_use *use_of(struct counting *counting, struct site_phrase *phrase, uint32_t number)
{
    if (phrase->use < counting->use_count && counting->uses[phrase->use].phrase == number)
        return &counting->uses[phrase->use];
    struct phrase_use *use = ROWS_PUSH(counting->uses, counting->use_count, counting->use_cap);
    if (!use)
        return NULL;
    phrase->use = (uint32_t)counting->use_count - 1;
    *use = (struct phrase_use){.phrase = number};
    return use;
}

static void note_use(const struct site_text *text, const struct site_occurrence *occurrence, struct phrase_use *use)
{
    bool is_link = occurrence->anchor && occurrence->anchor->page != SITE_NO_PAGE;
    bool runs = is_link && !occurrence->anchor->is_list;
    enum phrase_case letters = site_case_of(text->items + occurrence->first, occurrence->last - occurrence->first);
    use->first_linked |= runs && !use->count;
    use->count++;
    use->uncovered |= !occurrence->is_covered;
    if (occurrence->in_anchor)
        return;
    use->is_free = true;
    use->held[letters] = true;
    use->linked[letters] |= runs;
    use->is_linked |= runs;
    use->is_listed |= is_link && !runs;
}

static void counts_add(uint32_t *counts, unsigned stat, uint32_t count)
{
    counts[stat] += count;
}

/* Does the phrase name the target: by a link, or as a title rather than by what merely stands on the page? */
static bool names(const struct site_target *target)
{
    return target->counts[TARGET_LINKS] || target->title_kind <= TITLE_PART;
}

static void count_targets(struct counting *counting, struct site *site, const struct site_phrase *phrase,
                          uint32_t number)
{
    for (uint32_t i = 0; i < phrase->target_count; i++) {
        struct site_target *target = &site->targets[phrase->first_target + i];
        bool links = counting->linked_page[target->page] == number + 1;
        counts_add(target->counts, TARGET_COLINKS, links);
        if (target->page == number || counting->named_page[target->page] == number + 1 || !names(target))
            continue;
        counting->named_page[target->page] = number + 1;
        counts_add(site->pages[target->page].counts, PAGE_NAMED, 1);
        counts_add(site->pages[target->page].counts, PAGE_NAMED_LINKED, links);
    }
}

static void add_use(struct counting *counting, struct site *site, const struct phrase_use *use, uint32_t number)
{
    struct site_phrase *phrase = &site->phrases[use->phrase];
    uint32_t *counts = phrase->counts;
    counts_add(counts, PHRASE_PAGES, 1);
    counts_add(counts, PHRASE_LISTED, use->is_listed);
    counts_add(counts, PHRASE_COVERED, !use->uncovered);
    bool is_linking = site->pages[number].out_count > 0;
    if ((!is_linking && site->linking_pages) || (!use->is_linked && site_names_itself(site, use->phrase, number)))
        return;
    counts_add(counts, PHRASE_LINKING, is_linking);
    counts_add(counts, PHRASE_FREE, is_linking && use->is_free);
    counts_add(counts, PHRASE_LINKED, use->is_linked);
    counts_add(counts, PHRASE_FIRST, use->first_linked);
    counts_add(counts, PHRASE_OCCURRENCES, is_linking * use->count);
    for (int i = 0; i < PHRASE_CASES; i++) {
        counts_add(counts, (unsigned)(PHRASE_HELD_CASE + i), use->held[i]);
        counts_add(counts, (unsigned)(PHRASE_LINKED_CASE + i), use->linked[i]);
    }
    count_targets(counting, site, phrase, number);
}

/* --- memory that will be needed soon --- */

enum { OCCURRENCES_AHEAD = 16, USES_AHEAD = 12, PAGES_AHEAD = 6, CACHE_LINE = 64 };

static void prefetch_phrase(const struct site *site, const struct site_text *text, size_t occurrence)
{
    if (occurrence >= text->occurrence_count)
        return;
    const char *phrase = (const char *)&site->phrases[text->occurrences[occurrence].phrase];
    __builtin_prefetch(phrase);
    __builtin_prefetch(phrase + CACHE_LINE);
}

static void prefetch_targets(const struct counting *counting, const struct site *site, size_t use)
{
    if (use >= counting->use_count)
        return;
    const struct site_phrase *phrase = &site->phrases[counting->uses[use].phrase];
    const char *first = (const char *)&site->targets[phrase->first_target];
    for (size_t at = 0; at < phrase->target_count * sizeof *site->targets; at += CACHE_LINE)
        __builtin_prefetch(first + at);
}

static void prefetch_pages(const struct counting *counting, const struct site *site, size_t use)
{
    if (use >= counting->use_count)
        return;
    const struct site_phrase *phrase = &site->phrases[counting->uses[use].phrase];
    for (uint32_t i = 0; i < phrase->target_count; i++) {
        uint32_t page = site->targets[phrase->first_target + i].page;
        __builtin_prefetch(&counting->linked_page[page]);
        __builtin_prefetch(&counting->named_page[page]);
    }
}

/* Collects what the page does with each phrase. */
static void collect_uses(struct counting *counting, struct site *site, const struct site_text *text)
{
    counting->use_count = 0;
    for (size_t i = 0; i < text->occurrence_count; i++) {
        const struct site_occurrence *occurrence = &text->occurrences[i];
        prefetch_phrase(site, text, i + OCCURRENCES_AHEAD);
        struct phrase_use *use = use_of(counting, &site->phrases[occurrence->phrase], occurrence->phrase);
        if (use)
            note_use(text, occurrence, use);
        else
            site_fail(site);
    }
}

static void counts_visit(struct site *site, const struct site_text *text, void *context)
{
    struct counting *counting = context;
    const struct site_page *page = &site->pages[text->page];
    for (uint32_t i = 0; i < page->out_count; i++)
        counting->linked_page[site->links[page->first_link + i]] = text->page + 1;
    collect_uses(counting, site, text);
    for (size_t i = 0; i < counting->use_count; i++) {
        prefetch_targets(counting, site, i + USES_AHEAD);
        prefetch_pages(counting, site, i + PAGES_AHEAD);
        add_use(counting, site, &counting->uses[i], text->page);
    }
}

enum status count_phrases(struct site *site, struct error *err)
{
    size_t pages = (size_t)site->page_count + 1;
    struct counting counting = {.linked_page = calloc(pages, sizeof(uint32_t)),
                                .named_page = calloc(pages, sizeof(uint32_t))};
    if (!counting.linked_page || !counting.named_page)
        site_fail(site);
    enum status status = site_each_page(site, SITE_OCCURRENCES, 1, counts_visit, &counting, err);
    free(counting.uses);
    free(counting.linked_page);
    free(counting.named_page);
    return status;
}

/* The sample: one page in so many that it has at most CONTEXT_PAGES. */
enum { CONTEXT_PAGES = 20000 };

struct context_count {
    float expected, linked;
};

struct context_counting {
    struct numbers numbers; /* key -> number of the count, plus one */
    struct context_count *counts;
    size_t count, cap;
    const struct site_occurrence **chosen; /* of each phrase of the page, by which it is judged */
    size_t chosen_count, chosen_cap;
    bool failed; /* memory ran out */
};

/* --- the place by which a phrase of the page is judged --- */

static bool is_linked(const struct site_occurrence *occurrence)
{
    return occurrence->anchor && occurrence->anchor->page != SITE_NO_PAGE && !occurrence->anchor->is_list;
}

/* Chooses for each phrase where it is linked, else its first occurrence outside of links. */
static void context_counts_choose(struct context_counting *counting, struct site *site, const struct site_text *text)
{
    counting->chosen_count = 0;
    for (size_t i = 0; i < text->occurrence_count; i++) {
        const struct site_occurrence *occurrence = &text->occurrences[i];
        struct site_phrase *phrase = &site->phrases[occurrence->phrase];
        if (occurrence->in_anchor)
            continue;
        const struct site_occurrence **known =
            phrase->use < counting->chosen_count ? &counting->chosen[phrase->use] : NULL;
        if (known && (*known)->phrase == occurrence->phrase) {
            if (is_linked(occurrence) && !is_linked(*known))
                *known = occurrence;
            continue;
        }
        known = ROWS_PUSH(counting->chosen, counting->chosen_count, counting->chosen_cap);
        if (!known) {
            counting->failed = true;
            return;
        }
        phrase->use = (uint32_t)counting->chosen_count - 1;
        *known = occurrence;
    }
}

/* --- counting --- */

static uint32_t term_at(const struct site_text *text, size_t at)
{
    return at < text->count && text->items[at].term != SITE_BREAK ? text->items[at].term : CONTEXT_NO_TERM;
}

static uint64_t section_at(const struct site_text *text, size_t at)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < text->heading_count && text->headings[i].before <= at; i++)
        hash = text->headings[i].hash;
    return hash;
}

/* How often the phrase is linked on the other pages where it stands in these letters. */
static float rate_elsewhere(const uint32_t *counts, enum phrase_case letters, bool linked)
{
    static const float most = 0.98F;
    float all = ((float)(counts[PHRASE_LINKED] - linked) + 0.1F) / (float)counts[PHRASE_FREE];
    float same_linked = fmaxf((float)counts[PHRASE_LINKED_CASE + letters] - (float)linked, 0);
    float same_held = fmaxf((float)counts[PHRASE_HELD_CASE + letters] - 1, 0);
    return fminf((same_linked + all) / (same_held + 1), most);
}

static void context_counts_add(struct context_counting *counting, uint64_t key, float expected, bool linked)
{
    uint32_t *number = numbers_put(&counting->numbers, key);
    if (number && !*number) {
        struct context_count *made = ROWS_PUSH(counting->counts, counting->count, counting->cap);
        if (made)
            *made = (struct context_count){0};
        *number = made ? (uint32_t)counting->count : 0;
    }
    if (!number || !*number) {
        counting->failed = true;
        return;
    }
    struct context_count *count = &counting->counts[*number - 1];
    count->expected += expected;
    count->linked += linked;
}

/* What the other pages tell of the phrase. Returns whether it is a title of any page, or a part of one. */
static bool classify(const struct site *site, const struct site_phrase *phrase, bool linked,
                     struct context_class *class)
{
    *class = (struct context_class){.title_kind = TITLE_NONE};
    for (uint32_t i = 0; i < phrase->target_count; i++) {
        uint32_t kind = site->targets[phrase->first_target + i].title_kind;
        class->is_ambiguous = kind == class->title_kind || (kind > class->title_kind && class->is_ambiguous);
        class->title_kind = kind < class->title_kind ? kind : class->title_kind;
    }
    class->linked = (float)(phrase->counts[PHRASE_LINKED] - linked);
    class->held = phrase->counts[PHRASE_FREE] ? (float)(phrase->counts[PHRASE_FREE] - 1) : 0;
    return class->title_kind < TITLE_NONE;
}

static void count_place(struct context_counting *counting, const struct site *site, const struct site_text *text,
                        const struct site_occurrence *occurrence)
{
    const struct site_phrase *phrase = &site->phrases[occurrence->phrase];
    bool linked = is_linked(occurrence);
    bool is_new = phrase->counts[PHRASE_LINKED] <= linked;
    struct context_class class;
    if (!phrase->target_count || (!linked && site_names_itself(site, occurrence->phrase, text->page)) ||
        (!classify(site, phrase, linked, &class) && is_new))
        return;
    const struct site_item *items = text->items + occurrence->first;
    size_t length = occurrence->last - occurrence->first;
    enum phrase_case letters = site_case_of(items, length);
    uint32_t target = linked ? occurrence->anchor->page : site->targets[phrase->first_target].page;
    struct context_place place = {
        .previous = occurrence->first ? term_at(text, occurrence->first - 1) : CONTEXT_NO_TERM,
        .next = term_at(text, occurrence->last),
        .block = items->block,
        .marks = items->marks,
        .section = section_at(text, occurrence->first),
        .tenth = (uint32_t)((uint64_t)occurrence->first * 10 / (text->count + 1)),
        .from = site->pages[text->page].stands.folder,
        .to = site->pages[target].stands.folder,
        .words = (uint32_t)length,
        .letters = letters,
        .phrase = occurrence->phrase,
        .form = site_form_of(items, length),
        .class = class,
    };
    uint64_t keys[CONTEXT_KINDS];
    context_keys(&place, keys);
    for (int i = CONTEXT_CLASS_NAME; i <= CONTEXT_CLASS_LETTERS; i++)
        context_counts_add(counting, keys[i], 1, linked);
    float expected = is_new ? 0 : rate_elsewhere(phrase->counts, letters, linked);
    for (int i = 0; !is_new && i < CONTEXT_CLASS_NAME; i++)
        if (i != CONTEXT_FORM)
            context_counts_add(counting, keys[i], expected, linked);
}

/* The term of an item, or what stands for numbers and edges of blocks. */
static uint32_t edge_at(const struct site *site, const struct site_text *text, size_t at)
{
    if (at >= text->count || text->items[at].term == SITE_BREAK)
        return CONTEXT_NO_TERM;
    uint32_t term = text->items[at].term;
    return (site->terms[term].is_number ? CONTEXT_NUMBER : term);
}

static uint32_t close_at(const struct site_text *text, size_t at)
{
    return at < text->count && (text->items[at].marks & MARK_FOLLOWS_CLOSELY) ? CONTEXT_CLOSE : 0;
}

static void find_edges(const struct site *site, const struct site_text *text, const struct site_occurrence *occurrence,
                       struct context_edges *edges)
{
    size_t first = occurrence->first, last = occurrence->last;
    edges->first = edge_at(site, text, first);
    edges->last = edge_at(site, text, last - 1);
    edges->before = (first ? edge_at(site, text, first - 1) : CONTEXT_NO_TERM) + close_at(text, first);
    edges->behind = edge_at(site, text, last) + close_at(text, last);
    edges->shape = 0;
    for (size_t i = first; i < last; i++)
        edges->shape = context_shape(edges->shape, edge_at(site, text, i) + (i > first ? close_at(text, i) : 0));
}

/* Counts all occurrences, since a page that writes a phrase in several ways seldom does so often. */
static void count_form(struct context_counting *counting, const struct site *site, const struct site_text *text,
                       const struct site_occurrence *occurrence)
{
    bool is_known = site->phrases[occurrence->phrase].counts[PHRASE_LINKED];
    if (!is_known && !occurrence->is_touched)
        return;
    const struct site_item *items = text->items + occurrence->first;
    size_t length = occurrence->last - occurrence->first;
    struct context_place place = {
        .letters = site_case_of(items, length), .phrase = occurrence->phrase, .form = site_form_of(items, length)};
    find_edges(site, text, occurrence, &place.edges);
    uint64_t keys[CONTEXT_KINDS];
    context_keys(&place, keys);
    for (int i = CONTEXT_EXACT_FIRST; occurrence->is_touched && i < CONTEXT_KINDS; i++)
        context_counts_add(counting, keys[i], 1, is_linked(occurrence));
    if (is_known && !occurrence->in_anchor)
        context_counts_add(counting, keys[CONTEXT_FORM], 1, is_linked(occurrence));
}

static void context_counts_visit(struct site *site, const struct site_text *text, void *context)
{
    struct context_counting *counting = context;
    if (!site->pages[text->page].out_count)
        return;
    context_counts_choose(counting, site, text);
    for (size_t i = 0; i < counting->chosen_count; i++)
        count_place(counting, site, text, counting->chosen[i]);
    for (size_t i = 0; i < text->occurrence_count; i++)
        count_form(counting, site, text, &text->occurrences[i]);
    if (counting->failed)
        site_fail(site);
}

/* --- the table --- */

static bool says_anything(const struct context_count *count)
{
    return count->expected + count->linked >= 1;
}

static struct index_context record_of(uint64_t key, const struct context_count *count)
{
    return (struct index_context){.check = (uint16_t)key,
                                  .expected = count_code((uint32_t)lroundf(count->expected * CONTEXT_UNITS)),
                                  .linked = count_code((uint32_t)count->linked)};
}

static bool context_counts_is_free(const struct index_context *slot)
{
    return !slot->expected && !slot->linked;
}

/* Puts the record before those of a lower check: a search that comes to one of them has found nothing. */
static void put_record(struct site *site, uint64_t key, struct index_context record)
{
    size_t at = index_home(key, site->context_count);
    for (; !context_counts_is_free(&site->contexts[at]); at = at + 1 < site->context_count ? at + 1 : 0) {
        struct index_context other = site->contexts[at];
        if (other.check >= record.check)
            continue;
        site->contexts[at] = record;
        record = other;
    }
    site->contexts[at] = record;
}

static void make_table(const struct context_counting *counting, struct site *site)
{
    size_t kept = 0;
    const struct numbers *numbers = &counting->numbers;
    for (size_t i = 0; i < counting->count; i++)
        kept += says_anything(&counting->counts[i]);
    site->context_count = kept + kept / 3 + 1;
    site->contexts = calloc(site->context_count, sizeof *site->contexts);
    if (!site->contexts)
        site_fail(site);
    for (size_t i = 0; site->contexts && i < numbers->cap; i++) {
        const struct context_count *count =
            numbers->slots[i].value ? &counting->counts[numbers->slots[i].value - 1] : NULL;
        if (count && says_anything(count))
            put_record(site, numbers_hash(&numbers->slots[i]), record_of(numbers_hash(&numbers->slots[i]), count));
    }
}

enum status count_contexts(struct site *site, struct error *err)
{
    struct context_counting counting = {0};
    uint32_t each = site->page_count / CONTEXT_PAGES + 1;
    enum status status = site_each_page(site, SITE_OCCURRENCES, each, context_counts_visit, &counting, err);
    if (!status)
        make_table(&counting, site);
    numbers_free(&counting.numbers);
    free(counting.counts);
    free(counting.chosen);
    return status;
}
