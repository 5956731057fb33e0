#include "service/account/renewal.h"

#include "store/db/db.h"

/* Nothing is given while an account is disabled. */
static int64_t when_disabled(int64_t monthly)
{
    return monthly == AMOUNT_UNLIMITED ? monthly : 0;
}

struct account_renewal {
    const struct plans *plans;
    struct arena *arena;
    const char *account_id;
    struct account account;
    struct ledger_terms terms;
    bool is_due;
};

/* The account as it stands, and what it is to be given. */
static enum status renewal_look(struct db *db, struct account_renewal *renewal, struct error *err)
{
    enum plan plan;
    struct account *account = &renewal->account;
    enum status status = account_get(db, renewal->arena, renewal->account_id, account, err);
    if (status != OK)
        return status;
    if (!plan_parse(account->plan, &plan))
        return error_set(err, E_INTERNAL, NULL, "account %s has the plan \"%s\", which there is none of",
                         renewal->account_id, account->plan);
    renewal->terms = plan_terms(renewal->plans, plan, account->monthly_words, account->monthly_credits);
    if (account->state != ACCOUNT_ACTIVE) {
        renewal->terms.monthly_words = when_disabled(renewal->terms.monthly_words);
        renewal->terms.monthly_credits = when_disabled(renewal->terms.monthly_credits);
    }
    return ledger_is_due(db, renewal->account_id, &renewal->terms, db_now(db), &renewal->is_due, err);
}

static enum status look_alone(struct db *db, void *argument, struct error *err)
{
    return renewal_look(db, argument, err);
}

static enum status renewal_renew(struct db *db, void *argument, struct error *err)
{
    struct account_renewal *renewal = argument;
    enum status status = renewal_look(db, renewal, err);
    if (status != OK || !renewal->is_due)
        return status;
    status = ledger_renew(db, renewal->account_id, &renewal->terms, db_now(db), err);
    return status == OK ? account_get(db, renewal->arena, renewal->account_id, &renewal->account, err) : status;
}

enum status renewal_read(struct store *store, const struct plans *plans, struct arena *arena, const char *account_id,
                         struct account *account, struct ledger_terms *terms, struct error *err)
{
    struct account_renewal renewal = {.plans = plans, .arena = arena, .account_id = account_id};
    enum status status = store_read(store, look_alone, &renewal, err);
    if (status == OK && renewal.is_due)
        status = store_write(store, renewal_renew, &renewal, err);
    *account = renewal.account;
    if (terms)
        *terms = renewal.terms;
    return status;
}

enum status renewal_write(struct db *db, const struct plans *plans, struct arena *arena, const char *account_id,
                          struct account *account, struct error *err)
{
    struct account_renewal renewal = {.plans = plans, .arena = arena, .account_id = account_id};
    enum status status = renewal_renew(db, &renewal, err);
    *account = renewal.account;
    return status;
}
