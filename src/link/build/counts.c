#include "link/build/build.h"

#include "base/system/rows.h"

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
