#include "base/log_event.h"
#include "service/account/bootstrap.h"
#include "service/account/renewal.h"
#include "service/api/fields/reading.h"
#include "service/api/tenants/accounts.h"
#include "service/api/tenants/keys.h"
#include "store/db/db.h"

/* A request about one account, for the transactions below. */
struct accounts_change_change {
    struct request *request;
    const json_t *body;
    struct given_account given;
    struct account account;
    struct new_key key; /* the first one */
    struct domain *domains;
    size_t domain_count;
};

static void log_account(const char *event_name, const char *id)
{
    struct log_event event = log_event_begin(event_name);
    log_event_text(&event, "account", id);
    log_event_end(&event, LOG_INFO);
}

/* Reads the account with what its plan and its own amounts give it. */
static enum status accounts_change_renew(struct db *db, struct accounts_change_change *change, const char *id,
                                         struct error *err)
{
    struct request *request = change->request;
    return renewal_write(db, api_of(request)->plans, request->arena, id, &change->account, err);
}

/* Reads the body; a number that is absent or null is the plan's. False: a problem was answered. */
static bool accounts_change_read_account(struct accounts_change_change *change, json_t **body)
{
    change->given.monthly_words = change->given.monthly_credits = AMOUNT_BY_PLAN;
    if (!read_request(change->request, &change->given, body))
        return false;
    change->body = *body;
    return true;
}

/* Answers with the account of a transaction that went well, with the problem otherwise. */
static void accounts_change_answer(struct accounts_change_change *change, int http_status, enum status status,
                                   const struct error *err)
{
    struct request *request = change->request;
    if (status != OK) {
        answer_error(request, err);
        return;
    }
    bool is_new = http_status == 201;
    if (is_new)
        answer_header(request, "Location", "/api/accounts/%s", change->account.id);
    accounts_write(&request->answer.body, &change->account, is_new ? change->key.text : NULL);
    answer_json(request, http_status);
}

/* --- create --- */

static bool accounts_change_is_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return length > 0 && name[length] == '\0';
}

static enum status accounts_change_insert(struct db *db, void *argument, struct error *err)
{
    struct accounts_change_change *change = argument;
    enum status status = account_insert(db, &change->account, err);
    if (status == E_CONFLICT)
        return error_set(err, status, NULL,
                         "There is an account of this name, or there was one, whose name is not used again.");
    if (status == OK)
        status = keys_insert(db, api_of(change->request)->bounds, &change->key, err);
    return status == OK ? accounts_change_renew(db, change, change->given.id, err) : status;
}

static void accounts_change_create(struct accounts_change_change *change)
{
    struct error err;
    const struct given_account *given = &change->given;
    change->account = (struct account){
        .id = given->id,
        .plan = given->plan ? given->plan : plan_name(PLAN_PROFESSIONAL),
        .origin = ACCOUNT_ADDED,
        .state = ACCOUNT_ACTIVE,
        .monthly_words = given->monthly_words,
        .monthly_credits = given->monthly_credits,
        .created_at = clock_now_ms(),
    };
    keys_new(&change->key, given->id, "first key", SCOPE_ALL, 0);
    enum status status = store_write(api_of(change->request)->store, accounts_change_insert, change, &err);
    if (status == OK) {
        log_account("account added", given->id);
        key_log_made(change->key.id, given->id);
    }
    accounts_change_answer(change, 201, status, &err);
}

void accounts_create(struct request *request)
{
    static const struct fault wrong_name = {"/accountId", "accountId must be made of a-z, 0-9, - and _."};
    struct accounts_change_change change = {.request = request};
    json_t *body;
    if (!accounts_change_read_account(&change, &body))
        return;
    if (accounts_change_is_name(change.given.id))
        accounts_change_create(&change);
    else
        answer_faults(request, &wrong_name, 1);
    json_decref(body);
}

/* --- update --- */

/* Whatever the configuration says comes back with the next start. */
static enum status check_configured(const struct account *account, struct error *err)
{
    bool is_configured = account->origin == ACCOUNT_CONFIGURED && account->state == ACCOUNT_ACTIVE;
    return is_configured ? error_set(err, E_CONFLICT, NULL,
                                     "This account is configured: change it, or take it out, in the configuration, and "
                                     "start the service again.")
                         : OK;
}

/* What the body says of the account itself; one that is no longer configured is an added one from then on. */
static enum status take_over(struct accounts_change_change *change, struct error *err)
{
    static const char *const names[] = {"plan", "state", "monthlyWords", "monthlyCredits"};
    struct account *account = &change->account;
    const struct given_account *given = &change->given;
    bool is_changed = false;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        is_changed = is_changed || json_object_get(change->body, names[i]);
    enum status status = is_changed ? check_configured(account, err) : OK;
    if (!is_changed || status != OK)
        return status;
    account->origin = ACCOUNT_ADDED;
    account->plan = given->plan ? given->plan : account->plan;
    if (given->state)
        account->state =
            strcmp(given->state, account_state_name(ACCOUNT_ACTIVE)) == 0 ? ACCOUNT_ACTIVE : ACCOUNT_DISABLED;
    if (json_object_get(change->body, "monthlyWords"))
        account->monthly_words = given->monthly_words;
    if (json_object_get(change->body, "monthlyCredits"))
        account->monthly_credits = given->monthly_credits;
    return OK;
}

/* Gives or takes now. */
static enum status adjust(struct db *db, const struct accounts_change_change *change, struct error *err)
{
    const struct given_account *given = &change->given;
    if (!given->add_words && !given->add_credits)
        return OK;
    enum status status = ledger_adjust(db, change->account.id, given->add_words, given->add_credits, db_now(db), err);
    if (status == E_INVALID)
        return error_set(err, E_CONFLICT, NULL,
                         "What is unlimited cannot be added to: give the account a monthly amount first.");
    return status;
}

static enum status accounts_change_update(struct db *db, void *argument, struct error *err)
{
    struct accounts_change_change *change = argument;
    struct account *account = &change->account;
    enum status status = accounts_read(db, change->request, change->request->id, account, err);
    if (status == OK)
        status = take_over(change, err);
    if (status == OK && account->origin == ACCOUNT_ADDED)
        status = account_update(db, account, err);
    if (status == OK)
        status = accounts_change_renew(db, change, change->request->id, err);
    if (status == OK)
        status = adjust(db, change, err);
    return status == OK ? accounts_read(db, change->request, change->request->id, account, err) : status;
}

void accounts_update(struct request *request)
{
    struct error err;
    struct accounts_change_change change = {.request = request};
    json_t *body;
    if (!accounts_change_read_account(&change, &body))
        return;
    enum status status = store_write(api_of(request)->store, accounts_change_update, &change, &err);
    if (status == OK) {
        changes_tell(api_of(request)->changes, CHANGE_ACCOUNT, request->id);
        log_account("account changed", request->id);
    }
    accounts_change_answer(&change, 200, status, &err);
    json_decref(body);
}

/* --- delete --- */

static enum status remove_account(struct db *db, void *argument, struct error *err)
{
    struct accounts_change_change *change = argument;
    const struct request *request = change->request;
    enum status status = accounts_read(db, request, request->id, &change->account, err);
    if (status == OK && strcmp(change->account.id, LOCAL_ACCOUNT) == 0)
        return error_set(err, E_CONFLICT, NULL,
                         "The account %s is the service's own, whoever runs it: it cannot be removed.", LOCAL_ACCOUNT);
    if (status == OK)
        status = check_configured(&change->account, err);
    if (status == OK)
        status = domain_list(db, request->arena, request->id, &change->domains, &change->domain_count, err);
    return status == OK ? account_remove(db, request->id, err) : status;
}

void accounts_delete(struct request *request)
{
    struct error err;
    struct api *api = api_of(request);
    struct accounts_change_change change = {.request = request};
    if (store_write(api->store, remove_account, &change, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    changes_tell(api->changes, CHANGE_ACCOUNT, request->id);
    for (size_t i = 0; i < change.domain_count; i++)
        changes_tell(api->changes, CHANGE_REMOVED, change.domains[i].id);
    log_account("account removed", request->id);
    answer_empty(request, 204);
}
