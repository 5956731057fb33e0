/* Creating articles, by either engine. */
#include "service/api/api_parts.h"
#include "service/api/fields.h"
#include "write/types/types.h"

/* Since when the first engine is deprecated (RFC 9745): 1 January 2025. */
#define V1_DEPRECATED "@1735689600"

struct creation {
    struct request *request;
    struct article article;
    struct idempotency idempotency;
    const char *domain_id, *brand_id, *integration_id; /* that the request names, and which must exist; NULL: none */
    struct fault faults[3];                            /* those that do not */
    bool is_disabled;                                  /* the integration, which is there */
    size_t fault_count;
    struct str answer;
    const char *location;
    enum status status;
    struct error err;
};

static void add_deprecation(struct request *request, int engine)
{
    if (engine != 1)
        return;
    answer_header(request, "Deprecation", V1_DEPRECATED);
    answer_header(request, "Link", "</api/articles/v2/>; rel=\"successor-version\"");
}

static enum status find_brand(struct db *db, struct creation *creation, struct error *err)
{
    struct brand brand;
    return brand_get(db, creation->request->arena, creation->article.account_id, creation->brand_id, &brand, err);
}

static enum status find_domain(struct db *db, struct creation *creation, struct error *err)
{
    struct domain domain;
    return domain_get(db, creation->request->arena, creation->article.account_id, creation->domain_id, &domain, err);
}

static enum status find_integration(struct db *db, struct creation *creation, struct error *err)
{
    struct integration integration;
    enum status status = integration_get(db, creation->request->arena, creation->article.account_id,
                                         creation->integration_id, &integration, err);
    creation->is_disabled = !status && integration.state != INTEGRATION_ACTIVE;
    return status;
}

/* Of an integration that is there. */
static enum status check_active(struct db *db, struct creation *creation, struct error *err)
{
    (void)db;
    return creation->is_disabled ? error_set(err, E_NOT_FOUND, NULL, "it is disabled") : OK;
}

/* E_INVALID: the request names things that are not there, and the faults say which. */
static enum status check_names(struct db *db, struct creation *creation, struct error *err)
{
    const struct {
        const char *id;
        enum status (*find)(struct db *db, struct creation *creation, struct error *err);
        struct fault fault;
    } names[] = {
        {creation->integration_id,
         find_integration,
         {"/integrationId", "integrationId names no integration of this account."}},
        {creation->integration_id,
         check_active,
         {"/integrationId", "integrationId names an integration that is disabled: enable it first."}},
        {creation->brand_id, find_brand, {"/brandId", "brandId names no brand of this account."}},
        {creation->domain_id,
         find_domain,
         {"/internalLinkingDomainId", "internalLinkingDomainId names no domain of this account."}},
    };
    creation->fault_count = 0;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        enum status status = names[i].id ? names[i].find(db, creation, err) : OK;
        if (status == E_NOT_FOUND)
            creation->faults[creation->fault_count++] = names[i].fault;
        else if (status)
            return status;
    }
    return creation->fault_count ? error_set(err, E_INVALID, NULL, "%s", creation->faults[0].detail) : OK;
}

/* Lists are in the order of identifiers, so that these come from the clock that all nodes go by. */
static enum status name_article(struct creation *creation, int64_t now, struct error *err)
{
    char id[UUID_LENGTH + 1];
    struct arena *arena = creation->request->arena;
    uuid_v7_at(now, id);
    creation->article.created_at = creation->article.updated_at = now;
    creation->article.id = arena_copy(arena, id);
    creation->location = arena_printf(arena, "/api/articles/%s", id);
    creation->answer = str_from(arena_printf(arena, "{\"articleId\":\"%s\"}", id));
    return creation->article.id && creation->location && creation->answer.data ? OK : error_memory(err);
}

/* Runs in the store's writer thread: the key, the article and the stored answer are one transaction. */
static enum status create_insert(struct db *db, void *argument, struct error *err)
{
    struct creation *creation = argument;
    enum status status = name_article(creation, db_now(db), err);
    if (!status)
        status = idempotency_begin(db, &creation->idempotency, creation->request->arena, err);
    if (!status)
        status = check_names(db, creation, err);
    if (!status)
        status = account_check_there(db, creation->article.account_id, err);
    if (!status)
        status = article_insert(db, &creation->article, err);
    if (!status)
        status = bound_check(db, api_of(creation->request)->bounds, BOUND_ARTICLES, creation->article.account_id, err);
    if (!status)
        status = idempotency_finish(db, &creation->idempotency, 200, "application/json", creation->location,
                                    creation->answer, err);
    return status;
}

static void inserted(void *argument, enum status status, const struct error *err)
{
    struct creation *creation = argument;
    creation->status = status;
    if (status && err)
        creation->err = *err;
    if (!status) {
        article_log_queued(&creation->article, creation->request->request_id);
        changes_tell(api_of(creation->request)->changes, CHANGE_WORK, "");
        changes_tell(api_of(creation->request)->changes, CHANGE_SHOWN, creation->article.account_id);
    }
    request_resume(creation->request);
}

static void answer_creation(struct request *request)
{
    struct creation *creation = request->state;
    add_deprecation(request, creation->article.engine);
    if (creation->status == E_CONFLICT && creation->idempotency.key.key) {
        idempotency_answer(request, &creation->idempotency);
    } else if (creation->fault_count) {
        answer_faults(request, creation->faults, creation->fault_count);
    } else if (creation->status != OK) {
        answer_error(request, &creation->err);
    } else {
        atomic_fetch_add(&api_of(request)->counters.created, 1);
        buf_add(&request->answer.body, creation->answer.data, creation->answer.len);
        answer_header(request, "Location", "%s", creation->location);
        answer_json(request, 200);
    }
}

/* Checks that need the service: may the webhook's address be reached? */
static bool check_world(struct request *request, const json_t *config)
{
    struct error err;
    const char *webhook = config_string(config, "webhookUrl");
    enum status status = webhook ? net_check_url(api_of(request)->net, webhook, &err) : OK;
    if (!status)
        return true;
    struct fault fault = {"/webhookUrl", arena_printf(request->arena, "webhookUrl: %s", err.message)};
    if (!fault.detail || status == E_MEMORY)
        answer_error(request, &err);
    else
        answer_faults(request, &fault, 1);
    return false;
}

/*
 * The library that the article may draw from. A program at the folder's socket names its own, or "" for none. All other
 * callers, and programs that use a standalone service without a library of their own, get the configured one.
 */
static const char *library_of(const struct request *request)
{
    const struct api *api = api_of(request);
    const char *named = request->is_local ? request_header(request, "Copydesk-Library") : NULL;
    if (named && named[0] == '/')
        return named;
    return named && !api->is_standalone ? NULL : api->library;
}

/* False: no memory. */
static bool keep_name(const json_t *config, const char *parameter, struct arena *arena, const char **name)
{
    const char *given = config_string(config, parameter);
    *name = given ? arena_copy(arena, given) : NULL;
    return *name || !given;
}

static struct creation *new_creation(struct request *request, const struct params *params, int engine)
{
    struct arena *arena = request->arena;
    struct creation *creation = ARENA_NEW(arena, struct creation);
    if (!creation)
        return NULL;
    creation->request = request;
    creation->article = (struct article){
        .account_id = caller_of(request)->account_id,
        .engine = engine,
        .config = params_dump(arena, params->config),
        .library = library_of(request),
        .state = ARTICLE_QUEUED,
        .detail = "Queued",
        .sources = "[]",
        .notes = params_dump(arena, params->notes),
    };
    bool is_kept = keep_name(params->config, "internalLinkingDomainId", arena, &creation->domain_id) &&
                   keep_name(params->config, "brandId", arena, &creation->brand_id) &&
                   keep_name(params->config, "integrationId", arena, &creation->integration_id);
    return creation->article.config && creation->article.notes && is_kept ? creation : NULL;
}

/* True: the request is suspended and must not be touched any more. False: it was answered. */
static bool submit(struct request *request, const json_t *body, const struct params *params, int engine)
{
    struct error err;
    struct creation *creation = new_creation(request, params, engine);
    if (!creation) {
        answer_no_memory(request);
        return false;
    }
    if (!idempotency_read(request, caller_of(request)->account_id, api_of(request)->instance, body,
                          &creation->idempotency))
        return false;
    struct store *store = api_of(request)->store;
    request->state = creation;
    request->resume = answer_creation;
    if (!request_suspend(request))
        return false;
    enum status status = store_submit(store, create_insert, creation, inserted, &err);
    if (status)
        inserted(creation, status, &err);
    return true;
}

static bool is_language(const void *models, const char *model)
{
    return model_is_language(models_find(models, model));
}

static void api_create(struct request *request, int engine)
{
    struct error err;
    struct params params = {0};
    json_t *body;
    if (!read_json(request, &body)) {
        add_deprecation(request, engine);
        return;
    }
    bool submitted = false;
    const struct params_terms terms = {
        .engine = engine,
        .writable = article_types_writable(),
        .is_language = is_language,
        .context = api_of(request)->models,
        .lacks_plan = !plan_has(caller_of(request)->plan, RIGHT_RESEARCH),
    };
    enum status status = params_read(request->arena, body, &terms, &params, &err);
    if (!status && check_world(request, params.config))
        submitted = submit(request, body, &params, engine);
    else if (params.fault_count)
        answer_faults(request, params.faults, params.fault_count);
    else if (status)
        answer_error(request, &err);
    if (!submitted)
        add_deprecation(request, engine);
    json_decref(params.config);
    json_decref(params.notes);
    json_decref(body);
}

void articles_create_v2(struct request *request)
{
    api_create(request, 2);
}

void articles_create_v1(struct request *request)
{
    api_create(request, 1);
}
