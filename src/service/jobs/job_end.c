#include "service/jobs/job_end.h"

#include "deliver/deliver.h"
#include "service/jobs/job_store.h"
#include "store/db/db.h"

/* --- finished or failed --- */

struct end {
    const struct job_ending *ending;
    bool is_delivered; /* something is to be sent */
};

static enum status store_end(struct db *db, void *argument, struct error *err)
{
    struct end *end = argument;
    const struct job_ending *ending = end->ending;
    int64_t now = db_now(db);
    const struct article *article = ending->article;
    enum status status = article->polish
                             ? polish_end(db, &ending->lease, article->polished_html, article->notes, now, err)
                             : article_end(db, &ending->lease, article, now, err);
    if (status == OK && !article->polish)
        status = deliver_ended(db, article, now, &end->is_delivered, err);
    return status;
}

static void announce_end(const struct end *end)
{
    const struct job_ending *ending = end->ending;
    const struct jobs_options *options = ending->options;
    const struct article *article = ending->article;
    bool finished = article->state == ARTICLE_FINISHED;
    if (article->polish) {
        article_log_polished(&ending->logged, ending->outcome->problem, ending->outcome->fault);
        options->changed(options->context, article->account_id, article->id);
        return;
    }
    article_log_ended(&ending->logged, article, ending->outcome->fault);
    atomic_fetch_add(finished ? &options->counters->finished : &options->counters->failed, 1);
    atomic_fetch_add(&options->counters->words, (unsigned long)article->words_charged);
    options->changed(options->context, article->account_id, article->id);
    if (end->is_delivered && options->delivers)
        options->delivers(options->context);
}

/* --- cancelled, deleted, interrupted or lost --- */

struct job_end_look {
    const struct job_ending *ending;
    struct article now; /* as somebody else left it */
};

static enum status job_end_read_article(struct db *db, void *argument, struct error *err)
{
    struct job_end_look *look = argument;
    return article_get(db, look->ending->arena, NULL, look->ending->article->id, &look->now, err);
}

/* Logs why the article was let go; the store knows what became of it. */
static void log_left(const struct job_ending *ending)
{
    struct job_end_look look = {.ending = ending};
    const struct jobs_options *options = ending->options;
    enum status status = store_read(options->store, job_end_read_article, &look, NULL);
    enum article_log_end end = atomic_load(options->stopping) ? ARTICLE_LOG_INTERRUPTED : ARTICLE_LOG_LOST;
    if (status == E_NOT_FOUND)
        end = ARTICLE_LOG_DELETED;
    else if (status == OK && look.now.state == ARTICLE_FAILED && look.now.cancel_requested)
        end = ARTICLE_LOG_CANCELLED;
    article_log_left(&ending->logged, end);
}

static enum status job_end_release(struct db *db, void *argument, struct error *err)
{
    const struct job_ending *ending = argument;
    return article_release(db, &ending->lease, db_now(db), err);
}

void job_end(const struct job_ending *ending)
{
    const struct jobs_options *options = ending->options;
    if (ending->outcome->ended) {
        /* If the fault lasts, the lease runs out, and the article is written again. */
        struct end end = {.ending = ending};
        enum status status = job_store(options->store, store_end, &end, ending->article->id, options->stopping, NULL);
        if (status == OK)
            announce_end(&end);
        else if (status == E_CONFLICT)
            log_left(ending);
        return;
    }
    log_left(ending);
    if (atomic_load(options->stopping))
        store_write(options->store, job_end_release, (void *)ending, NULL); /* when this fails, the lease runs out */
}
