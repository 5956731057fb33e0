#include "link/graph/graph_inner.h"

#include "base/utf8.h"
#include "link/index/url_key.h"

#include <stdlib.h>

struct str graph_host(struct str key)
{
    return (struct str){key.data, str_find(key, STR("/"), 0)};
}

enum status graph_new(const char *folder, struct graph **out, struct error *err)
{
    struct graph *graph = calloc(1, sizeof *graph);
    *out = graph;
    if (!graph)
        return error_memory(err);
    graph->arena = arena_new();
    if (!graph->arena)
        return error_memory(err);
    map_init(&graph->hosts, graph->arena);
    map_init(&graph->addresses, graph->arena);
    graph->folder = arena_copy(graph->arena, folder);
    return graph->folder ? OK : error_memory(err);
}

void graph_free(struct graph *graph)
{
    if (!graph)
        return;
    graph_spool_close(&graph->spool);
    arena_free(graph->arena);
    free(graph);
}

/* --- pages --- */

static bool add_host(struct graph *graph, const char *url)
{
    struct str host = graph_host(url_key(url));
    if (map_get(&graph->hosts, host))
        return true;
    const char *copy = arena_copy_n(graph->arena, host.data, host.len);
    void **place = copy ? map_put(&graph->hosts, (struct str){copy, host.len}) : NULL;
    if (place)
        *place = graph;
    return place != NULL;
}

/* Room for the reading of that page. The array doubles: what it grew out of stays in the arena until the end. */
static bool make_room(struct graph *graph, uint32_t number)
{
    if (number < graph->reading_cap)
        return true;
    size_t cap = graph->reading_cap ? graph->reading_cap : 1024;
    while (cap <= number)
        cap *= 2;
    uint32_t *readings = ARENA_ARRAY(graph->arena, cap, uint32_t);
    if (!readings)
        return false;
    if (graph->reading_cap)
        memcpy(readings, graph->readings, graph->reading_cap * sizeof *readings);
    graph->readings = readings;
    graph->reading_cap = cap;
    return true;
}

static struct str cut_text(const char *text)
{
    struct str cut = str_from(text);
    if (cut.len > GRAPH_TEXT_MAX)
        cut.len = GRAPH_TEXT_MAX;
    cut.len = utf8_valid_length(cut);
    return str_trim(cut);
}

static enum status spool_links(struct graph *graph, uint32_t number, const char *url, struct str html,
                               struct arena *scratch, struct error *err)
{
    struct page_anchor *links;
    size_t count;
    enum status status = graph->spool.file ? OK : graph_spool_open(&graph->spool, graph->folder, err);
    if (status == OK)
        status = page_links_read(scratch, html, url, &links, &count, err);
    if (status != OK)
        return status;
    struct graph_spool_page page = {number, graph->reading_count, (uint32_t)count, str_from(url)};
    graph_spool_add_page(&graph->spool, &page);
    for (size_t i = 0; i < count; i++) {
        struct graph_spool_link link = {str_from(links[i].url), cut_text(links[i].text), links[i].is_listed};
        graph_spool_add_link(&graph->spool, &link);
    }
    return OK;
}

enum status graph_add_page(struct graph *graph, uint32_t number, const char *url, struct str html, struct error *err)
{
    struct arena *scratch = arena_new();
    if (!scratch || !make_room(graph, number) || !add_host(graph, url)) {
        arena_free(scratch);
        return error_memory(err);
    }
    graph->readings[number] = ++graph->reading_count;
    graph->page_count = number < graph->page_count ? graph->page_count : (size_t)number + 1;
    enum status status = spool_links(graph, number, url, html, scratch, err);
    arena_free(scratch);
    return status;
}

/* --- addresses --- */

enum status graph_add_address(struct graph *graph, const struct graph_address *given, struct error *err)
{
    if (graph->addresses.count >= GRAPH_ADDRESSES_MAX)
        return OK;
    struct arena *arena = graph->arena;
    struct graph_address *address = ARENA_NEW(arena, struct graph_address);
    const char *url = address ? arena_copy(arena, given->url) : NULL;
    const char *leads_to = url && given->leads_to ? arena_copy(arena, given->leads_to) : NULL;
    void **place = url && (leads_to || !given->leads_to) ? map_put(&graph->addresses, url_key(url)) : NULL;
    if (!place)
        return error_memory(err);
    *address = (struct graph_address){url, given->status, leads_to};
    *place = address;
    return OK;
}
