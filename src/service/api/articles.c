#include "service/api/articles.h"

#include "deliver/deliver.h"
#include "service/api/article_search.h"
#include "service/api/fields/listing.h"
#include "service/api/record.h"
#include "service/api/record_cache.h"
#include "service/http/watch.h"
#include "service/jobs/article_log.h"
#include "service/jobs/workers.h"
#include "store/db/db.h"
#include "write/params/params.h"

struct article_lookup {
    struct request *request;
    struct arena *arena;
    struct article article;
    bool had_ended; /* the article had ended before it was to be cancelled */
    bool delivers;  /* something is to be sent */
};

static enum status articles_get(struct db *db, void *argument, struct error *err)
{
    struct article_lookup *lookup = argument;
    const struct request *request = lookup->request;
    enum status status =
        article_get(db, lookup->arena, caller_of(request)->account_id, request->id, &lookup->article, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.") : status;
}

static bool has_ended(const struct article *article)
{
    return article->state == ARTICLE_FINISHED || article->state == ARTICLE_FAILED;
}

/* --- status --- */

/* Answers 200 with the record, which is in the answer's body already, or 304 when the caller has it. */
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
    struct record_cache *records = api_of(request)->records;
    struct buf *body = &request->answer.body;
    struct article_lookup lookup = {.request = request, .arena = arena};
    unsigned drops = record_cache_drops(records);
    if (store_read(api_of(request)->store, articles_get, &lookup, &err) != OK) {
        answer_error(request, &err);
        return WATCH_ANSWER;
    }
    const struct article *article = &lookup.article;
    bool final = has_ended(article) && !article->polish;
    snprintf(etag, sizeof etag, "\"%lld\"", (long long)article->version);
    enum watch_verdict verdict = watch_next(request, watch, etag, final);
    if (verdict != WATCH_ANSWER)
        return verdict;
    const char *base = public_url_of(request);
    record_write(body, article, base, true);
    if (final && base && !body->failed)
        record_cache_put(records, drops, article, (struct str){body->data, body->len});
    answer_record(request, watch, article->version, final);
    return WATCH_ANSWER;
}

struct version_lookup {
    const struct request *request;
    int64_t version;
};

static enum status articles_read_version(struct db *db, void *argument, struct error *err)
{
    struct version_lookup *lookup = argument;
    const struct request *request = lookup->request;
    return article_version(db, caller_of(request)->account_id, request->id, &lookup->version, err);
}

/* Another node may have changed or deleted it a moment ago. */
static bool is_still(const struct request *request, int64_t version)
{
    struct error err;
    struct store *store = api_of(request)->store;
    struct version_lookup lookup = {.request = request};
    return !store_is_shared(store) ||
           (store_read(store, articles_read_version, &lookup, &err) == OK && lookup.version == version);
}

static enum watch_verdict articles_look(struct request *request, struct watch *watch, struct arena *arena)
{
    int64_t version;
    struct buf *body = &request->answer.body;
    const char *account_id = caller_of(request)->account_id;
    bool is_kept = record_cache_get(api_of(request)->records, account_id, request->id, &version, body);
    if (!is_kept || !is_still(request, version)) {
        buf_clear(body);
        return look_into_store(request, watch, arena);
    }
    answer_record(request, watch, version, true);
    return WATCH_ANSWER;
}

void articles_status(struct request *request)
{
    watch_run(request, articles_look);
}

/* --- list --- */

struct article_listing {
    struct listing listing;
    const char *status, *q;
};

static const struct field of_list[] = {
    {"status", FIELD_WORD, offsetof(struct article_listing, status), .word = record_state_word,
     .summary = "Only articles that stand so."},
    {"q", FIELD_TEXT, offsetof(struct article_listing, q), .maximum = 200,
     .summary =
         "Only articles whose keyword or title contains this, in upper or lower case. A page may then have fewer "
         "than its limit, or none, and yet have nextCursor: the search goes on there."},
    LISTING_FIELDS("articles", LISTING_SIZE, LISTING_MAX, 0),
};

const struct fields article_list_fields = {.name = "ArticleList",
                                           .summary = "Lists articles, newest first.",
                                           .list = of_list,
                                           .count = COUNT_OF(of_list),
                                           .size = sizeof(struct article_listing),
                                           .in_query = true};

/* Longer than all but the most general searches of a million articles take; who wants the rest asks for the next page.
 */
enum { SEARCH_MS = 400 };

static enum status list_articles(struct db *db, void *argument, struct error *err)
{
    const struct article_listing *wanted = argument;
    struct listing *l = argument;
    struct article_found found = {0};
    enum article_state state;
    bool any = !wanted->status || !article_state_parse(wanted->status, &state);
    const struct article_search search = {.account_id = caller_of(l->request)->account_id,
                                          .state = any ? -1 : (int)state,
                                          .before = l->cursor,
                                          .text = wanted->q,
                                          .limit = listing_wanted(l),
                                          .deadline = clock_mono_ms() + SEARCH_MS};
    enum status status = article_search(db, l->request->arena, &search, &found, err);
    l->entries = found.articles;
    l->count = found.count;
    l->next = found.next;
    return status;
}

static void articles_write_entry(struct request *request, const void *entry)
{
    record_write(&request->answer.body, entry, NULL, false);
}

static bool is_search(const struct listing *listing)
{
    return ((const struct article_listing *)listing)->q != NULL;
}

static const struct listing_kind listing_kind = {.is_cursor = uuid_is_valid,
                                                 .read = list_articles,
                                                 .is_long = is_search,
                                                 .size = sizeof(struct article),
                                                 .cursor_at = offsetof(struct article, id),
                                                 .write = articles_write_entry};

void articles_list(struct request *request)
{
    struct article_listing wanted = {.listing = {.request = request}};
    listing_answer(&wanted.listing, &listing_kind);
}

/* --- cancel and delete --- */

static enum status cancel(struct db *db, void *argument, struct error *err)
{
    struct article_lookup *lookup = argument;
    const struct request *request = lookup->request;
    enum status status = articles_get(db, argument, err);
    lookup->had_ended = has_ended(&lookup->article);
    if (status == OK)
        status = article_cancel(db, caller_of(request)->account_id, request->id, db_now(db), err);
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, NULL, "The article has ended already; it cannot be cancelled any more.");
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.");
    if (status == OK)
        status = articles_get(db, argument, err);
    return status == OK ? deliver_ended(db, &lookup->article, db_now(db), &lookup->delivers, err) : status;
}

/* Stops the worker that writes the article, here or on another node, wakes the requests that wait for it, and writes
 * the log line unless a worker here does. */
static void announce_end(struct request *request, const struct article *article, enum article_log_end end)
{
    const struct changes *changes = api_of(request)->changes;
    bool is_written = workers_cancel(api_of(request)->workers, request->id);
    if (!is_written)
        article_log_left(
            &(struct logged_article){.id = article->id, .keyword = article_log_keyword(article, request->arena)}, end);
    changes_send(changes, CHANGE_ENDED, request->id);
    changes_tell(changes, CHANGE_SHOWN, request->id);
    changes_tell(changes, CHANGE_SHOWN, article->account_id);
}

void articles_cancel(struct request *request)
{
    struct error err;
    struct article_lookup lookup = {.request = request, .arena = request->arena};
    if (store_write(api_of(request)->store, cancel, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    if (!lookup.had_ended)
        announce_end(request, &lookup.article, ARTICLE_LOG_CANCELLED);
    if (lookup.delivers)
        changes_tell(api_of(request)->changes, CHANGE_DELIVERY, "");
    record_write(&request->answer.body, &lookup.article, public_url_of(request), true);
    answer_json(request, 200);
}

static enum status delete_article(struct db *db, void *argument, struct error *err)
{
    struct article_lookup *lookup = argument;
    enum status status = articles_get(db, argument, err);
    return status == OK ? article_delete(db, caller_of(lookup->request)->account_id, lookup->request->id, err) : status;
}

void articles_delete(struct request *request)
{
    struct error err;
    struct article_lookup lookup = {.request = request, .arena = request->arena};
    if (store_write(api_of(request)->store, delete_article, &lookup, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    record_cache_drop(api_of(request)->records, request->id);
    announce_end(request, &lookup.article, ARTICLE_LOG_DELETED);
    answer_empty(request, 204);
}
