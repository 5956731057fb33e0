#include "service/api/articles.h"

#include "deliver/deliver.h"
#include "service/api/fields.h"
#include "service/api/media.h"
#include "text/markdown/markdown.h"
#include "write/params/params.h"

#include <stdio.h>

enum { BATCH = 100, SAME_TIME = 2 };

struct running_search {
    const struct article_search *search;
    struct arena *arena;
    struct buf wanted, folded;
    bool failed; /* memory ran out */
    struct article_found *found;
    char before[UUID_LENGTH + 1]; /* all from this article on were looked at; "": none was */
};

/* --- one article --- */

static bool contains(struct running_search *searching, const char *text)
{
    buf_clear(&searching->folded);
    text_fold(&searching->folded, str_from(text ? text : ""));
    searching->failed = searching->failed || searching->folded.failed;
    return strstr(buf_text(&searching->folded), buf_text(&searching->wanted)) != NULL;
}

static bool search_matches(struct running_search *searching, const struct article *article, struct arena *batch)
{
    return contains(searching, article->title) || contains(searching, article_keyword(article->config, batch));
}

static enum status search_look_at(struct running_search *searching, struct db *db, const struct article *article,
                                  struct arena *batch, struct error *err)
{
    enum status status = OK;
    struct article_found *found = searching->found;
    if (search_matches(searching, article, batch)) {
        status = article_get(db, searching->arena, searching->search->account_id, article->id,
                             &found->articles[found->count], err);
        found->count += !status;
    }
    if (searching->failed || searching->wanted.failed)
        return error_memory(err);
    memcpy(searching->before, article->id, sizeof searching->before);
    return status;
}

static bool is_over(const struct running_search *searching)
{
    return searching->found->count >= searching->search->limit;
}

/* The next `size` of the account below `before`, down to the id `first`; *is_last: none is left of these. */
static enum status look_at_some(struct running_search *searching, struct db *db, struct arena *batch,
                                const char *before, const char *first, size_t size, bool *is_last, struct error *err)
{
    size_t count = 0;
    struct article *articles;
    const struct article_search *search = searching->search;
    enum status status =
        article_list(db, batch, search->account_id, search->state, before, size, &articles, &count, err);
    *is_last = count < size;
    for (size_t i = 0; !status && i < count && !is_over(searching); i++) {
        *is_last = *is_last || strcmp(articles[i].id, first) < 0;
        if (strcmp(articles[i].id, first) < 0)
            break;
        status = search_look_at(searching, db, &articles[i], batch, err);
    }
    return status;
}

/* --- all of them --- */

/* Does the next step of the search, in an arena of its own; *is_last: nothing is left. */
typedef enum status (*search_step)(struct running_search *searching, struct db *db, struct arena *batch, void *state,
                                   bool *is_last, struct error *err);

static enum status repeat(struct running_search *searching, struct db *db, search_step step, void *state,
                          struct error *err)
{
    bool is_last = false;
    enum status status = OK;
    do {
        struct arena *batch = arena_new();
        if (!batch)
            return error_memory(err);
        status = step(searching, db, batch, state, &is_last, err);
        arena_free(batch);
    } while (!status && !is_last && !is_over(searching) && clock_mono_ms() < searching->search->deadline);
    if (status || is_last || is_over(searching))
        return status;
    searching->found->next = arena_copy(searching->arena, searching->before);
    return searching->found->next ? OK : error_memory(err);
}

static enum status read_batch(struct running_search *searching, struct db *db, struct arena *batch, void *state,
                              bool *is_last, struct error *err)
{
    const char *before = searching->before[0] ? searching->before : searching->search->before;
    (void)state;
    return look_at_some(searching, db, batch, before, "", BATCH, is_last, err);
}

/* --- those that have its trigrams --- */

/* The account's articles that were made then: one, and hardly ever more. */
static enum status look_at_time(struct running_search *searching, struct db *db, struct arena *batch, int64_t at,
                                struct error *err)
{
    bool is_last = false;
    enum status status = OK;
    const char *before = searching->search->before;
    char first[GRAM_PREFIX + 1], last[GRAM_PREFIX + 2];
    article_gram_prefix(at, first);
    snprintf(last, sizeof last, "%sz", first);
    before = before && strcmp(before, last) < 0 ? before : last;
    while (!status && !is_last && !is_over(searching)) {
        status = look_at_some(searching, db, batch, before, first, SAME_TIME, &is_last, err);
        before = searching->before;
    }
    return status;
}

static enum status step_down(struct running_search *searching, struct db *db, struct arena *batch, void *state,
                             bool *is_last, struct error *err)
{
    char prefix[GRAM_PREFIX + 1];
    struct gram_walk *walk = state;
    enum status status = article_grams_step(db, batch, walk, err);
    for (size_t i = 0; !status && i < walk->count && !is_over(searching); i++)
        status = look_at_time(searching, db, batch, walk->found[i], err);
    *is_last = walk->is_end;
    if (status || is_over(searching))
        return status;
    article_gram_prefix(walk->before, prefix);
    snprintf(searching->before, sizeof searching->before, "%s-8000-000000000000", prefix);
    return OK;
}

/* A cursor names an article, of whose time others may follow. */
static int64_t begin_of(const struct running_search *searching)
{
    int64_t at = searching->search->before ? article_gram_at(searching->search->before) : -1;
    return at < 0 ? INT64_MAX : at + 1;
}

static enum status search_look_up(struct running_search *searching, struct db *db, struct error *err)
{
    bool is_complete;
    struct article_grams asked = {.count = 0};
    const struct str wanted = str_from(buf_text(&searching->wanted));
    enum status status = article_grams_complete(db, &is_complete, err);
    if (!status && is_complete)
        status = article_grams_ask(db, searching->search->account_id, wanted, &asked, err);
    if (status)
        return status;
    struct gram_walk walk = {.asked = &asked, .before = begin_of(searching)};
    return asked.count ? repeat(searching, db, step_down, &walk, err) : repeat(searching, db, read_batch, NULL, err);
}

enum status article_search(struct db *db, struct arena *arena, const struct article_search *search,
                           struct article_found *found, struct error *err)
{
    struct running_search searching = {.search = search, .arena = arena, .found = found};
    if (!search->text || !search->text[0])
        return article_list(db, arena, search->account_id, search->state, search->before, search->limit,
                            &found->articles, &found->count, err);
    found->articles = ARENA_ARRAY(arena, search->limit, struct article);
    if (!found->articles)
        return error_memory(err);
    text_fold(&searching.wanted, str_from(search->text));
    enum status status = searching.wanted.failed ? error_memory(err) : search_look_up(&searching, db, err);
    buf_free(&searching.wanted);
    buf_free(&searching.folded);
    return status;
}

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
    return resource_missing(status, "article", err);
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
    char etag[40];
    struct record_cache *records = api_of(request)->records;
    struct buf *body = &request->answer.body;
    struct article_lookup lookup = {.request = request, .arena = arena};
    unsigned drops = record_cache_drops(records);
    if (!resource_read(request, articles_get, &lookup))
        return WATCH_ANSWER;
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
    if (!status)
        status = article_cancel(db, caller_of(request)->account_id, request->id, db_now(db), err);
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, NULL, "The article has ended already; it cannot be cancelled any more.");
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "article", err);
    if (!status)
        status = articles_get(db, argument, err);
    return status ? status : deliver_ended(db, &lookup->article, db_now(db), &lookup->delivers, err);
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
    struct article_lookup lookup = {.request = request, .arena = request->arena};
    if (!resource_write(request, cancel, &lookup))
        return;
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
    return status ? status : article_delete(db, caller_of(lookup->request)->account_id, lookup->request->id, err);
}

void articles_delete(struct request *request)
{
    struct article_lookup lookup = {.request = request, .arena = request->arena};
    if (!resource_write(request, delete_article, &lookup))
        return;
    record_cache_drop(api_of(request)->records, request->id);
    announce_end(request, &lookup.article, ARTICLE_LOG_DELETED);
    answer_empty(request, 204);
}

enum content_form { FORM_HTML, FORM_MARKDOWN, FORM_RECORD, FORMS };

static const char *const types[FORMS] = {
    [FORM_HTML] = "text/html", [FORM_MARKDOWN] = "text/markdown", [FORM_RECORD] = "application/json"};

struct api_content {
    struct request *request;
    struct article article;
};

static enum status content_read_article(struct db *db, void *argument, struct error *err)
{
    struct api_content *content = argument;
    const struct request *request = content->request;
    enum status status =
        article_get(db, request->arena, caller_of(request)->account_id, request->id, &content->article, err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "article", err);
    if (!status && (content->article.state != ARTICLE_FINISHED || !content->article.html))
        return error_set(err, E_NOT_FOUND, NULL, "The article has no content: it is %s.",
                         article_state_name(content->article.state));
    return status;
}

static void answer_text(struct request *request, const struct article *article, enum content_form form)
{
    struct buf html = {0};
    struct buf *body = &request->answer.body;
    media_addresses(&html, article->polished_html ? article->polished_html : article->html, public_url_of(request));
    if (form == FORM_HTML)
        buf_add(body, html.data, html.len);
    else
        markdown_from_html(body, (struct str){buf_text(&html), html.len});
    bool failed = html.failed || body->failed;
    buf_free(&html);
    if (failed)
        answer_no_memory(request);
    else
        answer_body(request, 200, form == FORM_HTML ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8");
}

void articles_content(struct request *request)
{
    struct error err;
    struct api_content content = {.request = request};
    int form = accept_choose(request_header(request, "Accept"), types, FORMS);
    answer_header(request, "Vary", "Accept");
    if (form < 0) {
        answer_problem(request, PROBLEM_FORMS, "An article's content has the forms %s, %s, %s.", types[FORM_HTML],
                       types[FORM_MARKDOWN], types[FORM_RECORD]);
    } else if (store_read(api_of(request)->store, content_read_article, &content, &err)) {
        answer_error(request, &err);
    } else if (form == FORM_RECORD) {
        record_write(&request->answer.body, &content.article, public_url_of(request), true);
        answer_json(request, 200);
    } else {
        answer_text(request, &content.article, (enum content_form)form);
    }
}
