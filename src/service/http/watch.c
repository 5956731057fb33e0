#include "service/http/watch.h"

#include "service/internal.h"

static void leave(struct request *request)
{
    struct watch *watch = request->state;
    hub_leave(request->service->hub, &watch->waiter);
}

static void look_again(struct request *request)
{
    struct watch *watch = request->state;
    struct error err;
    enum watch_verdict verdict = WATCH_AGAIN;
    while (verdict == WATCH_AGAIN) {
        struct arena *arena = arena_new(); /* of one look: a request that is held long must not grow */
        if (!arena) {
            error_memory(&err);
            answer_error(request, &err);
            return;
        }
        verdict = watch->look(request, watch, arena);
        arena_free(arena);
    }
}

void watch_run(struct request *request, watch_look look)
{
    struct error err;
    struct watch *watch = ARENA_NEW(request->arena, struct watch);
    if (!watch) {
        error_memory(&err);
        answer_error(request, &err);
        return;
    }
    watch->look = look;
    watch->match = request_header(request, "If-None-Match");
    watch->wait = prefer_wait(request_header(request, "Prefer"));
    watch->waiter.request = request;
    watch->waiter.id = request->id;
    watch->waiter.deadline = clock_mono_ms() + watch->wait * 1000;
    request->state = watch;
    request->resume = look_again;
    if (watch->wait) {
        hub_join(request->service->hub, &watch->waiter); /* before the first look, so that no change falls between */
        request->cleanup = leave;
    }
    look_again(request);
}

/* The weak comparison of If-None-Match. */
static bool matches(const char *header, const char *etag)
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
    if (!watch->wait || final || watch->waiter.expired || !matches(known, etag))
        return WATCH_ANSWER;
    if (hub_sleep(request->service->hub, &watch->waiter) || request->answer.status)
        return WATCH_ASLEEP;
    return WATCH_AGAIN;
}

bool watch_headers(struct request *request, const struct watch *watch, const char *etag, bool final)
{
    answer_header(request, "ETag", "%s", etag);
    if (watch->wait)
        answer_header(request, "Preference-Applied", "wait=%ld", watch->wait);
    if (!final)
        answer_header(request, "Retry-After", "1");
    if (!matches(watch->match, etag))
        return false;
    answer_empty(request, 304);
    return true;
}
