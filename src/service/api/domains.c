#include "service/api/fields.h"
#include "service/domain/domain.h"

enum { NAME_MAX_LENGTH = 200, TITLE_MAX_LENGTH = 1000, URL_MAX = 2000, PUSHED_MAX = 1000 };

/* A request about one domain, for the transactions below. */
struct domains_change {
    struct request *request;
    struct arena *arena; /* of `domain` */
    struct domain domain;
    const json_t *body;
    const char *name, *start_url, *sitemap_url;
    struct field_list given_pages; /* of struct given_page */
    struct domain_page *pages;
    size_t page_count;
};

/* --- what requests say and answers show ----------------------------------------------------------------------------
 */

#define GIVEN(member) offsetof(struct domains_change, member)

static const struct field domain_list_of_fields[] = {
    {"name", FIELD_TEXT, GIVEN(name), .required = true, .maximum = NAME_MAX_LENGTH, .summary = "What people call it."},
    {"startUrl", FIELD_URL, GIVEN(start_url), .maximum = URL_MAX,
     .summary = "Page from which the site is read by following its links."},
    {"sitemapUrl", FIELD_URL, GIVEN(sitemap_url), .maximum = URL_MAX,
     .summary = "Sitemap that lists the pages to read."},
};

const struct fields domain_fields = {
    "DomainRequest",
    "Makes a domain: a site to whose pages content is linked. With an address its pages are read at once.",
    domain_list_of_fields, COUNT_OF(domain_list_of_fields), sizeof(struct domains_change)};

const struct fields domain_change_fields = {"DomainChange",
                                            "Changes a domain: what is absent stays, null removes an address.",
                                            domain_list_of_fields,
                                            COUNT_OF(domain_list_of_fields),
                                            sizeof(struct domains_change),
                                            .partial = true};

struct given_page {
    const char *url, *title, *html, *language;
};

static const struct field page_list_of_fields[] = {
    {"url", FIELD_URL, offsetof(struct given_page, url), .required = true, .maximum = URL_MAX,
     .summary = "Where it is; a page that is known by it is replaced."},
    {"title", FIELD_TEXT, offsetof(struct given_page, title), .maximum = TITLE_MAX_LENGTH, .summary = "Its title."},
    {"html", FIELD_TEXT, offsetof(struct given_page, html),
     .summary = "The whole page: what is linked to it follows from its title, headings, text and links."},
    {"language", FIELD_TEXT, offsetof(struct given_page, language), .maximum = 100,
     .summary = "English name or BCP 47 tag."},
};

static const struct fields page_fields = {"Page", "A page of a domain.", page_list_of_fields,
                                          COUNT_OF(page_list_of_fields), sizeof(struct given_page)};

static const struct field pages_list_of_fields[] = {
    {"pages", FIELD_OBJECTS, GIVEN(given_pages), .required = true, .maximum = PUSHED_MAX, .items = &page_fields,
     .summary = "The pages; a site that has more sends several requests."},
};

const struct fields pages_fields = {"PagesRequest", "Adds pages to a domain, or replaces them.", pages_list_of_fields,
                                    COUNT_OF(pages_list_of_fields), sizeof(struct domains_change)};

#define SHOWN(member) offsetof(struct domain, member)

static void domains_write_state(struct buf *out, const void *object, const void *field)
{
    const struct domain *domain = object;
    (void)field;
    json_text(out, domain_state_name(domain->state));
}

static const char *state_word(size_t i)
{
    return i <= DOMAIN_FAILED ? domain_state_name((enum domain_state)i) : NULL;
}

static const struct member shown[] = {
    {"domainId", "string", "Identifier of the domain.", write_text, SHOWN(id)},
    {"name", "string", "What people call it.", write_text, SHOWN(name)},
    {"startUrl", "string?", "Page from which it is read.", write_text, SHOWN(start_url)},
    {"sitemapUrl", "string?", "Sitemap by which it is read.", write_text, SHOWN(sitemap_url)},
    {"status", NULL, "Where its pages stand; content can be linked once there are some.", domains_write_state, 0,
     .word = state_word},
    {"problem", "string?", "What went wrong, or was left out, when its pages were read.", write_text, SHOWN(problem)},
    {"pageCount", "integer", "Pages that are known.", write_integer, SHOWN(page_count)},
    {"createdAt", "integer", "When it was made, in milliseconds since 1970.", write_integer, SHOWN(created_at)},
    {"updatedAt", "integer", "When it changed last, in milliseconds since 1970.", write_integer, SHOWN(updated_at)},
};

const struct members domain_members = {"Domain", "A site to whose pages content is linked.", shown, COUNT_OF(shown)};

/* --- answers -------------------------------------------------------------------------------------------------------
 */

static void answer_domain(struct request *request, int status, const struct domain *domain)
{
    members_write(&request->answer.body, &domain_members, domain);
    answer_json(request, status);
}

static bool is_crawling(const struct domain *domain)
{
    return domain->state == DOMAIN_CRAWLING;
}

static enum status get_domains(struct db *db, void *argument, struct error *err)
{
    struct domains_change *change = argument;
    const struct request *request = change->request;
    enum status status =
        domain_get(db, change->arena, caller_of(request)->account_id, request->id, &change->domain, err);
    return resource_missing(status, "domain", err);
}

static enum status check_name(struct db *db, const struct domains_change *change, const char *name, struct error *err)
{
    struct domain other;
    enum status status = domain_find(db, change->arena, caller_of(change->request)->account_id, name, &other, err);
    return resource_name_free(status, "domain", other.id, name, err);
}

/* --- list and get --- */

struct domain_list_lookup {
    struct request *request;
    struct domain *domains;
    size_t count;
};

static enum status read_domain_list(struct db *db, void *argument, struct error *err)
{
    struct domain_list_lookup *l = argument;
    return domain_list(db, l->request->arena, caller_of(l->request)->account_id, &l->domains, &l->count, err);
}

static void domains_write_entry(struct request *request, const void *entry)
{
    members_write(&request->answer.body, &domain_members, entry);
}

void domains_list(struct request *request)
{
    struct domain_list_lookup listing = {.request = request};
    if (!read_nothing(request))
        return;
    if (!resource_read(request, read_domain_list, &listing))
        return;
    list_answer(request, listing.domains, listing.count, sizeof *listing.domains, domains_write_entry);
}

static enum watch_verdict domains_look(struct request *request, struct watch *watch, struct arena *arena)
{
    char etag[96];
    struct domains_change change = {.request = request, .arena = arena};
    if (!resource_read(request, get_domains, &change))
        return WATCH_ANSWER;
    const struct domain *domain = &change.domain;
    snprintf(etag, sizeof etag, "\"%lld.%lld.%s\"", (long long)domain->updated_at, (long long)domain->pages_version,
             domain_state_name(domain->state));
    /* Nothing changes by itself that is not crawled, but who names what he has waits for others, who push pages. */
    enum watch_verdict verdict = watch_next(request, watch, etag, !is_crawling(domain) && !watch->match);
    if (verdict == WATCH_ANSWER && !watch_headers(request, watch, etag, !is_crawling(domain)))
        answer_domain(request, 200, domain);
    return verdict;
}

void domains_get(struct request *request)
{
    watch_run(request, domains_look);
}

/* --- create and update --- */

static enum status domains_insert(struct db *db, void *argument, struct error *err)
{
    struct domains_change *change = argument;
    enum status status = check_name(db, change, change->domain.name, err);
    if (!status)
        status = account_check_there(db, change->domain.account_id, err);
    if (!status)
        status = domain_insert(db, &change->domain, err);
    if (status)
        return status;
    return bound_check(db, api_of(change->request)->bounds, BOUND_DOMAINS, change->domain.account_id, err);
}

/* Reads the body and hands it to `run`. */
static void with_body(struct request *request, void (*run)(struct domains_change *change))
{
    struct domains_change change = {.request = request, .arena = request->arena};
    json_t *body;
    if (!read_request(request, &change, &body))
        return;
    change.body = body;
    run(&change);
    json_decref(body);
}

static void create_domains(struct domains_change *change)
{
    struct request *request = change->request;
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    int64_t now = clock_now_ms();
    bool crawls = change->start_url || change->sitemap_url;
    change->domain = (struct domain){
        .id = id,
        .account_id = caller_of(request)->account_id,
        .name = change->name,
        .start_url = change->start_url,
        .sitemap_url = change->sitemap_url,
        .state = crawls ? DOMAIN_CRAWLING : DOMAIN_EMPTY,
        .created_at = now,
        .updated_at = now,
    };
    if (!resource_write(change->request, domains_insert, change))
        return;
    if (crawls)
        changes_tell(api_of(request)->changes, CHANGE_CRAWL, "");
    answer_header(request, "Location", "/api/domains/%s", id);
    answer_domain(request, 201, &change->domain);
}

void domains_create(struct request *request)
{
    with_body(request, create_domains);
}

/* The new value of a member that the body has (NULL after null or ""), the old one otherwise. */
static const char *updated(const struct domains_change *change, const char *name, const char *value, const char *before)
{
    return json_object_get(change->body, name) ? value : before;
}

static enum status update_domains(struct db *db, void *argument, struct error *err)
{
    struct domains_change *change = argument;
    struct domain *domain = &change->domain;
    enum status status = get_domains(db, change, err);
    if (!status && change->name && strcmp(change->name, domain->name) != 0)
        status = check_name(db, change, change->name, err);
    if (status)
        return status;
    domain->name = updated(change, "name", change->name, domain->name);
    domain->start_url = updated(change, "startUrl", change->start_url, domain->start_url);
    domain->sitemap_url = updated(change, "sitemapUrl", change->sitemap_url, domain->sitemap_url);
    domain->updated_at = clock_now_ms();
    return domain_update(db, domain, domain->updated_at, err);
}

static void patch(struct domains_change *change)
{
    if (!resource_write(change->request, update_domains, change))
        return;
    changes_tell(api_of(change->request)->changes, CHANGE_SHOWN, change->request->id);
    answer_domain(change->request, 200, &change->domain);
}

void domains_update(struct request *request)
{
    with_body(request, patch);
}

/* --- delete --- */

static enum status delete_domain(struct db *db, void *argument, struct error *err)
{
    struct domains_change *change = argument;
    enum status status = get_domains(db, change, err);
    return status ? status : domain_delete(db, caller_of(change->request)->account_id, change->request->id, err);
}

void domains_delete(struct request *request)
{
    struct domains_change change = {.request = request, .arena = request->arena};
    if (!resource_write(request, delete_domain, &change))
        return;
    changes_tell(api_of(request)->changes, CHANGE_REMOVED, request->id);
    answer_empty(request, 204);
}

/* --- pages --- */

/* False: a problem was answered. */
static bool make_pages(struct domains_change *change)
{
    struct request *request = change->request;
    const struct given_page *given = change->given_pages.items;
    change->page_count = change->given_pages.count;
    change->pages = ARENA_ARRAY(request->arena, change->page_count, struct domain_page);
    bool good = change->pages != NULL;
    for (size_t i = 0; good && i < change->page_count; i++) {
        change->pages[i] = (struct domain_page){
            .url = url_normalise(request->arena, str_from(given[i].url)),
            .title = given[i].title,
            .language = given[i].language,
            .html = str_from(given[i].html ? given[i].html : ""),
            .pushed = true,
        };
        good = change->pages[i].url != NULL;
    }
    if (good)
        return true;
    answer_no_memory(request);
    return false;
}

static enum status put_domain_pages(struct db *db, void *argument, struct error *err)
{
    struct domains_change *change = argument;
    int64_t now = clock_now_ms();
    enum status status = get_domains(db, change, err);
    if (!status)
        status = domain_put_pages(db, change->domain.id, change->pages, change->page_count, now, err);
    if (!status)
        status = bounds_check_pages(db, api_of(change->request)->bounds, &change->domain, err);
    if (!status && !is_crawling(&change->domain)) {
        change->domain.state = DOMAIN_READY;
        change->domain.problem = NULL;
        status = domain_update(db, &change->domain, now, err);
    }
    return status ? status : get_domains(db, change, err);
}

static void domains_push(struct domains_change *change)
{
    if (!make_pages(change) || !resource_write(change->request, put_domain_pages, change))
        return;
    indexes_refresh(api_of(change->request)->indexes, change->request->id, false);
    changes_tell(api_of(change->request)->changes, CHANGE_SHOWN, change->request->id);
    answer_domain(change->request, 200, &change->domain);
}

void domains_put(struct request *request)
{
    with_body(request, domains_push);
}

/* --- refresh --- */

static enum status refresh(struct db *db, void *argument, struct error *err)
{
    struct domains_change *change = argument;
    enum status status = get_domains(db, change, err);
    if (status || is_crawling(&change->domain))
        return status;
    if (!change->domain.start_url && !change->domain.sitemap_url)
        return error_set(err, E_CONFLICT, NULL, "The domain has neither startUrl nor sitemapUrl: nothing to crawl.");
    change->domain.state = DOMAIN_CRAWLING;
    change->domain.problem = NULL;
    change->domain.updated_at = clock_now_ms();
    return domain_update(db, &change->domain, change->domain.updated_at, err);
}

void domains_refresh(struct request *request)
{
    struct domains_change change = {.request = request, .arena = request->arena};
    if (!resource_write(request, refresh, &change))
        return;
    changes_tell(api_of(request)->changes, CHANGE_CRAWL, "");
    changes_tell(api_of(request)->changes, CHANGE_SHOWN, request->id);
    answer_header(request, "Location", "/api/domains/%s", request->id);
    answer_domain(request, 202, &change.domain);
}
