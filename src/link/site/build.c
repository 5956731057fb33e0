#include "link/site/counts.h"
#include "link/site/links.h"
#include "link/site/names.h"
#include "link/site/pages.h"
#include "link/site/phrases.h"
#include "link/site/store.h"
#include "link/site/vectors.h"
#include "link/site/write.h"

#include <libgen.h>
#include <stdlib.h>

static bool second_visit(struct site *site, const struct site_text *text, void *context)
{
    return names_visit(site, text, context) && links_learn_names(site, text);
}

static bool third_visit(struct site *site, const struct site_text *text, void *context)
{
    return counts_visit(site, text, NULL) && links_look_for_names(site, text) && vectors_visit(site, text, context);
}

static enum status count(struct site *site, struct error *err)
{
    struct vectors vectors;
    enum status status = vectors_init(&vectors, site, err);
    if (status == OK)
        status = site_each_page(site, third_visit, &vectors, err);
    vectors_free(&vectors);
    return status;
}

static enum status start(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    store->arena = arena_new();
    store->cells = calloc(BLOCK_CELLS, sizeof *store->cells);
    store->forms.room = (struct word_room){.arena = store->arena, .size = 1 << 16};
    char *folder = store->arena ? arena_copy(store->arena, store->options->path) : NULL;
    if (!folder || !store->cells)
        return error_memory(err);
    enum status status = graph_new(dirname(folder), &store->graph, err);
    return status != OK ? status : spool_open(&store->spool, store->options->path, err);
}

static enum status find_names(struct site *site, struct error *err)
{
    enum status status = site_each_page(site, second_visit, NULL, err);
    return status == OK ? phrases_finish(site, err) : status;
}

static enum status write(struct site *site, struct error *err)
{
    return write_index(site, site->store->options->path, err);
}

static enum status build(struct site *site, struct error *err)
{
    static const struct {
        const char *name;
        enum status (*run)(struct site *site, struct error *err);
    } steps[] = {{"start", start}, {"read", pages_read}, {"links", links_find}, {"names", find_names}, {"counts", count}, {"write", write}};
    enum status status = OK;
    for (size_t i = 0; status == OK && i < COUNT_OF(steps); i++) {
        site->store->step = steps[i].name;
        status = steps[i].run(site, err);
    }
    return status;
}

static void free_site(struct site *site)
{
    struct site_store *store = site->store;
    spool_close(&store->spool);
    graph_free(store->graph);
    graph_free_records(&store->links);
    suggestions_free(store->suggestions);
    forms_free(&store->forms);
    numbers_free(&store->page_numbers);
    numbers_free(&store->edges);
    arena_free(store->arena);
    free(store->cells);
    free(store->nodes);
    free(store->pairs);
    free(site->pages);
    free(site->terms);
    free(site->phrases);
    free(site->targets);
    buf_free(&site->lessons);
    buf_free(&site->contexts);
}

enum status link_build_with(const struct link_build_options *options, struct error *err)
{
    struct site_store store = {.options = options, .spool = {.file = -1}};
    struct site site = {.store = &store};
    enum status status = build(&site, err);
    free_site(&site);
    return status;
}

enum status link_build(const char *path, link_next_page next, void *context, struct error *err)
{
    struct link_build_options options = {.path = path, .next = next, .context = context};
    return link_build_with(&options, err);
}
