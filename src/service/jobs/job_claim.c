#include "service/jobs/job_claim.h"

#include "service/jobs/heartbeat.h"
#include "store/db/db.h"
#include "store/notices/glance.h"

#include <errno.h>
#include <unistd.h>

enum { POSTPONE_MS = 5000 }; /* until an article is looked at again whose library could not be read */

struct postponed {
    const char *id, *account_id;
    struct postponed *next;
};

struct claim {
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

static enum status postpone(struct db *db, struct claim *claim, const char *problem, struct error *err)
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

static enum status claim_writing(struct db *db, struct claim *claim, enum claim_from from, struct error *err)
{
    for (;;) {
        enum status status =
            article_claim(db, claim->arena, claim->worker, db_now(db), LEASE_MS, from, claim->article, err);
        const char *problem = status == OK ? library_problem(claim->article, claim->arena) : NULL;
        if (status != OK || !problem)
            return status;
        status = postpone(db, claim, problem, err);
        if (status != OK)
            return status;
    }
}

static enum status claim_from(struct db *db, struct claim *claim, enum claim_from from, struct error *err)
{
    enum status polishing =
        polish_claim(db, claim->arena, claim->worker, db_now(db), LEASE_MS, from, claim->article, err);
    return polishing == E_NOT_FOUND ? claim_writing(db, claim, from, err) : polishing;
}

/* OK also when no article can be written now, since those that were postponed have to be committed. */
static enum status find_and_claim(struct db *db, void *argument, struct error *err)
{
    struct claim *claim = argument;
    enum status status = claim_from(db, claim, CLAIM_FROM_IDLE, err);
    if (status == E_NOT_FOUND && claim->from == CLAIM_FROM_ANY)
        status = claim_from(db, claim, CLAIM_FROM_ANY, err);
    claim->found = status == OK;
    return status == E_NOT_FOUND ? OK : status;
}

static enum status look(struct db *db, void *argument, struct error *err)
{
    return glance_work(db, argument, err);
}

/* Where a claim in vain would hold up the other nodes, it is looked first. */
static enum status check_work(struct store *store, struct error *err)
{
    bool is_due = true;
    enum status status = store_is_shared(store) ? store_read(store, look, &is_due, err) : OK;
    return status || is_due ? status : error_set(err, E_NOT_FOUND, NULL, "there is nothing that can be written now");
}

enum status job_claim(const struct jobs_options *options, const char *worker, enum claim_from from, struct arena *arena,
                      struct article *article, struct error *err)
{
    struct claim claim = {.worker = worker, .from = from, .arena = arena, .article = article};
    enum status status = check_work(options->store, err);
    if (status == OK)
        status = store_write(options->store, find_and_claim, &claim, err);
    if (status != OK)
        return status;
    for (const struct postponed *p = claim.postponed; p; p = p->next)
        options->changed(options->context, p->account_id, p->id);
    return claim.found ? OK : error_set(err, E_NOT_FOUND, NULL, "there is nothing that can be written now");
}
