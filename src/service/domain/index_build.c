#include "service/domain/index_build.h"

#include "link/link.h"

#include <stdlib.h>

enum {
    PAGES_AT_ONCE = 4, /* of up to 8 MiB each */
    VISITS_AT_ONCE = 500,
    VISITS_MAX = 100000, /* that are looked at; more tell nothing of links */
};

/* The pages of a domain and then its visits, read in batches, each in a transaction and an arena of its own. */
struct pages {
    struct store *store;
    const char *domain_id;
    const atomic_bool *cancel;
    struct arena *arena; /* of the present batch */
    bool in_visits;      /* the pages have all been read */
    struct domain_page *batch;
    struct domain_visit *visits;
    size_t count, at;
    size_t visit_count; /* in all batches */
    char *after;        /* URL of the last one of the batch before */
};

static enum status read_batch(struct db *db, void *argument, struct error *err)
{
    struct pages *pages = argument;
    if (pages->in_visits)
        return domain_visits(db, pages->arena, pages->domain_id, pages->after, VISITS_AT_ONCE, &pages->visits,
                             &pages->count, err);
    return domain_pages(db, pages->arena, pages->domain_id, pages->after, PAGES_AT_ONCE, &pages->batch, &pages->count,
                        err);
}

static enum status next_batch(struct pages *pages, struct error *err)
{
    if (pages->count) {
        free(pages->after);
        pages->after =
            strdup(pages->in_visits ? pages->visits[pages->count - 1].url : pages->batch[pages->count - 1].url);
    }
    bool good = pages->after || !pages->count;
    arena_free(pages->arena);
    pages->arena = arena_new();
    pages->count = pages->at = 0;
    if (!good || !pages->arena)
        return error_memory(err);
    return store_read(pages->store, read_batch, pages, err);
}

/* Goes on to the visits behind the last page. */
static enum status next_part(struct pages *pages, struct error *err)
{
    enum status status = next_batch(pages, err);
    if (status || pages->count || pages->in_visits)
        return status;
    pages->in_visits = true;
    free(pages->after);
    pages->after = NULL;
    return next_batch(pages, err);
}

static struct link_page page_of(struct pages *pages)
{
    if (pages->in_visits) {
        const struct domain_visit *visit = &pages->visits[pages->at++];
        pages->visit_count++;
        return (struct link_page){.url = str_from(visit->url),
                                  .is_address = true,
                                  .status = (int)visit->status,
                                  .leads_to = str_from(visit->leads_to)};
    }
    const struct domain_page *page = &pages->batch[pages->at++];
    return (struct link_page){str_from(page->url), str_from(page->title), page->html, str_from(page->language)};
}

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct pages *pages = context;
    if (atomic_load(pages->cancel))
        return error_set(err, E_CANCELLED, NULL, "the building of the index was called off");
    if (pages->at == pages->count) {
        enum status status = next_part(pages, err);
        if (status)
            return status;
    }
    *done = pages->count == 0 || pages->visit_count == VISITS_MAX;
    if (!*done)
        *page = page_of(pages);
    return OK;
}

/* Between the pages too: the later steps of a build read none. */
static bool may_go_on(void *context, uint64_t done, uint64_t total, const char *step)
{
    (void)done, (void)total, (void)step;
    return !atomic_load((const atomic_bool *)context);
}

enum status index_build(struct store *store, const char *domain_id, const char *path, const atomic_bool *cancel,
                        struct error *err)
{
    struct pages pages = {.store = store, .domain_id = domain_id, .cancel = cancel};
    const struct link_build_options options = {
        .path = path, .next = next_page, .context = &pages, .progress = may_go_on, .progress_context = (void *)cancel};
    enum status status = link_build_with(&options, err);
    arena_free(pages.arena);
    free(pages.after);
    return status;
}
