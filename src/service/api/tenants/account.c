#include "service/api/tenants/account.h"

#include "service/api/fields/reading.h"

struct account_lookup {
    struct request *request;
    struct account account;
};

static enum status get(struct db *db, void *argument, struct error *err)
{
    struct account_lookup *lookup = argument;
    return account_get(db, lookup->request->arena, caller_of(lookup->request)->account_id, &lookup->account, err);
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

static const struct member of_account[] = {
    {"accountId", "string", "Identifier of the account.", write_text, offsetof(struct account, id)},
    {"plan", NULL, "Its plan.", write_text, offsetof(struct account, plan), .word = plan_word},
    {"words", "Amount", "Words of articles.", account_write_words, 0},
    {"credits", "Amount", "Credits; a request for internal links costs one.", account_write_credits, 0},
};

const struct members account_members = {"Account", "The account of the key that asks.", of_account,
                                        COUNT_OF(of_account)};

void account_show(struct request *request)
{
    struct error err;
    struct account_lookup lookup = {.request = request};
    if (store_read(api_of(request)->store, get, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    members_write(&request->answer.body, &account_members, &lookup.account);
    answer_json(request, 200);
}
