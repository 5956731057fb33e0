#include "service/api/tenants/accounts.h"

#include "service/api/fields/listing.h"
#include "service/api/tenants/account.h"

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
struct accounts_shown_account {
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

#define SHOWN(member) offsetof(struct accounts_shown_account, member)

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

void accounts_write(struct buf *out, const struct account *account, const char *key)
{
    members_write(out, &operated_account_members, &(struct accounts_shown_account){*account, key});
}

/* --- one account ---------------------------------------------------------------------------------------------------
 */

enum status accounts_read(struct db *db, const struct request *request, const char *id, struct account *account,
                          struct error *err)
{
    enum status status = account_get(db, request->arena, id, account, err);
    if (status == OK && account->state == ACCOUNT_REMOVED)
        status = E_NOT_FOUND;
    return status == E_NOT_FOUND ? error_set(err, status, NULL, "There is no account of this name.") : status;
}

/* The account with what it is given this month. */
static enum status accounts_renew(const struct request *request, struct account *account, struct error *err)
{
    const struct api *api = api_of(request);
    return renewal_read(api->store, api->plans, request->arena, account->id, account, NULL, err);
}

struct accounts_account_lookup {
    struct request *request;
    struct account account;
};

static enum status get_accounts(struct db *db, void *argument, struct error *err)
{
    struct accounts_account_lookup *lookup = argument;
    return accounts_read(db, lookup->request, lookup->request->id, &lookup->account, err);
}

void accounts_get(struct request *request)
{
    struct error err;
    struct accounts_account_lookup lookup = {.request = request};
    enum status status = store_read(api_of(request)->store, get_accounts, &lookup, &err);
    if (status == OK)
        status = accounts_renew(request, &lookup.account, &err);
    if (status != OK) {
        answer_error(request, &err);
        return;
    }
    accounts_write(&request->answer.body, &lookup.account, NULL);
    answer_json(request, 200);
}

/* --- list ----------------------------------------------------------------------------------------------------------
 */

static const struct field list_of_fields[] = {
    LISTING_FIELDS("accounts", PAGE_SIZE, PAGE_MAX, ACCOUNT_ID_MAX),
};

const struct fields account_list_fields = {.name = "AccountList",
                                           .summary = "Lists accounts in the order of their names.",
                                           .list = list_of_fields,
                                           .count = COUNT_OF(list_of_fields),
                                           .size = sizeof(struct listing),
                                           .in_query = true};

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
    for (size_t i = 0; status == OK && i < listing->count; i++)
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
