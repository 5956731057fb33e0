#include "service/jobs/worker.h"

#include "deliver/deliver.h"
#include "service/jobs/jobs_parts.h"
#include "store/notices/notices.h"

#include <errno.h>
#include <unistd.h>

void work_signal_init(struct work_signal *signal)
{
    *signal = (struct work_signal){0};
    condition_init(&signal->work);
    pthread_mutex_init(&signal->lock, NULL);
}

void work_signal_destroy(struct work_signal *signal)
{
    pthread_cond_destroy(&signal->work);
    pthread_mutex_destroy(&signal->lock);
}

void work_signal_raise(struct work_signal *signal)
{
    pthread_mutex_lock(&signal->lock);
    signal->count++;
    pthread_cond_signal(&signal->work);
    pthread_mutex_unlock(&signal->lock);
    if (signal->raised)
        signal->raised(signal->context);
}

void work_signal_close(struct work_signal *signal)
{
    pthread_mutex_lock(&signal->lock);
    signal->closed = true;
    pthread_cond_broadcast(&signal->work);
    pthread_mutex_unlock(&signal->lock);
}

bool work_signal_wait(struct work_signal *signal, unsigned long *seen)
{
    pthread_mutex_lock(&signal->lock);
    while (!signal->closed && signal->count == *seen)
        pthread_cond_wait(&signal->work, &signal->lock);
    *seen = signal->count;
    bool is_open = !signal->closed;
    pthread_mutex_unlock(&signal->lock);
    return is_open;
}

enum { POSTPONE_MS = 5000 }; /* until an article is looked at again whose library could not be read */

struct postponed {
    const char *id, *account_id;
    struct postponed *next;
};

struct claim_attempt {
    const char *worker;
    enum claim_from from; /* CLAIM_FROM_ANY: any, after those of CLAIM_FROM_IDLE */
    struct arena *arena;
    struct article *article;
    bool found; /* false: there is nothing that can be written or polished now */
    struct postponed *postponed;
};

/* Why the article's library cannot be read, in the arena; NULL when it can, or when the article has none. */
static const char *library_problem(const struct article *article, struct arena *arena)
{
    char reason[128];
    if (!article->library || access(article->library, R_OK | X_OK) == 0)
        return NULL;
    const char *said = strerror_r(errno, reason, sizeof reason);
    const char *problem =
        arena_printf(arena, "Waits for its library folder %s, which cannot be read: %s", article->library, said);
    return problem ? problem : "Waits for its library folder";
}

/* --- the claims of all workers that look for something --- */

/* Those that have found nothing so far. */
struct open_claims {
    struct claim_attempt *claims[DB_JOINT_MAX];
    size_t count;
};

typedef enum status (*claim_kind)(struct db *db, const struct claimant *claimants, size_t count, int64_t now,
                                  int64_t lease_ms, enum claim_from from, size_t *claimed, struct error *err);

static enum status postpone(struct db *db, struct claim_attempt *claim, const char *problem, struct error *err)
{
    const struct article *article = claim->article;
    struct lease lease = {article->id, claim->worker, article->attempt};
    struct postponed *postponed = ARENA_NEW(claim->arena, struct postponed);
    if (!postponed)
        return error_memory(err);
    *postponed = (struct postponed){article->id, article->account_id, claim->postponed};
    claim->postponed = postponed;
    return article_postpone(db, &lease, problem, db_now(db) + POSTPONE_MS, err);
}

/* The first `claimed` claims have an article each. Those stay open whose article cannot be written now. */
static enum status job_claim_settle(struct db *db, struct open_claims *open, size_t claimed, struct error *err)
{
    size_t still = 0;
    enum status status = OK;
    for (size_t i = 0; i < open->count && !status; i++) {
        struct claim_attempt *claim = open->claims[i];
        bool is_writing = i < claimed && !claim->article->polish;
        const char *problem = is_writing ? library_problem(claim->article, claim->arena) : NULL;
        claim->found = i < claimed && !problem;
        if (problem)
            status = postpone(db, claim, problem, err);
        if (!claim->found)
            open->claims[still++] = claim;
    }
    open->count = still;
    return status;
}

/* Again, as long as something had to be postponed. */
static enum status claim_of_kind(struct db *db, claim_kind kind, struct open_claims *open, enum claim_from from,
                                 struct error *err)
{
    bool again = open->count > 0;
    while (again) {
        struct claimant claimants[DB_JOINT_MAX];
        size_t asked = open->count, claimed = 0;
        for (size_t i = 0; i < asked; i++)
            claimants[i] = (struct claimant){open->claims[i]->worker, open->claims[i]->arena, open->claims[i]->article};
        enum status status = kind(db, claimants, asked, db_now(db), LEASE_MS, from, &claimed, err);
        if (!status)
            status = job_claim_settle(db, open, claimed, err);
        if (status)
            return status;
        again = open->count > asked - claimed;
    }
    return OK;
}

static enum status claim_from(struct db *db, struct open_claims *open, enum claim_from from, struct error *err)
{
    enum status status = claim_of_kind(db, polishing_claim, open, from, err);
    return status ? status : claim_of_kind(db, articles_claim, open, from, err);
}

static void keep_those_from_any(struct open_claims *open)
{
    size_t still = 0;
    for (size_t i = 0; i < open->count; i++)
        if (open->claims[i]->from == CLAIM_FROM_ANY)
            open->claims[still++] = open->claims[i];
    open->count = still;
}

/* OK also when there was nothing, since those that were postponed have to be committed. */
static enum status claim_all(struct db *db, void *const *arguments, size_t count, struct error *err)
{
    struct open_claims open = {.count = count};
    for (size_t i = 0; i < count; i++) {
        open.claims[i] = arguments[i];
        open.claims[i]->found = false;
        open.claims[i]->postponed = NULL;
    }
    enum status status = claim_from(db, &open, CLAIM_FROM_IDLE, err);
    keep_those_from_any(&open);
    return status ? status : claim_from(db, &open, CLAIM_FROM_ANY, err);
}

/* --- one claim --- */

static enum status job_claim_look(struct db *db, void *argument, struct error *err)
{
    return glance_work(db, argument, err);
}

/* Where a claim in vain would hold up the other nodes, it is looked first. */
static enum status check_work(struct store *store, struct error *err)
{
    bool is_due = true;
    enum status status = store_is_shared(store) ? store_read(store, job_claim_look, &is_due, err) : OK;
    return status || is_due ? status : error_set(err, E_NOT_FOUND, NULL, "there is nothing that can be written now");
}

enum status job_claim(const struct jobs_options *options, const char *worker, enum claim_from from, struct arena *arena,
                      struct article *article, struct error *err)
{
    struct claim_attempt claim = {.worker = worker, .from = from, .arena = arena, .article = article};
    enum status status = check_work(options->store, err);
    if (!status)
        status = store_write_joint(options->store, claim_all, &claim, err);
    if (status)
        return status;
    for (const struct postponed *p = claim.postponed; p; p = p->next)
        options->changed(options->context, p->account_id, p->id);
    return claim.found ? OK : error_set(err, E_NOT_FOUND, NULL, "there is nothing that can be written now");
}

const char *article_log_keyword(const struct article *article, struct arena *arena)
{
    return article_keyword(article->config, arena);
}

static struct log_event begin_article(const char *name, const struct logged_article *article)
{
    struct log_event event = log_event_begin(name);
    log_event_id(&event, "article", article->id);
    log_event_text(&event, "keyword", article->keyword);
    return event;
}

static void end_article(struct log_event *event, const struct logged_article *article, enum log_level level)
{
    if (article->began_at)
        log_event_seconds(event, "seconds", clock_mono_ms() - article->began_at);
    log_event_end(event, level);
}

void article_log_queued(const struct article *article, const char *request_id)
{
    if (!log_wants(LOG_INFO))
        return;
    struct log_event event = begin_article("article queued", &(struct logged_article){.id = article->id});
    log_event_text(&event, "request", request_id);
    log_event_text(&event, "account", article->account_id);
    log_event_end(&event, LOG_INFO);
}

/* A worker begins to write it, for the first time or again. claimed: as it was claimed. */
static void article_log_begun(const struct logged_article *article, const struct article *claimed)
{
    const char *name = "article begun";
    if (claimed->polish)
        name = "polishing begun";
    else if (claimed->taken_over)
        name = "article taken over from a process that ended:";
    else if (claimed->attempt > 1)
        name = "article resumed";
    struct log_event event = begin_article(name, article);
    log_event_end(&event, LOG_INFO);
}

/* It has finished or failed, and that is stored. fault: what went wrong on our side, which makes it an error; NULL:
 * nothing. */
static void article_log_ended(const struct logged_article *article, const struct article *ended, const char *fault)
{
    bool finished = ended->state == ARTICLE_FINISHED;
    struct log_event event = begin_article(finished ? "article finished" : "article failed", article);
    if (finished)
        log_event_number(&event, "words", ended->words_charged);
    log_event_text(&event, "error", ended->error_code);
    log_event_text(&event, "reason", fault ? fault : ended->error);
    end_article(&event, article, fault ? LOG_ERROR : LOG_INFO);
}

/* Its polishing has ended, and that is stored. problem: why it could not be polished, NULL when it was; fault: as
 * above. */
static void article_log_polished(const struct logged_article *article, const char *problem, const char *fault)
{
    struct log_event event = begin_article(problem ? "article not polished" : "article polished", article);
    log_event_text(&event, "reason", fault ? fault : problem);
    end_article(&event, article, fault ? LOG_ERROR : LOG_INFO);
}

void article_log_left(const struct logged_article *article, enum article_log_end end)
{
    static const char *const events[] = {
        [ARTICLE_LOG_CANCELLED] = "article cancelled",
        [ARTICLE_LOG_DELETED] = "article deleted",
        [ARTICLE_LOG_INTERRUPTED] = "article interrupted, goes on when the service runs again:",
        [ARTICLE_LOG_LOST] = "article taken over by another process",
    };
    struct log_event event = begin_article(events[end], article);
    end_article(&event, article, LOG_INFO);
}

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
    if (!status && !article->polish)
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
    else if (!status && look.now.state == ARTICLE_FAILED && look.now.cancel_requested)
        end = ARTICLE_LOG_CANCELLED;
    article_log_left(&ending->logged, end);
}

static enum status job_end_release(struct db *db, void *argument, struct error *err)
{
    const struct job_ending *ending = argument;
    return article_release(db, &ending->lease, db_now(db), err);
}

/* For the worker's own thread, while the job is open. Blocks for some seconds when the store fails. */
static void job_end(const struct job_ending *ending)
{
    const struct jobs_options *options = ending->options;
    if (ending->outcome->ended) {
        /* If the fault lasts, the lease runs out, and the article is written again. */
        struct end end = {.ending = ending};
        enum status status = job_store(options->store, store_end, &end, ending->article->id, options->stopping, NULL);
        if (!status)
            announce_end(&end);
        else if (status == E_CONFLICT)
            log_left(ending);
        return;
    }
    log_left(ending);
    if (atomic_load(options->stopping))
        store_write(options->store, job_end_release, (void *)ending, NULL); /* when this fails, the lease runs out */
}

static void run_job(struct worker *worker, struct arena *arena, struct article *article)
{
    const struct jobs_options *options = worker->options;
    struct job *job = worker->job;
    struct job_outcome outcome;
    struct job_ending ending = {
        .options = options,
        .arena = arena,
        .article = article,
        .outcome = &outcome,
        .logged = {article->id, article_log_keyword(article, arena), clock_mono_ms()},
    };
    article_log_begun(&ending.logged, article);
    job_open(job, article, worker->name);
    if (atomic_load(options->stopping)) /* workers_stop may have cancelled all jobs before this one was open */
        job_cancel(job, NULL);
    options->changed(options->context, article->account_id, article->id);
    ending.lease = job_lease(job);
    if (article->polish)
        job_polish(job, options, worker->services, arena, article, &outcome);
    else
        job_write(job, options, worker->services, arena, article, &outcome);
    job_end(&ending);
    job_close(job);
}

enum status worker_take(struct worker *worker, enum claim_from from, void (*claimed)(void *context), void *context)
{
    struct error err;
    struct article article;
    struct arena *arena = arena_new();
    if (!arena)
        return E_MEMORY;
    enum status status = job_claim(worker->options, worker->name, from, arena, &article, &err);
    if (!status) {
        claimed(context);
        run_job(worker, arena, &article);
    } else if (status != E_NOT_FOUND && status != E_CANCELLED) {
        log_line(LOG_ERROR, "no article can be claimed: %s", err.message);
    }
    arena_free(arena);
    return status;
}

/* There may be more: another one looks. */
static void pass_on(void *context)
{
    work_signal_raise(context);
}

static void *worker_run(void *argument)
{
    struct worker *worker = argument;
    unsigned long seen = 0;
    while (work_signal_wait(worker->signal, &seen))
        while (!atomic_load(worker->options->stopping) &&
               worker_take(worker, CLAIM_FROM_ANY, pass_on, worker->signal) == OK)
            continue;
    return NULL;
}

enum status worker_start(struct worker *worker, struct error *err)
{
    return thread_start_small(&worker->thread, worker_run, worker, err);
}

void worker_join(struct worker *worker)
{
    pthread_join(worker->thread, NULL);
}
