#include "service/jobs/heartbeat.h"

#include <stdio.h>

enum { RENEW_MS = LEASE_MS / 3, PERIOD_MS = 200 };

struct round {
    const struct heartbeat *heartbeat;
    int64_t now;
    char changed[MAX_WORKERS][UUID_LENGTH + 1]; /* articles whose progress was stored; "" for the other jobs */
};

static enum status store_update(struct db *db, const struct job_update *update, int64_t now, struct error *err)
{
    enum status status = update->renew ? article_renew(db, &update->lease, now + LEASE_MS, err) : OK;
    if (status == OK && update->has_progress)
        status = article_progress(db, &update->lease, update->fraction, update->detail, now, err);
    return status;
}

/* One transaction for all jobs: that one of them has lost its lease must not undo what is stored of the others. */
static enum status store_updates(struct db *db, void *argument, struct error *err)
{
    struct round *round = argument;
    const struct heartbeat *heartbeat = round->heartbeat;
    for (int i = 0; i < heartbeat->options->workers; i++) {
        struct job_update update;
        struct job *job = &heartbeat->jobs[i];
        if (!job_take_update(job, round->now, RENEW_MS, &update))
            continue;
        enum status status = store_update(db, &update, round->now, err);
        if (status == E_CONFLICT || status == E_NOT_FOUND)
            job_lose(job, &update);
        else if (status != OK)
            return status;
        else if (update.has_progress)
            snprintf(round->changed[i], sizeof round->changed[i], "%s", update.article_id);
    }
    return OK;
}

/* The work of the background thread. */
static int64_t renew_and_store(void *argument)
{
    struct error err;
    const struct heartbeat *heartbeat = argument;
    const struct jobs_options *options = heartbeat->options;
    struct round round = {.heartbeat = heartbeat, .now = clock_now_ms()};
    bool is_due = false;
    for (int i = 0; i < options->workers && !is_due; i++)
        is_due = job_has_update(&heartbeat->jobs[i], round.now, RENEW_MS);
    if (!is_due)
        return PERIOD_MS;
    enum status status = store_write(options->store, store_updates, &round, &err);
    if (status != OK && status != E_CANCELLED)
        log_line(LOG_ERROR, "leases cannot be renewed: %s", err.message);
    for (int i = 0; status == OK && i < options->workers; i++)
        if (round.changed[i][0])
            options->changed(options->context, round.changed[i]);
    return PERIOD_MS;
}

enum status heartbeat_start(struct heartbeat *heartbeat, const struct jobs_options *options, struct job *jobs,
                            struct error *err)
{
    heartbeat->options = options;
    heartbeat->jobs = jobs;
    return background_start(&heartbeat->background, renew_and_store, heartbeat, err);
}

void heartbeat_stop(struct heartbeat *heartbeat)
{
    background_stop(&heartbeat->background);
}
