#include "service/jobs/job_store.h"

#include <time.h>

enum { TRIES = 5, RETRY_MS = 1000, STEP_MS = 50 };

static void pause_until(const atomic_bool *stops, int64_t ms)
{
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    for (int64_t until = clock_mono_ms() + ms; clock_mono_ms() < until && !atomic_load(stops);)
        nanosleep(&step, NULL);
}

enum status job_try(job_attempt attempt, void *argument, const char *what, const char *id, const atomic_bool *stops,
                    struct error *err)
{
    struct error why;
    for (int try = 1;; try++) {
        enum status status = attempt(argument, &why);
        if (status != E_IO || try == TRIES || atomic_load(stops)) {
            if (status != OK && err)
                *err = why;
            return status;
        }
        log_line(LOG_ERROR, "article %s cannot be %s: %s", id, what, why.message);
        pause_until(stops, RETRY_MS);
    }
}

struct job_store_passage {
    enum status (*way)(struct store *store, store_work work, void *argument, struct error *err);
    struct store *store;
    store_work work;
    void *argument;
};

static enum status pass(void *argument, struct error *err)
{
    const struct job_store_passage *passage = argument;
    return passage->way(passage->store, passage->work, passage->argument, err);
}

enum status job_store(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                      struct error *err)
{
    struct job_store_passage passage = {store_write, store, work, argument};
    return job_try(pass, &passage, "stored", id, stops, err);
}

enum status job_read(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                     struct error *err)
{
    struct job_store_passage passage = {store_read, store, work, argument};
    return job_try(pass, &passage, "read", id, stops, err);
}
