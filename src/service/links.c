#include "service/handlers.h"
#include "service/idempotency.h"
#include "service/internal.h"
#include "service/json.h"
#include "service/sites.h"

enum { MAX_EXCLUDED = 1000 };

struct linking {
    struct request *request;
    struct idempotency idempotency;
    struct str content;
    const char *domain_id;
    struct link_options options;
    struct link_result result;
    struct account account;
    const char *content_type;
    bool begun; /* the Idempotency-Key is taken */
};

/* --- the request --- */

static void read_excluded(struct fields *fields, struct link_options *options)
{
    const json_t *urls = fields_array(fields, "excludeUrls", false, MAX_EXCLUDED);
    size_t count = json_array_size(urls);
    struct str *list = count ? ARENA_ARRAY(fields->arena, count, struct str) : NULL;
    if (count && !list)
        fields->failed = true;
    for (size_t i = 0; list && i < count; i++) {
        const json_t *url = json_array_get(urls, i);
        char pointer[48];
        snprintf(pointer, sizeof pointer, "/excludeUrls/%zu", i);
        if (!json_is_string(url))
            fields_fault(fields, pointer, "An entry of excludeUrls must be a string.");
        else
            list[i] = (struct str){json_string_value(url), json_string_length(url)};
    }
    options->exclude_urls = list;
    options->exclude_count = list ? count : 0;
}

static void read_format(struct fields *fields, struct link_options *options)
{
    const char *format = fields_text(fields, "format", true, 0);
    if (format && !link_format_parse(str_from(format), &options->format))
        fields_fault(fields, "/format", "format must be html, markdown or json.");
}

/* Everything points into the body. */
static bool read_linking(struct linking *linking, const json_t *body)
{
    struct request *request = linking->request;
    struct error err;
    struct fields fields;
    fields_init(&fields, body, request->arena);
    const char *content = fields_text(&fields, "content", true, 0);
    linking->content = content ? (struct str){content, json_string_length(json_object_get(body, "content"))} : STR("");
    linking->domain_id = fields_text(&fields, "domainId", true, 0);
    linking->options.url = str_from(fields_text(&fields, "url", false, 0));
    linking->options.max_links = (size_t)fields_integer(&fields, "maxLinks", 1, LINK_MAX_LINKS, LINK_MAX_LINKS);
    linking->options.min_score = fields_number(&fields, "minScore", 0, 1, -1);
    read_format(&fields, &linking->options);
    read_excluded(&fields, &linking->options);
    if (fields.failed) {
        error_memory(&err);
        answer_error(request, &err);
    } else if (fields.count) {
        answer_faults(request, fields.faults, fields.count);
    }
    return !fields.failed && !fields.count;
}

/* --- transactions --- */

/* Before any work: is it a repetition, is there a credit? */
static enum status begin(struct db *db, void *argument, struct error *err)
{
    struct linking *linking = argument;
    struct arena *arena = linking->request->arena;
    enum status status = idempotency_begin(db, &linking->idempotency, arena, err);
    if (status == OK)
        status = account_get(db, arena, linking->request->caller.account_id, &linking->account, err);
    if (status == OK && linking->account.credits_left == 0)
        return error_set(err, E_LIMIT, "insufficient_credits", "The account has no credits left.");
    return status;
}

/* The credit and the stored answer are one transaction. */
static enum status charge(struct db *db, void *argument, struct error *err)
{
    struct linking *linking = argument;
    const struct buf *body = &linking->request->answer.body;
    char subject[UUID_LENGTH + 1];
    uuid_v7(subject);
    enum status status =
        ledger_add(db, linking->request->caller.account_id, subject, "link", 0, 1, clock_now_ms(), err);
    if (status == OK)
        status = idempotency_finish(db, &linking->idempotency, 200, linking->content_type, NULL,
                                    (struct str){buf_text(body), body->len}, err);
    return status;
}

static enum status abandon(struct db *db, void *argument, struct error *err)
{
    return idempotency_abandon(db, &((struct linking *)argument)->idempotency, err);
}

/* --- the answer --- */

static void write_links(struct buf *out, const struct link_result *result)
{
    buf_str(out, "{\"content\":");
    json_slice(out, result->content);
    buf_str(out, ",\"links\":[");
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        int score = (int)(link->score * 10000 + 0.5);
        buf_str(out, i ? ",{\"anchorText\":" : "{\"anchorText\":");
        json_slice(out, link->anchor_text);
        buf_str(out, ",\"url\":");
        json_slice(out, link->url);
        buf_str(out, ",\"title\":");
        json_slice(out, link->title);
        buf_printf(out, ",\"start\":%zu,\"end\":%zu,\"score\":%d.%04d}", link->start, link->end, score / 10000,
                   score % 10000);
    }
    buf_printf(out, "],\"wordsAnalyzed\":%zu,\"creditsUsed\":1}", result->words_analyzed);
}

static void write_result(struct linking *linking)
{
    static const char *const types[] = {
        [LINK_HTML] = "text/html; charset=utf-8",
        [LINK_MARKDOWN] = "text/markdown; charset=utf-8",
        [LINK_JSON] = "application/json",
    };
    struct buf *out = &linking->request->answer.body;
    linking->content_type = types[linking->options.format];
    if (linking->options.format == LINK_JSON)
        write_links(out, &linking->result);
    else
        buf_add(out, linking->result.content.data, linking->result.content.len);
}

static enum status link_it(struct linking *linking, struct error *err)
{
    struct request *request = linking->request;
    struct sites *sites = request->service->sites;
    struct site *site;
    enum status status = sites_use(sites, request->caller.account_id, linking->domain_id, &site, err);
    if (status != OK)
        return status;
    status = link_content(site_index(site), linking->content, &linking->options, request->arena, &linking->result, err);
    if (status == OK)
        write_result(linking); /* before the release: the links' texts point into the index */
    sites_release(sites, site);
    if (status == E_CORRUPT)
        sites_drop(sites, linking->domain_id); /* the next request builds it anew */
    return status == OK && request->answer.body.failed ? error_memory(err) : status;
}

static void answer_failure(struct linking *linking, enum status status, const struct error *err)
{
    struct request *request = linking->request;
    struct fault fault = {"/domainId", err->message};
    if (linking->begun && linking->idempotency.key)
        store_write(request->service->store, abandon, linking, NULL); /* otherwise it stays "running" for a day */
    if (status == E_CONFLICT && !linking->begun && linking->idempotency.key)
        idempotency_answer(request, &linking->idempotency);
    else if (status == E_LIMIT)
        answer_problem(request, PROBLEM_NO_CREDITS, "The account has no credits left.");
    else if (status == E_INVALID)
        answer_faults(request, &fault, 1);
    else
        answer_error(request, err);
}

static void run(struct linking *linking)
{
    struct error err;
    struct request *request = linking->request;
    struct store *store = request->service->store;
    enum status status = store_write(store, begin, linking, &err);
    linking->begun = status == OK;
    if (status == OK)
        status = link_it(linking, &err);
    if (status == OK)
        status = store_write(store, charge, linking, &err);
    if (status != OK) {
        answer_failure(linking, status, &err);
        return;
    }
    atomic_fetch_add(&request->service->metrics.link_requests, 1);
    atomic_fetch_add(&request->service->metrics.links, linking->result.count);
    answer(request, 200, linking->content_type);
}

void links_create(struct request *request)
{
    struct linking linking = {.request = request};
    json_t *body;
    if (!request_json(request, &body))
        return;
    if (read_linking(&linking, body) && idempotency_read(request, &linking.idempotency))
        run(&linking);
    json_decref(body);
}
