#include "link/build/build.h"

#include "base/rows.h"

#include <stdlib.h>

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
static void add_links(struct graph *graph, struct site *site, const struct site_text *text)
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

static void finish(const struct graph *graph, struct site *site)
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

bool graph_has(const struct site *site, uint32_t from, uint32_t to)
{
    const struct site_page *page = &site->pages[from];
    return page->out_count && bsearch(&to, site->links + page->first_link, page->out_count, sizeof to, compare_numbers);
}

static void visit(struct site *site, const struct site_text *text, void *context)
{
    names_add(site, text);
    add_links(context, site, text);
    audit_learn_names(site, text);
}

enum status find_names(struct site *site, struct error *err)
{
    struct graph graph = {.firsts = calloc((size_t)site->page_count + 1, sizeof *graph.firsts)};
    if (!graph.firsts)
        site_fail(site);
    enum status status = site_each_page(site, SITE_ALL, 1, visit, &graph, err);
    if (status == OK)
        finish(&graph, site);
    free(graph.out);
    free(graph.firsts);
    return status == OK ? phrases_finish(site, err) : status;
}
