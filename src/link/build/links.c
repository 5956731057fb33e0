#include "link/build/build.h"

#include <stdlib.h>

/* --- who links to whom --- */

/* The links while they are collected. */
struct graph {
    uint32_t *out; /* of each page, in order of the pages: those that it links to, ascending */
    size_t count, cap;
    uint64_t *firsts; /* per page: where its own begin */
};

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Sorts the numbers, of which there are some, and drops what comes twice; how many are left. */
static size_t sort_distinct(uint32_t *numbers, size_t count)
{
    size_t kept = 0;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t i = 0; i < count; i++)
        if (!kept || numbers[kept - 1] != numbers[i])
            numbers[kept++] = numbers[i];
    return kept;
}

/* Collects the links of a page. */
static void collect_links(struct graph *graph, struct site *site, const struct site_text *text)
{
    size_t first = graph->count;
    if (!rows_room(&graph->out, first, text->anchor_count, &graph->cap, sizeof *graph->out)) {
        site_fail(site);
        return;
    }
    for (size_t i = 0; i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page == SITE_NO_PAGE)
            continue;
        if (anchor->is_list)
            site_count(site->pages[anchor->page].counts, PAGE_IN_LISTS);
        else
            graph->out[graph->count++] = anchor->page;
    }
    size_t kept = graph->count > first ? sort_distinct(graph->out + first, graph->count - first) : 0;
    graph->count = first + kept;
    graph->firsts[text->page] = first;
    site->pages[text->page].out_count = (uint32_t)kept;
}

/* Counts the links to each page, and gives each page its place in site->links. */
static void place_pages(const struct graph *graph, struct site *site)
{
    uint64_t place = 0;
    for (size_t i = 0; i < graph->count; i++)
        site->pages[graph->out[i]].in_count++;
    for (uint32_t i = 0; i < site->page_count; i++) {
        struct site_page *page = &site->pages[i];
        page->counts[PAGE_OUT] = page->out_count;
        page->counts[PAGE_IN] = page->in_count;
        page->first_link = place;
        place += page->out_count + page->in_count;
        page->in_count = 0; /* counted again while they are filled in */
        site->linking_pages += page->out_count > 0;
    }
}

static void links_finish(const struct graph *graph, struct site *site)
{
    site->links = calloc(graph->count * 2 + 1, sizeof *site->links);
    if (!site->links) {
        site_fail(site);
        return;
    }
    place_pages(graph, site);
    for (uint32_t from = 0; from < site->page_count; from++) {
        struct site_page *page = &site->pages[from];
        for (uint32_t i = 0; i < page->out_count; i++) {
            uint32_t to = graph->out[graph->firsts[from] + i];
            struct site_page *target = &site->pages[to];
            site->links[page->first_link + i] = to;
            site->links[target->first_link + target->out_count + target->in_count++] = from;
        }
    }
}

/* Does a page link to the other? When find_names is done. */
static bool links_to(const struct site *site, uint32_t from, uint32_t to)
{
    const struct site_page *page = &site->pages[from];
    return page->out_count && bsearch(&to, site->links + page->first_link, page->out_count, sizeof to, compare_numbers);
}

static void visit_names(struct site *site, const struct site_text *text, void *context)
{
    names_add(site, text);
    collect_links(context, site, text);
    audit_learn_names(site, text);
}

enum status find_names(struct site *site, struct error *err)
{
    struct graph graph = {.firsts = calloc((size_t)site->page_count + 1, sizeof *graph.firsts)};
    if (!graph.firsts)
        site_fail(site);
    enum status status = site_each_page(site, SITE_ALL, 1, visit_names, &graph, err);
    if (!status)
        links_finish(&graph, site);
    free(graph.out);
    free(graph.firsts);
    return status ? status : phrases_finish(site, err);
}

/* --- what is said of phrases and targets --- */

/* The target of the phrase, NULL: none. */
static struct site_target *find_target(struct site *site, uint32_t phrase, uint32_t page)
{
    uint32_t target = phrase == SITE_NO_PHRASE ? SITE_NO_PAGE : site_find_target(site, phrase, page);
    return target == SITE_NO_PAGE ? NULL : &site->targets[target];
}

/* --- what titles say --- */

static void describe_name(struct site *site, const struct site_text *text, const struct name *name)
{
    uint32_t number = site_find_phrase(site, name->items, name->length);
    struct site_target *target = find_target(site, number, text->page);
    if (!target)
        return;
    if (name->kind < target->title_kind) {
        target->title_kind = (uint8_t)name->kind;
        target->cover = name->cover;
        target->title_form = site_form_of(name->items, name->length);
        target->title_case = (uint8_t)site_case_of(name->items, name->length);
    }
    struct site_phrase *phrase = &site->phrases[number];
    site_count_page(&phrase->seen, phrase->counts, name->kind == TITLE_HEADING ? PHRASE_HEADINGS : PHRASE_TITLES,
                    text->page);
}

/* --- what links say --- */

/*
 * Of all forms that a phrase is linked in, the one that most links have, if it is more than half of them (Boyer, Moore:
 * MJRTY, a fast majority vote algorithm, 1981).
 */
static void vote_form(struct site_target *target, uint16_t form)
{
    if (!target->counts[TARGET_FORM_LINKS])
        target->form = form;
    if (target->form == form)
        site_count(target->counts, TARGET_FORM_LINKS);
    else
        target->counts[TARGET_FORM_LINKS]--;
}

/* Counts the link by the items from `first` on, once for the page. */
static void count_link(struct site *site, const struct site_text *text, const struct site_anchor *anchor,
                       uint32_t first)
{
    size_t length = anchor->last - first;
    uint32_t number = site_find_phrase(site, text->items + first, length);
    struct site_target *target = find_target(site, number, anchor->page);
    if (!target ||
        !site_count_page(&target->seen, target->counts, anchor->is_list ? TARGET_LISTS : TARGET_LINKS, text->page))
        return;
    if (target->counts[TARGET_LISTS] + target->counts[TARGET_LINKS] == 1)
        site_count(site->phrases[number].counts, PHRASE_TARGETS);
    if (anchor->is_list)
        return;
    vote_form(target, site_form_of(text->items + first, length));
    if (site->pages[text->page].stands.folder == site->pages[anchor->page].stands.folder)
        site_count(target->counts, TARGET_SAME_FOLDER);
    if (links_to(site, anchor->page, text->page))
        site_count(target->counts, TARGET_BACK);
    site->link_count += first == anchor->first;
}

static void visit_links(struct site *site, const struct site_text *text, void *context)
{
    (void)context;
    for (size_t i = 0; i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page == SITE_NO_PAGE)
            continue;
        count_link(site, text, anchor, anchor->first);
        if (anchor->name > anchor->first)
            count_link(site, text, anchor, anchor->name);
    }
    names_each(site, text, describe_name);
}

enum status count_links(struct site *site, struct error *err)
{
    enum status status = site_each_page(site, SITE_ALL, 1, visit_links, NULL, err);
    rarity_free(&site->store->rarity);
    phrases_rank(site);
    return status;
}
