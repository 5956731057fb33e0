#include "service/crawler.h"
#include "service/handlers.h"
#include "service/internal.h"
#include "service/json.h"
#include "service/sites.h"
#include "service/watch.h"
#include "text/url.h"

enum { NAME_MAX_BYTES = 200, URL_MAX = 2000, PUSHED_MAX = 1000 };

/* A request about one domain, for the transactions below. */
struct change {
    struct request *request;
    struct arena *arena; /* of `domain` */
    struct domain domain;
    const json_t *body;
    const char *name, *start_url, *sitemap_url;
    struct domain_page *pages;
    size_t page_count;
};

static void write_domain(struct buf *out, const struct domain *domain)
{
    buf_str(out, "{\"domainId\":");
    json_text(out, domain->id);
    buf_str(out, ",\"name\":");
    json_text(out, domain->name);
    buf_str(out, ",\"startUrl\":");
    json_text(out, domain->start_url);
    buf_str(out, ",\"sitemapUrl\":");
    json_text(out, domain->sitemap_url);
    buf_str(out, ",\"status\":");
    json_text(out, domain->state);
    buf_str(out, ",\"problem\":");
    json_text(out, domain->problem);
    buf_printf(out, ",\"pageCount\":%lld,\"createdAt\":%lld,\"updatedAt\":%lld}", (long long)domain->page_count,
               (long long)domain->created_at, (long long)domain->updated_at);
}

static void answer_domain(struct request *request, int status, const struct domain *domain)
{
    write_domain(&request->answer.body, domain);
    answer_json(request, status);
}

static bool is_crawling(const struct domain *domain)
{
    return strcmp(domain->state, "crawling") == 0;
}

static enum status get(struct db *db, void *argument, struct error *err)
{
    struct change *change = argument;
    const struct request *request = change->request;
    enum status status = domain_get(db, change->arena, request->caller.account_id, request->id, &change->domain, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.") : status;
}

/* Runs a transaction that leaves the domain in change->domain; false: a problem was answered. */
static bool write_change(struct change *change, store_work work)
{
    struct error err;
    struct request *request = change->request;
    if (store_write(request->service->store, work, change, &err) == OK)
        return true;
    answer_error(request, &err);
    return false;
}

/* E_CONFLICT when another domain of the account has the name, by which people and the command tell them apart. */
static enum status check_name(struct db *db, const struct change *change, const char *name, struct error *err)
{
    struct domain other;
    enum status status = domain_find(db, change->arena, change->request->caller.account_id, name, &other, err);
    if (status == OK)
        return error_set(err, E_CONFLICT, NULL,
                         "The domain %s already has the name \"%s\": use that one, or give another name.", other.id,
                         name);
    return status == E_NOT_FOUND ? OK : status;
}

/* --- list and get --- */

struct listing {
    struct request *request;
    struct domain *domains;
    size_t count;
};

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    return domain_list(db, l->request->arena, l->request->caller.account_id, &l->domains, &l->count, err);
}

void domains_list(struct request *request)
{
    struct error err;
    struct listing listing = {.request = request};
    if (store_read(request->service->store, list, &listing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    buf_str(out, "{\"data\":[");
    for (size_t i = 0; i < listing.count; i++) {
        if (i)
            buf_char(out, ',');
        write_domain(out, &listing.domains[i]);
    }
    buf_str(out, "]}");
    answer_json(request, 200);
}

static enum watch_verdict look(struct request *request, struct watch *watch, struct arena *arena)
{
    struct error err;
    char etag[96];
    struct change change = {.request = request, .arena = arena};
    if (store_read(request->service->store, get, &change, &err) != OK) {
        answer_error(request, &err);
        return WATCH_ANSWER;
    }
    const struct domain *domain = &change.domain;
    snprintf(etag, sizeof etag, "\"%lld.%lld.%c\"", (long long)domain->updated_at, (long long)domain->pages_version,
             domain->state[0]);
    enum watch_verdict verdict = watch_next(request, watch, etag, !is_crawling(domain));
    if (verdict == WATCH_ANSWER && !watch_headers(request, watch, etag, !is_crawling(domain)))
        answer_domain(request, 200, domain);
    return verdict;
}

void domains_get(struct request *request)
{
    watch_run(request, look);
}

/* --- create and update --- */

static const char *read_url(struct fields *fields, const char *name)
{
    const char *url = fields_text(fields, name, false, URL_MAX);
    if (url && !str_istarts(str_from(url), STR("http://")) && !str_istarts(str_from(url), STR("https://"))) {
        char pointer[40];
        snprintf(pointer, sizeof pointer, "/%s", name);
        fields_fault(fields, pointer, "%s must be an address that begins with http:// or https://.", name);
    }
    return url;
}

/* Reads name, startUrl and sitemapUrl; false: a problem was answered. */
static bool read_fields(struct change *change, bool is_new)
{
    struct error err;
    struct request *request = change->request;
    struct fields fields;
    fields_init(&fields, change->body, request->arena);
    change->name = fields_text(&fields, "name", is_new || json_object_get(change->body, "name"), NAME_MAX_BYTES);
    change->start_url = read_url(&fields, "startUrl");
    change->sitemap_url = read_url(&fields, "sitemapUrl");
    if (fields.count) {
        answer_faults(request, fields.faults, fields.count);
    } else if (fields.failed) {
        error_memory(&err);
        answer_error(request, &err);
    }
    return !fields.count && !fields.failed;
}

static enum status insert(struct db *db, void *argument, struct error *err)
{
    struct change *change = argument;
    enum status status = check_name(db, change, change->domain.name, err);
    return status == OK ? domain_insert(db, &change->domain, err) : status;
}

/* Parses the body and hands it to `run`. */
static void with_body(struct request *request, void (*run)(struct change *change))
{
    struct change change = {.request = request, .arena = request->arena};
    json_t *body;
    if (!request_json(request, &body))
        return;
    change.body = body;
    run(&change);
    json_decref(body);
}

static void create(struct change *change)
{
    struct request *request = change->request;
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    int64_t now = clock_now_ms();
    if (!read_fields(change, true))
        return;
    bool crawls = change->start_url || change->sitemap_url;
    change->domain = (struct domain){
        .id = id,
        .account_id = request->caller.account_id,
        .name = change->name,
        .start_url = change->start_url,
        .sitemap_url = change->sitemap_url,
        .state = crawls ? "crawling" : "empty",
        .created_at = now,
        .updated_at = now,
    };
    if (!write_change(change, insert))
        return;
    if (crawls)
        crawler_wake(request->service->crawler);
    answer_header(request, "Location", "/api/domains/%s", id);
    answer_domain(request, 201, &change->domain);
}

void domains_create(struct request *request)
{
    with_body(request, create);
}

/* A member that is there replaces, null (or "") removes. */
static const char *updated(const struct change *change, const char *name, const char *value, const char *before)
{
    return json_object_get(change->body, name) ? value : before;
}

static enum status update(struct db *db, void *argument, struct error *err)
{
    struct change *change = argument;
    struct domain *domain = &change->domain;
    enum status status = get(db, change, err);
    if (status == OK && change->name && strcmp(change->name, domain->name) != 0)
        status = check_name(db, change, change->name, err);
    if (status != OK)
        return status;
    domain->name = updated(change, "name", change->name, domain->name);
    domain->start_url = updated(change, "startUrl", change->start_url, domain->start_url);
    domain->sitemap_url = updated(change, "sitemapUrl", change->sitemap_url, domain->sitemap_url);
    domain->updated_at = clock_now_ms();
    return domain_update(db, domain, domain->updated_at, err);
}

static void patch(struct change *change)
{
    if (!read_fields(change, false) || !write_change(change, update))
        return;
    hub_notify(change->request->service->hub, change->request->id);
    answer_domain(change->request, 200, &change->domain);
}

void domains_update(struct request *request)
{
    with_body(request, patch);
}

/* --- delete --- */

static enum status delete (struct db *db, void *argument, struct error *err) {
    struct change *change = argument; enum status status = get(db, change, err);
    return status == OK ? domain_delete(db, change->request->caller.account_id, change->request->id, err) : status;
}

void domains_delete(struct request *request)
{
    struct change change = {.request = request, .arena = request->arena};
    if (!write_change(&change, delete))
        return;
    crawler_drop(request->service->crawler, request->id);
    sites_drop(request->service->sites, request->id);
    hub_notify(request->service->hub, request->id);
    answer_empty(request, 204);
}

/* --- pages --- */

static const char *page_text(struct fields *fields, const json_t *page, size_t at, const char *name, bool required)
{
    const json_t *value = json_object_get(page, name);
    const char *text = json_string_value(value);
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/pages/%zu/%s", at, name);
    if (value && !json_is_null(value) && !text)
        fields_fault(fields, pointer, "%s must be a string.", name);
    else if (required && (!text || !text[0]))
        fields_fault(fields, pointer, "A page needs its %s.", name);
    return text;
}

static void read_page(struct fields *fields, const json_t *page, size_t at, struct domain_page *out)
{
    const char *url = page_text(fields, page, at, "url", true);
    const char *html = page_text(fields, page, at, "html", false);
    *out = (struct domain_page){
        .url = url ? url_normalise(fields->arena, str_from(url)) : NULL,
        .title = page_text(fields, page, at, "title", false),
        .language = page_text(fields, page, at, "language", false),
        .html = {html ? html : "", json_string_length(json_object_get(page, "html"))},
        .pushed = true,
    };
    if (url && url[0] && !out->url) {
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/pages/%zu/url", at);
        fields_fault(fields, pointer, "url must be an address that begins with http:// or https://.");
    }
}

static bool read_pages(struct change *change)
{
    struct error err;
    struct request *request = change->request;
    struct fields fields;
    fields_init(&fields, change->body, request->arena);
    const json_t *pages = fields_array(&fields, "pages", true, PUSHED_MAX);
    size_t count = json_array_size(pages);
    change->pages = count ? ARENA_ARRAY(request->arena, count, struct domain_page) : NULL;
    if (pages && !count)
        fields_fault(&fields, "/pages", "pages must not be empty.");
    for (size_t i = 0; change->pages && i < count; i++)
        read_page(&fields, json_array_get(pages, i), i, &change->pages[i]);
    change->page_count = count;
    if (fields.count) {
        answer_faults(request, fields.faults, fields.count);
    } else if (fields.failed || !change->pages) {
        error_memory(&err);
        answer_error(request, &err);
    }
    return !fields.count && !fields.failed && change->pages;
}

static enum status put(struct db *db, void *argument, struct error *err)
{
    struct change *change = argument;
    int64_t now = clock_now_ms();
    enum status status = get(db, change, err);
    if (status == OK)
        status = domain_put_pages(db, change->domain.id, change->pages, change->page_count, now, err);
    if (status == OK && !is_crawling(&change->domain)) {
        change->domain.state = "ready";
        change->domain.problem = NULL;
        status = domain_update(db, &change->domain, now, err);
    }
    return status == OK ? get(db, change, err) : status;
}

static void push(struct change *change)
{
    if (!read_pages(change) || !write_change(change, put))
        return;
    hub_notify(change->request->service->hub, change->request->id);
    answer_domain(change->request, 200, &change->domain);
}

void domains_put(struct request *request)
{
    with_body(request, push);
}

/* --- refresh --- */

static enum status refresh(struct db *db, void *argument, struct error *err)
{
    struct change *change = argument;
    enum status status = get(db, change, err);
    if (status != OK || is_crawling(&change->domain))
        return status;
    if (!change->domain.start_url && !change->domain.sitemap_url)
        return error_set(err, E_CONFLICT, NULL, "The domain has neither startUrl nor sitemapUrl: nothing to crawl.");
    change->domain.state = "crawling";
    change->domain.problem = NULL;
    change->domain.updated_at = clock_now_ms();
    return domain_update(db, &change->domain, change->domain.updated_at, err);
}

void domains_refresh(struct request *request)
{
    struct change change = {.request = request, .arena = request->arena};
    if (!write_change(&change, refresh))
        return;
    crawler_wake(request->service->crawler);
    hub_notify(request->service->hub, request->id);
    answer_header(request, "Location", "/api/domains/%s", request->id);
    answer_domain(request, 202, &change.domain);
}
