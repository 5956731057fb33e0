#include "link/build/build.h"

#include "base/system/huge.h"
#include "base/system/output.h"
#include "link/build/frame.h"
#include "link/index/frame.h"
#include "link/index/index.h"
#include "link/lessons/lessons.h"
#include "link/site/text.h"

#include <stdlib.h>

static enum status build_start(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    store->arena = arena_new();
    store->texts = huge_calloc(FRAME_TEXTS, sizeof *store->texts);
    store->forms.room = (struct word_room){.arena = store->arena, .size = 1 << 16};
    if (!store->arena || !store->texts)
        return error_memory(err);
    enum status status = audit_new(store->options->path, &store->audit, err);
    return status != OK ? status : spool_open(&store->spool, store->options->path, err);
}

/* --- lessons --- */

/* Of a larger site so many pages are enough to learn from. */
enum { LESSON_PAGES = 20000 };

/* Hides the links of these pages, and all but LESSON_PAGES of the others. */
static void hide(struct site *site, const struct sample_page *pages, size_t count)
{
    uint64_t limit = site->page_count <= LESSON_PAGES ? UINT64_MAX : UINT64_MAX / site->page_count * LESSON_PAGES;
    for (uint32_t i = 0; i < site->page_count; i++)
        site->pages[i].hidden = site->pages[i].key <= limit ? HIDE_NOTHING : HIDE_PAGE;
    for (size_t i = 0; i < count; i++)
        site->pages[pages[i].page].hidden = HIDE_LINKS;
}

/* Frees what one round of counting makes. */
static void free_counted(struct site *site)
{
    struct site_store *store = site->store;
    numbers_free(&store->edges);
    rarity_free(&store->rarity);
    free(site->phrases);
    free(site->targets);
    free(site->links);
    free(site->contexts);
    free(store->pairs);
    free(store->filter);
    store->pairs = NULL;
    store->filter = NULL;
    site->phrases = NULL;
    site->targets = NULL;
    site->links = NULL;
    site->contexts = NULL;
}

/* Forgets all that was counted. */
static void build_forget(struct site *site)
{
    struct site_store *store = site->store;
    for (uint32_t i = 0; i < site->page_count; i++) {
        struct site_page *page = &site->pages[i];
        memset(page->counts, 0, sizeof page->counts);
        page->seen = (struct site_seen){0};
        page->out_count = page->in_count = 0;
    }
    for (uint32_t i = 0; i < site->term_count; i++) {
        memset(site->terms[i].counts, 0, sizeof site->terms[i].counts);
        site->terms[i].seen = (struct site_seen){0};
        site->terms[i].node = site->terms[i].phrase = 0;
    }
    buf_clear(&store->sample);
    free_counted(site);
    site->phrase_count = site->target_count = 0;
    site->link_count = site->linking_pages = 0;
    site->context_count = 0;
    store->node_count = 0;
    store->phrase_cap = store->pair_cap = store->pair_count = store->distinct_pairs = 0;
}

struct build_step {
    const char *name;
    enum status (*run)(struct site *site, struct error *err);
};

static enum status build_run(struct site *site, const struct build_step *steps, size_t count, struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; status == OK && i < count; i++) {
        site->store->step = site->store->is_learning ? "lessons" : steps[i].name;
        status = steps[i].run(site, err);
        if (status == OK && site->store->failed)
            return error_memory(err);
    }
    return status;
}

static enum status count_all(struct site *site, struct error *err)
{
    static const struct build_step steps[] = {{"titles", count_names},      {"names", find_names},
                                              {"links", count_links},       {"phrases", count_phrases},
                                              {"contexts", count_contexts}, {"vectors", find_vectors}};
    return build_run(site, steps, COUNT_OF(steps), err);
}

/* An index of the site in which these pages have no links. */
static enum status build_without(void *context, const struct sample_page *pages, size_t count,
                                 struct link_index **index, struct error *err)
{
    struct site *site = context;
    build_forget(site);
    hide(site, pages, count);
    enum status status = count_all(site, err);
    return status == OK ? write_temporary(site, index, err) : status;
}

/* Sentences that are repeated on fewer pages are prose, which the next text may hold, too. */
static bool is_of_template(const void *context, uint32_t text)
{
    enum { SHARE = 5 };
    return site_has_often(context, text, SHARE);
}

static enum status learn_lessons(struct site *site, struct error *err)
{
    const struct lesson_site asked = {site, build_without, is_of_template};
    struct lessons lessons;
    struct sample *sample = &site->store->lesson_pages;
    if (site->store->options->skip_lessons)
        return OK;
    sample_finish(sample);
    site->store->is_learning = true;
    enum status status = learn(sample, site->page_count, &asked, &lessons, err);
    site->store->is_learning = false;
    if (status != OK)
        return status;
    sample_free(sample);
    buf_add(&site->lessons, (const char *)&lessons, sizeof lessons);
    for (uint32_t i = 0; i < site->page_count; i++)
        site->pages[i].hidden = HIDE_NOTHING;
    build_forget(site);
    return site->lessons.failed ? error_memory(err)
                                : store_progress(site->store, site->page_count, site->page_count, err);
}

static enum status build(struct site *site, struct error *err)
{
    static const struct build_step steps[] = {{"start", build_start},     {"read", intake_run},  {"frame", frame_learn},
                                              {"lessons", learn_lessons}, {"audit", audit_find}, {"counts", count_all},
                                              {"write", write_index}};
    return build_run(site, steps, COUNT_OF(steps), err);
}

static void free_site(struct site *site)
{
    struct site_store *store = site->store;
    spool_close(&store->spool);
    audit_free(store->audit);
    audit_free_records(&store->audit_records);
    suggestions_free(store->suggestions);
    forms_free(&store->forms);
    numbers_free(&store->page_numbers);
    free_counted(site);
    arena_free(store->arena);
    free(store->texts);
    free(site->frame);
    free(store->nodes);
    free(site->pages);
    free(site->terms);
    sample_free(&store->lesson_pages);
    buf_free(&site->lessons);
    buf_free(&store->sample);
}

/* Where the links of the path lead. An index is mapped by whoever opens it, which is possible with a regular file
 * alone: before anything else is replaced, or written in vain, it is refused. */
static enum status build_find_place(struct output *place, const char *path, struct error *err)
{
    enum status status = output_find(place, path, err);
    if (status == OK && !place->is_replaced)
        return error_set(err, E_IO, NULL, "cannot write %s: an index needs a regular file", path);
    return status;
}

enum status link_build_with(const struct link_build_options *wanted, struct error *err)
{
    struct output place;
    enum status found = build_find_place(&place, wanted->path, err);
    if (found != OK)
        return found;
    struct link_build_options options = *wanted;
    options.path = place.path;
    struct site_store store = {.options = &options, .spool = {.file = -1}, .language_count = 1};
    struct site site = {.store = &store};
    store.lesson_pages.limit = UINT64_MAX;
    enum status status = build(&site, err);
    free_site(&site);
    return status;
}

enum status link_build(const char *path, link_next_page next, void *context, struct error *err)
{
    struct link_build_options options = {.path = path, .next = next, .context = context};
    return link_build_with(&options, err);
}
