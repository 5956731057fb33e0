#include "service/jobs/housekeeping.h"

#include "base/system/thread.h"
#include "store/article_grams.h"
#include "store/store.h"

#include <stdlib.h>

/* A step of the index takes some 20 ms; between two of them the writer is free. */
enum { FILL_ARTICLES = 50, STEP_MS = 5, AGAIN_MS = 60 * 1000 };

struct housekeeping {
    struct store *store;
    struct background background;
};

static enum status is_complete(struct db *db, void *argument, struct error *err)
{
    return article_grams_complete(db, argument, err);
}

static enum status fill(struct db *db, void *argument, struct error *err)
{
    return article_grams_fill(db, FILL_ARTICLES, argument, err);
}

static int64_t work(void *argument)
{
    static const int64_t pause[] = {
        [GRAMS_NONE_LEFT] = BACKGROUND_UNTIL_WOKEN, [GRAMS_SOME_LEFT] = STEP_MS, [GRAMS_NOT_YET] = AGAIN_MS};
    struct error err;
    bool is_filled = false;
    enum grams_left left = GRAMS_NONE_LEFT;
    const struct housekeeping *housekeeping = argument;
    enum status status = store_read(housekeeping->store, is_complete, &is_filled, &err);
    if (status == OK && !is_filled)
        status = store_write(housekeeping->store, fill, &left, &err);
    if (status != OK && status != E_CANCELLED)
        log_line(LOG_ERROR, "the index of articles cannot be filled: %s", err.message);
    return status == OK ? pause[left] : AGAIN_MS;
}

enum status housekeeping_start(struct store *store, struct housekeeping **out, struct error *err)
{
    struct housekeeping *housekeeping = calloc(1, sizeof *housekeeping);
    if (!housekeeping)
        return error_memory(err);
    housekeeping->store = store;
    enum status status = background_start(&housekeeping->background, work, housekeeping, err);
    if (status == OK)
        *out = housekeeping;
    else
        housekeeping_stop(housekeeping);
    return status;
}

void housekeeping_stop(struct housekeeping *housekeeping)
{
    if (!housekeeping)
        return;
    background_stop(&housekeeping->background);
    free(housekeeping);
}
