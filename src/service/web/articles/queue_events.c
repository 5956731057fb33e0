/* queue_events: the queue as server-sent events. */
#include "service/web/articles/articles.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PLACES = 64,
    NAME_MAX_LENGTH = 256,
    EVENT_MAX = 32 * 1024,
    FRESH_MS = 1000 /* what changes without being told is seen after this */
};

struct event_cache_place {
    char name[NAME_MAX_LENGTH]; /* account and target */
    char tag[EVENT_TAG_SIZE];
    unsigned long changes;
    int64_t made_at; /* by the monotonic clock */
    char *event;     /* NULL: free */
    size_t length;
};

struct event_cache {
    pthread_mutex_t lock;
    struct event_cache_place places[PLACES]; /* by the hash of the name */
};

struct event_cache *event_cache_new(void)
{
    struct event_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void event_cache_free(struct event_cache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < PLACES; i++)
        free(cache->places[i].event);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* False: too long for a place. No id of an account holds a space. */
static bool event_cache_write_name(const struct event_of *of, char name[NAME_MAX_LENGTH])
{
    int length = snprintf(name, NAME_MAX_LENGTH, "%s %s", of->account_id, of->target);
    return length >= 0 && length < NAME_MAX_LENGTH;
}

static struct event_cache_place *event_cache_place_of(struct event_cache *cache, const char *name)
{
    return &cache->places[hash_bytes(name, strlen(name)) % PLACES];
}

bool event_cache_get(struct event_cache *cache, const struct event_of *of, char tag[EVENT_TAG_SIZE], struct buf *out)
{
    char name[NAME_MAX_LENGTH];
    int64_t now = clock_mono_ms();
    if (!event_cache_write_name(of, name))
        return false;
    pthread_mutex_lock(&cache->lock);
    const struct event_cache_place *place = event_cache_place_of(cache, name);
    bool here = place->event && place->changes == of->changes && now - place->made_at < FRESH_MS &&
                strcmp(place->name, name) == 0;
    if (here) {
        strcpy(tag, place->tag);
        buf_add(out, place->event, place->length);
    }
    pthread_mutex_unlock(&cache->lock);
    return here;
}

void event_cache_put(struct event_cache *cache, const struct event_of *of, const char *tag, struct str event)
{
    char name[NAME_MAX_LENGTH];
    bool fits = event_cache_write_name(of, name) && event.len <= EVENT_MAX && strlen(tag) < EVENT_TAG_SIZE;
    char *copy = fits ? malloc(event.len) : NULL;
    if (!copy)
        return;
    memcpy(copy, event.data, event.len);
    pthread_mutex_lock(&cache->lock);
    struct event_cache_place *place = event_cache_place_of(cache, name);
    char *old = place->event;
    strcpy(place->name, name);
    strcpy(place->tag, tag);
    place->changes = of->changes;
    place->made_at = clock_mono_ms();
    place->event = copy;
    place->length = event.len;
    pthread_mutex_unlock(&cache->lock);
    free(old);
}

enum { CHAINS = 256 };

/* Of an account that has one open. */
struct open_streams {
    struct open_streams *next;
    size_t count;
    char account_id[];
};

struct event_streams {
    pthread_mutex_t lock;
    struct open_streams *chains[CHAINS]; /* by the hash of the account's id */
};

struct event_streams *event_streams_new(void)
{
    struct event_streams *streams = calloc(1, sizeof *streams);
    if (streams)
        pthread_mutex_init(&streams->lock, NULL);
    return streams;
}

void event_streams_free(struct event_streams *streams)
{
    if (!streams)
        return;
    for (size_t i = 0; i < CHAINS; i++) {
        for (struct open_streams *open = streams->chains[i], *next; open; open = next) {
            next = open->next;
            free(open);
        }
    }
    pthread_mutex_destroy(&streams->lock);
    free(streams);
}

/* Where the account's are linked in, or would be. */
static struct open_streams **find(struct event_streams *streams, const char *account_id)
{
    struct open_streams **link = &streams->chains[hash_bytes(account_id, strlen(account_id)) % CHAINS];
    while (*link && strcmp((*link)->account_id, account_id) != 0)
        link = &(*link)->next;
    return link;
}

/* Under the lock. */
static enum status count_one(struct event_streams *streams, const char *account_id, struct error *err)
{
    struct open_streams **link = find(streams, account_id);
    size_t size = strlen(account_id) + 1;
    if (!*link) {
        *link = calloc(1, sizeof **link + size);
        if (!*link)
            return error_memory(err);
        memcpy((*link)->account_id, account_id, size);
    }
    if ((*link)->count == EVENT_STREAMS_MOST)
        return error_set(err, E_LIMIT, NULL,
                         "An account may have %d event streams open at a time: close a page that "
                         "shows the queue or an article.",
                         EVENT_STREAMS_MOST);
    (*link)->count++;
    return OK;
}

/* Counts one more. E_LIMIT: the account has EVENT_STREAMS_MOST; E_MEMORY. */
static enum status event_streams_begin(struct event_streams *streams, const char *account_id, struct error *err)
{
    pthread_mutex_lock(&streams->lock);
    enum status status = count_one(streams, account_id, err);
    pthread_mutex_unlock(&streams->lock);
    return status;
}

/* One that was begun has ended. */
static void event_streams_end(struct event_streams *streams, const char *account_id)
{
    pthread_mutex_lock(&streams->lock);
    struct open_streams **link = find(streams, account_id), *open = *link;
    if (--open->count == 0) {
        *link = open->next;
        free(open);
    }
    pthread_mutex_unlock(&streams->lock);
}

enum {
    ROWS = 20, /* of a page of the queue */
    HOLD_SECONDS = 55,
    BUSY_SECONDS = 5, /* until an account that has all its streams open may ask again */
    RETRY_MS = 400    /* between two events: how long the browser waits before it asks again */
};

struct queue_events_shown {
    const struct request *request;
    struct arena *arena;
    struct article *articles;
    size_t count;
};

/* Those of `ids` that are there, in their order; the one of an article's page must be. */
static enum status queue_events_find(struct db *db, struct queue_events_shown *shown, const char *ids,
                                     struct error *err)
{
    const char *account_id = caller_of(shown->request)->account_id;
    shown->articles = ARENA_ARRAY(shown->arena, ROWS, struct article);
    if (!shown->articles)
        return error_memory(err);
    while (*ids && shown->count < ROWS) {
        size_t length = strcspn(ids, ",");
        const char *id = arena_copy_n(shown->arena, ids, length);
        if (!id)
            return error_memory(err);
        enum status status = article_get(db, shown->arena, account_id, id, &shown->articles[shown->count], err);
        if (status && (status != E_NOT_FOUND || shown->request->id))
            return status;
        shown->count += !status;
        ids += length + (ids[length] == ',');
    }
    return OK;
}

static enum status queue_events_list(struct db *db, void *argument, struct error *err)
{
    struct queue_events_shown *shown = argument;
    const struct request *request = shown->request;
    struct form query;
    enum article_state state = ARTICLE_QUEUED;
    if (!form_read_query((struct request *)request, &query))
        return error_memory(err);
    const char *status = form_value(&query, "status"), *cursor = form_value(&query, "cursor");
    const char *ids = request->id ? request->id : form_value(&query, "ids");
    if (ids[0])
        return queue_events_find(db, shown, ids, err);
    bool any = !article_state_parse(status, &state);
    return article_list(db, shown->arena, caller_of(request)->account_id, any ? -1 : (int)state,
                        cursor[0] ? cursor : NULL, ROWS, &shown->articles, &shown->count, err);
}

/* Changes with everything that the page shows. */
static void write_tag(const struct queue_events_shown *shown, char tag[EVENT_TAG_SIZE])
{
    struct buf versions = {0};
    for (size_t i = 0; i < shown->count; i++)
        buf_printf(&versions, "%s:%lld ", shown->articles[i].id, (long long)shown->articles[i].version);
    snprintf(tag, EVENT_TAG_SIZE, "\"%016llx\"", (unsigned long long)hash_bytes(buf_text(&versions), versions.len));
    buf_free(&versions);
}

static void queue_events_write_article(struct buf *out, const struct article *article)
{
    buf_printf(out, "{\"articleId\":\"%s\",\"status\":\"%s\",\"statusDetail\":", article->id,
               article_state_name(article->state));
    json_text(out, article->detail);
    buf_printf(out, ",\"updatedAt\":%lld,\"progress\":", (long long)article->updated_at);
    write_decimal(out, article->progress, 3);
    buf_char(out, '}');
}

static void write_event(struct buf *out, const struct queue_events_shown *shown, const char *tag)
{
    buf_printf(out, "retry: %d\nid: %s\ndata: [", RETRY_MS, tag);
    for (size_t i = 0; i < shown->count; i++) {
        if (i)
            buf_char(out, ',');
        queue_events_write_article(out, &shown->articles[i]);
    }
    buf_str(out, "]\n\n");
}

/* Whose changes are told: the article's, or the account's. */
static const char *watched_of(const struct request *request)
{
    return request->id ? request->id : request->account_id;
}

/* False: the problem was answered. */
static bool read_event(struct request *request, struct arena *arena, char tag[EVENT_TAG_SIZE], struct buf *event)
{
    struct error err;
    struct api *api = api_of(request);
    struct queue_events_shown shown = {.request = request, .arena = arena};
    const struct event_of of = {request->account_id, request->target.text,
                                waiters_changes(api->waiters, watched_of(request))};
    if (event_cache_get(api->events, &of, tag, event))
        return true;
    if (store_read(api->store, queue_events_list, &shown, &err)) {
        answer_error(request, &err);
        return false;
    }
    write_tag(&shown, tag);
    write_event(event, &shown, tag);
    if (!event->failed)
        event_cache_put(api->events, &of, tag, (struct str){event->data, event->len});
    return true;
}

static void answer_event(struct request *request, const struct buf *event)
{
    if (event->failed) {
        answer_no_memory(request);
        return;
    }
    buf_add(&request->answer.body, event->data, event->len);
    answer_header(request, "Cache-Control", "no-store");
    answer_body(request, 200, "text/event-stream");
}

/* A request that is held keeps no event. */
static enum watch_verdict queue_events_look(struct request *request, struct watch *watch, struct arena *arena)
{
    char tag[EVENT_TAG_SIZE];
    struct buf event = {0};
    enum watch_verdict verdict = WATCH_ANSWER;
    if (read_event(request, arena, tag, &event)) {
        verdict = watch_next(request, watch, tag, false);
        if (verdict == WATCH_ANSWER)
            answer_event(request, &event);
    }
    buf_free(&event);
    return verdict;
}

/* A connection that is refused ends: it is the connections that are bounded. */
static bool queue_events_begin(struct request *request)
{
    struct error err;
    enum status status = event_streams_begin(api_of(request)->streams, request->account_id, &err);
    if (!status)
        return true;
    if (status != E_LIMIT) {
        answer_error(request, &err);
        return false;
    }
    answer_problem(request, PROBLEM_RATE, "%s", err.message);
    answer_header(request, "Retry-After", "%d", BUSY_SECONDS);
    request->answer.close = true;
    return false;
}

static void queue_events_end(struct request *request)
{
    event_streams_end(api_of(request)->streams, request->account_id);
}

/* False: a problem was answered. */
static bool queue_events_enter(struct request *request)
{
    struct error err;
    struct visitor visitor;
    enum status status = visitor_find(request, &visitor, &err);
    if (!status)
        return access_check_visitor(request);
    if (status == E_NOT_FOUND)
        answer_problem(request, PROBLEM_NO_KEY, "Nobody is signed in.");
    else
        answer_error(request, &err);
    return false;
}

void queue_events(struct request *request)
{
    if (request->state) { /* it runs again */
        watch_run_as(request, queue_events_look, NULL);
        return;
    }
    if (!queue_events_enter(request))
        return;
    const char *known = request_header(request, "Last-Event-ID");
    const struct watch_wish wish = {
        .id = watched_of(request),
        .match = known ? known : "", /* a page just opened is answered at once: the queue may have changed meanwhile */
        .wait = HOLD_SECONDS,
        .begin = queue_events_begin,
        .end = queue_events_end,
    };
    watch_run_as(request, queue_events_look, &wish);
}
