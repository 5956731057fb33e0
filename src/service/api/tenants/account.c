#include "service/api/tenants/account.h"

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

const struct members amount_members = {"Amount", "An amount of words or credits.", of_amount, COUNT_OF(of_amount)};

void account_write_words(struct buf *out, const void *object, const void *field)
{
    const struct account *account = object;
    (void)field;
    members_write(out, &amount_members, &(struct amount){account->has_words, account->words_left, account->words_used});
}

void account_write_credits(struct buf *out, const void *object, const void *field)
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

#define SHOWN(member) offsetof(struct account_shown_account, member)

static const struct member of_account[] = {
    {"accountId", "string", "Identifier of the account.", write_text, SHOWN(account.id)},
    {"plan", NULL, "Its plan.", write_text, SHOWN(account.plan), .word = plan_word},
    {"words", "Amount", "Words of articles.", account_write_words, 0},
    {"credits", "Amount", "Credits; a request for internal links costs one.", account_write_credits, 0},
    {"month", "Month", "What it is given by month.", write_month, SHOWN(terms)},
};

static const struct members *const parts[] = {&amount_members, &month_members, NULL};

const struct members account_members = {"Account", "The account of the key that asks.", of_account,
                                        COUNT_OF(of_account), .parts = parts};

void account_show(struct request *request)
{
    struct account_shown_account shown;
    if (!account_renewed(request, &shown.account, &shown.terms))
        return;
    members_write(&request->answer.body, &account_members, &shown);
    answer_json(request, 200);
}
