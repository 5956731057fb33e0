#include "service/http/watch.h"

#include "service/http/answer.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_WAIT = 60 };

/* --- Prefer: wait=N --- */

/* Cuts the first preference off: up to a comma that is not inside a quoted string. */
static bool next_preference(struct str *rest, struct str *piece)
{
    if (!rest->data)
        return false;
    bool quoted = false;
    size_t end = 0;
    for (; end < rest->len && (quoted || rest->data[end] != ','); end++) {
        if (quoted && rest->data[end] == '\\' && end + 1 < rest->len)
            end++;
        else if (rest->data[end] == '"')
            quoted = !quoted;
    }
    *piece = (struct str){rest->data, end};
    *rest = end < rest->len ? (struct str){rest->data + end + 1, rest->len - end - 1} : (struct str){0};
    return true;
}

long watch_preferred_wait(const char *header)
{
    struct str rest = str_from(header), piece;
    while (header && next_preference(&rest, &piece)) {
        struct str name = {0}, value = piece;
        str_split(&value, '=', &name);
        if (!value.data || !str_ieq(str_trim(name), STR("wait")))
            continue;
        value = str_trim(value);
        long seconds = strtol(value.data, NULL, 10); /* the header text ends with a NUL, so strtol stops in time */
        return seconds < 0 ? 0 : seconds > MAX_WAIT ? MAX_WAIT : seconds;
    }
    return 0;
}

/* --- looking --- */

static void watch_leave(struct request *request)
{
    struct watch *watch = request->state;
    waiter_leave(request->context->waiters, &watch->waiter);
    if (watch->end)
        watch->end(request);
}

static void look_again(struct request *request)
{
    struct watch *watch = request->state;
    enum watch_verdict verdict = WATCH_AGAIN;
    while (verdict == WATCH_AGAIN) {
        request->resume = NULL;
        struct arena *arena =
            arena_new(); /* freed after each look, so that a request that is held long does not grow */
        if (!arena) {
            answer_no_memory(request);
            return;
        }
        verdict = watch->look(request, watch, arena);
        arena_free(arena);
    }
}

/* In the HTTP thread, where nothing may block: the handler looks again in the pool. */
static void look_in_pool(struct request *request)
{
    if (request_suspend(request))
        request_run_again(request);
}

void watch_run(struct request *request, watch_look look)
{
    const struct watch_wish wish = {
        .id = request->id,
        .match = request_header(request, "If-None-Match"),
        .wait = watch_preferred_wait(request_header(request, "Prefer")),
    };
    watch_run_as(request, look, &wish);
}

void watch_run_as(struct request *request, watch_look look, const struct watch_wish *wish)
{
    if (request->state) { /* it runs again */
        look_again(request);
        return;
    }
    struct watch *watch = ARENA_NEW(request->arena, struct watch);
    if (!watch) {
        answer_no_memory(request);
        return;
    }
    if (wish->wait && wish->begin && !wish->begin(request))
        return;
    watch->look = look;
    watch->match = wish->match;
    watch->wait = wish->wait;
    watch->end = wish->end;
    watch->waiter.request = request;
    watch->waiter.id = wish->id;
    watch->waiter.deadline = clock_mono_ms() + watch->wait * 1000;
    request->state = watch;
    if (watch->wait) {
        waiter_join(request->context->waiters,
                    &watch->waiter); /* before the first look, so that no change falls between */
        request->cleanup = watch_leave;
    }
    look_again(request);
}

/* The weak comparison of If-None-Match. */
static bool watch_matches(const char *header, const char *etag)
{
    struct str rest = str_from(header), piece;
    while (header && str_split(&rest, ',', &piece)) {
        piece = str_trim(piece);
        if (str_starts(piece, STR("W/")))
            piece = (struct str){piece.data + 2, piece.len - 2};
        if (str_eq(piece, STR("*")) || str_eq(piece, str_from(etag)))
            return true;
    }
    return false;
}

enum watch_verdict watch_next(struct request *request, struct watch *watch, const char *etag, bool final)
{
    if (!watch->first[0])
        snprintf(watch->first, sizeof watch->first, "%s", etag);
    const char *known = watch->match ? watch->match : watch->first;
    if (!watch->wait || final || watch->waiter.is_expired || !watch_matches(known, etag))
        return WATCH_ANSWER;
    request->resume = request->context->reads_block ? look_in_pool : look_again;
    if (waiter_suspend(request->context->waiters, &watch->waiter) || request->answer.status)
        return WATCH_SUSPENDED;
    return WATCH_AGAIN;
}

bool watch_headers(struct request *request, const struct watch *watch, const char *etag, bool final)
{
    answer_header(request, "ETag", "%s", etag);
    if (watch->wait)
        answer_header(request, "Preference-Applied", "wait=%ld", watch->wait);
    if (!final)
        answer_header(request, "Retry-After", "1");
    if (!watch_matches(watch->match, etag))
        return false;
    answer_empty(request, 304);
    return true;
}
