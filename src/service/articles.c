#include "service/deliveries.h"
#include "service/ended.h"
#include "service/handlers.h"
#include "service/internal.h"
#include "service/json.h"
#include "service/record.h"
#include "service/watch.h"
#include "service/workers.h"
#include "write/params.h"

#include <stdlib.h>

enum { PAGE_SIZE = 20, PAGE_MAX = 100 };

struct lookup {
    struct request *request;
    struct arena *arena;
    struct article article;
    bool delivers; /* its webhook was queued */
};

static enum status get(struct db *db, void *argument, struct error *err)
{
    struct lookup *lookup = argument;
    const struct request *request = lookup->request;
    enum status status = article_get(db, lookup->arena, request->caller.account_id, request->id, &lookup->article, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.") : status;
}

static bool has_ended(const struct article *article)
{
    return article->state == ARTICLE_FINISHED || article->state == ARTICLE_FAILED;
}

/* --- status --- */

/* Answers with the record, which is the answer's body already, unless the caller has it. */
static void answer_record(struct request *request, const struct watch *watch, int64_t version, bool final)
{
    char etag[40];
    snprintf(etag, sizeof etag, "\"%lld\"", (long long)version);
    if (!watch_headers(request, watch, etag, final))
        answer_json(request, 200);
}

static enum watch_verdict look_into_store(struct request *request, struct watch *watch, struct arena *arena)
{
    struct error err;
    char etag[40];
    struct ended *ended = request->service->ended;
    struct buf *body = &request->answer.body;
    struct lookup lookup = {.request = request, .arena = arena};
    unsigned drops = ended_drops(ended);
    if (store_read(request->service->store, get, &lookup, &err) != OK) {
        answer_error(request, &err);
        return WATCH_ANSWER;
    }
    const struct article *article = &lookup.article;
    bool final = has_ended(article);
    snprintf(etag, sizeof etag, "\"%lld\"", (long long)article->version);
    enum watch_verdict verdict = watch_next(request, watch, etag, final);
    if (verdict != WATCH_ANSWER)
        return verdict;
    record_write(body, article, true);
    if (final && !body->failed)
        ended_put(ended, drops, article, (struct str){body->data, body->len});
    answer_record(request, watch, article->version, final);
    return WATCH_ANSWER;
}

static enum watch_verdict look(struct request *request, struct watch *watch, struct arena *arena)
{
    int64_t version;
    struct service *service = request->service;
    if (!ended_get(service->ended, request->caller.account_id, request->id, &version, &request->answer.body))
        return look_into_store(request, watch, arena);
    answer_record(request, watch, version, true);
    return WATCH_ANSWER;
}

void articles_status(struct request *request)
{
    watch_run(request, look);
}

/* --- list --- */

struct listing {
    struct request *request;
    int state;
    const char *cursor;
    size_t limit;
    struct article *articles;
    size_t count;
};

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    return article_list(db, l->request->arena, l->request->caller.account_id, l->state, l->cursor, l->limit + 1,
                        &l->articles, &l->count, err);
}

/* Reads ?status=&limit=&cursor=. */
static bool read_query(struct request *request, struct listing *listing)
{
    struct fields fields;
    fields_init(&fields, NULL, request->arena);
    const char *status = request_query(request, "status"), *limit = request_query(request, "limit");
    const char *cursor = request_query(request, "cursor");
    enum article_state state;
    *listing = (struct listing){.request = request, .state = -1, .limit = PAGE_SIZE};
    if (status && status[0]) {
        if (article_state_parse(status, &state))
            listing->state = (int)state;
        else
            fields_fault(&fields, "/status", "status must be queued, processing, finished or failed.");
    }
    if (limit && limit[0]) {
        char *end;
        long number = strtol(limit, &end, 10);
        if (*end || number < 1 || number > PAGE_MAX)
            fields_fault(&fields, "/limit", "limit must be a whole number from 1 to %d.", PAGE_MAX);
        listing->limit = (size_t)number;
    }
    if (cursor && cursor[0]) {
        listing->cursor = cursor;
        if (!uuid_is_valid(cursor))
            fields_fault(&fields, "/cursor", "cursor must be the nextCursor of an earlier page.");
    }
    if (fields.count)
        answer_faults(request, fields.faults, fields.count);
    return fields.count == 0;
}

void articles_list(struct request *request)
{
    struct error err;
    struct listing listing;
    if (!read_query(request, &listing))
        return;
    if (store_read(request->service->store, list, &listing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    bool more = listing.count > listing.limit;
    size_t count = more ? listing.limit : listing.count;
    buf_str(out, "{\"data\":[");
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(out, ',');
        record_write(out, &listing.articles[i], false);
    }
    const char *next = more ? listing.articles[count - 1].id : NULL;
    buf_printf(out, "],\"hasMore\":%s,\"nextCursor\":", more ? "true" : "false");
    json_text(out, next);
    buf_char(out, '}');
    if (next)
        answer_header(request, "Link", "</api/articles?cursor=%s&limit=%zu%s%s>; rel=\"next\"", next, listing.limit,
                      listing.state >= 0 ? "&status=" : "",
                      listing.state >= 0 ? article_state_name((enum article_state)listing.state) : "");
    answer_json(request, 200);
}

/* --- cancel and delete --- */

/* Whoever waits for the webhook alone must learn of the end. A second one for the same article is not queued. */
static enum status queue_webhook(struct db *db, struct lookup *lookup, struct error *err)
{
    json_t *config = json_loads(lookup->article.config, 0, NULL);
    if (!config)
        return error_memory(err); /* it was written by us */
    const char *url = config_string(config, "webhookUrl");
    enum status status = url ? delivery_insert(db, lookup->article.id, url, clock_now_ms(), err) : OK;
    lookup->delivers = url != NULL;
    json_decref(config);
    return status;
}

static enum status cancel(struct db *db, void *argument, struct error *err)
{
    struct lookup *lookup = argument;
    const struct request *request = lookup->request;
    enum status status = article_cancel(db, request->caller.account_id, request->id, clock_now_ms(), err);
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, NULL, "The article has ended already; it cannot be cancelled any more.");
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.");
    if (status == OK)
        status = get(db, argument, err);
    return status == OK ? queue_webhook(db, lookup, err) : status;
}

static void tell(struct request *request)
{
    workers_cancel(request->service->workers, request->id);
    hub_notify(request->service->hub, request->id);
}

void articles_cancel(struct request *request)
{
    struct error err;
    struct lookup lookup = {.request = request, .arena = request->arena};
    if (store_write(request->service->store, cancel, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    tell(request);
    if (lookup.delivers)
        deliveries_wake(request->service->deliveries);
    record_write(&request->answer.body, &lookup.article, true);
    answer_json(request, 200);
}

static enum status delete (struct db *db, void *argument, struct error *err) {
    const struct request *request = argument;
    enum status status = article_delete(db, request->caller.account_id, request->id, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.") : status;
}

void articles_delete(struct request *request)
{
    struct error err;
    if (store_write(request->service->store, delete, request, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    ended_drop(request->service->ended, request->id);
    tell(request);
    answer_empty(request, 204);
}
