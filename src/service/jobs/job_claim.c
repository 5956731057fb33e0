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

struct job_claim_claim {
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
    struct job_claim_claim *claims[DB_JOINT_MAX];
    size_t count;
};

typedef enum status (*claim_kind)(struct db *db, const struct claimant *claimants, size_t count, int64_t now,
                                  int64_t lease_ms, enum claim_from from, size_t *claimed, struct error *err);

static enum status postpone(struct db *db, struct job_claim_claim *claim, const char *problem, struct error *err)
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
    for (size_t i = 0; i < open->count && status == OK; i++) {
        struct job_claim_claim *claim = open->claims[i];
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
        if (status == OK)
            status = job_claim_settle(db, open, claimed, err);
        if (status != OK)
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
    struct job_claim_claim claim = {.worker = worker, .from = from, .arena = arena, .article = article};
    enum status status = check_work(options->store, err);
    if (status == OK)
        status = store_write_joint(options->store, claim_all, &claim, err);
    if (status != OK)
        return status;
    for (const struct postponed *p = claim.postponed; p; p = p->next)
        options->changed(options->context, p->account_id, p->id);
    return claim.found ? OK : error_set(err, E_NOT_FOUND, NULL, "there is nothing that can be written now");
}
