#include "service/api/links.h"

#include "service/api/fields/reading.h"
#include "service/domain/indexes.h"
#include "service/http/idempotency.h"
#include "service/http/json.h"

enum { MAX_EXCLUDED = 1000, URL_MAX = 2000, ID_MAX = 255 };

struct linking {
    struct request *request;
    struct idempotency idempotency;
    struct str content;
    const char *domain_id;
    struct link_options options;
    struct link_result result;
    struct account account;
    const char *content_type;
    json_t *body;         /* the texts above point into it */
    bool begun;           /* this request has taken the Idempotency-Key, if it has one */
    bool is_replay;       /* an earlier one was charged, and its answer was not kept: it is made again */
    enum status prepared; /* of the index that it waited for */
    struct error err;
};

/* --- the request --- */

struct given {
    const char *content, *format, *domain_id, *url;
    long max_links;
    double min_score;
    struct field_list exclude_urls; /* of const char * */
};

#define GIVEN(member) offsetof(struct given, member)

static const struct field list_of_fields[] = {
    {"content", FIELD_TEXT, GIVEN(content), .required = true,
     .summary = "The first 2,500 words are looked at, the rest is given back as it is."},
    {"format", FIELD_WORD, GIVEN(format), .required = true, .word = link_format_name,
     .summary = "What the content is, and the form of the answer; `json`: HTML, with the list of links."},
    {"domainId", FIELD_TEXT, GIVEN(domain_id), .required = true, .maximum = ID_MAX,
     .summary = "The domain to whose pages it links."},
    {"url", FIELD_TEXT, GIVEN(url), .maximum = URL_MAX, .summary = "The content's own page, which is never linked to."},
    {"maxLinks", FIELD_INTEGER, GIVEN(max_links), .fallback = LINK_MAX_LINKS, .minimum = 1, .maximum = LINK_MAX_LINKS,
     .summary = "Most links."},
    {"minScore", FIELD_NUMBER, GIVEN(min_score), .minimum = 0, .maximum = 1,
     .summary = "Links with a lower score are left out; absent: by the engine's own measure."},
    {"excludeUrls", FIELD_TEXTS, GIVEN(exclude_urls), .maximum = MAX_EXCLUDED,
     .summary = "Pages that are never linked to."},
};

const struct fields link_fields = {"LinkRequest", "Puts links to the pages of a domain into content.", list_of_fields,
                                   COUNT_OF(list_of_fields), sizeof(struct given)};

static bool read_excluded(const struct field_list *given, struct arena *arena, struct link_options *options)
{
    struct str *list = given->count ? ARENA_ARRAY(arena, given->count, struct str) : NULL;
    for (size_t i = 0; list && i < given->count; i++)
        list[i] = str_from(((const char **)given->items)[i]);
    options->exclude_urls = (struct link_texts){list, list ? given->count : 0};
    return list || !given->count;
}

/* False: a problem was answered. */
static bool read_linking(struct linking *linking)
{
    struct request *request = linking->request;
    struct link_options *options = &linking->options;
    *options = link_default_options;
    struct given given = {.min_score = -1};
    if (!read_request(request, &given, &linking->body))
        return false;
    linking->content = str_from(given.content);
    linking->domain_id = given.domain_id;
    options->url = str_from(given.url);
    options->max_links = (size_t)given.max_links;
    options->min_score = given.min_score;
    link_format_parse(str_from(given.format), &options->format);
    if (read_excluded(&given.exclude_urls, request->arena, options))
        return true;
    answer_no_memory(request);
    return false;
}

/* --- transactions --- */

/* Takes the Idempotency-Key and checks that a credit is left, before any work is done. */
static enum status begin(struct db *db, void *argument, struct error *err)
{
    struct linking *linking = argument;
    struct arena *arena = linking->request->arena;
    enum status status = idempotency_begin(db, &linking->idempotency, arena, err);
    if (status == OK)
        status = renewal_write(db, api_of(linking->request)->plans, arena, caller_of(linking->request)->account_id,
                               clock_now_ms(), &linking->account, err);
    if (status == OK && linking->account.has_credits && linking->account.credits_left <= 0)
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
        ledger_charge(db, caller_of(linking->request)->account_id, subject, LEDGER_LINK, 0, 1, clock_now_ms(), err);
    if (status == OK)
        status = idempotency_finish_bounded(db, &linking->idempotency, 200, linking->content_type,
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
    struct index_cache *indexes = api_of(request)->indexes;
    struct open_index *index;
    enum status status = indexes_use(indexes, caller_of(request)->account_id, linking->domain_id, &index, err);
    if (status != OK)
        return status;
    status = link_content(indexes_link_index(index), linking->content, &linking->options, request->arena,
                          &linking->result, err);
    if (status == OK)
        write_result(linking); /* the links' texts point into the index, which is released next */
    indexes_release(indexes, index);
    if (status == E_CORRUPT)
        indexes_drop(indexes, linking->domain_id); /* the next request builds it anew */
    return status == OK && request->answer.body.failed ? error_memory(err) : status;
}

static void answer_failure(struct linking *linking, enum status status, const struct error *err)
{
    struct request *request = linking->request;
    struct fault fault = {"/domainId", err->message};
    if (linking->begun && linking->idempotency.key)
        store_write(api_of(request)->store, abandon, linking,
                    NULL); /* otherwise the key would count as running for a day */
    if (status == E_CONFLICT && !linking->begun && linking->idempotency.key)
        idempotency_answer(request, &linking->idempotency);
    else if (status == E_LIMIT)
        answer_problem(request, PROBLEM_NO_CREDITS, "The account has no credits left.");
    else if (status == E_INVALID)
        answer_faults(request, &fault, 1);
    else
        answer_error(request, err);
}

static void finish(struct linking *linking)
{
    struct request *request = linking->request;
    struct store *store = api_of(request)->store;
    enum status status = linking->prepared;
    if (status == OK)
        status = link_it(linking, &linking->err);
    if (status == OK && !linking->is_replay)
        status = store_write(store, charge, linking, &linking->err);
    if (status != OK) {
        answer_failure(linking, status, &linking->err);
        return;
    }
    atomic_fetch_add(&api_of(request)->counters.link_requests, 1);
    atomic_fetch_add(&api_of(request)->counters.links, linking->result.count);
    if (linking->is_replay)
        answer_header(request, "Idempotent-Replayed", "true");
    answer_body(request, 200, linking->content_type);
}

/* --- waiting for the index: the request holds no thread while it is built --- */

static void prepared(void *argument, enum status status, const struct error *err)
{
    struct linking *linking = argument;
    linking->prepared = status;
    if (err)
        linking->err = *err;
    request_run_again(linking->request);
}

static void run(struct linking *linking)
{
    struct request *request = linking->request;
    struct index_cache *indexes = api_of(request)->indexes;
    const char *account_id = caller_of(request)->account_id;
    bool is_there = false;
    enum status status = store_write(api_of(request)->store, begin, linking, &linking->err);
    linking->begun = status == OK;
    linking->is_replay = status == E_CONFLICT && idempotency_lacks_answer(&linking->idempotency);
    if (status == OK || linking->is_replay)
        status = indexes_look(indexes, account_id, linking->domain_id, &is_there, &linking->err);
    if (status != OK)
        answer_failure(linking, status, &linking->err);
    else if (is_there)
        finish(linking);
    else if (request_suspend(request)) /* in the pool it is suspended already, and only handed on */
        indexes_prepare(indexes, account_id, linking->domain_id, prepared, linking);
}

static void forget_body(struct request *request)
{
    json_decref(((struct linking *)request->state)->body);
}

static void begin_linking(struct request *request)
{
    struct linking *linking = ARENA_NEW(request->arena, struct linking);
    if (!linking) {
        answer_no_memory(request);
        return;
    }
    linking->request = request;
    request->state = linking;
    request->cleanup = forget_body;
    if (read_linking(linking) &&
        idempotency_read(request, caller_of(request)->account_id, linking->body, &linking->idempotency))
        run(linking);
}

/* Runs once more when the index is there that it waited for. */
void links_create(struct request *request)
{
    if (request->state)
        finish(request->state);
    else
        begin_linking(request);
}
