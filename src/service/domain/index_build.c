#include "service/domain/index_build.h"

#include "link/link.h"

#include <stdlib.h>

enum { PAGES_AT_ONCE = 4 }; /* of up to 8 MiB each */

/* The pages of a domain, read in batches, each in a transaction and an arena of its own. */
struct pages {
    struct store *store;
    const char *domain_id;
    const atomic_bool *cancel;
    struct arena *arena; /* of the present batch */
    struct domain_page *batch;
    size_t count, at;
    char *after; /* URL of the last page of the batch before */
};

static enum status read_batch(struct db *db, void *argument, struct error *err)
{
    struct pages *pages = argument;
    return domain_pages(db, pages->arena, pages->domain_id, pages->after, PAGES_AT_ONCE, &pages->batch, &pages->count,
                        err);
}

static enum status next_batch(struct pages *pages, struct error *err)
{
    if (pages->count) {
        free(pages->after);
        pages->after = strdup(pages->batch[pages->count - 1].url);
    }
    bool good = pages->after || !pages->count;
    arena_free(pages->arena);
    pages->arena = arena_new();
    pages->count = pages->at = 0;
    if (!good || !pages->arena)
        return error_memory(err);
    return store_read(pages->store, read_batch, pages, err);
}

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct pages *pages = context;
    if (atomic_load(pages->cancel))
        return error_set(err, E_CANCELLED, NULL, "the building of the index was called off");
    if (pages->at == pages->count) {
        enum status status = next_batch(pages, err);
        if (status != OK)
            return status;
    }
    *done = pages->count == 0;
    if (*done)
        return OK;
    const struct domain_page *from = &pages->batch[pages->at++];
    *page = (struct link_page){str_from(from->url), str_from(from->title), from->html, str_from(from->language)};
    return OK;
}

enum status index_build(struct store *store, const char *domain_id, const char *path, const atomic_bool *cancel,
                        struct error *err)
{
    struct pages pages = {.store = store, .domain_id = domain_id, .cancel = cancel};
    enum status status = link_build(path, next_page, &pages, err);
    arena_free(pages.arena);
    free(pages.after);
    return status;
}
