#include "base/system/system.h"
#include "service/account/account.h"

#include <stdio.h>

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
    if (status)
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
    if (status || !renewal->is_due)
        return status;
    status = ledger_renew(db, renewal->account_id, &renewal->terms, db_now(db), err);
    return status ? status : account_get(db, renewal->arena, renewal->account_id, &renewal->account, err);
}

enum status renewal_read(struct store *store, const struct plans *plans, struct arena *arena, const char *account_id,
                         struct account *account, struct ledger_terms *terms, struct error *err)
{
    struct account_renewal renewal = {.plans = plans, .arena = arena, .account_id = account_id};
    enum status status = store_read(store, look_alone, &renewal, err);
    if (!status && renewal.is_due)
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

struct preparation {
    const struct bootstrap *bootstrap;
    const struct account_terms *terms;
    const char *key; /* the key that should work; perhaps not in the store yet */
    struct api_key found;
    char id[UUID_LENGTH + 1]; /* of the key that was made; empty: none was */
    bool was_put_in;          /* the configured key is in the file of an earlier start */
};

/* E_INVALID: an account of this name was added, or was removed; E_NOT_FOUND: there is none yet. */
static enum status check_name(struct db *db, const struct preparation *preparation, struct error *err)
{
    const char *id = preparation->terms->id;
    struct account account;
    enum status status = account_get(db, preparation->bootstrap->arena, id, &account, err);
    if (!status && account.state == ACCOUNT_REMOVED)
        return error_set(err, E_INVALID, "config",
                         "configuration: the account %s was removed, and its name cannot be used again: take it out of "
                         "accounts, or give it another name",
                         id);
    if (!status && account.origin == ACCOUNT_ADDED)
        return error_set(err, E_INVALID, "config",
                         "configuration: an account %s was added with `copydesk accounts add`: take it out of accounts "
                         "(`copydesk accounts set` changes it), or give the configured one another name",
                         id);
    return status;
}

/* What is given once is all that there is, unless an amount by month is configured too. */
static int64_t by_month(int64_t once, int64_t monthly)
{
    return once != AMOUNT_UNLIMITED && monthly < 0 ? 0 : monthly;
}

/* Makes the account when there is none, and applies its terms. */
static enum status ensure_account(struct db *db, void *argument, struct error *err)
{
    const struct preparation *preparation = argument;
    const struct account_terms *terms = preparation->terms;
    enum status status = check_name(db, preparation, err);
    struct account account = {
        .id = terms->id,
        .plan = plan_name(terms->plan),
        .origin = ACCOUNT_CONFIGURED,
        .state = ACCOUNT_ACTIVE,
        .monthly_words = by_month(terms->words, terms->monthly_words),
        .monthly_credits = by_month(terms->credits, terms->monthly_credits),
        .created_at = clock_now_ms(),
    };
    if (!status)
        status = account_update(db, &account, err);
    else if (status == E_NOT_FOUND)
        status = account_insert(db, &account, err);
    struct ledger_terms amounts =
        plan_terms(preparation->bootstrap->plans, terms->plan, account.monthly_words, account.monthly_credits);
    amounts.words = terms->words;
    amounts.credits = terms->credits;
    return status ? status : ledger_renew(db, terms->id, &amounts, db_now(db), err);
}

static enum status bootstrap_find_key(struct db *db, void *argument, struct error *err)
{
    struct preparation *preparation = argument;
    unsigned char hash[KEY_HASH_SIZE];
    key_hash(preparation->key, hash);
    return key_find(db, preparation->bootstrap->arena, hash, &preparation->found, err);
}

static enum status insert_key(struct db *db, void *argument, struct error *err)
{
    struct preparation *preparation = argument;
    char prefix[KEY_PREFIX_LENGTH + 1];
    unsigned char hash[KEY_HASH_SIZE];
    uuid_v7(preparation->id);
    key_hash(preparation->key, hash);
    snprintf(prefix, sizeof prefix, "%.*s", KEY_PREFIX_LENGTH, preparation->key);
    struct api_key key = {
        .id = preparation->id,
        .account_id = preparation->terms->id,
        .name = "first key",
        .prefix = prefix,
        .created_at = clock_now_ms(),
        .scopes = SCOPE_ALL,
    };
    return key_insert(db, &key, hash, err);
}

static enum status find_own_key(struct db *db, void *argument, struct error *err)
{
    struct preparation *preparation = argument;
    enum status status = bootstrap_find_key(db, preparation, err);
    if (!status && strcmp(preparation->found.account_id, preparation->terms->id) != 0)
        return error_set(err, E_INVALID, "config", "configuration: the key of account %s is the key of another account",
                         preparation->terms->id);
    return status;
}

/* Does the key work, for this account? E_INVALID: it is another account's. */
static enum status check_key(struct preparation *preparation, struct error *err)
{
    return store_read(preparation->bootstrap->store, find_own_key, preparation, err);
}

/* Was the configured key stored by an earlier start? Then the file holds it, also where that start noted nothing in
 * the store, as older programs do not. */
static bool was_put_in(const struct preparation *preparation, const char *file)
{
    const struct bootstrap *bootstrap = preparation->bootstrap;
    const char *last = NULL;
    return files_read(bootstrap->folder, file, bootstrap->arena, &last, NULL) == OK &&
           strcmp(last, preparation->terms->key) == 0;
}

static void warn(const struct preparation *preparation, const char *what)
{
    log_line(LOG_WARN, "the configured key of account %s %s: configure another", preparation->terms->id, what);
}

static bool has_expired(const struct api_key *key)
{
    return key->expires_at && key->expires_at <= clock_now_ms();
}

/* Stores a configured key that is new: of nodes that are started at once with it, one does. E_NOT_FOUND: it was stored
 * before, and has been deleted since. */
static enum status put_in(struct db *db, void *argument, struct error *err)
{
    struct preparation *preparation = argument;
    unsigned char hash[KEY_HASH_SIZE];
    bool was_configured = false;
    key_hash(preparation->key, hash);
    preparation->id[0] = '\0';
    enum status status = find_own_key(db, preparation, err);
    bool is_missing = status == E_NOT_FOUND;
    if (is_missing)
        status = key_was_configured(db, hash, &was_configured, err);
    if (is_missing && !status && (was_configured || preparation->was_put_in))
        return error_set(err, E_NOT_FOUND, NULL, "the key was deleted");
    if (is_missing && !status)
        status = insert_key(db, preparation, err);
    return status ? status : key_note_configured(db, preparation->terms->id, hash, err);
}

static enum status use_configured_key(struct preparation *preparation, const char *file, struct error *err)
{
    preparation->key = preparation->terms->key;
    preparation->was_put_in = was_put_in(preparation, file);
    enum status status = store_write(preparation->bootstrap->store, put_in, preparation, err);
    if (status == E_NOT_FOUND) {
        warn(preparation, "was deleted over the interface, and stays so");
        return OK;
    }
    if (!status && !preparation->id[0] && has_expired(&preparation->found))
        warn(preparation, "has expired");
    return status;
}

static enum status make_key(struct preparation *preparation, struct error *err)
{
    char *fresh = arena_alloc(preparation->bootstrap->arena, KEY_LENGTH + 1);
    if (!fresh)
        return error_memory(err);
    key_generate(fresh);
    preparation->key = fresh;
    return store_write(preparation->bootstrap->store, insert_key, preparation, err);
}

/* Does the key of the file work, and for good? */
static bool use_key_of_file(struct preparation *preparation, const char *file)
{
    const struct bootstrap *bootstrap = preparation->bootstrap;
    return files_read(bootstrap->folder, file, bootstrap->arena, &preparation->key, NULL) == OK &&
           check_key(preparation, NULL) == OK && preparation->found.expires_at == 0;
}

/* Without a configured key, uses the one in the file if it works for good, and makes a new one otherwise. */
static enum status choose_key(struct preparation *preparation, const char *file, struct error *err)
{
    const struct bootstrap *bootstrap = preparation->bootstrap;
    enum status status;
    if (preparation->terms->key)
        status = use_configured_key(preparation, file, err);
    else if (use_key_of_file(preparation, file))
        return OK;
    else
        status = make_key(preparation, err);
    return status ? status : files_write(bootstrap->folder, file, preparation->key, err);
}

static enum status bootstrap_prepare(const struct bootstrap *bootstrap, const struct account_terms *terms,
                                     const char **key, struct error *err)
{
    struct preparation preparation = {.bootstrap = bootstrap, .terms = terms};
    bool local = strcmp(terms->id, LOCAL_ACCOUNT) == 0;
    const char *file = local ? "key" : arena_printf(bootstrap->arena, "key.%s", terms->id);
    if (!file)
        return error_memory(err);
    enum status status = store_write(bootstrap->store, ensure_account, &preparation, err);
    if (!status)
        status = choose_key(&preparation, file, err);
    if (!status && preparation.id[0])
        key_log_made(preparation.id, terms->id);
    *key = preparation.key;
    return status;
}

/* --- accounts that are no longer configured --- */

enum { ACCOUNTS_AT_ONCE = 200 };

static bool is_configured(const struct bootstrap *bootstrap, const char *id)
{
    for (size_t i = 0; i < bootstrap->account_count; i++)
        if (strcmp(bootstrap->accounts[i].id, id) == 0)
            return true;
    return false;
}

static enum status disable_others(struct db *db, void *argument, struct error *err)
{
    const struct bootstrap *bootstrap = argument;
    struct account *accounts;
    size_t count = 0;
    const char *last = NULL;
    enum status status = OK;
    do {
        status = account_list(db, bootstrap->arena, last, ACCOUNTS_AT_ONCE, &accounts, &count, err);
        for (size_t i = 0; !status && i < count; i++) {
            last = accounts[i].id;
            if (accounts[i].origin == ACCOUNT_ADDED || is_configured(bootstrap, last))
                continue;
            accounts[i].state = ACCOUNT_DISABLED;
            status = account_update(db, &accounts[i], err);
            if (!status)
                status = renewal_write(db, bootstrap->plans, bootstrap->arena, last, &accounts[i], err);
        }
    } while (!status && count == ACCOUNTS_AT_ONCE);
    return status;
}

enum status bootstrap_accounts(const struct bootstrap *bootstrap, const char **local_key, struct error *err)
{
    const char *key = NULL;
    for (size_t i = 0; i < bootstrap->account_count; i++) {
        enum status status = bootstrap_prepare(bootstrap, &bootstrap->accounts[i], &key, err);
        if (status)
            return status;
        if (i == 0)
            *local_key = key;
    }
    return store_write(bootstrap->store, disable_others, (void *)bootstrap, err);
}
