#include "service/api/api_parts.h"

#include <stdlib.h>

struct readiness {
    struct background background; /* its lock guards what follows */
    unsigned long asked, begun, ended;
    enum status status; /* of the check that ended last */
    struct error err;
    struct store *store;
    struct waiters *waiters;
};

static enum status read_something(struct db *db, void *argument, struct error *err)
{
    struct account account;
    return account_get(db, argument, LOCAL_ACCOUNT, &account, err);
}

static enum status readiness_check(struct store *store, struct error *err)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status = store_read(store, read_something, arena, err);
    arena_free(arena);
    return status ? status : store_check(store, err);
}

/* False: nobody has asked since the last one began. */
static bool readiness_begin(struct readiness *readiness)
{
    pthread_mutex_lock(&readiness->background.lock);
    bool is_wanted = readiness->begun < readiness->asked;
    readiness->begun = readiness->asked;
    pthread_mutex_unlock(&readiness->background.lock);
    return is_wanted;
}

static int64_t check_when_asked(void *argument)
{
    struct readiness *readiness = argument;
    struct error err = {OK};
    if (!readiness_begin(readiness))
        return BACKGROUND_UNTIL_WOKEN;
    enum status status = readiness_check(readiness->store, &err);
    pthread_mutex_lock(&readiness->background.lock);
    readiness->ended = readiness->begun;
    readiness->status = status;
    readiness->err = err;
    pthread_mutex_unlock(&readiness->background.lock);
    waiters_notify(readiness->waiters, READINESS_ID);
    return BACKGROUND_UNTIL_WOKEN;
}

enum status readiness_start(struct store *store, struct waiters *waiters, struct readiness **readiness,
                            struct error *err)
{
    struct readiness *started = calloc(1, sizeof *started);
    if (!started)
        return error_memory(err);
    started->store = store;
    started->waiters = waiters;
    enum status status = background_start(&started->background, check_when_asked, started, err);
    if (status)
        readiness_stop(started);
    else
        *readiness = started;
    return status;
}

void readiness_stop(struct readiness *readiness)
{
    if (!readiness)
        return;
    background_stop(&readiness->background);
    free(readiness);
}

/* Those who ask before the next check begins wait for that one. */
static unsigned long readiness_ask(struct readiness *readiness)
{
    pthread_mutex_lock(&readiness->background.lock);
    unsigned long number = readiness->asked = readiness->begun + 1;
    pthread_mutex_unlock(&readiness->background.lock);
    background_wake(&readiness->background);
    return number;
}

/* False: the check with that number has not ended yet. Else *status and *err are those of it, or of a later one. */
static bool readiness_known(struct readiness *readiness, unsigned long number, enum status *status, struct error *err)
{
    pthread_mutex_lock(&readiness->background.lock);
    bool is_known = readiness->ended >= number;
    *status = readiness->status;
    *err = readiness->err;
    pthread_mutex_unlock(&readiness->background.lock);
    return is_known;
}

/* Whoever asks sends its requests elsewhere meanwhile; proxies and supervisors wait for some seconds. */
enum { READY_WAIT_MS = 3000 };

/* Alive, and which run of the service it is. */
void health_live(struct request *request)
{
    buf_str(&request->answer.body, "{\"status\":\"ok\",\"instance\":");
    json_text(&request->answer.body, api_of(request)->instance);
    buf_char(&request->answer.body, '}');
    answer_json(request, 200);
}

struct health_question {
    struct waiter waiter;
    unsigned long number; /* of the check that answers it */
};

static void answer_ready(struct request *request, enum status status, const struct error *err)
{
    if (status) {
        answer_error(request, err);
        return;
    }
    buf_str(&request->answer.body, "{\"status\":\"ready\"}");
    answer_json(request, 200);
}

/* The time is over, or the service stops. */
static void answer_unknown(struct request *request)
{
    struct error err;
    if (atomic_load(api_of(request)->is_draining))
        answer_stopping(request);
    else
        answer_ready(request,
                     error_set(&err, E_IO, "database_gone", "the database has not answered for %d seconds",
                               READY_WAIT_MS / 1000),
                     &err);
}

static void health_look(struct request *request)
{
    struct health_question *question = request->state;
    struct error err;
    enum status status;
    do {
        request->resume = health_look;
        if (readiness_known(api_of(request)->readiness, question->number, &status, &err)) {
            answer_ready(request, status, &err);
            return;
        }
        if (atomic_load(&question->waiter.is_expired)) {
            answer_unknown(request);
            return;
        }
    } while (!waiter_suspend(request->context->waiters, &question->waiter) && !request->answer.status);
}

static void health_leave(struct request *request)
{
    struct health_question *question = request->state;
    waiter_leave(request->context->waiters, &question->waiter);
}

/* Ready: it can read and write, and is not about to stop. */
void health_ready(struct request *request)
{
    if (atomic_load(api_of(request)->is_draining)) {
        answer_stopping(request);
        return;
    }
    struct health_question *question = ARENA_NEW(request->arena, struct health_question);
    if (!question) {
        answer_no_memory(request);
        return;
    }
    question->waiter =
        (struct waiter){.request = request, .id = READINESS_ID, .deadline = clock_mono_ms() + READY_WAIT_MS};
    request->state = question;
    request->cleanup = health_leave;
    waiter_join(request->context->waiters, &question->waiter);
    question->number = readiness_ask(api_of(request)->readiness);
    health_look(request);
}
