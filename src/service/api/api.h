/*
 * api: the interface. A file for each resource has its handlers, what its requests may say and what its answers show.
 *
 *   routes.c       the one table of routes: a new route is a row there and a handler in the file of its resource
 *   access.c       the check of the caller before a handler: key, plan, rate limit
 *   fields.h       tables of what requests say and answers show (below), lists that come in pages
 *   articles.h create.c run.c polish.c record.c   articles: shown and ended; asked for; how one came about; its record,
 *                  as it was last sent too
 *   links.c domains.c domain_report.c             internal links; the domains that they lead to, their pages and report
 *   brands.c integrations.c integration_change.h integration_test.c deliveries.h media.h
 *                  what articles are written for, where they go, the pictures in them
 *   keys.c accounts.c ledger.c                    keys; accounts, for whoever runs the service; what was given and used
 *   models.c health.c operating.c metrics.h       models and languages; for whoever runs the service
 *   openapi.c openapi_schema.c frame.json         the interface described for programs
 *
 * Handlers run in HTTP threads or in the pool (service/http/http.h); everything that they share is below, and safe for
 * any thread.
 */
#ifndef COPYDESK_SERVICE_API_API_H
#define COPYDESK_SERVICE_API_API_H

#include "link/link.h"
#include "service/account/account.h"
#include "service/http/http.h"
#include "service/jobs/jobs.h"

#include <jansson.h>

struct integration_tests;
struct models;
struct openapi;
struct seal;

/* Counters of this folder's own. */
struct api_counters {
    atomic_ulong created, links, link_requests;
};

/* What the handlers work with: the front doors of the folders below, made and owned by the composition
 * (service/service.c). */
struct api {
    const char *instance; /* this run of the service */
    /* Where callers reach the service, without a slash at its end; holds NULL as long as the port is not known. */
    const _Atomic(const char *) *public_url;
    const char *library;                  /* the configured folder of documents, NULL: none */
    bool is_standalone;                   /* the configured library is for everybody */
    const struct account_terms *accounts; /* those that are configured; the first is the local one */
    size_t account_count;
    const struct bounds *bounds; /* of what an account holds */
    struct api_counters counters;

    struct store *store;
    struct seal *seal;
    struct net *net;
    const struct models *models;
    struct auth *auth;
    const struct plans *plans;
    const int64_t *rates; /* LIMIT_CLASSES: requests a minute of an address without a key */
    struct limits *limits;
    struct readiness *readiness;
    struct waiters *waiters;
    const struct changes *changes; /* whom they concern */
    struct record_cache *records;
    struct openapi *openapi;
    struct event_cache *events;
    struct event_streams *streams;
    struct integration_tests *integration_tests;
    struct index_cache *indexes;
    struct crawler *crawler;
    struct workers *workers;
    struct sender *sender;
    int64_t started_at;             /* Unix ms */
    const atomic_bool *is_draining; /* the service is about to stop */
    struct http_counters http;
    const struct jobs_counters *jobs;
    const struct deliver_counters *deliveries;
};

/* The table for http_start. */
struct routes api_routes(void);

/* --- for the handlers --- */

static inline struct api *api_of(const struct request *request)
{
    return request->app;
}

static inline const char *public_url_of(const struct request *request)
{
    return atomic_load(api_of(request)->public_url);
}

/* Who asks; every route but those of RIGHT_NONE has one. */
static inline const struct caller *caller_of(const struct request *request)
{
    return request->user;
}

/*
 * --- the fields of a request's body or query: one table for each, by which they are read, checked and documented ---
 *
 * - null, "" and an empty list count as absent; an empty object stands for an empty list: some encoders write one so.
 * - A whole number may be written as 5.0, since older Lua encoders have no other way; in a query it is digits.
 * - A name that is not in the table is a fault that lists those that are.
 * - Every fault is collected, up to FAULTS_MAX.
 */

enum { FAULTS_MAX = 100 };

/* What a field is, and what it becomes in the struct that is filled in. */
enum field_type {
    FIELD_TEXT,    /* const char *: NULL when absent */
    FIELD_URL,     /* the same: absolute, http or https */
    FIELD_WORD,    /* the same: one of a list, in any letter case; as the list spells it */
    FIELD_INTEGER, /* long */
    FIELD_NUMBER,  /* double */
    FIELD_FLAG,    /* bool */
    FIELD_TEXTS,   /* struct field_list of const char * */
    FIELD_OBJECT,  /* const json_t *: an object whose members the handler reads; {} is one, [] counts as absent */
    FIELD_OBJECTS  /* struct field_list of the struct that `items` fills in */
};

struct field_list {
    void *items;
    size_t count;
};

struct fields;

struct field {
    const char *name;
    enum field_type type;
    size_t at; /* offset in the struct that is filled in */
    bool required;
    double fallback;         /* a number, or a word by its number, that is absent; 0: the struct keeps what it held */
    double minimum, maximum; /* range of a number; characters of a text, entries of a list (maximum 0: any) */
    const char *(*word)(
        size_t i); /* of a FIELD_WORD, and of the entries of FIELD_TEXTS: those there are, NULL behind the last */
    const struct fields *items; /* of FIELD_OBJECTS */
    size_t longest;             /* of FIELD_TEXTS: characters of each entry; 0: any number */
    const char *summary;        /* one sentence: what it is */
};

struct fields {
    const char *name;    /* what the documentation calls them: "DomainRequest" */
    const char *summary; /* one sentence */
    const struct field *list;
    size_t count;
    size_t size;   /* of the struct that is filled in */
    bool partial;  /* changes something that is there: what is required may be absent, but not be null or empty */
    bool in_query; /* of the address, not of a body */
};

/* Fills *values in; what is absent keeps what it held. The texts are those of the object. */
void fields_read(const struct fields *fields, const json_t *object, void *values, struct faults *faults);

/* "string", "integer", "number", "array of string", "array of Page"; in the buffer. */
const char *field_type_name(const struct field *field, char *buffer, size_t size);

/* --- the members of the objects in answers: one table for each, by which they are written and documented --- */

struct report_shape; /* link/report/report.h */

/* Appends a value of the object, which `field` points into it unless it is made of several. */
typedef void (*member_writer)(struct buf *out, const void *object, const void *field);

struct member {
    const char *name;
    const char *type;    /* as an editor writes it: "string", "string?" where it may be null; NULL: one of the words */
    const char *summary; /* one sentence: what it is */
    member_writer write;
    size_t at;                     /* offset of the field in the object */
    bool optional;                 /* left out while the field, a pointer, is NULL */
    const char *(*word)(size_t i); /* of a closed set: those there are, NULL behind the last */
};

struct members {
    const char *name;    /* what the documentation calls the object: "Domain" */
    const char *summary; /* one sentence */
    const struct member *list;
    size_t count;
    const struct report_shape *rest;    /* further members, which somebody else writes; NULL: none */
    const struct members *const *parts; /* objects that its members hold, ending with NULL; NULL: none */
};

/* Appends the object as JSON. */
void members_write(struct buf *out, const struct members *members, const void *object);

/* A const char *; NULL: null. */
void write_text(struct buf *out, const void *object, const void *field);

/* An int64_t. */
void write_integer(struct buf *out, const void *object, const void *field);

/* A double of at least 0, rounded to so many decimals, with a point in every locale. */
void write_decimal(struct buf *out, double number, int decimals);

/* An int64_t; null when it is negative: none, or no end. */
void write_amount(struct buf *out, const void *object, const void *field);

/* --- lists: `{"data":[...],"hasMore":...,"nextCursor":...}` --- */

extern const struct members list_members;

/* Opens one; before each entry list_next; close with the cursor of the next page, or NULL when this is the last. */
void list_open(struct buf *out);
void list_next(struct buf *out, size_t i);
void list_close(struct buf *out, const char *cursor);

/* --- access: may the caller do what the route is for? Answers the problem otherwise: 401, 403, 429 --- */

/* At the data folder's socket, without a key: the account that the request is for, instead of the local one. */
#define ACCOUNT_HEADER "Copydesk-Account"

struct caller;

/* For http_options.authorize: finds the caller by its key, takes a token of its rate limit, checks its plan and
 * scopes; pages find out themselves who asks. Sets request->user to a struct caller. A caller at the data folder's
 * socket needs no key: it is the local account, or the one that ACCOUNT_HEADER names, and has no rate limits. */
bool access_authorize(struct request *request);

/* For a page, of a visitor who is signed in (request->user): takes a token of the rate limit of the route, and checks
 * plan and scopes as of any other caller. May wait where nodes share a database. False: a problem was answered. */
bool access_check_visitor(struct request *request);

/* Do the plan and the key of the caller allow what the interface does at this address? The other answers the problem
 * when they do not. */
bool access_allows(const struct request *request, const char *method, const char *path);
bool access_check_as(struct request *request, const char *method, const char *path);

/* Takes a token of the rate limit of the caller's address, in the class of the route, for one that tries keys in
 * another way. False: there is none left, the problem was answered. */
bool access_take_address(struct request *request);

/* --- the status record of an article, as the status path, the list, cancel and webhooks show it --- */

/* Appends it as a JSON object. with_output: the `output` member of a finished one (a list leaves it out). base: what
 * its pictures' addresses begin with (media/media.h). */
void record_write(struct buf *out, const struct article *article, const char *base, bool with_output);

extern const struct members record_members;

/* The states of an article in the order of the enum; NULL behind the last. */
const char *record_state_word(size_t i);

/*
 * Status records of articles that have ended, as they were last sent: they do not change by themselves any more, and
 * clients ask for them again and again. A fixed number, the newest of each place; an article that is deleted, or is to
 * be polished, is dropped. On a database that other nodes use, they are to be checked against the stored version.
 */

struct record_cache;

/* NULL: no memory. */
struct record_cache *record_cache_new(void);
void record_cache_free(struct record_cache *cache);

/* Appends the record of this account's article to out; *version gets the article's. False: it is not here. */
bool record_cache_get(struct record_cache *cache, const char *account_id, const char *id, int64_t *version,
                      struct buf *out);

/* Keeps a record. drops: record_cache_drops from before the article was read, so that one that was dropped meanwhile is
 * not kept. */
void record_cache_put(struct record_cache *cache, unsigned drops, const struct article *article, struct str record);
unsigned record_cache_drops(struct record_cache *cache);

/* The article is deleted, or changes again; call it after that is stored. */
void record_cache_drop(struct record_cache *cache, const char *id);

/* --- how an article came about: its steps, the calls to models with their cost, the sources that were looked at --- */

extern const struct members run_members;

void articles_run(struct request *request);

/* --- internal links: content, domain, and the options of link/choose/options.h by their names in JSON --- */

extern const struct fields link_fields;

/* The texts point into the body. */
struct link_request {
    struct str content;
    const char *domain_id;
    struct link_options options;
    json_t *body; /* json_decref */
};

/* --- domains: the sites to whose pages content is linked; their pages, and how they link to each other --- */

extern const struct fields domain_fields, domain_change_fields, pages_fields, domain_pages_fields, domain_report_fields;
extern const struct members domain_members, domain_page_members, domain_report_members;

void domains_list(struct request *request);
void domains_create(struct request *request);
void domains_get(struct request *request);
void domains_update(struct request *request);
void domains_delete(struct request *request);
void domains_put(struct request *request);
void domains_refresh(struct request *request);
void domain_pages_list(struct request *request);
void domain_report_show(struct request *request);

/* --- brands: whom an account writes for, and how they speak --- */

extern const struct fields brand_fields, brand_change_fields, brand_list_fields;
extern const struct members brand_members;

void brands_list(struct request *request);
void brands_create(struct request *request);
void brands_get(struct request *request);
void brands_update(struct request *request);
void brands_delete(struct request *request);

/* Appends a brand as it is shown. */
void brands_write(struct buf *out, const struct brand *brand);

/*
 * --- integrations: where an account's finished articles go ---
 *
 * A kind of integration is a row of deliver/targets.c; what its
 * settings are that row says.
 */

extern const struct fields integration_fields, integration_change_fields, integration_list_fields;
extern const struct members integration_members, integration_test_members, secret_rotation_members;

/* GET and POST /api/integrations; GET, PATCH and DELETE /api/integrations/{id} */
void integrations_list(struct request *request);
void integrations_create(struct request *request);
void integrations_get(struct request *request);
void integrations_update(struct request *request);
void integrations_delete(struct request *request);

/* POST /api/integrations/{id}/rotate: a webhook gets a new secret; the one before signs beside it for a day. */
void integrations_rotate(struct request *request);

/* POST /api/integrations/{id}/test. Blocks for as long as the receiver takes, 20 s at most: one at a time for an
 * account, and a few for all, so that other requests are answered meanwhile. */
void integrations_test(struct request *request);

/* The tests that are under way, for struct api. NULL: no memory. */
struct integration_tests *integration_tests_new(void);
void integration_tests_free(struct integration_tests *tests);

/* POST /api/secrets/rotate, for operators. */
void secrets_rotate_key(struct request *request);

/* --- the keys of an account --- */

enum {
    GRACE_MAX = 30 * 86400, /* seconds */
    GRACE_DEFAULT = 86400
};

/* What a request says of a key. */
struct given_key {
    const char *name;
    struct field_list scopes;         /* of const char * */
    long expires_at, expires_in_days; /* 0: not given */
};

struct given_rotation {
    long grace_seconds;
};

extern const struct fields key_fields, key_change_fields, key_rotation_fields;
extern const struct members key_members;

void keys_list(struct request *request);
void keys_create(struct request *request);
void keys_update(struct request *request);
void keys_rotate(struct request *request);
void keys_delete(struct request *request);

/* A key that is being made, with its text. */
struct new_key {
    struct api_key key;
    char id[UUID_LENGTH + 1], text[KEY_LENGTH + 1], prefix[KEY_PREFIX_LENGTH + 1];
};

/* Fills in what is random of it; the rest of fresh->key is the caller's. */
void keys_new(struct new_key *fresh, const char *account_id, const char *name, unsigned scopes, int64_t expires_at);

/* Stores it. E_LIMIT: the account has as many keys that have not expired as it may (BOUND_KEYS). */
enum status keys_insert(struct db *db, const struct bounds *bounds, const struct new_key *fresh, struct error *err);

/* --- one-time codes with which a browser is signed in (service/account/account.h) --- */

extern const struct members sign_in_code_members;

/* POST /api/sign-in-codes: for the caller's key; for who has none, at the data folder's socket, for a key of the
 * account that may do most. */
void sign_in_codes_create(struct request *request);

/* GET /api/sign-in-codes/{id}: 404 once it was used, or is older than a minute. */
void sign_in_codes_get(struct request *request);

/* --- the account of the key that asks: what is left, and when more comes --- */

extern const struct members account_members;

void account_show(struct request *request);

/* The account with what it is given this month; terms may be NULL. False: a problem was answered. */
bool account_renewed(struct request *request, struct account *account, struct ledger_terms *terms);

/* --- what it was given and charged, row by row --- */

extern const struct fields ledger_fields;
extern const struct members ledger_members;

void ledger_rows(struct request *request);

/* --- what the account of the key that asks has used, by day --- */

enum { USAGE_DAYS = 30 /* where the first day is not said */ };

extern const struct fields usage_fields;
extern const struct members usage_members;

void usage_list(struct request *request);

/*
 * --- accounts, for whoever runs the service ---
 *
 * Reached at the data folder's socket, or with a key of the local account that
 * has the scope manage. For everybody else there is nothing at these addresses.
 */

/* What a request says of an account. */
struct given_account {
    const char *id, *plan, *state;
    long monthly_words, monthly_credits; /* AMOUNT_BY_PLAN: not given, or null */
    long add_words, add_credits;
};

extern const struct fields account_list_fields, account_fields, account_change_fields;
extern const struct members operated_account_members;

void accounts_list(struct request *request);
void accounts_get(struct request *request);
void accounts_create(struct request *request);
void accounts_update(struct request *request);
void accounts_delete(struct request *request);

/*
 * --- readiness: can the store be read and written? ---
 *
 * A thread of its own finds out, so that neither a database behind a dead
 * line nor a disk that hangs keeps whoever asks; those who ask at the same time share an answer.
 */

/* What waiters_notify names when a check has ended. */
#define READINESS_ID "readiness"

struct readiness;

/* Both outlive it. E_MEMORY, also when no more threads can be made. */
enum status readiness_start(struct store *store, struct waiters *waiters, struct readiness **readiness,
                            struct error *err);

/* Waits for a check under way, as long as the store makes it wait. NULL is allowed. */
void readiness_stop(struct readiness *readiness);

/*
 * --- openapi: the interface described for programs (OpenAPI 3.1), as GET /openapi.json answers it ---
 *
 * It is made from the
 * tables that the service works by: routes, fields of requests, members of answers, parameters of articles, shapes of
 * reports, problems. What no table says (titles, forms of the few answers that are written by hand, examples) is in
 * frame.json, which is compiled in.
 * A route is described when it has a name and a summary (service/http/router.h).
 */

/* NULL: no memory. */
struct openapi *openapi_new(void);
void openapi_free(struct openapi *openapi);

/* Answers the description, made at the first request and kept; 304 to those who have it. public_url: where callers
 * reach the service, NULL: not known yet. */
void openapi_answer(struct request *request, struct openapi *openapi, const char *public_url);

#endif
