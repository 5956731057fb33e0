/*
 * account: accounts in the store, and what belongs to them. What an account has left is the sum of its rows in the
 * ledger; the amounts beside it are kept in the same transactions.
 *
 *   account.c   accounts, added, listed, changed, removed; what they hold, counted; what they may ask for in a minute,
 *               over all nodes
 *   ledger.c    what they were given, month after month and once, and charged
 *   key.c       their API keys, the browsers that signed in with one, and the codes with which some do
 */
#ifndef COPYDESK_STORE_ACCOUNT_ACCOUNT_H
#define COPYDESK_STORE_ACCOUNT_ACCOUNT_H

#include "base/base.h"

#include <stdint.h>

struct db;

/* --- accounts --- */

/* Longest id of an account. */
enum { ACCOUNT_ID_MAX = 64 };

enum account_origin { ACCOUNT_CONFIGURED, ACCOUNT_ADDED };

/* The keys of a disabled or removed account do not work. Of a removed one only the row and the ledger are left. */
enum account_state { ACCOUNT_ACTIVE, ACCOUNT_DISABLED, ACCOUNT_REMOVED };

const char *account_origin_name(enum account_origin origin); /* "configured", "added" */
const char *account_state_name(enum account_state state);    /* "active", "disabled", "removed" */

enum {
    AMOUNT_UNLIMITED = -1,
    AMOUNT_BY_PLAN = -2 /* of a monthly amount: what the plan says */
};

struct account {
    const char *id;
    const char *plan; /* its name */
    enum account_origin origin;
    enum account_state state;
    int64_t monthly_words, monthly_credits; /* an amount, AMOUNT_UNLIMITED or AMOUNT_BY_PLAN */
    bool has_words, has_credits;            /* false: unlimited, and what is left means nothing */
    int64_t words_left, credits_left; /* words may be below 0: the length of an article is known when it is done */
    int64_t words_used, credits_used;
    int64_t created_at;
};

/* Reads id, plan, origin, state, the monthly amounts and created_at of it; it begins unlimited, with an empty ledger.
 * E_CONFLICT: the id is taken, also by a removed account. */
enum status account_insert(struct db *db, const struct account *account, struct error *err);

/* E_NOT_FOUND. */
enum status account_get(struct db *db, struct arena *arena, const char *id, struct account *account, struct error *err);

/* In the order of their ids, at most limit, after the id `after` (NULL: from the start); without removed ones. */
enum status account_list(struct db *db, struct arena *arena, const char *after, size_t limit, struct account **accounts,
                         size_t *count, struct error *err);

/* Writes plan, origin, state and the monthly amounts. E_NOT_FOUND. */
enum status account_update(struct db *db, const struct account *account, struct error *err);

/* For the transactions that give it something: a request that came before the account was removed may end after it.
 * E_CONFLICT: it is removed. */
enum status account_check_there(struct db *db, const char *id, struct error *err);

/* Removes all that the account has, and its keys; its row stays as removed, and so does its ledger. E_NOT_FOUND. */
enum status account_remove(struct db *db, const char *id, struct error *err);

/* --- what an account or a domain holds --- */

/* Counted for bounds: each by an index, or from a counter that its writers keep. Of an account but where a domain is
 * named. Bytes are those of the pages' HTML. */
enum holding {
    HOLDING_OPEN_ARTICLES, /* queued or processing */
    HOLDING_DOMAINS,
    HOLDING_DOMAIN_PAGES, /* of a domain */
    HOLDING_DOMAIN_BYTES, /* of a domain */
    HOLDING_PAGE_BYTES,   /* of all domains together */
    HOLDING_BRANDS,
    HOLDING_KEYS,
    HOLDING_INTEGRATIONS
};

/* id: of the account, or of the domain. 0 for one that is not there. Inside a transaction, which sees its own writes.
 */
enum status holding_count(struct db *db, enum holding holding, const char *id, int64_t *count, struct error *err);

/* --- the ledger --- */

/*
 * Every change of what an account has left, as a row that is never changed or removed. Amounts that were
 * given are above 0, charges below it. At every moment the rows of a limited account sum to what it has left, because
 * both are written in one transaction.
 */

/* row(name in C, word, what it is) */
/* clang-format off */
#define LEDGER_KINDS(row) \
    row(OPENING, "opening", "what the account had when the ledger began") \
    row(MONTH, "month", "the monthly amount; what is left of earlier ones stays") \
    row(ADJUSTMENT, "adjustment", "given or taken by whoever runs the service") \
    row(ARTICLE, "article", "an article that finished") \
    row(LINK, "link", "a request for internal links")
/* clang-format on */

#define LEDGER_CONSTANT(constant, name, summary) LEDGER_##constant,
enum ledger_kind { LEDGER_KINDS(LEDGER_CONSTANT) LEDGER_KIND_COUNT };
#undef LEDGER_CONSTANT

const char *ledger_kind_name(enum ledger_kind kind);
const char *ledger_kind_word(size_t i); /* in the order of the enum; NULL behind the last */

struct ledger_entry {
    const char *id, *account_id;
    enum ledger_kind kind;
    const char *subject; /* an article's id, a linking request's, "ACCOUNT/2026-11", "ACCOUNT/2026-11/2" */
    int64_t words, credits;
    int64_t created_at;
    const char *article_name; /* row_article_name; NULL also of what is for no article */
};

/*
 * Charges an account: words and credits are amounts above 0. One row per (subject, kind); a second one is E_CONFLICT.
 * E_LIMIT: it has fewer credits left; E_NOT_FOUND: there is no such account. Words are never refused, since their
 * number is known only when the work is done. A charge of nothing makes no row.
 */
enum status ledger_charge(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                          int64_t words, int64_t credits, int64_t now, struct error *err);

/* What an account is given: amounts, or AMOUNT_UNLIMITED. */
struct ledger_terms {
    int64_t monthly_words, monthly_credits; /* with the plan's amounts filled in */
    /* Given once and for all, from the account's first day on; such an account is limited though its monthly amount be
     * not. AMOUNT_UNLIMITED: nothing is said, and what was given once stays. */
    int64_t words, credits;
};

/*
 * Brings an account's amounts up to `now`, in UTC:
 * - the months that have begun since the last time, a row each, at most twelve; of a new account the first is the
 *   present one. Those that are over are given by the terms that held then, the present one by these. When it has been
 *   given already and these terms give more, a second row makes up the difference; what was given is never taken back.
 * - what is given once, where that has changed;
 * - limited or not, as the terms say. What was used while it was unlimited is not owed when it becomes limited by a
 *   monthly amount, but comes off what is given once.
 * Doing it again changes nothing, and a clock that is put back gives nothing twice. E_NOT_FOUND.
 */
enum status ledger_renew(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                         struct error *err);

/* Would ledger_renew change anything? It need not be called otherwise, so that nothing is written. E_NOT_FOUND. */
enum status ledger_is_due(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                          bool *due, struct error *err);

/* The month of a time, in UTC: 202611. */
int ledger_month(int64_t now);

/* When the next month begins. */
int64_t ledger_month_end(int64_t now);

/* Gives or takes (below 0) an amount. E_NOT_FOUND; E_INVALID: what is unlimited can be given nothing. */
enum status ledger_adjust(struct db *db, const char *account_id, int64_t words, int64_t credits, int64_t now,
                          struct error *err);

/* The newest first. before: id of the last entry of the page before, NULL for the first page (an id that is not the
 * account's: nothing follows); subject NULL: all. */
enum status ledger_list(struct db *db, struct arena *arena, const char *account_id, const char *subject,
                        const char *before, size_t limit, struct ledger_entry **entries, size_t *count,
                        struct error *err);

/* What was used on one day (UTC). */
struct ledger_day {
    int64_t day; /* days since 1970 */
    int64_t words, credits, articles, links;
};

/* The days from `from` on and before `to` (Unix milliseconds) on which something was used, the first first. */
enum status ledger_days(struct db *db, struct arena *arena, const char *account_id, int64_t from, int64_t to,
                        struct ledger_day **days, size_t *count, struct error *err);

/* --- rates --- */

/*
 * Token buckets of rate limits that all nodes on a database share. A bucket fills evenly within RATE_WINDOW_MS,
 * by the database's clock. Nodes take tokens out of it for requests that wait, and a few more in advance; what they do
 * not use they put back.
 */

enum { RATE_WINDOW_MS = 60000 };

/* What a node wants of a bucket, and what it gets. */
struct rate_take {
    const char *name; /* of the bucket; one that is new is full */
    double quota;     /* the most that it holds, and what it gains within the window */
    long back;        /* put back first; below 0: let through without asking, as far as there is that much */
    long wanted;      /* as many as there are, when there are fewer */
    long held;        /* in advance, by this node */
    long spare;       /* how many all nodes together may hold in advance; each may hold an equal part */
    long taken;       /* out: the wanted ones, then those in advance */
    double left;      /* out */
};

/* Takes of `count` different buckets. Runs in a write transaction; the results count once that is committed. */
enum status rate_take(struct db *db, struct rate_take *takes, size_t count, struct error *err);

/* Removes the rows of buckets that are full again. */
enum status rate_remove_full(struct db *db, struct error *err);

/* --- API keys: of each, what may be shown, and a hash of the rest --- */

struct api_key {
    const char *id, *account_id, *name;
    const char *prefix; /* what may be shown of it */
    unsigned scopes;    /* what it may be used for: the bits of service/account, KEY_MANAGES among them */
    int64_t created_at, last_used_at;
    int64_t expires_at; /* from then on it does not work; 0: never */
};

enum {
    KEY_MANAGES = 4,   /* the scope of keys that can make others */
    KEY_HASH_SIZE = 32 /* SHA-256 of the whole key */
};

/* E_CONFLICT: the key exists; E_NOT_FOUND: its account does not. */
enum status key_insert(struct db *db, const struct api_key *key, const unsigned char hash[KEY_HASH_SIZE],
                       struct error *err);

/* Notes that the configuration of a node gave the account's key, which is stored: for good, also when the key is
 * deleted. Noting it again does nothing. */
enum status key_note_configured(struct db *db, const char *account_id, const unsigned char hash[KEY_HASH_SIZE],
                                struct error *err);
enum status key_was_configured(struct db *db, const unsigned char hash[KEY_HASH_SIZE], bool *was, struct error *err);

/* E_NOT_FOUND. Also finds one that has expired. */
enum status key_find(struct db *db, struct arena *arena, const unsigned char hash[KEY_HASH_SIZE], struct api_key *key,
                     struct error *err);

/* E_NOT_FOUND, also for the key of another account. */
enum status key_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct api_key *key,
                    struct error *err);

/* All keys of an account, the oldest first. */
enum status key_list(struct db *db, struct arena *arena, const char *account_id, struct api_key **keys, size_t *count,
                     struct error *err);

/* Makes room for one more key: where an account has `most`, those that have expired are removed. E_LIMIT: it has as
 * many that have not. */
enum status key_make_room(struct db *db, const char *account_id, int64_t most, int64_t now, struct error *err);

/* Writes name, scopes and expires_at. E_NOT_FOUND; E_CONFLICT when the last key of the account that works for good and
 * has KEY_MANAGES would no longer be such a key. */
enum status key_update(struct db *db, const struct api_key *key, struct error *err);

/* Writes down that the key was used. Once a minute is enough; it need not be called for each request. */
enum status key_touch(struct db *db, const char *id, int64_t now, struct error *err);

/* E_NOT_FOUND; E_CONFLICT when it is the last one of the account that works for good and has KEY_MANAGES. */
enum status key_delete(struct db *db, const char *account_id, const char *id, struct error *err);

/* --- sessions --- */

/* Signed-in browsers: of each a hash of its cookie, and the key that it signed in with; and the one-time
 * codes with which some are. They go with the key. */

enum { SESSION_HASH_SIZE = 32 /* SHA-256 of the whole cookie */ };

struct session {
    unsigned char hash[SESSION_HASH_SIZE];
    const char *key_id;
    int64_t created_at, ends_at; /* from ends_at on it does not work */
};

/* Also removes the sessions that have ended, and the oldest of a key that has `most` of them already. E_NOT_FOUND:
 * there is no such key. */
enum status session_insert(struct db *db, const struct session *session, int64_t most, struct error *err);

/* The key of a session that has not ended. E_NOT_FOUND. */
enum status session_find_key(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                             int64_t now, struct api_key *key, struct error *err);

/* A one-time code that signs a browser in with a key. */
struct sign_in_code {
    unsigned char hash[SESSION_HASH_SIZE]; /* SHA-256 of the code */
    const char *id, *key_id;
    int64_t ends_at; /* from then on it does not work */
};

/* Also removes the codes that have ended, and of the key all but the newest, so that `most` are left. E_NOT_FOUND:
 * there is no such key. */
enum status sign_in_code_insert(struct db *db, const struct sign_in_code *code, int64_t most, struct error *err);

/* Does this code of an account still wait to be used? */
enum status sign_in_code_waits(struct db *db, const char *account_id, const char *id, bool *waits, struct error *err);

/* The key that a code is for, which still waits. E_NOT_FOUND. */
enum status sign_in_code_find(struct db *db, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              const char **key_id, struct error *err);

/* Uses it up. E_NOT_FOUND: it was, a moment ago, or has ended. */
enum status sign_in_code_take(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err);

/* One that is not there is removed already. */
enum status session_delete(struct db *db, const unsigned char hash[SESSION_HASH_SIZE], struct error *err);

#endif
