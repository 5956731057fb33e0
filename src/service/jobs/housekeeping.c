#include "service/jobs/jobs.h"

#include <stdlib.h>

/* A step takes some 20 ms of the writer at most; between two of them it is free. */
enum { FILL_ARTICLES = 50, FORGET_ARTICLES = 20, STEP_MS = 20 };

enum {
    LOOK_MS = 10 * 60 * 1000,
    FREE_PAGES = 256, /* so many are left for what comes next */
};

static const int64_t DAY_MS = (int64_t)24 * 3600 * 1000;

struct housekeeping {
    struct housekeeping_options options;
    struct background background;
};

/* One kind of work: does a step. *is_left: there is more, to be done soon. */
typedef enum status (*step)(struct housekeeping *housekeeping, bool *is_left, struct error *err);

/* --- the index --- */

static enum status is_complete(struct db *db, void *argument, struct error *err)
{
    return article_grams_complete(db, argument, err);
}

static enum status housekeeping_fill(struct db *db, void *argument, struct error *err)
{
    return article_grams_fill(db, FILL_ARTICLES, argument, err);
}

static enum status fill_index(struct housekeeping *housekeeping, bool *is_left, struct error *err)
{
    bool is_filled = false;
    enum grams_left left = GRAMS_NONE_LEFT;
    enum status status = store_read(housekeeping->options.store, is_complete, &is_filled, err);
    if (!status && !is_filled)
        status = store_write(housekeeping->options.store, housekeeping_fill, &left, err);
    *is_left = left == GRAMS_SOME_LEFT;
    return status;
}

/* --- articles that are old --- */

struct forgetting {
    struct arena *arena;
    enum article_end end;
    long days;
    struct forgotten *removed;
    size_t count;
};

static enum status housekeeping_forget(struct db *db, void *argument, struct error *err)
{
    struct forgetting *forgetting = argument;
    return articles_forget(db, forgetting->arena, forgetting->end, db_now(db) - forgetting->days * DAY_MS,
                           FORGET_ARTICLES, &forgetting->removed, &forgetting->count, err);
}

static void housekeeping_tell(const struct housekeeping_options *options, const struct forgetting *forgetting)
{
    for (size_t i = 0; i < forgetting->count; i++)
        options->on_removed(options->context, forgetting->removed[i].account_id, forgetting->removed[i].id);
}

static enum status forget_ended(struct housekeeping *housekeeping, enum article_end end, bool *is_left,
                                struct error *err)
{
    struct forgetting forgetting = {.arena = arena_new(), .end = end, .days = housekeeping->options.keep_days[end]};
    if (!forgetting.arena)
        return error_memory(err);
    enum status status = store_write(housekeeping->options.store, housekeeping_forget, &forgetting, err);
    if (!status)
        housekeeping_tell(&housekeeping->options, &forgetting);
    *is_left = *is_left || (!status && forgetting.count == FORGET_ARTICLES);
    arena_free(forgetting.arena);
    return status;
}

static enum status forget_old(struct housekeeping *housekeeping, bool *is_left, struct error *err)
{
    enum status status = OK;
    for (int end = 0; end < ARTICLE_ENDS && !status; end++)
        if (housekeeping->options.keep_days[end])
            status = forget_ended(housekeeping, (enum article_end)end, is_left, err);
    return status;
}

/* --- free pages --- */

static enum status count_free(struct db *db, void *argument, struct error *err)
{
    return db_free_pages(db, argument, err);
}

static enum status give_back(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_give_back(db, err);
}

static enum status give_pages_back(struct housekeeping *housekeeping, bool *is_left, struct error *err)
{
    int64_t pages = 0;
    enum status status = store_read(housekeeping->options.store, count_free, &pages, err);
    *is_left = !status && pages > FREE_PAGES;
    return *is_left ? store_write(housekeeping->options.store, give_back, NULL, err) : status;
}

/* --- all of it --- */

static int64_t housekeeping_work(void *argument)
{
    static const struct {
        step step;
        const char *failure;
    } steps[] = {
        {fill_index, "the index of articles cannot be filled"},
        {forget_old, "old articles cannot be removed"},
        {give_pages_back, "free pages cannot be given back"},
    };
    struct error err;
    bool is_any_left = false;
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        bool is_left = false;
        enum status status = steps[i].step(argument, &is_left, &err);
        if (status && status != E_CANCELLED)
            log_line(LOG_ERROR, "%s: %s", steps[i].failure, err.message);
        is_any_left = is_any_left || (!status && is_left);
    }
    return is_any_left ? STEP_MS : LOOK_MS;
}

enum status housekeeping_start(const struct housekeeping_options *options, struct housekeeping **out, struct error *err)
{
    struct housekeeping *housekeeping = calloc(1, sizeof *housekeeping);
    if (!housekeeping)
        return error_memory(err);
    housekeeping->options = *options;
    enum status status = background_start(&housekeeping->background, housekeeping_work, housekeeping, err);
    if (!status)
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
