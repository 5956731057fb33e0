#include "service/api/links.h"

#include "service/api/link_request.h"
#include "service/domain/indexes.h"
#include "service/http/idempotency.h"
#include "service/http/json.h"
#include "store/db/db.h"

struct linking {
    struct request *request;
    struct idempotency idempotency;
    struct link_request asked;
    struct link_result result;
    struct account account;
    const char *content_type;
    bool may_have_key;    /* if it sent one: it was taken for this request, or the answer to the COMMIT was lost */
    bool is_replay;       /* an earlier one was charged, and its answer was not kept: it is made again */
    enum status prepared; /* of the index that it waited for */
    struct error err;
};

/* --- transactions --- */

/* Takes the Idempotency-Key and checks that a credit is left, before any work is done. */
static enum status links_begin(struct db *db, void *argument, struct error *err)
{
    struct linking *linking = argument;
    struct arena *arena = linking->request->arena;
    enum status status = idempotency_begin(db, &linking->idempotency, arena, err);
    if (status == OK)
        status = renewal_write(db, api_of(linking->request)->plans, arena, caller_of(linking->request)->account_id,
                               &linking->account, err);
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
        ledger_charge(db, caller_of(linking->request)->account_id, subject, LEDGER_LINK, 0, 1, db_now(db), err);
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

/* With the option explain. */
static void write_explanation(struct buf *out, const struct link *link)
{
    buf_str(out, ",\"context\":{\"before\":");
    json_slice(out, link->before);
    buf_str(out, ",\"after\":");
    json_slice(out, link->after);
    buf_str(out, "},\"features\":{");
    for (size_t i = 0; i < link->reason_count; i++)
        buf_printf(out, "%s\"%s\":%.9g", i ? "," : "", link->reasons[i].name, link->reasons[i].value);
    buf_char(out, '}');
}

static void write_link(struct buf *out, const struct link *link)
{
    int score = (int)(link->score * 10000 + 0.5);
    buf_str(out, "{\"anchorText\":");
    json_slice(out, link->anchor_text);
    buf_str(out, ",\"url\":");
    json_slice(out, link->url);
    buf_str(out, ",\"title\":");
    json_slice(out, link->title);
    buf_printf(out, ",\"start\":%zu,\"end\":%zu,\"score\":%d.%04d", link->start, link->end, score / 10000,
               score % 10000);
    if (link->reasons)
        write_explanation(out, link);
    if (link->refusal)
        buf_printf(out, ",\"reason\":\"%s\",\"detail\":\"%s\"", link->refusal, link->detail);
    buf_char(out, '}');
}

static void links_write_list(struct buf *out, const struct link *links, size_t count)
{
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(out, ',');
        write_link(out, &links[i]);
    }
    buf_char(out, ']');
}

static void write_summary(struct buf *out, const struct link_summary *summary)
{
    buf_printf(out, "{\"pages\":%zu,\"linkingPages\":%zu,\"namedPages\":%zu,\"linkedPages\":%zu,\"threshold\":%.4g",
               summary->pages, summary->linking_pages, summary->named, summary->linked, summary->threshold);
    if (summary->lower_links)
        buf_printf(out, ",\"lowerThreshold\":%.4g,\"lowerLinks\":%zu", summary->lower_threshold, summary->lower_links);
    buf_str(out, ",\"leftOut\":{");
    for (size_t i = 0; i < summary->left_out_count; i++)
        buf_printf(out, "%s\"%s\":%zu", i ? "," : "", summary->left_out[i].reason, summary->left_out[i].pages);
    buf_str(out, "},\"note\":");
    json_slice(out, summary->note);
    buf_char(out, '}');
}

static void write_links(struct buf *out, const struct link_result *result)
{
    buf_str(out, "{\"content\":");
    json_slice(out, result->content);
    buf_str(out, ",\"links\":");
    links_write_list(out, result->links, result->count);
    buf_printf(out, ",\"wordsAnalyzed\":%zu,\"creditsUsed\":1", result->words_analyzed);
    if (result->summary) {
        buf_printf(out, ",\"model\":%u,\"candidates\":", (unsigned)result->model);
        links_write_list(out, result->candidates, result->candidate_count);
        buf_str(out, ",\"summary\":");
        write_summary(out, result->summary);
    }
    buf_char(out, '}');
}

static void write_result(struct linking *linking)
{
    static const char *const types[] = {
        [LINK_HTML] = "text/html; charset=utf-8",
        [LINK_MARKDOWN] = "text/markdown; charset=utf-8",
        [LINK_JSON] = "application/json",
    };
    struct buf *out = &linking->request->answer.body;
    linking->content_type = types[linking->asked.options.format];
    if (linking->asked.options.format == LINK_JSON)
        write_links(out, &linking->result);
    else
        buf_add(out, linking->result.content.data, linking->result.content.len);
}

static enum status link_it(struct linking *linking, struct error *err)
{
    struct request *request = linking->request;
    struct index_cache *indexes = api_of(request)->indexes;
    struct open_index *index;
    enum status status = indexes_use(indexes, caller_of(request)->account_id, linking->asked.domain_id, &index, err);
    if (status != OK)
        return status;
    status = link_content(indexes_link_index(index), linking->asked.content, &linking->asked.options, request->arena,
                          &linking->result, err);
    if (status == OK)
        write_result(linking); /* the links' texts point into the index, which is released next */
    indexes_release(indexes, index);
    if (status == E_CORRUPT)
        indexes_drop(indexes, linking->asked.domain_id); /* the next request builds it anew */
    return status == OK && request->answer.body.failed ? error_memory(err) : status;
}

static void answer_failure(struct linking *linking, enum status status, const struct error *err)
{
    struct request *request = linking->request;
    struct fault fault = {"/domainId", err->message};
    if (linking->may_have_key && linking->idempotency.key.key)
        store_write(api_of(request)->store, abandon, linking,
                    NULL); /* otherwise the key would count as running for minutes */
    if (status == E_CONFLICT && !linking->may_have_key && linking->idempotency.key.key)
        idempotency_answer(request, &linking->idempotency);
    else if (idempotency_is_lost(err))
        idempotency_answer_lost(request);
    else if (status == E_LIMIT)
        answer_problem(request, PROBLEM_NO_CREDITS, "The account has no credits left.");
    else if (status == E_INVALID)
        answer_faults(request, &fault, 1);
    else
        answer_error(request, err);
}

static void finish_links(struct linking *linking)
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

static void links_run(struct linking *linking)
{
    struct request *request = linking->request;
    struct index_cache *indexes = api_of(request)->indexes;
    const char *account_id = caller_of(request)->account_id;
    bool is_there = false;
    enum status status = store_write(api_of(request)->store, links_begin, linking, &linking->err);
    linking->may_have_key = status == OK || (status == E_IO && linking->idempotency.key.taken_at);
    linking->is_replay = status == E_CONFLICT && idempotency_lacks_answer(&linking->idempotency);
    if (status == OK || linking->is_replay)
        status = indexes_look(indexes, account_id, linking->asked.domain_id, &is_there, &linking->err);
    if (status != OK)
        answer_failure(linking, status, &linking->err);
    else if (is_there)
        finish_links(linking);
    else if (request_suspend(request)) /* in the pool it is suspended already, and only handed on */
        indexes_prepare(indexes, account_id, linking->asked.domain_id, prepared, linking);
}

static void forget_body(struct request *request)
{
    json_decref(((struct linking *)request->state)->asked.body);
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
    if (link_request_read(request, &linking->asked) &&
        idempotency_read(request, caller_of(request)->account_id, api_of(request)->instance, linking->asked.body,
                         &linking->idempotency))
        links_run(linking);
}

/* Runs once more when the index is there that it waited for. */
void links_create(struct request *request)
{
    if (request->state)
        finish_links(request->state);
    else
        begin_linking(request);
}
