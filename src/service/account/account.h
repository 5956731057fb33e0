/*
 * account: who may call the service, and what for.
 *
 *   plans.c      plans (what an account may do, and what it is given), bounds, what an account has left
 *   auth.c       API keys and their scopes, sessions of browsers, one-time codes
 *   limits.c     rate limits by class of request; the buckets that several nodes share
 *   bootstrap.c  the configured accounts and their first keys
 *
 * Everything here is for any thread. The locks of auth.c and limits.c are taken alone.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_ACCOUNT_H
#define COPYDESK_SERVICE_ACCOUNT_ACCOUNT_H

#include "store/store.h"

/* --- scopes: what a key may be used for, within what the plan of its account allows; a new one is a row --- */

/* row(name in C, bit, word, what it is for) */
/* clang-format off */
#define SCOPES(row) \
    row(ARTICLES, 1, "articles", "Articles: create, read, cancel, polish, deliver and delete them.") \
    row(LINKS, 2, "links", "Internal links, and the pages of domains.") \
    row(MANAGE, 4, "manage", "Keys, brands, domains, integrations, the ledger.")
/* clang-format on */

#define SCOPE_CONSTANT(constant, bit, name, summary) SCOPE_##constant = (bit),
enum scope {
    SCOPE_NONE = 0, /* of a route: every key will do */
    SCOPES(SCOPE_CONSTANT) SCOPE_ALL = 7,
    SCOPE_OPERATOR = 8 /* of a route: the manage scope of the local account; for others there is nothing */
};
#undef SCOPE_CONSTANT

/* The words in the order of the table; NULL behind the last. */
const char *scope_word(size_t i);

/* False: there is no such scope. */
bool scope_parse(const char *word, enum scope *scope);

/* Longest that scopes_text writes, with its NUL. */
enum { SCOPES_TEXT_MAX = 80 };

/* "articles or links" of a set of scopes, with " or " as `between`; in the buffer. */
const char *scopes_text(unsigned set, const char *between, char buffer[SCOPES_TEXT_MAX]);

/* --- sessions: browsers that are signed in with a key; what the cookie holds is stored as a hash only --- */

/* Of what the cookie holds: 256 random bits in hexadecimal. */
enum { SESSION_TOKEN_LENGTH = 64, SESSION_DAYS = 14 };

/* A new session of a key; token gets what the cookie is to hold. At most 50 of a key: the oldest gives way. The
 * statuses of store_write. */
enum status session_begin(struct store *store, const char *key_id, char token[SESSION_TOKEN_LENGTH + 1],
                          struct error *err);

/* The session does not work any more. One that is not there has ended already. */
enum status session_end(struct store *store, const char *token, struct error *err);

/* By which it is found (auth_find_session). */
void session_hash(const char *token, unsigned char hash[SESSION_HASH_SIZE]);

/* What the forms of its pages send back, in hexadecimal: who does not know the token cannot tell it. */
void session_form_token(const char *token, char form_token[SESSION_TOKEN_LENGTH + 1]);

/* --- bounds: how much an account may hold at a time; each can be configured under `limits` by its word --- */

struct db;
struct domain;

/*
 * row(name in C, word, unless configured, what is counted, whose it is, what it is called in a message, the entry of
 * the configuration in a sentence) Bytes are of pages' HTML.
 */
/* clang-format off */
#define BOUNDS(row) \
    row(ARTICLES, "queued_articles", 10000, HOLDING_OPEN_ARTICLES, "An account", "articles that wait or are written", \
        "Articles of an account that wait or are written; 0: unlimited, as below.") \
    row(DOMAINS, "domains", 200, HOLDING_DOMAINS, "An account", "domains", "Domains of an account.") \
    row(DOMAIN_PAGES, "domain_pages", 20000, HOLDING_DOMAIN_PAGES, "A domain", "pages", "Pages of a domain.") \
    row(DOMAIN_BYTES, "domain_bytes", 256 << 20, HOLDING_DOMAIN_BYTES, "A domain", "bytes of pages", \
        "Bytes of the pages of a domain.") \
    row(PAGE_BYTES, "page_bytes", 2048L << 20, HOLDING_PAGE_BYTES, "An account", "bytes of pages in all its domains", \
        "Bytes of the pages of all domains of an account.") \
    row(BRANDS, "brands", 500, HOLDING_BRANDS, "An account", "brands", "Brands of an account.") \
    row(KEYS, "keys", 100, HOLDING_KEYS, "An account", "keys", "Keys of an account.") \
    row(INTEGRATIONS, "integrations", 100, HOLDING_INTEGRATIONS, "An account", "integrations", \
        "Integrations of an account.")
/* clang-format on */

#define BOUND_CONSTANT(constant, ...) BOUND_##constant,
enum bound { BOUNDS(BOUND_CONSTANT) BOUND_COUNT };
#undef BOUND_CONSTANT

struct bounds {
    int64_t most[BOUND_COUNT]; /* 0: unlimited */
};

/*
 * To be called behind a change, in its transaction, with the account or the domain that the bound is of. E_LIMIT: it
 * holds more than it may, so that the change is to be undone; the code is "account_limit", for articles "queue_full",
 * and the message is for the caller. Otherwise statuses of store_write.
 */
enum status bound_check(struct db *db, const struct bounds *bounds, enum bound bound, const char *id,
                        struct error *err);

/* Fills the error of a bound that is met: E_LIMIT, as above. */
enum status bound_refuse(const struct bounds *bounds, enum bound bound, struct error *err);

/* As bound_check, behind a change of a domain's pages, for all that bounds them. */
enum status bounds_check_pages(struct db *db, const struct bounds *bounds, const struct domain *domain,
                               struct error *err);

/*
 * --- rate limits: token buckets ---
 *
 * A request takes a token from the bucket of its key and one from that of its account, both
 * or neither; one without a valid key takes it from the bucket of its address.
 *
 * The buckets of one process are in memory of a fixed size. When more callers come than there are buckets, the fullest
 * of a set is given away, which loses the least. Addresses never take the place of keys and accounts.
 *
 * Where several nodes serve one database, the buckets of keys and accounts are in the store, and a node takes tokens
 * out of them before it lets a request through. All nodes together never let more pass than one would
 * alone; up to a twentieth of a quota can lie unused at a node for two seconds, while the others refuse. While the
 * store fails, or takes longer than half a second, each node goes by its own buckets, which know of what passed here:
 * at worst, each lets a whole quota pass, and that is taken off the next ones as soon as the store answers. Addresses
 * are each node's own: what comes from one address without a key may pass once at each node.
 */

/* The classes: row(name in C, name, requests per minute unless configured, the entry of the configuration in a
 * sentence). A new class is one row here. */
/* clang-format off */
#define LIMITS(row) \
    row(CREATE, "create", 120, "Requests a minute for each key; 0: unlimited.") \
    row(STATUS, "status", 600, "The same for records.") \
    row(LINKS, "links", 60, "The same for links.") \
    row(OTHER, "other", 300, "The same for the rest.")
/* clang-format on */

#define LIMIT_CONSTANT(constant, ...) LIMIT_##constant,
enum limit_class { LIMITS(LIMIT_CONSTANT) LIMIT_CLASSES, LIMIT_NONE = LIMIT_CLASSES };
#undef LIMIT_CONSTANT

struct limit_row {
    const char *name;
    int64_t per_minute;
};

extern const struct limit_row limit_rows[LIMIT_CLASSES];

struct limits;

/* How long a request waits for the store before this node decides alone. */
enum { LIMIT_WAIT_MS = 500 };

/* store: shared with other nodes, and outlives the limits; NULL: nobody else has the same callers. wait_ms:
 * LIMIT_WAIT_MS; a test may be more patient. NULL: no memory. */
struct limits *limits_new(struct store *store, int64_t wait_ms);
void limits_free(struct limits *limits);

struct limit_request {
    enum limit_class class;
    struct str key;     /* its id; or the address of somebody without one */
    long quota;         /* requests a minute, which is also how many may come at once; 0: unlimited */
    struct str account; /* its id; empty: `key` is an address */
    long account_quota; /* of all its keys together */
};

/* Of the bucket that is nearer to its end. */
struct limit_state {
    long quota;      /* requests per minute; 0: unlimited, and nothing below is set */
    long remaining;  /* requests that would be let through now */
    long reset;      /* seconds until the whole quota is there again */
    long retry;      /* seconds until one is let through; 0 when it was */
    bool is_account; /* it is that of the account */
};

enum limit_answer {
    LIMIT_PASSED,
    LIMIT_REFUSED, /* too many, and none was taken */
    LIMIT_UNKNOWN  /* the store is being asked; nothing was taken, and *state is not set */
};

/* Takes the tokens of a request. now: clock_mono_ms. Waits for the store, where it is shared.
 * False: LIMIT_REFUSED. Thread-safe, and exact over threads. */
bool limits_take(struct limits *limits, const struct limit_request *request, int64_t now, struct limit_state *state);

/* The same for threads that must not wait. After LIMIT_UNKNOWN another thread calls limits_take. */
enum limit_answer limits_try(struct limits *limits, const struct limit_request *request, int64_t now,
                             struct limit_state *state);

/* --- plans: what an account may do; a new one is a row --- */

/* What a caller can be allowed; a set of them is their sum. */
enum right {
    RIGHT_NONE = 0,     /* asked for by what anybody may do, without a key */
    RIGHT_API = 1,      /* the interface */
    RIGHT_LINKS = 2,    /* internal links */
    RIGHT_RESEARCH = 4, /* extended research */
    RIGHT_COUNT = 3
};

/*
 * row(name in C, name, rights, rate, words, credits)
 *   rate             how many times the rate of one key all keys of an account may use together
 *   words, credits   by month, unless the account has its own; what is left stays. Or AMOUNT_UNLIMITED
 *
 * Words and credits, and the rates of the classes, can be configured (`plans`).
 */
/* clang-format off */
#define PLANS(row) \
    row(FREE, "free", RIGHT_NONE, 1, 0, 0) \
    row(STARTER, "starter", RIGHT_API, 2, AMOUNT_UNLIMITED, 0) \
    row(PROFESSIONAL, "professional", RIGHT_API | RIGHT_LINKS | RIGHT_RESEARCH, 5, AMOUNT_UNLIMITED, AMOUNT_UNLIMITED)
/* clang-format on */

#define PLAN_CONSTANT(constant, name, rights, rate, words, credits) PLAN_##constant,
enum plan { PLANS(PLAN_CONSTANT) PLAN_COUNT };
#undef PLAN_CONSTANT

const char *plan_name(enum plan plan);

/* The names in the order of the enum; NULL behind the last. */
const char *plan_word(size_t i);

/* False: there is no such plan. */
bool plan_parse(const char *name, enum plan *plan);

/* "\"free\", \"starter\" or \"professional\"", for messages; in the buffer. */
const char *plan_choices(char *buffer, size_t size);

bool plan_has(enum plan plan, enum right right);

/* How many times the rate of one key all keys of an account may use together. */
long plan_rate(enum plan plan);

/* What the plans give and let through, as far as that can be configured. */
struct plan_amounts {
    int64_t words, credits;            /* by month, or AMOUNT_UNLIMITED */
    int64_t per_minute[LIMIT_CLASSES]; /* requests of one key; 0: unlimited */
};

struct plans {
    struct plan_amounts of[PLAN_COUNT];
};

/* By the table above; the rates are all -1, for plans_complete. */
void plans_init(struct plans *plans);

/* Fills in the rates that are -1. */
void plans_complete(struct plans *plans, const int64_t per_minute[LIMIT_CLASSES]);

/* What an account of this plan is given; amounts that it has of its own may be AMOUNT_BY_PLAN. */
struct ledger_terms plan_terms(const struct plans *plans, enum plan plan, int64_t monthly_words,
                               int64_t monthly_credits);

/* --- API keys: how they are made, stored and found again --- */

/* "cd_" and 40 characters of 62: 238 random bits. */
enum { KEY_LENGTH = 43, KEY_PREFIX_LENGTH = 9, KEY_TEXT_MAX = 200 };

/* Who asks. The text lives in the arena that was passed. */
struct caller {
    const char *account_id, *key_id; /* key_id "": somebody at the data folder's socket, without a key */
    const char *key_prefix;          /* what may be shown of the key; NULL where key_id is "" */
    enum plan plan;
    unsigned scopes; /* of the key */
};

struct auth;

struct auth *auth_new(struct store *store);
void auth_free(struct auth *auth);

/* Finds the caller for a key. E_NOT_FOUND: there is no such key, it has expired or its account is not active; the
 * message is a sentence for the caller. Found ones are remembered for a few seconds. Thread-safe. */
enum status auth_find(struct auth *auth, struct arena *arena, const char *key, struct caller *caller,
                      struct error *err);

/* Is the key among those that are remembered, so that auth_find reads nothing? Thread-safe. */
bool auth_remembers(struct auth *auth, const char *key);

/* The caller for a signed-in browser: that of the key it signed in with. E_NOT_FOUND: the session has ended, or the key
 * does not work any more. Found ones are remembered as keys are. */
enum status auth_find_session(struct auth *auth, struct arena *arena, const unsigned char hash[SESSION_HASH_SIZE],
                              struct caller *caller, struct error *err);

/* For whoever ends a session before its time: it does not work from now on. */
void auth_forget_session(struct auth *auth, const unsigned char hash[SESSION_HASH_SIZE]);

/* The caller that an operator speaks for: an account that was not removed, with all scopes. E_NOT_FOUND. */
enum status auth_find_account(struct auth *auth, struct arena *arena, const char *account_id, struct caller *caller,
                              struct error *err);

/* Forget what is remembered of a key, or of all keys of an account, after a change or deletion. */
void auth_forget(struct auth *auth, const char *key_id);
void auth_forget_account(struct auth *auth, const char *account_id);

/* Forgets all sessions, or everything. */
void auth_forget_sessions(struct auth *auth);
void auth_forget_all(struct auth *auth);

/* What the log tells of keys. */
void key_log_made(const char *key_id, const char *account_id);
void key_log_deleted(const char *key_id, const char *account_id);

/* A new key; out holds KEY_LENGTH + 1 bytes. */
void key_generate(char *out);
void key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE]);

/* --- bootstrap: the configured accounts and their first keys, made at the start --- */

/* The account of the program around the service, and of whoever runs it. */
#define LOCAL_ACCOUNT "local"

/* An account with its terms. */
struct account_terms {
    const char *id;
    enum plan plan;
    int64_t words, credits;                 /* given once, from the day it is made; AMOUNT_UNLIMITED: nothing is said */
    int64_t monthly_words, monthly_credits; /* an amount, AMOUNT_UNLIMITED or AMOUNT_BY_PLAN */
    const char *key;                        /* a key that must work, NULL: one is made */
};

struct bootstrap {
    struct store *store;
    const char *folder;                   /* the data folder */
    const struct account_terms *accounts; /* the first is the local one */
    size_t account_count;
    const struct plans *plans;
    struct arena *arena; /* of the keys */
};

/*
 * Makes what is missing, applies the configured terms and sets *local_key. Accounts that were configured and no longer
 * are become disabled, until they are configured again; those that were added are left alone. The local account's key
 * is kept in the file `key` of the data folder, that of another account in `key.NAME`: each holds a key that works for
 * good, but for a configured one that was deleted over the interface or has an end. That stays so, and is warned of
 * when it no longer works, until another one is configured. E_INVALID: a configured key is another account's, or a
 * configured name that of an account that was added or removed.
 *
 * Nodes of one database: a configured key is noted in the store, so that one that was deleted does not come back by a
 * node whose folder is another. Without a configured key each folder gets a first key of its own, and all of them work:
 * whoever starts nodes with ever new folders configures the keys, or the account holds one more after each start. A
 * start makes its key also where the account has as many as it may (BOUND_KEYS).
 */
enum status bootstrap_accounts(const struct bootstrap *bootstrap, const char **local_key, struct error *err);

/* --- one-time codes with which a browser is signed in for a key, without the key in any file or address --- */

/* They are in the store, as hashes, so that one of any node works at all of them, and for a minute by the database's
 * clock. */

enum { CODE_LENGTH = 64 /* 256 random bits in hexadecimal */, CODE_SECONDS = 60 };

struct new_code {
    char id[UUID_LENGTH + 1]; /* by which it is asked for; no secret */
    char text[CODE_LENGTH + 1];
    int64_t ends_at; /* milliseconds since 1970, by the database's clock */
};

/* Makes one. A fixed number of a key can wait at a time; the oldest gives way. E_NOT_FOUND: there is no such key;
 * statuses of store_write. */
enum status codes_add(struct store *store, const char *key_id, struct new_code *fresh, struct error *err);

/* Does this account's code still wait to be used? Statuses of store_read. */
enum status codes_wait(struct store *store, const char *account_id, const char *id, bool *waits, struct error *err);

/* Uses the code up: *key_id gets the key that it was made for. E_NOT_FOUND: there is no such code any more, which a
 * read tells: nobody makes the store write by trying codes. Statuses of store_read and store_write. */
enum status codes_take(struct store *store, struct arena *arena, const char *text, const char **key_id,
                       struct error *err);

/*
 * --- renewal: what an account has left, with the amounts of the month that has begun ---
 *
 * Nothing runs at the first of a
 * month: whoever checks or shows what is left asks here, and the month is given then.
 */

/* The account by the clock of the database. It is written only when something is due: once a month, and after a change
 * of its terms. terms (may be NULL) gets what it is given by month. E_NOT_FOUND. */
enum status renewal_read(struct store *store, const struct plans *plans, struct arena *arena, const char *account_id,
                         struct account *account, struct ledger_terms *terms, struct error *err);

/* The same in a transaction that writes. */
enum status renewal_write(struct db *db, const struct plans *plans, struct arena *arena, const char *account_id,
                          struct account *account, struct error *err);

#endif
