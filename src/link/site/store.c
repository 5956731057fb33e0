#include "link/site/store.h"

enum { PROGRESS_PAGES = 256 };

enum status store_progress(const struct site_store *store, uint64_t done, uint64_t total, struct error *err)
{
    const struct link_build_options *options = store->options;
    if (!options->progress || (done % PROGRESS_PAGES != 0 && done != total))
        return OK;
    if (options->progress(options->progress_context, store->is_learning ? 0 : done, total, store->step))
        return OK;
    return error_set(err, E_CANCELLED, NULL, "the building of the index was called off");
}
