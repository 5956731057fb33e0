#include "service/api/fields.h"

/* What is shown: the account, and what it is given this month. */
struct account_shown_account {
    struct account account; /* first, for account_write_words */
    struct ledger_terms terms;
};

bool account_renewed(struct request *request, struct account *account, struct ledger_terms *terms)
{
    struct error err;
    const struct api *api = api_of(request);
    if (renewal_read(api->store, api->plans, request->arena, caller_of(request)->account_id, account, terms, &err) ==
        OK)
        return true;
    answer_error(request, &err);
    return false;
}

struct amount {
    bool is_limited;
    int64_t left, used;
};

/* Words may be overdrawn, so that what is left can be below 0. */
static void write_left(struct buf *out, const void *object, const void *field)
{
    const struct amount *amount = object;
    if (amount->is_limited)
        write_integer(out, object, field);
    else
        buf_str(out, "null");
}

static const struct member of_amount[] = {
    {"left", "integer?", "What is left; null: unlimited.", write_left, offsetof(struct amount, left)},
    {"used", "integer", "What was used.", write_amount, offsetof(struct amount, used)},
};

static const struct members amount_members = {"Amount", "An amount of words or credits.", of_amount,
                                              COUNT_OF(of_amount)};

static void account_write_words(struct buf *out, const void *object, const void *field)
{
    const struct account *account = object;
    (void)field;
    members_write(out, &amount_members, &(struct amount){account->has_words, account->words_left, account->words_used});
}

/* Write the Amount of words or credits of a struct account. */
static void account_write_credits(struct buf *out, const void *object, const void *field)
{
    const struct account *account = object;
    (void)field;
    members_write(out, &amount_members,
                  &(struct amount){account->has_credits, account->credits_left, account->credits_used});
}

struct month {
    int64_t words, credits, next;
};

static const struct member of_month[] = {
    {"words", "integer?", "Words that it is given; null: unlimited.", write_amount, offsetof(struct month, words)},
    {"credits", "integer?", "Credits that it is given; null: unlimited.", write_amount,
     offsetof(struct month, credits)},
    {"next", "integer", "When the next month's come, in milliseconds since 1970; what is left stays.", write_integer,
     offsetof(struct month, next)},
};

static const struct members month_members = {"Month", "What an account is given by month.", of_month,
                                             COUNT_OF(of_month)};

static void write_month(struct buf *out, const void *object, const void *field)
{
    const struct ledger_terms *terms = field;
    (void)object;
    members_write(out, &month_members,
                  &(struct month){terms->monthly_words, terms->monthly_credits, ledger_month_end(clock_now_ms())});
}

#define ACCOUNT_SHOWN(member) offsetof(struct account_shown_account, member)

static const struct member account_of_account[] = {
    {"accountId", "string", "Identifier of the account.", write_text, ACCOUNT_SHOWN(account.id)},
    {"plan", NULL, "Its plan.", write_text, ACCOUNT_SHOWN(account.plan), .word = plan_word},
    {"words", "Amount", "Words of articles.", account_write_words, 0},
    {"credits", "Amount", "Credits; a request for internal links costs one.", account_write_credits, 0},
    {"month", "Month", "What it is given by month.", write_month, ACCOUNT_SHOWN(terms)},
};

static const struct members *const account_parts[] = {&amount_members, &month_members, NULL};

const struct members account_members = {"Account", "The account of the key that asks.", account_of_account,
                                        COUNT_OF(account_of_account), .parts = account_parts};

void account_show(struct request *request)
{
    struct account_shown_account shown;
    if (!account_renewed(request, &shown.account, &shown.terms))
        return;
    members_write(&request->answer.body, &account_members, &shown);
    answer_json(request, 200);
}

enum { PAGE_SIZE = 100, PAGE_MAX = 1000 };

static const double AMOUNT_MAX = 1000000000000;

/* --- what requests say and answers show ----------------------------------------------------------------------------
 */

static const char *given_state(size_t i)
{
    return i <= ACCOUNT_DISABLED ? account_state_name((enum account_state)i) : NULL;
}

#define GIVEN(member) offsetof(struct given_account, member)
#define MONTHLY(name, at, what)                                                                                        \
    {                                                                                                                  \
        name, FIELD_INTEGER, GIVEN(at), .minimum = AMOUNT_UNLIMITED, .maximum = AMOUNT_MAX,                            \
                                        .summary = what " by month; -1: unlimited; null: what the plan says."          \
    }

static const struct field of_new_account[] = {
    {"accountId", FIELD_TEXT, GIVEN(id), .required = true, .maximum = ACCOUNT_ID_MAX,
     .summary = "Its name, of a-z, 0-9, - and _; it stays so."},
    {"plan", FIELD_WORD, GIVEN(plan), .word = plan_word, .summary = "Its plan; without it, professional."},
    MONTHLY("monthlyWords", monthly_words, "Words"),
    MONTHLY("monthlyCredits", monthly_credits, "Credits"),
};

const struct fields account_fields = {"AccountRequest", "Adds an account, with a first key.", of_new_account,
                                      COUNT_OF(of_new_account), sizeof(struct given_account)};

static const struct field of_change[] = {
    {"plan", FIELD_WORD, GIVEN(plan), .word = plan_word, .summary = "Its plan."},
    {"state", FIELD_WORD, GIVEN(state), .word = given_state,
     .summary = "The keys of a disabled account do not work, and what it has in line waits."},
    MONTHLY("monthlyWords", monthly_words, "Words"),
    MONTHLY("monthlyCredits", monthly_credits, "Credits"),
    {"addWords", FIELD_INTEGER, GIVEN(add_words), .minimum = -AMOUNT_MAX, .maximum = AMOUNT_MAX,
     .summary = "Words to give now; below 0: to take."},
    {"addCredits", FIELD_INTEGER, GIVEN(add_credits), .minimum = -AMOUNT_MAX, .maximum = AMOUNT_MAX,
     .summary = "Credits to give now; below 0: to take."},
};

const struct fields account_change_fields = {"AccountChange", "Changes an account: what is absent stays.", of_change,
                                             COUNT_OF(of_change), sizeof(struct given_account)};

/* An account as operators see it. */
struct shown_account {
    struct account account;
    const char *key;
};

static void accounts_write_state(struct buf *out, const void *object, const void *field)
{
    const char *name = account_state_name(*(const enum account_state *)field);
    write_text(out, object, &name);
}

static void write_origin(struct buf *out, const void *object, const void *field)
{
    const char *name = account_origin_name(*(const enum account_origin *)field);
    write_text(out, object, &name);
}

static const char *origin_word(size_t i)
{
    return i <= ACCOUNT_ADDED ? account_origin_name((enum account_origin)i) : NULL;
}

/* -1 is unlimited here. */
static void write_monthly(struct buf *out, const void *object, const void *field)
{
    if (*(const int64_t *)field == AMOUNT_BY_PLAN)
        buf_str(out, "null");
    else
        write_integer(out, object, field);
}

#define SHOWN(member) offsetof(struct shown_account, member)

static const struct member of_account[] = {
    {"accountId", "string", "Its name.", write_text, SHOWN(account.id)},
    {"plan", NULL, "Its plan.", write_text, SHOWN(account.plan), .word = plan_word},
    {"words", "Amount", "Words of articles.", account_write_words, SHOWN(account)},
    {"credits", "Amount", "Credits.", account_write_credits, SHOWN(account)},
    {"state", NULL, "The keys of a disabled account do not work, and what it has in line waits.", accounts_write_state,
     SHOWN(account.state), .word = given_state},
    {"origin", NULL, "Configured accounts are changed in the configuration.", write_origin, SHOWN(account.origin),
     .word = origin_word},
    {"monthlyWords", "integer?", "Words by month; -1: unlimited; null: what the plan says.", write_monthly,
     SHOWN(account.monthly_words)},
    {"monthlyCredits", "integer?", "Credits by month; -1: unlimited; null: what the plan says.", write_monthly,
     SHOWN(account.monthly_credits)},
    {"createdAt", "integer", "When it was made, in milliseconds since 1970.", write_integer, SHOWN(account.created_at)},
    {"key", "string?", "Its first key; shown once, when the account is added.", write_text, SHOWN(key),
     .optional = true},
};

static const struct members *const parts[] = {&amount_members, NULL};

const struct members operated_account_members = {"OperatedAccount", "An account, as whoever runs the service sees it.",
                                                 of_account, COUNT_OF(of_account), .parts = parts};

/* Appends an account as operators see it. key: its first key; NULL: it is not shown. */
static void accounts_write(struct buf *out, const struct account *account, const char *key)
{
    members_write(out, &operated_account_members, &(struct shown_account){*account, key});
}

/* --- one account ---------------------------------------------------------------------------------------------------
 */

/* Reads an account that was not removed. E_NOT_FOUND, with a sentence for the caller. */
static enum status accounts_read(struct db *db, const struct request *request, const char *id, struct account *account,
                                 struct error *err)
{
    enum status status = account_get(db, request->arena, id, account, err);
    if (!status && account->state == ACCOUNT_REMOVED)
        status = E_NOT_FOUND;
    return status == E_NOT_FOUND ? error_set(err, status, NULL, "There is no account of this name.") : status;
}

/* The account with what it is given this month. */
static enum status accounts_renew(const struct request *request, struct account *account, struct error *err)
{
    const struct api *api = api_of(request);
    return renewal_read(api->store, api->plans, request->arena, account->id, account, NULL, err);
}

struct account_lookup {
    struct request *request;
    struct account account;
};

static enum status get_accounts(struct db *db, void *argument, struct error *err)
{
    struct account_lookup *lookup = argument;
    return accounts_read(db, lookup->request, lookup->request->id, &lookup->account, err);
}

void accounts_get(struct request *request)
{
    struct error err;
    struct account_lookup lookup = {.request = request};
    enum status status = store_read(api_of(request)->store, get_accounts, &lookup, &err);
    if (!status)
        status = accounts_renew(request, &lookup.account, &err);
    if (status) {
        answer_error(request, &err);
        return;
    }
    accounts_write(&request->answer.body, &lookup.account, NULL);
    answer_json(request, 200);
}

/* --- list ----------------------------------------------------------------------------------------------------------
 */

LISTING_TABLE(account_list_fields, "AccountList", "Lists accounts in the order of their names.", "accounts", PAGE_SIZE,
              PAGE_MAX, ACCOUNT_ID_MAX);

static enum status list_accounts(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    struct account *accounts = NULL;
    enum status status = account_list(db, l->request->arena, l->cursor, listing_wanted(l), &accounts, &l->count, err);
    l->entries = accounts;
    return status;
}

static enum status renew_all(struct listing *listing, struct error *err)
{
    struct account *accounts = listing->entries;
    enum status status = OK;
    for (size_t i = 0; !status && i < listing->count; i++)
        status = accounts_renew(listing->request, &accounts[i], err);
    return status;
}

static void accounts_write_entry(struct request *request, const void *entry)
{
    accounts_write(&request->answer.body, entry, NULL);
}

static const struct listing_kind listing_kind = {.read = list_accounts,
                                                 .complete = renew_all,
                                                 .size = sizeof(struct account),
                                                 .cursor_at = offsetof(struct account, id),
                                                 .write = accounts_write_entry};

void accounts_list(struct request *request)
{
    struct listing listing = {.request = request};
    listing_answer(&listing, &listing_kind);
}

/* A request about one account, for the transactions below. */
struct account_change {
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
static enum status renew_changed_account(struct db *db, struct account_change *change, const char *id,
                                         struct error *err)
{
    struct request *request = change->request;
    return renewal_write(db, api_of(request)->plans, request->arena, id, &change->account, err);
}

/* Reads the body; a number that is absent or null is the plan's. False: a problem was answered. */
static bool read_account_change(struct account_change *change, json_t **body)
{
    change->given.monthly_words = change->given.monthly_credits = AMOUNT_BY_PLAN;
    if (!read_request(change->request, &change->given, body))
        return false;
    change->body = *body;
    return true;
}

static void answer_account(struct account_change *change, int http_status)
{
    struct request *request = change->request;
    bool is_new = http_status == 201;
    if (is_new)
        answer_header(request, "Location", "/api/accounts/%s", change->account.id);
    accounts_write(&request->answer.body, &change->account, is_new ? change->key.text : NULL);
    answer_json(request, http_status);
}

/* --- create --- */

static bool is_good_account_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return length > 0 && name[length] == '\0';
}

static enum status add_given_account(struct db *db, void *argument, struct error *err)
{
    struct account_change *change = argument;
    enum status status = account_insert(db, &change->account, err);
    if (status == E_CONFLICT)
        return error_set(err, status, NULL,
                         "There is an account of this name, or there was one, whose name is not used again.");
    if (!status)
        status = keys_insert(db, api_of(change->request)->bounds, &change->key, err);
    return status ? status : renew_changed_account(db, change, change->given.id, err);
}

static void create_account(struct account_change *change)
{
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
    if (!resource_write(change->request, add_given_account, change))
        return;
    log_account("account added", given->id);
    key_log_made(change->key.id, given->id);
    answer_account(change, 201);
}

void accounts_create(struct request *request)
{
    static const struct fault wrong_name = {"/accountId", "accountId must be made of a-z, 0-9, - and _."};
    struct account_change change = {.request = request};
    json_t *body;
    if (!read_account_change(&change, &body))
        return;
    if (is_good_account_name(change.given.id))
        create_account(&change);
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
static enum status take_over(struct account_change *change, struct error *err)
{
    static const char *const names[] = {"plan", "state", "monthlyWords", "monthlyCredits"};
    struct account *account = &change->account;
    const struct given_account *given = &change->given;
    bool is_changed = false;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        is_changed = is_changed || json_object_get(change->body, names[i]);
    enum status status = is_changed ? check_configured(account, err) : OK;
    if (!is_changed || status)
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
static enum status adjust(struct db *db, const struct account_change *change, struct error *err)
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

static enum status update_account(struct db *db, void *argument, struct error *err)
{
    struct account_change *change = argument;
    struct account *account = &change->account;
    enum status status = accounts_read(db, change->request, change->request->id, account, err);
    if (!status)
        status = take_over(change, err);
    if (!status && account->origin == ACCOUNT_ADDED)
        status = account_update(db, account, err);
    if (!status)
        status = renew_changed_account(db, change, change->request->id, err);
    if (!status)
        status = adjust(db, change, err);
    return status ? status : accounts_read(db, change->request, change->request->id, account, err);
}

void accounts_update(struct request *request)
{
    struct account_change change = {.request = request};
    json_t *body;
    if (!read_account_change(&change, &body))
        return;
    if (resource_write(request, update_account, &change)) {
        changes_tell(api_of(request)->changes, CHANGE_ACCOUNT, request->id);
        log_account("account changed", request->id);
        answer_account(&change, 200);
    }
    json_decref(body);
}

/* --- delete --- */

static enum status remove_account(struct db *db, void *argument, struct error *err)
{
    struct account_change *change = argument;
    const struct request *request = change->request;
    enum status status = accounts_read(db, request, request->id, &change->account, err);
    if (!status && strcmp(change->account.id, LOCAL_ACCOUNT) == 0)
        return error_set(err, E_CONFLICT, NULL,
                         "The account %s is the service's own, whoever runs it: it cannot be removed.", LOCAL_ACCOUNT);
    if (!status)
        status = check_configured(&change->account, err);
    if (!status)
        status = domain_list(db, request->arena, request->id, &change->domains, &change->domain_count, err);
    return status ? status : account_remove(db, request->id, err);
}

void accounts_delete(struct request *request)
{
    struct api *api = api_of(request);
    struct account_change change = {.request = request};
    if (!resource_write(request, remove_account, &change))
        return;
    changes_tell(api->changes, CHANGE_ACCOUNT, request->id);
    for (size_t i = 0; i < change.domain_count; i++)
        changes_tell(api->changes, CHANGE_REMOVED, change.domains[i].id);
    log_account("account removed", request->id);
    answer_empty(request, 204);
}
